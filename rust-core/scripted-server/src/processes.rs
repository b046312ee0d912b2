//! The processes of this machine, for tests that leave none.

use std::collections::BTreeSet;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The processes whose command line or environment holds a word, without this one.
pub fn holding(word: &str) -> BTreeSet<i32> {
    let has = |id: i32, file: &str| {
        let bytes = fs::read(format!("/proc/{id}/{file}")).unwrap_or_default();
        bytes.windows(word.len()).any(|part| part == word.as_bytes())
    };
    let ours = i32::try_from(std::process::id()).expect("ids of processes are small");
    fs::read_dir("/proc")
        .expect("the system tells its processes")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
        .filter(|id| *id != ours && (has(*id, "cmdline") || has(*id, "environ")))
        .collect()
}

/// Waits until something holds, but not for ever.
///
/// # Panics
/// If it does not hold after a minute; `what` says what that means.
pub fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        sleep(Duration::from_millis(5));
    }
}

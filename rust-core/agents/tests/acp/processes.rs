//! No process stays behind.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use crate::host::Host;
use crate::trial;

pub(crate) fn trials() -> Vec<Trial> {
    vec![trial("however an agent ends, no process of it is left", ends)]
}

/// The processes whose command line or environment holds a word.
fn holding(word: &str) -> BTreeSet<i32> {
    let has = |id: i32, file: &str| {
        let bytes = fs::read(format!("/proc/{id}/{file}")).unwrap_or_default();
        bytes.windows(word.len()).any(|part| part == word.as_bytes())
    };
    let ours = i32::try_from(std::process::id()).unwrap();
    fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
        .filter(|id| *id != ours && (has(*id, "cmdline") || has(*id, "environ")))
        .collect()
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn ends() {
    // A number that no other run has.
    let nap = format!("1000.{}7", std::process::id());
    let with = |mode: &str, limit: Duration| {
        Host::with(
            mode,
            |config| {
                config.environment.insert("SCRIPTED_MCP_NAP".to_owned(), nap.clone());
                config.greeting_limit = limit;
            },
            |_| {},
        )
    };
    let patient = Duration::from_secs(60);
    for (mode, words, limit) in [
        ("plain", "hello", patient),
        ("plain", "die", patient),
        ("plain", "closes", patient),
        ("plain", "big_line", patient),
        ("dies_at_start", "hello", patient),
        ("hangs_at_initialize", "hello", Duration::from_millis(300)),
    ] {
        let host = with(mode, limit);
        host.turn(words);
        drop(host);
        assert_eq!(holding(&nap), BTreeSet::new(), "{mode} {words}");
    }
    let host = with("grandchildren", patient);
    host.turn("hello");
    until("not all sleepers came", || holding(&nap).len() >= 7);
    host.agent.end();
    assert_eq!(holding(&nap), BTreeSet::new());
    // It may be asked no more, and says so.
    let turn = host.turn("hello");
    assert_eq!(turn.failure.unwrap().0, "the agent is gone: this program ends");
}

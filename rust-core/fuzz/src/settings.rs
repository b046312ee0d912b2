//! Settings that the user or a program wrote.

use vibeue_core::settings::{SETTINGS, Settings};
use vibeue_core::{Error, ErrorKind};

/// Reads the bytes as settings: as JSON if they are JSON, otherwise as lines of `name=value`. What
/// is accepted is valid, and written and read again it is the same; what is refused names every
/// problem.
///
/// # Panics
/// If that does not hold.
pub fn settings(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match serde_json::from_str(text) {
        Ok(json) => judge(Settings::from_json(&json)),
        Err(_) => {
            let pairs: Vec<(&str, &str)> =
                text.lines().map(|line| line.split_once('=').unwrap_or((line, ""))).collect();
            one_by_one(&pairs);
            judge(Settings::from_pairs(pairs));
        }
    }
}

fn judge(read: Result<Settings, Error>) {
    match read {
        Ok(settings) => {
            assert_eq!(settings.validate(), Ok(()), "what is accepted is valid");
            let pairs = settings.pairs();
            assert_eq!(pairs.len(), SETTINGS.len());
            let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
            assert_eq!(Settings::from_pairs(pairs).as_ref(), Ok(&settings), "said again, the same");
            for window in [0, 1, 4_096, 1_000_000, u64::MAX] {
                let _ = settings.validate_for(window);
            }
        }
        Err(error) => assert_eq!(error.kind(), ErrorKind::Settings, "{error}"),
    }
}

/// A value that was set can be read, and set again.
fn one_by_one(pairs: &[(&str, &str)]) {
    let mut settings = Settings::default();
    for (name, value) in pairs {
        let before = settings.clone();
        match settings.set(name, value) {
            Ok(()) => {
                let kept = settings.get(name).expect("what was set has a value");
                let mut again = settings.clone();
                again.set(name, &kept).expect("a value that was read can be set");
                assert_eq!(again, settings, "{name}={value}");
            }
            Err(problem) => {
                assert!(!problem.to_string().is_empty());
                assert_eq!(settings, before, "what is refused changes nothing");
            }
        }
    }
}

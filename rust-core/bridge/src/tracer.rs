//! What the core says about its work, as lines for the host's log.

use tracing::{Level, Subscriber};
use vibeue_core::session::log_lines::LogLines;

use crate::ffi::ffi::LogLevel;
use crate::log;

/// Puts the events of this library's own crates into the log.
pub(crate) fn tracer() -> impl Subscriber + Send + Sync {
    LogLines(|line| {
        let level = match line.level {
            Level::ERROR => LogLevel::Error,
            Level::WARN => LogLevel::Warning,
            Level::INFO => LogLevel::Info,
            _ => LogLevel::Verbose,
        };
        let text = line.to_string();
        log::add(level, &text);
        if line.is_harmless() {
            log::keep(level, &text);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_events_become_log_lines_and_those_of_others_do_not() {
        tracing::subscriber::with_default(tracer(), || {
            tracing::debug!(target: "vibeue::test", retries = 2, "the server was busy");
            tracing::info!(target: "vibeue::test", "a summary was made");
            tracing::error!(target: "hyper::client", "Authorization: secret");
        });
        let lines = log::take();
        let told = |text: &str| lines.iter().any(|line| line.text.contains(text));
        assert!(told("vibeue::test: the server was busy retries=2"), "{lines:?}");
        assert!(!told("secret"), "{lines:?}");
        let level = |text: &str| lines.iter().find(|line| line.text.contains(text)).unwrap().level;
        assert_eq!(level("the server was busy"), LogLevel::Verbose);
        assert_eq!(level("a summary was made"), LogLevel::Info);
        let kept = log::newest();
        assert!(kept.contains(&"info: vibeue::test: a summary was made".to_owned()), "{kept:?}");
        assert!(!kept.iter().any(|line| line.contains("the server was busy")), "{kept:?}");
    }
}

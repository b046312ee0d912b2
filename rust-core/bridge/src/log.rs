//! Lines on their way to the host's log, and the newest of them for a bug
//! report.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, PoisonError};

use vibeue_core::handover::Tray;

use crate::ffi::ffi::{LogLevel, LogLine};

/// The maximum number of lines that wait; the oldest are dropped first.
const CAPACITY: usize = 256;

/// The longest line, in characters.
const LONGEST: usize = 2_000;

static LINES: LazyLock<Lines> = LazyLock::new(Lines::new);

struct Lines {
    /// Lines that the host has not taken yet.
    waiting: Tray<LogLine>,
    /// The newest lines that are fit for strangers, for a bug report.
    newest: Mutex<VecDeque<String>>,
}

impl Lines {
    fn new() -> Self {
        Self { waiting: Tray::new(CAPACITY), newest: Mutex::new(VecDeque::new()) }
    }

    fn add(&self, level: LogLevel, text: &str) {
        self.waiting.put(LogLine { level, text: flat(text) });
    }

    fn keep(&self, level: LogLevel, text: &str) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if newest.len() >= CAPACITY {
            newest.pop_front();
        }
        newest.push_back(format!("{}: {}", name(level), flat(text)));
    }
}

/// A text on one line of bounded length.
fn flat(text: &str) -> String {
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().take(LONGEST).map(visible).collect()
}

fn name(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Error => "error",
        LogLevel::Warning => "warning",
        LogLevel::Info => "info",
        _ => "verbose",
    }
}

/// The newest lines that were kept, oldest first, including those that were taken.
pub(crate) fn newest() -> Vec<String> {
    LINES.newest.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}

/// Adds a line.
pub(crate) fn add(level: LogLevel, text: &str) {
    LINES.add(level, text);
}

/// Keeps a line for a bug report; it must not contain anything from a conversation.
pub(crate) fn keep(level: LogLevel, text: &str) {
    LINES.keep(level, text);
}

/// Takes all lines.
pub(crate) fn take() -> Vec<LogLine> {
    LINES.waiting.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_in_length_and_number_and_stay_on_one_line() {
        let log = Lines::new();
        for number in 0..CAPACITY + 3 {
            let text = format!("{number}\n{}", "x".repeat(LONGEST));
            log.add(LogLevel::Verbose, &text);
            log.keep(LogLevel::Verbose, &text);
        }
        let lines = log.waiting.take();
        assert_eq!(lines.len(), CAPACITY);
        assert!(lines[0].text.starts_with("3 xx"), "{}", &lines[0].text[..8]);
        assert_eq!(lines[0].text.chars().count(), LONGEST);
        assert_eq!(log.waiting.take(), []);
        let newest = log.newest.lock().unwrap();
        assert_eq!(newest.len(), CAPACITY);
        assert!(newest[0].starts_with("verbose: 3 xx"), "{}", &newest[0][..12]);
    }
}

//! Lines on their way to the host's log.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::ffi::ffi::{LogLevel, LogLine};

/// So many lines wait; the oldest go first.
const CAPACITY: usize = 256;

/// The longest line, in characters.
const LONGEST: usize = 2_000;

static LINES: Lines = Lines {
    waiting: AtomicBool::new(false),
    lines: Mutex::new(VecDeque::new()),
    newest: Mutex::new(VecDeque::new()),
};

/// Lines that nobody took yet.
struct Lines {
    waiting: AtomicBool,
    lines: Mutex<VecDeque<LogLine>>,
    /// The newest lines that strangers may read, for a bug report.
    newest: Mutex<VecDeque<String>>,
}

impl Lines {
    fn add(&self, level: LogLevel, text: &str) {
        let text = flat(text);
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= CAPACITY {
            lines.pop_front();
        }
        lines.push_back(LogLine { level, text });
        self.waiting.store(true, Ordering::Release);
    }

    fn keep(&self, level: LogLevel, text: &str) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if newest.len() >= CAPACITY {
            newest.pop_front();
        }
        newest.push_back(format!("{}: {}", name(level), flat(text)));
    }

    fn take(&self) -> Vec<LogLine> {
        if !self.waiting.load(Ordering::Acquire) {
            return Vec::new();
        }
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting.store(false, Ordering::Release);
        lines.drain(..).collect()
    }
}

/// One line of bounded length.
fn flat(text: &str) -> String {
    let letters = text.chars().take(LONGEST);
    letters.map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn name(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Error => "error",
        LogLevel::Warning => "warning",
        LogLevel::Info => "info",
        _ => "verbose",
    }
}

/// Keeps a line for a bug report: for strangers, so that it must not hold a
/// word of a conversation.
pub(crate) fn keep(level: LogLevel, text: &str) {
    LINES.keep(level, text);
}

/// The newest lines that were kept, oldest first.
pub(crate) fn newest() -> Vec<String> {
    LINES.newest.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
}

/// Adds a line.
pub(crate) fn add(level: LogLevel, text: &str) {
    LINES.add(level, text);
}

/// Takes all lines.
pub(crate) fn take() -> Vec<LogLine> {
    LINES.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_in_length_and_number_and_stay_on_one_line() {
        let log = Lines {
            waiting: AtomicBool::new(false),
            lines: Mutex::default(),
            newest: Mutex::default(),
        };
        for number in 0..CAPACITY + 3 {
            let text = format!("{number}\n{}", "x".repeat(LONGEST));
            log.add(LogLevel::Verbose, &text);
            log.keep(LogLevel::Verbose, &text);
        }
        let lines = log.take();
        assert_eq!(lines.len(), CAPACITY);
        assert!(lines[0].text.starts_with("3 xx"), "{}", &lines[0].text[..8]);
        assert_eq!(lines[0].text.chars().count(), LONGEST);
        assert_eq!(log.take(), []);
        let newest = log.newest.lock().unwrap();
        assert_eq!(newest.len(), CAPACITY);
        assert!(newest[0].starts_with("verbose: 3 xx"), "{}", &newest[0][..12]);
    }
}

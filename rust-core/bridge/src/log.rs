//! Lines on their way to the host's log.

use std::sync::LazyLock;

use vibeue_core::handover::Tray;

use crate::ffi::ffi::{LogLevel, LogLine};

/// So many lines wait; the oldest go first.
const CAPACITY: usize = 256;

/// The longest line, in characters.
const LONGEST: usize = 2_000;

static LINES: LazyLock<Tray<LogLine>> = LazyLock::new(|| Tray::new(CAPACITY));

/// Adds a line.
pub(crate) fn add(level: LogLevel, text: &str) {
    LINES.put(line(level, text));
}

/// Takes all lines.
pub(crate) fn take() -> Vec<LogLine> {
    LINES.take()
}

/// A text on one line of bounded length.
fn line(level: LogLevel, text: &str) -> LogLine {
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    LogLine { level, text: text.chars().take(LONGEST).map(visible).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_in_length_and_number_and_stay_on_one_line() {
        let log = Tray::new(CAPACITY);
        for number in 0..CAPACITY + 3 {
            log.put(line(LogLevel::Verbose, &format!("{number}\n{}", "x".repeat(LONGEST))));
        }
        let lines = log.take();
        assert_eq!(lines.len(), CAPACITY);
        assert!(lines[0].text.starts_with("3 xx"), "{}", &lines[0].text[..8]);
        assert_eq!(lines[0].text.chars().count(), LONGEST);
        assert_eq!(log.take(), []);
    }
}

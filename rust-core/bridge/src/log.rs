//! Lines on their way to the host's log.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use crate::ffi::ffi::{LogLevel, LogLine};

/// So many lines wait; the oldest go first.
const CAPACITY: usize = 256;

/// The longest line, in characters.
const LONGEST: usize = 2_000;

static WAITING: AtomicBool = AtomicBool::new(false);
static LINES: Mutex<VecDeque<LogLine>> = Mutex::new(VecDeque::new());
static HOOK: Once = Once::new();

/// Adds a line.
pub(crate) fn add(level: LogLevel, text: &str) {
    let text = text
        .chars()
        .take(LONGEST)
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    if lines.len() >= CAPACITY {
        lines.pop_front();
    }
    lines.push_back(LogLine { level, text });
    WAITING.store(true, Ordering::Release);
}

/// Takes all lines.
pub(crate) fn take() -> Vec<LogLine> {
    if !WAITING.load(Ordering::Acquire) {
        return Vec::new();
    }
    let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    WAITING.store(false, Ordering::Release);
    lines.drain(..).collect()
}

/// Queues every panic of this library from now on. The standard library inside
/// of a static library is its own: no other library's hook is replaced.
pub(crate) fn catch_panics() {
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("unnamed").to_owned();
            add(LogLevel::Error, &format!("VibeUE panicked on thread `{name}`: {info}"));
            before(info);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_in_length_and_number_and_stay_on_one_line() {
        take();
        for number in 0..CAPACITY + 3 {
            add(LogLevel::Verbose, &format!("{number}\n{}", "x".repeat(LONGEST)));
        }
        let lines = take();
        assert_eq!(lines.len(), CAPACITY);
        assert!(lines[0].text.starts_with("3 xx"), "{}", &lines[0].text[..8]);
        assert_eq!(lines[0].text.chars().count(), LONGEST);
        assert_eq!(take(), []);
    }
}

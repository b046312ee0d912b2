//! The error lines of one text.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::collector::{Collector, is_error_line};
use super::{FactKind, FactSet, Origin, json, message, scanner};
use vibeue_conversation::MessageId;

/// The lines of a text that report errors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ErrorLines {
    /// Distinct lines in order, up to the cap for one message.
    pub(crate) lines: Vec<Box<str>>,
    /// How many more there were beyond the cap.
    pub(crate) more: usize,
}

impl ErrorLines {
    /// How many lines report errors.
    pub(crate) fn total(&self) -> usize {
        self.lines.len() + self.more
    }
}

const HINTS_IN_ALL: usize = 12;

/// A line without any of these reports no error; searching for them is many
/// times faster than the full scan.
static HINTS: LazyLock<[Finder<'_>; HINTS_IN_ALL]> = LazyLock::new(|| {
    let hints: [&[u8]; HINTS_IN_ALL] = [
        b"rror",
        b"RROR",
        b"xception",
        b"ailed",
        b"ailure",
        b"atal",
        b"FATAL",
        b"Traceback",
        b"xit",
        b"HTTP",
        b"Assertion",
        b"FAIL",
    ];
    hints.map(Finder::new)
});

/// The index in [`HINTS`] of the one that opens a report of several lines.
const TRACEBACK: usize = 7;

/// Finds the lines of a tool's result that report errors.
pub(crate) fn error_lines(text: &str) -> ErrorLines {
    let mut hints = Hints::new(text);
    let Some(first) = hints.first() else {
        return ErrorLines::default();
    };
    let mut set = FactSet::new();
    let mut out = Collector::new(&mut set, Origin::ToolResult, MessageId(0));
    out.only = Some(FactKind::Error);
    if json::is_json(text) || hints.next[TRACEBACK].is_some() {
        message::dispatch(text, &mut out);
    } else {
        // A line is judged by its own words.
        let mut found = Some(first);
        while let Some(at) = found {
            let start = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |end| end + 1);
            let end = memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |n| at + n);
            scanner::scan(&text[start..end], &mut out);
            hints.pass(end);
            found = hints.first();
        }
        out.finish();
    }
    let more = out.refused(FactKind::Error);
    let lines = set.iter().map(|fact| fact.text);
    let lines = lines.filter(|text| is_error_line(text)).map(Into::into).collect();
    ErrorLines { lines, more }
}

/// The next occurrence of each hint.
struct Hints<'t> {
    text: &'t [u8],
    next: [Option<usize>; HINTS_IN_ALL],
}

impl<'t> Hints<'t> {
    fn new(text: &'t str) -> Self {
        let text = text.as_bytes();
        Self { text, next: std::array::from_fn(|hint| HINTS[hint].find(text)) }
    }

    fn first(&self) -> Option<usize> {
        self.next.iter().flatten().min().copied()
    }

    /// Moves past `end`.
    fn pass(&mut self, end: usize) {
        for (next, finder) in self.next.iter_mut().zip(&*HINTS) {
            if next.is_some_and(|at| at < end) {
                *next = finder.find(&self.text[end..]).map(|at| end + at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same result, found by scanning the whole text once.
    fn by_one_scan(text: &str) -> ErrorLines {
        let mut set = FactSet::new();
        let mut out = Collector::new(&mut set, Origin::ToolResult, MessageId(0));
        out.only = Some(FactKind::Error);
        message::dispatch(text, &mut out);
        let more = out.refused(FactKind::Error);
        let lines = set.iter().map(|fact| fact.text).filter(|text| is_error_line(text));
        ErrorLines { lines: lines.map(Into::into).collect(), more }
    }

    #[test]
    fn lines_with_hints_report_what_the_whole_text_does() {
        let pieces = [
            "Door.cpp(12): error C2065: 'Angle': undeclared identifier",
            "all is well 123 /Game/Maps/Arena \"quoted",
            "LogBlueprint: Error: [Compiler] pin is gone; error: twice in a line",
            "3 passed, 0 failed",
            "FAILED tests/test_door.py::test_opens - AssertionError: 1 != 2",
            "HTTP/1.1 503 Service Unavailable",
            "--- FAIL: TestDoor (0.00s)",
            "✖ 3 problems (2 errors, 1 warning)",
            "Process exited with code 7",
            "```",
            "$ make all",
            "",
            "fatal: not a git repository\r",
            "ValueError: 'ü' is not a number",
        ];
        let mut seed = 3u32;
        for _ in 0..400 {
            let mut text = String::new();
            for _ in 0..seed >> 8 & 15 {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(pieces[(seed >> 20) as usize % pieces.len()]);
                text.push_str(if seed & 64 == 0 { "\n" } else { " " });
            }
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            assert_eq!(error_lines(&text), by_one_scan(&text), "{text}");
        }
    }

    #[test]
    fn many_error_lines_are_counted_and_the_last_ones_kept() {
        let text: String = (0..200).map(|at| format!("error: number {at}\n")).collect();
        let found = error_lines(&text);
        assert_eq!(found, by_one_scan(&text));
        assert_eq!(found.total(), 200);
        assert_eq!(found.lines.last().map(|line| &**line), Some("error: number 199"));
    }
}

//! The error lines of one text.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::collector::{Collector, is_error_line};
use super::{Fact, FactKind, FactSet, Origin, message};
use crate::conversation::MessageId;

/// The lines of a text that report errors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ErrorLines {
    /// Different lines in their order, as many as one message can bring.
    pub(crate) lines: Vec<Box<str>>,
    /// How many more there were.
    pub(crate) more: usize,
}

impl ErrorLines {
    /// How many lines report errors.
    pub(crate) fn total(&self) -> usize {
        self.lines.len() + self.more
    }
}

/// Without one of these no line reports an error; looking for them is many
/// times faster than the scan.
static HINTS: LazyLock<[Finder<'_>; 13]> = LazyLock::new(|| {
    let hints: [&[u8]; 13] = [
        b"rror",
        b"RROR",
        b"xception",
        b"ailed",
        b"FAILED",
        b"ailure",
        b"FAILURE",
        b"atal",
        b"FATAL",
        b"Traceback",
        b"xit",
        b"HTTP",
        b"Assertion",
    ];
    hints.map(Finder::new)
});

/// Finds the lines of a tool's result that report errors.
pub(crate) fn error_lines(text: &str) -> ErrorLines {
    if !HINTS.iter().any(|hint| hint.find(text.as_bytes()).is_some()) {
        return ErrorLines::default();
    }
    let mut set = FactSet::new();
    let mut out = Collector::new(&mut set, Origin::ToolResult, MessageId(0));
    out.only = Some(FactKind::Error);
    message::dispatch(text, &mut out);
    let more = out.refused(FactKind::Error);
    let lines = set.into_facts().into_iter().map(|fact: Fact| fact.text);
    let lines = lines.filter(|text| is_error_line(text)).collect();
    ErrorLines { lines, more }
}

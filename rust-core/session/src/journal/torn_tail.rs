//! What a crash left at the end of a journal.

use std::fmt;

/// The end of a journal that is not a complete line: an interrupted write. It was never
/// acknowledged, so nothing that was said is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TornTail {
    /// The line, counted from 1.
    pub line: u64,
    /// The offset of its first byte in the file, where the complete lines end.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// Whether it holds only zeros, as some file systems leave them after a power cut.
    pub zeros: bool,
}

impl fmt::Display for TornTail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, offset, bytes, zeros } = self;
        // Each is a sentence of its own, so that it can be translated.
        if *zeros {
            write!(f, "line {line} is filled with zeros ({bytes} bytes from byte {offset})")
        } else {
            write!(f, "line {line} was cut short ({bytes} bytes from byte {offset})")
        }
    }
}

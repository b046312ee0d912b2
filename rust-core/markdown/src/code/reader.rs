//! From lines of code to their looks.

use super::class::{CodeClass, CodeSpan};
use super::grammar::Grammar;
use super::language::CodeLanguage;
use super::line::{Line, push};
use super::open::Open;

/// Highlights the lines of one piece of code, one after the other, each in time proportional to its
/// length. A copy continues from the same position: a line that is still being written is read by
/// copies, and the lines before it are not read again.
#[derive(Debug, Clone)]
pub struct CodeReader {
    grammar: &'static Grammar,
    open: Open,
}

impl CodeReader {
    /// The maximum number of bytes of a line that are looked at, so that one endless line that is
    /// being written costs no more than that each time; the rest of it is plain.
    pub const LONGEST_LINE: usize = 4096;

    /// Begins a piece of code.
    #[must_use]
    pub fn new(language: CodeLanguage) -> Self {
        Self { grammar: language.grammar, open: Open::Nothing }
    }

    /// Reads the next line, without its end. The spans are the whole line in
    /// its order; none is empty, and no two neighbours are of one class.
    pub fn line<'t>(&mut self, line: &'t str) -> Vec<CodeSpan<'t>> {
        let seen = line.floor_char_boundary(Self::LONGEST_LINE);
        let mut spans = Line::new(self.grammar, &line[..seen]).read(&mut self.open);
        push(&mut spans, line, seen, line.len(), CodeClass::Plain);
        spans
    }
}

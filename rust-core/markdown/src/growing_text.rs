//! A text that is still being written.

use std::mem;

use crate::certain::{certain, last_part};
use crate::{Block, read};

/// What an unfinished text says for certain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certain {
    /// The blocks; the last one may continue.
    pub blocks: Vec<Block>,
    /// Whether the last word may continue, too.
    pub is_in_word: bool,
}

/// A text that is still being written, for hosts that show it as it grows and
/// never take anything back.
///
/// [`settle`](Self::settle) gives out the blocks that are finished, and forgets
/// their text; [`certain`](Self::certain) reads as much of the rest as what
/// follows will not change. Both read only what is not settled yet.
///
/// ```
/// use vibeue_markdown::GrowingText;
///
/// let mut text = GrowingText::default();
/// text.push("# Doors\n\nThey are open.\nAnd **lo");
/// assert_eq!(text.settle()[0].text(), "Doors");
/// assert_eq!(text.certain().blocks[0].text(), "They are open.\nAnd");
/// text.push("cked**");
/// assert_eq!(text.finish()[0].text(), "They are open.\nAnd locked");
/// ```
#[derive(Debug, Clone, Default)]
pub struct GrowingText {
    /// What is not settled.
    text: String,
}

impl GrowingText {
    /// Adds what was written since.
    pub fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
    }

    /// How many bytes are not settled yet: what the next reading costs.
    #[must_use]
    pub fn unsettled(&self) -> usize {
        self.text.len()
    }

    /// Takes out the blocks that are finished. A list, a quote or a table is
    /// finished when something else has begun on a line of its own.
    pub fn settle(&mut self) -> Vec<Block> {
        read(&self.take_settled())
    }

    /// Takes out the text of the blocks that are finished.
    pub(crate) fn take_settled(&mut self) -> String {
        let lines = self.text.rfind('\n').map_or(0, |end| end + 1);
        let last = last_part(&self.text[..lines]);
        let rest = self.text.split_off(last);
        mem::replace(&mut self.text, rest)
    }

    /// Reads what is not settled as far as it is certain: marks that may get a
    /// partner, tables, and lines whose beginning may be a mark are left out.
    ///
    /// What comes later adds to these blocks and to the words of the last one.
    /// Three things may still change them: a line of `=` makes a heading of the
    /// words above it, a row that does not begin with a bar may belong to a
    /// table, and a mark that has waited for its partner for a thousand bytes
    /// is not waited for any longer.
    #[must_use]
    pub fn certain(&self) -> Certain {
        let (text, rest) = self.split();
        let ended = text.ends_with(char::is_whitespace) || rest.starts_with(char::is_whitespace);
        Certain { blocks: read(text), is_in_word: !ended }
    }

    /// What is certain of the text that is not settled, and what follows it.
    pub(crate) fn split(&self) -> (&str, &str) {
        self.text.split_at(certain(&self.text))
    }

    /// Ends the text, and returns the rest of it.
    pub fn finish(&mut self) -> Vec<Block> {
        read(&self.take())
    }

    /// Takes out the whole text.
    pub(crate) fn take(&mut self) -> String {
        mem::take(&mut self.text)
    }
}

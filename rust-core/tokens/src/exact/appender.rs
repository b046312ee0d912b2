//! Counts a text that grows.

use super::bpe::Bpe;
use super::cut::last_cut;

/// Counts a text to which more is appended, without recounting all of it.
///
/// Only what comes after the last certain cut is kept. In any text with words
/// that is the last word or line, so appending takes time only for the new
/// text. A text without any cut (one run of letters, punctuation or white
/// space) is kept whole, and is recounted by each call of [`Appender::total`]
/// that follows a push.
///
/// ```
/// use vibeue_tokens::exact::{Appender, Encoding};
///
/// let mut appender = Appender::new(Encoding::O200kBase.bpe());
/// appender.push("hel");
/// appender.push("lo world");
/// assert_eq!(appender.total(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct Appender {
    bpe: &'static Bpe,
    /// The count of everything that is no longer kept.
    closed: usize,
    /// The text after the last cut.
    tail: String,
    /// The count of the tail, if it is known.
    tail_count: Option<usize>,
}

impl Appender {
    /// Starts with an empty text.
    pub fn new(bpe: &'static Bpe) -> Self {
        Self { bpe, closed: 0, tail: String::new(), tail_count: Some(0) }
    }

    /// Appends to the text.
    pub fn push(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // There is no cut inside the old tail, but there may be one at its end.
        let old = self.tail.len();
        self.tail.push_str(text);
        self.tail_count = None;
        if let Some(cut) = last_cut(&self.tail, old.saturating_sub(1)) {
            self.closed += self.bpe.count(&self.tail[..cut]);
            self.tail.drain(..cut);
        }
    }

    /// The number of bytes that the next [`Appender::total`] counts.
    pub fn uncounted(&self) -> usize {
        if self.tail_count.is_some() { 0 } else { self.tail.len() }
    }

    /// The number of tokens of the whole text, exact at every moment.
    pub fn total(&mut self) -> usize {
        let tail = *self.tail_count.get_or_insert_with(|| self.bpe.count(&self.tail));
        self.closed + tail
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Encoding;

    #[test]
    fn the_total_is_exact_after_every_character() {
        let text =
            "Don't stop;\n// it's   10:45 — 你好，世界\r\n\r\n  x = [\"'s\", 'll'];\n/ end\t\n ";
        for encoding in Encoding::ALL {
            let bpe = encoding.bpe();
            let mut appender = Appender::new(bpe);
            for (start, character) in text.char_indices() {
                let end = start + character.len_utf8();
                appender.push(&text[start..end]);
                assert_eq!(appender.total(), bpe.count(&text[..end]), "{:?}", &text[..end]);
            }
        }
    }

    #[test]
    fn only_the_last_word_is_kept() {
        let mut appender = Appender::new(Encoding::O200kBase.bpe());
        appender.push(&"a growing text ".repeat(1000));
        appender.push("with an end");
        assert_eq!(appender.tail, " end");
    }
}

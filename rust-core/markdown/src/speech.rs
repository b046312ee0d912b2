//! What is read out of a text while it is being written.

use crate::growing_text::GrowingText;
use crate::reader::read_words;
use crate::{Block, BlockKind};

/// From this many bytes on, a text that yielded nothing to say is not read again before it has
/// grown by an eighth, so that all readings together stay proportional to its length.
const MANY: usize = 4_096;

/// A text that is read aloud in whole sentences while it is being written: without code, without
/// Markdown marks, and without the addresses of links.
///
/// What a mark means may only follow from what comes later; sentences with such
/// a mark wait for it, as in [`GrowingText::certain`].
///
/// ```
/// use vibeue_markdown::Speech;
///
/// let mut speech = Speech::default();
/// assert_eq!(speech.hear("# The door\nIt is **re"), "The door");
/// assert_eq!(speech.hear("d**. See [the"), "It is red.");
/// assert_eq!(speech.hear(" page](https://example.com)\n\n```\nOpen();\n"), "See the page");
/// assert_eq!(speech.hear("```\n\n1. Oil it"), "");
/// assert_eq!(speech.finish(), "1. Oil it");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Speech {
    text: GrowingText,
    /// How many bytes of the words of what is not settled were given out.
    said: usize,
    /// How long the text has to be before it is read again.
    next: usize,
}

impl Speech {
    /// Adds what was written since, and returns the whole sentences that have
    /// become certain, as one line; empty if there are none.
    pub fn hear(&mut self, piece: &str) -> String {
        self.text.push(piece);
        if self.text.unsettled() < self.next {
            return String::new();
        }
        let settled = lines(&read_words(&self.text.take_settled()));
        let (certain, rest) = self.text.split();
        let words = format!("{settled}{}", words(&read_words(certain)));
        let from = words.floor_char_boundary(self.said);
        let end = match Follows::after(certain, rest) {
            Follows::Line => words.len(),
            Follows::Blank => last_sentence(&words, Some(' ')),
            Follows::Unknown => last_sentence(&words, None),
        };
        let said = from.max(end);
        let spoken = one_line(&words[from..said]);
        self.said = said.saturating_sub(settled.len());
        let length = self.text.unsettled();
        self.next = if spoken.is_empty() && length > MANY { length + length / 8 } else { 0 };
        spoken
    }

    /// Ends the text, and returns what was not said of it, as one line.
    pub fn finish(&mut self) -> String {
        let words = lines(&read_words(&self.text.take()));
        let spoken = one_line(&words[words.floor_char_boundary(self.said)..]);
        *self = Self::default();
        spoken
    }
}

/// What comes after the words that are certain.
enum Follows {
    /// The end of their line.
    Line,
    /// A blank.
    Blank,
    /// That is not known yet, or it is another character.
    Unknown,
}

impl Follows {
    fn after(certain: &str, rest: &str) -> Self {
        let is_blank = |c: char| c == ' ' || c == '\t';
        if certain.trim_end_matches(is_blank).ends_with('\n') {
            return Self::Line;
        }
        let is_over = certain.ends_with(is_blank) || rest.starts_with(char::is_whitespace);
        if is_over { Self::Blank } else { Self::Unknown }
    }
}

/// Where the last whole sentence ends, given the character after the words.
fn last_sentence(words: &str, after: Option<char>) -> usize {
    let next = words.char_indices().skip(1).map(|(_, next)| Some(next)).chain([after]);
    let ends = words.char_indices().zip(next).filter(|((at, c), next)| match c {
        // These end a sentence without a blank.
        '\n' | '。' | '！' | '？' => true,
        '.' if is_number(words, *at) => false,
        '.' | '!' | '?' | '…' => next.is_some_and(char::is_whitespace),
        _ => false,
    });
    ends.last().map_or(0, |((at, c), _)| at + c.len_utf8())
}

/// Whether what is before a full stop is the number of a point.
fn is_number(words: &str, at: usize) -> bool {
    let digits = words[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
    digits > 0 && words[..at - digits].chars().next_back().is_none_or(|c| c == '\n')
}

/// The words of blocks that are finished, each with the end of its line.
fn lines(blocks: &[Block]) -> String {
    blocks.iter().map(of_block).filter(|it| !it.is_empty()).map(|it| it + "\n").collect()
}

/// The words of blocks; the last one may continue.
fn words(blocks: &[Block]) -> String {
    let (last, finished) = match blocks.split_last() {
        Some((last, finished)) => (of_block(last), finished),
        None => return String::new(),
    };
    lines(finished) + &last
}

/// What is read aloud of a block.
fn of_block(block: &Block) -> String {
    let words = match (block.kind, &block.table) {
        (BlockKind::Code | BlockKind::Rule, _) => return String::new(),
        (BlockKind::Table, Some(table)) => table.spoken(),
        // A point that counts nothing is heard by the pause before it.
        (BlockKind::Point, _) if block.mark != "\u{2022}" => {
            format!("{} {}", block.mark, block.text())
        }
        (BlockKind::Quote, _) => block.text().replace("\u{2022} ", ""),
        _ => block.text(),
    };
    words.trim().to_owned()
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! Counts a text that is still being written.

use super::estimate::{ClassRatios, Sketch};
use super::exact::Bpe;
use super::text_counter::TextCounter;

/// A text that grows at its end and is counted at every moment, at the cost of
/// what is new.
pub(super) enum GrowingText {
    Exact(Tail),
    Scaled(Tail, Box<Sketch>, ClassRatios),
    Sketched(Box<Sketch>, ClassRatios),
}

impl GrowingText {
    /// Starts with an empty text.
    pub(super) fn new(counter: TextCounter) -> Self {
        match counter {
            TextCounter::Exact(bpe) => Self::Exact(Tail::new(bpe)),
            TextCounter::Scaled(bpe, ratios) => {
                Self::Scaled(Tail::new(bpe), Box::default(), ratios)
            }
            TextCounter::Sketched(ratios) => Self::Sketched(Box::default(), ratios),
        }
    }

    /// Adds text.
    pub(super) fn push(&mut self, text: &str) {
        match self {
            Self::Exact(tail) => tail.push(text),
            Self::Scaled(tail, sketch, _) => {
                tail.push(text);
                sketch.push(text);
            }
            Self::Sketched(sketch, _) => sketch.push(text),
        }
    }

    /// Returns the tokens of all text so far: what counting it whole gives.
    pub(super) fn tokens(&self) -> u64 {
        match self {
            Self::Exact(tail) => tail.tokens(),
            Self::Scaled(tail, sketch, ratios) => sketch.scale(tail.tokens(), ratios),
            Self::Sketched(sketch, ratios) => sketch.tokens(ratios),
        }
    }
}

/// The end of a growing text that may still change how it is cut.
pub(super) struct Tail {
    bpe: &'static Bpe,
    settled: u64,
    open: String,
    open_tokens: u64,
}

impl Tail {
    fn new(bpe: &'static Bpe) -> Self {
        Self { bpe, settled: 0, open: String::new(), open_tokens: 0 }
    }

    fn push(&mut self, text: &str) {
        self.open.push_str(text);
        if let Some(cut) = safe_cut(&self.open) {
            self.settled += self.bpe.count(&self.open[..cut]) as u64;
            self.open.drain(..cut);
        }
        self.open_tokens = self.bpe.count(&self.open) as u64;
    }

    fn tokens(&self) -> u64 {
        self.settled + self.open_tokens
    }
}

/// Finds the last place where a text can be cut so that its halves count as
/// much as the whole: behind a line break whose line starts with a printable
/// ASCII character, which must not be a slash, because a pattern swallows
/// line breaks and slashes in one go.
fn safe_cut(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (1..bytes.len())
        .rev()
        .find(|&at| bytes[at - 1] == b'\n' && bytes[at].is_ascii_graphic() && bytes[at] != b'/')
}

//! Counts a text that is still being written.

use super::estimate::{ClassRatios, Sketch};
use super::exact::{Appender, Bpe};
use super::text_counter::TextCounter;

/// A text that grows at its end and can be counted at any moment, at the cost
/// of what is new.
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

    /// Returns whether [`GrowingText::tokens`] currently equals a count of the whole text with the
    /// vocabulary.
    pub(super) fn is_settled(&self) -> bool {
        match self {
            Self::Exact(tail) | Self::Scaled(tail, ..) => tail.is_exact(),
            Self::Sketched(..) => false,
        }
    }

    /// Returns the tokens of all text so far. While [`GrowingText::is_settled`]
    /// is false, this may be more than a count of the whole text.
    pub(super) fn tokens(&self) -> u64 {
        match self {
            Self::Exact(tail) => tail.tokens(),
            Self::Scaled(tail, sketch, ratios) => sketch.scale(tail.tokens(), ratios),
            Self::Sketched(sketch, ratios) => sketch.tokens(ratios),
        }
    }
}

/// An exact count of a growing text.
///
/// Almost every text can be cut every few characters, so only what comes after
/// the last cut is recounted. What cannot be cut (a line of base64) is
/// recounted whole up to [`Tail::SHORT`] bytes, and beyond that each time it
/// has grown by an eighth, so the cost per added byte stays bounded. In
/// between, every new byte counts as one token, the most it can be.
pub(super) struct Tail {
    appender: Appender,
    /// The count when it was last computed.
    tokens: u64,
    /// Bytes added since then.
    added: u64,
}

impl Tail {
    /// Up to this many bytes, an uncut part is always recounted.
    const SHORT: usize = 16_384;

    fn new(bpe: &'static Bpe) -> Self {
        Self { appender: Appender::new(bpe), tokens: 0, added: 0 }
    }

    fn push(&mut self, text: &str) {
        self.appender.push(text);
        self.added += text.len() as u64;
        let open = self.appender.uncounted();
        if open <= Self::SHORT || self.added >= open as u64 / 8 {
            self.tokens = self.appender.total() as u64;
            self.added = 0;
        }
    }

    fn tokens(&self) -> u64 {
        self.tokens.saturating_add(self.added)
    }

    fn is_exact(&self) -> bool {
        self.added == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Encoding;

    fn texts() -> Vec<String> {
        vec![
            "Don't  cut I'LL 'twas\r\n\n  x1234567,89 // ok/\n/// é'été naïve's ab'".to_owned(),
            "if(a&&b){c[\"d\"]=`e`;}else{f--}\t\tg   12 3   \n\n h".repeat(3),
            "港口，是我们做的第一个关卡。ドアが開かない、はい。한국어 Привет 🚪a🚪 b".to_owned(),
            "QWxhZGRpbjpvcGVuIHNlc2FtZQ".repeat(20),
            "\u{17F}'\u{17F} a\u{301} 1\u{301} \u{4E00}\u{301}。".to_owned(),
        ]
    }

    #[test]
    fn a_text_that_grows_counts_like_the_whole_at_every_moment() {
        for encoding in [Encoding::O200kBase, Encoding::Cl100kBase] {
            let counter = TextCounter::Exact(encoding.bpe());
            for text in texts() {
                for step in [1, 3, 16] {
                    let mut growing = GrowingText::new(counter);
                    let mut written = String::new();
                    let chars: Vec<char> = text.chars().collect();
                    for delta in chars.chunks(step) {
                        let delta: String = delta.iter().collect();
                        growing.push(&delta);
                        written += &delta;
                        assert_eq!(growing.tokens(), counter.count(&written), "{written:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_text_that_cannot_be_cut_is_bounded_and_says_so() {
        let bpe = Encoding::O200kBase.bpe();
        let mut growing = GrowingText::new(TextCounter::Exact(bpe));
        let word = "qwxhzgrpbjpvcgvuihnlc".repeat(1_000);
        growing.push(&word);
        assert!(growing.is_settled());
        growing.push("qwxh");
        assert!(!growing.is_settled());
        let exact = bpe.count(&(word.clone() + "qwxh")) as u64;
        assert!((exact..=exact + 4).contains(&growing.tokens()), "not {exact}");
        growing.push(&word);
        assert!(growing.is_settled());
        assert_eq!(growing.tokens(), bpe.count(&(word.clone() + "qwxh" + &word)) as u64);
    }
}

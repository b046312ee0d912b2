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

    /// Tells whether [`GrowingText::tokens`] is at this moment what counting
    /// the whole text with the vocabulary gives.
    pub(super) fn is_settled(&self) -> bool {
        match self {
            Self::Exact(tail) | Self::Scaled(tail, ..) => tail.is_exact(),
            Self::Sketched(..) => false,
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

/// The end of a growing text that may still change how it is cut, and the
/// count of all before it.
///
/// Almost every text has a place to cut every few characters. What has none (a
/// line of base64) is recounted whole each time up to [`Tail::SHORT`], and
/// beyond that each time it has grown by an eighth, so that the cost per added
/// byte stays bounded; in between its count is carried on in proportion.
pub(super) struct Tail {
    bpe: &'static Bpe,
    settled: u64,
    open: String,
    open_tokens: u64,
    /// Bytes of the open part when it was last counted.
    counted: usize,
}

impl Tail {
    /// Bytes up to which an open part is always recounted.
    const SHORT: usize = 16_384;

    fn new(bpe: &'static Bpe) -> Self {
        Self { bpe, settled: 0, open: String::new(), open_tokens: 0, counted: 0 }
    }

    fn push(&mut self, text: &str) {
        // The new text may begin with what makes the old end a place to cut.
        let from = self.open.char_indices().next_back().map_or(0, |(at, _)| at);
        self.open.push_str(text);
        if let Some(cut) = last_cut(&self.open, from) {
            self.settled += self.bpe.count(&self.open[..cut]) as u64;
            self.open.drain(..cut);
            self.counted = 0;
        }
        if self.open.len() <= Self::SHORT || self.open.len() >= self.counted + self.counted / 8 {
            self.open_tokens = self.bpe.count(&self.open) as u64;
            self.counted = self.open.len();
        }
    }

    fn tokens(&self) -> u64 {
        let carried = u128::from(self.open_tokens) * self.open.len() as u128;
        let open = carried.div_ceil((self.counted as u128).max(1));
        self.settled + u64::try_from(open).unwrap_or(u64::MAX)
    }

    fn is_exact(&self) -> bool {
        self.counted == self.open.len()
    }
}

/// Finds the last place from `from` on where a text can be cut so that its
/// halves count as much as the whole.
///
/// Behind a letter or digit and before something that is neither, nor an
/// apostrophe, every pattern of the encodings ends a piece: words grow by
/// letters and by `'s`, `'re`, …, numbers by digits, and nothing else holds
/// letters or digits. Looking ahead, which could change the left half, is only
/// done by white space.
fn last_cut(text: &str, from: usize) -> Option<usize> {
    let mut after: Option<(usize, char)> = None;
    for (at, c) in text[from..].char_indices().rev() {
        if let Some((cut, next)) = after
            && ends_piece(c, next)
        {
            return Some(from + cut);
        }
        after = Some((at, c));
    }
    None
}

fn ends_piece(before: char, after: char) -> bool {
    // Ideographs and hiragana are letters, CJK commas and stops are not; other
    // scripts have marks that need tables to be told apart.
    let word = before.is_ascii_alphanumeric()
        || matches!(before, '\u{3041}'..='\u{3096}' | '\u{4E00}'..='\u{9FA5}');
    let other = after.is_ascii() && !after.is_ascii_alphanumeric() && after != '\''
        || matches!(after, '\u{3001}' | '\u{3002}' | '\u{FF0C}');
    word && other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::exact::Encoding;

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
    fn a_long_text_without_a_place_to_cut_is_carried_on_and_says_so() {
        let bpe = Encoding::O200kBase.bpe();
        let mut growing = GrowingText::new(TextCounter::Exact(bpe));
        let word = "QWxhZGRpbjpvcGVuIHNlc2FtZQ".repeat(1_000);
        growing.push(&word);
        assert!(growing.is_settled());
        growing.push("QWxh");
        assert!(!growing.is_settled());
        let exact = bpe.count(&(word.clone() + "QWxh")) as u64;
        assert!(growing.tokens().abs_diff(exact) <= 3, "{} for {exact}", growing.tokens());
        growing.push(&word);
        assert!(growing.is_settled());
        assert_eq!(growing.tokens(), bpe.count(&(word.clone() + "QWxh" + &word)) as u64);
    }
}

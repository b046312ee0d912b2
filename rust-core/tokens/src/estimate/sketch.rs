//! A guess at the tokens of a text, by class, without a vocabulary.

use super::class::CLASS_COUNT;
use super::feature::{CLASSES, FEATURES};
use super::ratios::{ClassRatios, UNIT};
use super::scanner::Scanner;
use super::weights::WEIGHTS;

/// A text as the heuristic sees it. It can be fed in parts: that gives the same
/// numbers as feeding it whole, because all counts are integers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Sketch {
    scanner: Scanner,
    bytes: u64,
}

impl Sketch {
    /// Sketches a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut sketch = Self::default();
        sketch.push(text);
        sketch
    }

    /// Adds text.
    pub(crate) fn push(&mut self, text: &str) {
        self.scanner.push(text);
        self.bytes += text.len() as u64;
    }

    /// Estimates the tokens of the text in a family's tokenizer.
    ///
    /// A text that is not empty has at least one token, and no text has more
    /// tokens than bytes.
    pub(crate) fn tokens(&self, ratios: &ClassRatios) -> u64 {
        let scaled = weighed(&self.by_class(), ratios);
        self.bound(scaled.div_ceil(u128::from(UNIT) * u128::from(UNIT)))
    }

    /// Scales an exact `o200k_base` count of the same text to a family's
    /// tokenizer, by the mix of classes in the text.
    pub(crate) fn scale(&self, base: u64, ratios: &ClassRatios) -> u64 {
        let by_class = self.by_class();
        let all = weighed(&by_class, &ClassRatios::ONE) / u128::from(UNIT);
        let scaled = weighed(&by_class, ratios);
        if all == 0 {
            return base.min(self.bytes);
        }
        // base * scaled stays below 2^128: a text has fewer than 2^50 bytes,
        // its weighted features are below 2^62, a ratio is below 2^13.
        self.bound((u128::from(base) * scaled).div_ceil(all * u128::from(UNIT)))
    }

    fn bound(&self, tokens: u128) -> u64 {
        u64::try_from(tokens).unwrap_or(u64::MAX).clamp(u64::from(self.bytes > 0), self.bytes)
    }

    /// Tokens in 1/1024, by class.
    fn by_class(&self) -> [u64; CLASS_COUNT] {
        let features = self.scanner.features();
        let mut tokens = [0; CLASS_COUNT];
        for (index, &count) in features.counts().iter().enumerate().take(FEATURES) {
            tokens[CLASSES[index] as usize] += count * WEIGHTS[index];
        }
        tokens
    }
}

/// Sums tokens by class times ratio by class.
fn weighed(by_class: &[u64; CLASS_COUNT], ratios: &ClassRatios) -> u128 {
    by_class
        .iter()
        .zip(ratios.by_class())
        .map(|(&tokens, ratio)| u128::from(tokens) * u128::from(ratio))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Open Content/Doors/BP_VaultDoor and don't save it.\n\n    if (x >= 10) {\n\
                        \t\treturn \"größe\"; // 漢字かな 한국어 — Привет\r\n    }\n=======\n🚪 12345 6";

    #[test]
    fn feeding_in_parts_equals_feeding_whole() {
        let whole = Sketch::of(TEXT);
        for (at, _) in TEXT.char_indices() {
            let mut parts = Sketch::of(&TEXT[..at]);
            parts.push(&TEXT[at..]);
            assert_eq!(parts, whole, "cut at {at}");
        }
    }

    #[test]
    fn a_text_has_a_token_and_no_more_tokens_than_bytes() {
        let ratios = ClassRatios::new([4.0; CLASS_COUNT]);
        assert_eq!(Sketch::of("").tokens(&ratios), 0);
        for text in [" ", "a", "\n", "é", "7", "!!!!", "🚪", "\u{0}\u{0}", "漢"] {
            let tokens = Sketch::of(text).tokens(&ratios);
            assert!((1..=text.len() as u64).contains(&tokens), "{text:?}: {tokens}");
        }
    }

    #[test]
    fn hostile_texts_are_sketched_within_their_bytes() {
        for (text, least) in [
            ("a".repeat(100_000), 1_000),
            (" ".repeat(100_000) + "x", 100),
            ("\n".repeat(100_000), 1),
            ("=".repeat(100_000), 1_000),
            ("\0".repeat(100_000), 10_000),
            ("🚪".repeat(25_000), 20_000),
            ("漢".repeat(30_000), 10_000),
            ("aB".repeat(50_000), 20_000),
            ("1".repeat(100_000), 30_000),
        ] {
            let tokens = Sketch::of(&text).tokens(&ClassRatios::ONE);
            let shown: String = text.chars().take(3).collect();
            assert!((least..=text.len() as u64).contains(&tokens), "{shown:?}…: {tokens}");
        }
    }

    #[test]
    fn a_ratio_acts_on_its_own_class_only() {
        let digits_are_single = ClassRatios::new([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        let words = Sketch::of("only words in here");
        let digits = Sketch::of("123456789012345678901234567890");
        assert_eq!(words.scale(100, &digits_are_single), 18, "no more tokens than bytes");
        assert_eq!(words.scale(4, &digits_are_single), 4);
        assert_eq!(digits.scale(10, &ClassRatios::ONE), 10);
        assert_eq!(digits.scale(10, &digits_are_single), 28);
    }
}

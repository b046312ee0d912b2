//! The classes of text between which vocabularies differ.

/// Number of classes.
pub(crate) const CLASS_COUNT: usize = 8;

/// A class of text. Two vocabularies that agree on English may differ by a
/// factor of three on digits or on Chinese, so ratios are kept per class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Words in Latin letters.
    Word,
    /// Digits, taken three at a time.
    Digit,
    /// The extra cost of digits if each is a token of its own.
    SingleDigit,
    /// Punctuation and white space.
    Mark,
    /// Chinese, Japanese and their punctuation.
    Cjk,
    /// Korean.
    Hangul,
    /// Cyrillic, Greek, Arabic, Hebrew, Indic scripts, Thai.
    Script,
    /// Symbols, emoji, everything else.
    Rare,
}

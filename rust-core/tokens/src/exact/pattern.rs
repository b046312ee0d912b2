//! How the pretokenizer patterns differ.

/// Where a pattern recognizes English contractions (`'s 't 're 've 'm 'll 'd`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contractions {
    /// At the start of a piece, before everything else: as a piece of their
    /// own.
    Leading,
    /// At the end of a word: part of that word.
    Trailing,
    /// Nowhere.
    None,
}

/// The regular expression of an encoding, described by its parts.
pub(super) trait Pattern {
    /// Whether words end before an upper-case letter that follows a lower-case one.
    const CASED: bool;
    /// Where contractions belong.
    const CONTRACTIONS: Contractions;
    /// The most digits in one piece.
    const DIGITS: usize;
    /// Whether slashes may follow punctuation, among the line ends after it.
    const SLASH_TAIL: bool;
    /// Whether white space at the end of the text is one piece, including line
    /// ends.
    const WHOLE_TRAILING_SPACE: bool;
    /// Whether runs of Han characters are pieces and never part of a word.
    const HAN_RUNS: bool = false;
    /// Whether digits and ideographs are split off first; see [`super::staged`].
    const STAGED: bool = false;
}

/// The pattern of `o200k_base` and `o200k_harmony`.
#[derive(Debug)]
pub(super) enum O200k {}

impl Pattern for O200k {
    const CASED: bool = true;
    const CONTRACTIONS: Contractions = Contractions::Trailing;
    const DIGITS: usize = 3;
    const SLASH_TAIL: bool = true;
    const WHOLE_TRAILING_SPACE: bool = false;
}

/// The pattern of `cl100k_base`.
#[derive(Debug)]
pub(super) enum Cl100k {}

impl Pattern for Cl100k {
    const CASED: bool = false;
    const CONTRACTIONS: Contractions = Contractions::Leading;
    const DIGITS: usize = 3;
    const SLASH_TAIL: bool = false;
    const WHOLE_TRAILING_SPACE: bool = true;
}

/// The pattern of Qwen 2, 2.5 and 3.
#[derive(Debug)]
pub(super) enum Qwen2 {}

impl Pattern for Qwen2 {
    const CASED: bool = false;
    const CONTRACTIONS: Contractions = Contractions::Leading;
    const DIGITS: usize = 1;
    const SLASH_TAIL: bool = false;
    const WHOLE_TRAILING_SPACE: bool = false;
}

/// The pattern of Llama 3.
#[derive(Debug)]
pub(super) enum Llama3 {}

impl Pattern for Llama3 {
    const CASED: bool = false;
    const CONTRACTIONS: Contractions = Contractions::Leading;
    const DIGITS: usize = 3;
    const SLASH_TAIL: bool = false;
    const WHOLE_TRAILING_SPACE: bool = false;
}

/// The patterns of DeepSeek V3 and later.
#[derive(Debug)]
pub(super) enum DeepSeek {}

impl Pattern for DeepSeek {
    const CASED: bool = false;
    const CONTRACTIONS: Contractions = Contractions::None;
    const DIGITS: usize = 3;
    const SLASH_TAIL: bool = false;
    const WHOLE_TRAILING_SPACE: bool = false;
    const STAGED: bool = true;
}

/// The pattern of Mistral's Tekken.
#[derive(Debug)]
pub(super) enum Tekken {}

impl Pattern for Tekken {
    const CASED: bool = true;
    const CONTRACTIONS: Contractions = Contractions::None;
    const DIGITS: usize = 1;
    const SLASH_TAIL: bool = true;
    const WHOLE_TRAILING_SPACE: bool = false;
}

/// The pattern of Kimi K2.
#[derive(Debug)]
pub(super) enum Kimi {}

impl Pattern for Kimi {
    const CASED: bool = true;
    const CONTRACTIONS: Contractions = Contractions::Trailing;
    const DIGITS: usize = 3;
    const SLASH_TAIL: bool = false;
    const WHOLE_TRAILING_SPACE: bool = false;
    const HAN_RUNS: bool = true;
}

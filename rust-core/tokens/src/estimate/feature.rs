//! What the scanner counts.

use super::class::Class;

/// Words longer than this count as this long, plus [`Feature::FarLetter`]s.
pub(super) const LONGEST_WORD: usize = 14;

/// One countable thing in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// A word of 1 to 14 letters, with the space before it.
    SpacedWord(usize),
    /// The same with one punctuation character before it.
    MarkedWord(usize),
    /// The same with nothing before it.
    BareWord(usize),
    /// A word with two or more capitals at its start, whatever comes before.
    UpperWord(usize),
    /// A letter after the fourteenth of its word.
    FarLetter,
    /// A letter beyond ASCII.
    AccentedLetter,
    /// Up to three digits.
    Digits,
    /// A digit after the first of a group of three.
    FurtherDigit,
    /// A run of 1, 2, 3, or 4 and more punctuation characters.
    Marks(usize),
    /// A punctuation character after the fourth that equals the one before.
    SameMark,
    /// A punctuation character after the fourth that differs from the one
    /// before.
    MoreMark,
    /// White space up to and with its last line break.
    Newline,
    /// Line breaks that belong to the punctuation before them.
    SwallowedNewline,
    /// Blanks that belong to no word.
    BlankRun,
    /// Sixteen blanks of such a run.
    LongBlank,
    /// A Chinese character.
    HanCharacter,
    /// A run of Chinese characters.
    HanRun,
    /// A Japanese kana character.
    KanaCharacter,
    /// A run of kana characters.
    KanaRun,
    /// A Korean syllable.
    HangulCharacter,
    /// A run of Korean syllables.
    HangulRun,
    /// A letter of another alphabet.
    ScriptCharacter,
    /// A run of such letters.
    ScriptRun,
    /// A CJK or full-width punctuation character.
    WideMark,
    /// A typographic punctuation character.
    TypographicMark,
    /// A byte of anything else.
    RareByte,
}

/// Number of features.
pub(super) const FEATURES: usize = Feature::FurtherDigit.index() + 1;

impl Feature {
    /// Returns the position in a table of features.
    pub(super) const fn index(self) -> usize {
        const MARKS: usize = 4 * LONGEST_WORD;
        const REST: usize = MARKS + 4;
        match self {
            Self::SpacedWord(length) => length - 1,
            Self::MarkedWord(length) => LONGEST_WORD + length - 1,
            Self::BareWord(length) => 2 * LONGEST_WORD + length - 1,
            Self::UpperWord(length) => 3 * LONGEST_WORD + length - 1,
            Self::Marks(length) => MARKS + length - 1,
            Self::FarLetter => REST,
            Self::AccentedLetter => REST + 1,
            Self::Digits => REST + 2,
            Self::SameMark => REST + 3,
            Self::MoreMark => REST + 4,
            Self::Newline => REST + 5,
            Self::SwallowedNewline => REST + 6,
            Self::BlankRun => REST + 7,
            Self::LongBlank => REST + 8,
            Self::HanCharacter => REST + 9,
            Self::HanRun => REST + 10,
            Self::KanaCharacter => REST + 11,
            Self::KanaRun => REST + 12,
            Self::HangulCharacter => REST + 13,
            Self::HangulRun => REST + 14,
            Self::ScriptCharacter => REST + 15,
            Self::ScriptRun => REST + 16,
            Self::WideMark => REST + 17,
            Self::TypographicMark => REST + 18,
            Self::RareByte => REST + 19,
            Self::FurtherDigit => REST + 20,
        }
    }
}

/// How often each feature occurs in a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Features([u64; FEATURES]);

impl Default for Features {
    fn default() -> Self {
        Self([0; FEATURES])
    }
}

impl Features {
    /// Counts a feature.
    pub(super) fn add(&mut self, feature: Feature, times: u64) {
        self.0[feature.index()] += times;
    }

    /// Returns the counts by [`Feature::index`].
    pub(super) fn counts(&self) -> &[u64; FEATURES] {
        &self.0
    }
}

/// The class of each feature, by [`Feature::index`].
pub(super) const CLASSES: [Class; FEATURES] = {
    let mut classes = [Class::Mark; FEATURES];
    let mut at = 0;
    while at < 4 * LONGEST_WORD {
        classes[at] = Class::Word;
        at += 1;
    }
    classes[Feature::FarLetter.index()] = Class::Word;
    classes[Feature::AccentedLetter.index()] = Class::Word;
    classes[Feature::Digits.index()] = Class::Digit;
    classes[Feature::FurtherDigit.index()] = Class::SingleDigit;
    classes[Feature::HanCharacter.index()] = Class::Cjk;
    classes[Feature::HanRun.index()] = Class::Cjk;
    classes[Feature::KanaCharacter.index()] = Class::Cjk;
    classes[Feature::KanaRun.index()] = Class::Cjk;
    classes[Feature::WideMark.index()] = Class::Cjk;
    classes[Feature::HangulCharacter.index()] = Class::Hangul;
    classes[Feature::HangulRun.index()] = Class::Hangul;
    classes[Feature::ScriptCharacter.index()] = Class::Script;
    classes[Feature::ScriptRun.index()] = Class::Script;
    classes[Feature::TypographicMark.index()] = Class::Rare;
    classes[Feature::RareByte.index()] = Class::Rare;
    classes
};

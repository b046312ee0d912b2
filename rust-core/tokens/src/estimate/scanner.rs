//! Cuts text into pieces the way a byte-pair tokenizer does, and counts their
//! features.

use super::feature::{Feature, Features, LONGEST_WORD};
use super::kind::Kind;

/// A scanner that can be fed piece by piece: feeding a text in parts gives the
/// same features as feeding it whole.
///
/// The cuts follow the pattern that OpenAI publishes for `o200k_base`; most
/// newer vocabularies use the same one or a similar one.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Scanner {
    closed: Features,
    open: Open,
}

/// The piece at the end of the text so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Open {
    /// Nothing: the start of the text, or a piece that cannot grow.
    #[default]
    Nothing,
    /// White space.
    Space {
        /// Whether it contains a line break of its own, not one that belongs to
        /// the punctuation before it.
        newline: bool,
        /// Whether it follows punctuation and has only contained line breaks so
        /// far.
        swallowed: bool,
        /// Blanks after the last line break.
        blanks: u32,
    },
    /// A Latin word.
    Word { lead: Lead, length: u32, upper: u32, lower: bool },
    /// Digits.
    Digits { length: u32 },
    /// ASCII punctuation.
    Marks { length: u32, spaced: bool, last: char },
    /// A run of one kind whose characters all weigh the same.
    Run { kind: Kind },
}

/// What a word includes before its first letter.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lead {
    Bare,
    Space,
    Mark,
}

impl Scanner {
    /// Scans more text.
    pub(super) fn push(&mut self, text: &str) {
        for c in text.chars() {
            self.step(c);
        }
    }

    /// Returns the features of all text so far, as if it ended here.
    pub(super) fn features(&self) -> Features {
        let mut features = self.closed.clone();
        close(&mut features, self.open, None);
        features
    }

    fn step(&mut self, c: char) {
        let kind = Kind::of(c);
        let next = match (self.open, kind) {
            (Open::Word { lead, length, upper, lower: false }, Kind::Upper) => {
                Open::Word { lead, length: length + 1, upper: upper + 1, lower: false }
            }
            (Open::Word { lead, length, upper, .. }, Kind::Lower) => {
                Open::Word { lead, length: length.saturating_add(1), upper, lower: true }
            }
            (Open::Digits { length }, Kind::Digit) => {
                Open::Digits { length: length.saturating_add(1) }
            }
            (Open::Marks { length, spaced, last }, Kind::Mark) => {
                if length >= 4 {
                    self.closed
                        .add(if c == last { Feature::SameMark } else { Feature::MoreMark }, 1);
                }
                Open::Marks { length: length.saturating_add(1), spaced, last: c }
            }
            (Open::Space { newline, swallowed, blanks }, Kind::Blank) => Open::Space {
                newline,
                swallowed: swallowed && blanks > 0,
                blanks: blanks.saturating_add(1),
            },
            (Open::Space { newline, swallowed, blanks }, Kind::Newline) => {
                // Punctuation includes the line breaks directly after it, but
                // none after a blank.
                Open::Space { newline: newline || !swallowed || blanks > 0, swallowed, blanks: 0 }
            }
            (Open::Run { kind: open }, _) if open == kind => self.open,
            (open, _) => {
                let lead = close(&mut self.closed, open, Some(kind));
                match kind {
                    Kind::Lower => Open::Word { lead, length: 1, upper: 0, lower: true },
                    Kind::Upper => Open::Word { lead, length: 1, upper: 1, lower: false },
                    Kind::Digit => Open::Digits { length: 1 },
                    Kind::Mark => Open::Marks { length: 1, spaced: lead == Lead::Space, last: c },
                    Kind::Blank => Open::Space { newline: false, swallowed: false, blanks: 1 },
                    Kind::Newline => {
                        let swallowed = matches!(open, Open::Marks { .. });
                        if swallowed {
                            self.closed.add(Feature::SwallowedNewline, 1);
                        }
                        Open::Space { newline: !swallowed, swallowed, blanks: 0 }
                    }
                    _ => Open::Run { kind },
                }
            }
        };
        match kind {
            Kind::Lower | Kind::Upper if !c.is_ascii() => {
                self.closed.add(Feature::AccentedLetter, 1);
            }
            Kind::Han => self.closed.add(Feature::HanCharacter, 1),
            Kind::Kana => self.closed.add(Feature::KanaCharacter, 1),
            Kind::Hangul => self.closed.add(Feature::HangulCharacter, 1),
            Kind::Script => self.closed.add(Feature::ScriptCharacter, 1),
            Kind::WideMark => self.closed.add(Feature::WideMark, 1),
            Kind::Typographic => self.closed.add(Feature::TypographicMark, 1),
            Kind::Rare => self.closed.add(Feature::RareByte, c.len_utf8() as u64),
            _ => {}
        }
        self.open = next;
    }
}

/// Adds a piece that ends before a character of kind `next` to the features,
/// and returns what the next piece takes over from it.
fn close(features: &mut Features, open: Open, next: Option<Kind>) -> Lead {
    let word_follows = matches!(next, Some(Kind::Lower | Kind::Upper));
    match open {
        Open::Nothing => {}
        Open::Space { newline, blanks, .. } => {
            if newline {
                features.add(Feature::Newline, 1);
            }
            // The last blank belongs to what follows, unless that is a digit.
            let travels = blanks > 0 && !matches!(next, None | Some(Kind::Digit));
            let left = blanks - u32::from(travels);
            if left > 0 {
                // A run of blanks before a digit is cut before its last blank.
                let pieces = if next == Some(Kind::Digit) && left > 1 { 2 } else { 1 };
                features.add(Feature::BlankRun, pieces);
                features.add(Feature::LongBlank, u64::from(left / 16));
            }
            if travels {
                return Lead::Space;
            }
        }
        Open::Word { lead, length, upper, lower } => {
            let shown = length.min(LONGEST_WORD as u32) as usize;
            features.add(
                match (lead, upper > 1 || (upper == 1 && !lower)) {
                    (Lead::Space, false) => Feature::SpacedWord(shown),
                    (_, true) => Feature::UpperWord(shown),
                    (Lead::Mark, false) => Feature::MarkedWord(shown),
                    (Lead::Bare, false) => Feature::BareWord(shown),
                },
                1,
            );
            features.add(Feature::FarLetter, u64::from(length) - shown as u64);
        }
        Open::Digits { length } => {
            let threes = u64::from(length).div_ceil(3);
            features.add(Feature::Digits, threes);
            features.add(Feature::FurtherDigit, u64::from(length) - threes);
        }
        Open::Marks { length: 1, spaced: false, .. } if word_follows => return Lead::Mark,
        Open::Marks { length, .. } => features.add(Feature::Marks(length.min(4) as usize), 1),
        Open::Run { kind } => match kind {
            Kind::Han => features.add(Feature::HanRun, 1),
            Kind::Kana => features.add(Feature::KanaRun, 1),
            Kind::Hangul => features.add(Feature::HangulRun, 1),
            Kind::Script => features.add(Feature::ScriptRun, 1),
            _ => {}
        },
    }
    Lead::Bare
}

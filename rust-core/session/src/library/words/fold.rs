//! Folds letters: a search ignores case, accents and width.

use icu_normalizer::DecomposingNormalizerBorrowed;

/// A text in folded letters, with their positions in the original.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// Any run of white space is a single space.
    pub(super) text: String,
    /// For each byte of `text`, where its letter begins in the original.
    origins: Vec<u32>,
}

impl Folded {
    /// Folds a text of less than 4 GiB.
    pub(super) fn of(text: &str) -> Self {
        let mut folded = Self::default();
        let mut was_blank = true;
        for (at, letter) in text.char_indices() {
            let blank = letter.is_whitespace();
            if blank && was_blank {
                continue;
            }
            was_blank = blank;
            if blank {
                folded.text.push(' ');
            } else {
                fold(letter, &mut folded.text);
            }
            folded.origins.resize(folded.text.len(), u32::try_from(at).unwrap_or(u32::MAX));
        }
        folded
    }

    /// Where the letter that has the byte `at` begins in the original; at the end, the end of the
    /// original.
    pub(super) fn origin(&self, at: usize, length: usize) -> usize {
        self.origins.get(at).map_or(length, |origin| *origin as usize)
    }
}

/// Adds the folded form of a letter: none for an accent by itself, two
/// for some.
pub(super) fn fold(letter: char, to: &mut String) {
    if letter.is_ascii() {
        return to.push(letter.to_ascii_lowercase());
    }
    for small in letter.to_lowercase() {
        if let Some(plain) = special(small) {
            to.push_str(plain);
            continue;
        }
        let parts = DecomposingNormalizerBorrowed::new_nfkd();
        for part in parts.normalize_iter(std::iter::once(small)) {
            if !is_accent(part) {
                // Folding a wide or a styled letter may yield a capital.
                to.extend(part.to_lowercase());
            }
        }
    }
}

/// Letters that do not decompose into a plain one and an accent, but are typed as if they did.
fn special(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ς' => "σ",
        _ => return None,
    })
}

/// Returns whether it is a mark on the letter before it. Those of Japanese turn it into another
/// letter, and stay.
pub(super) fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5bd}'
        | '\u{64b}'..='\u{65f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20f0}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_accents_and_widths_do_not_matter() {
        for (text, folded) in [
            ("Größe  ÀÉÎ", "grosse aei"),
            ("e\u{301}te\u{301}", "ete"),
            ("İstanbul Iğdır", "istanbul igdir"),
            ("ＢＰ＿Ｄｏｏｒ", "bp_door"),
            ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
            ("Łódź, Ærø", "lodz, aero"),
            ("ﾄﾞｱ ドア", "ドア ドア"),
            ("扉を開ける", "扉を開ける"),
            (" \n\t", ""),
        ] {
            // Both sides decompose in the same way.
            let mut expected = String::new();
            folded.chars().for_each(|letter| fold(letter, &mut expected));
            assert_eq!(Folded::of(text).text, expected, "{text:?}");
        }
    }

    #[test]
    fn folded_letters_lead_back_to_their_place() {
        let text = "ß  ﬁn É!";
        let folded = Folded::of(text);
        assert_eq!(folded.text, "ss fin e!");
        let place = |needle: &str| folded.origin(folded.text.find(needle).unwrap(), text.len());
        assert_eq!(&text[place("fin")..], "ﬁn É!");
        assert_eq!(&text[place("e!")..], "É!");
        assert_eq!(folded.origin(folded.text.len(), text.len()), text.len());
    }
}

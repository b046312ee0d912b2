//! The words of a text, as an index keeps them.

use super::fold::{fold, is_accent};

/// The longest word, in bytes of its folded form; longer ones are cut, in
/// texts and in queries alike.
pub(super) const LONGEST: usize = 40;

/// Calls `each` with every word of a text, folded. Words end at anything but letters and digits.
/// With `with_parts`, a compound name also yields its parts (`DoorHinge`: `doorhinge`, `hinge`).
/// Scripts without blanks yield each pair of letters, and the last letter by itself.
pub(in crate::library) fn each_word(text: &str, with_parts: bool, mut each: impl FnMut(&str)) {
    let mut word = Word::default();
    let mut pair = Pair::default();
    let mut letters = text.chars().peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        if is_accent(letter) {
            word.push(letter);
            continue;
        }
        if is_unspaced(letter) {
            word.end(&mut each);
            pair.push(letter, &mut each);
            before = None;
            continue;
        }
        pair.end(&mut each);
        if !letter.is_alphanumeric() {
            word.end(&mut each);
            before = None;
            continue;
        }
        if with_parts && begins_part(before, letter, letters.peek().copied()) {
            word.parts.push(word.folded.len());
        }
        word.push(letter);
        before = Some(letter);
    }
    pair.end(&mut each);
    word.end(&mut each);
}

/// Returns whether a part of a name begins: `doorHinge`, `HTTPServer`.
fn begins_part(before: Option<char>, letter: char, after: Option<char>) -> bool {
    let Some(before) = before.filter(|_| letter.is_uppercase()) else { return false };
    !before.is_uppercase() || after.is_some_and(char::is_lowercase)
}

/// Returns whether a letter is of a script that puts no blanks between words.
pub(super) fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

#[derive(Default)]
struct Word {
    folded: String,
    /// Where its parts begin, except the first.
    parts: Vec<usize>,
}

impl Word {
    fn push(&mut self, letter: char) {
        // What is cut off need not be folded; a part near the end may still fit.
        if self.folded.len() < 2 * LONGEST {
            fold(letter, &mut self.folded);
        }
    }

    fn end(&mut self, each: &mut impl FnMut(&str)) {
        if !self.folded.is_empty() {
            each(cut(&self.folded));
            for part in self.parts.drain(..).filter(|part| *part > 0) {
                each(cut(&self.folded[part..]));
            }
            self.folded.clear();
        }
        self.parts.clear();
    }
}

/// The last letter of a script without blanks.
#[derive(Default)]
struct Pair {
    folded: String,
    first: usize,
}

impl Pair {
    fn push(&mut self, letter: char, each: &mut impl FnMut(&str)) {
        let begin = self.folded.len();
        fold(letter, &mut self.folded);
        if self.folded.len() == begin {
            return;
        }
        if begin > 0 {
            each(&self.folded);
            self.folded.drain(..self.first);
        }
        self.first = self.folded.len();
    }

    fn end(&mut self, each: &mut impl FnMut(&str)) {
        if !self.folded.is_empty() {
            each(&self.folded);
            self.folded.clear();
        }
        self.first = 0;
    }
}

fn cut(word: &str) -> &str {
    &word[..word.floor_char_boundary(LONGEST)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        each_word(text, true, |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn names_give_their_parts_and_unspaced_scripts_their_pairs() {
        for (text, expected) in [
            ("Open BP_DoorHinge!", &["open", "bp", "doorhinge", "hinge"][..]),
            ("HTTPServer2 x", &["httpserver2", "server2", "x"]),
            ("error C2065: 'foo'", &["error", "c2065", "foo"]),
            ("Das Maß", &["das", "mass"]),
            ("扉を開けBP扉", &["扉を", "を開", "開け", "け", "bp", "扉"]),
            ("e\u{301}te\u{301}.", &["ete"]),
            ("", &[]),
            ("\u{301}", &[]),
        ] {
            let expected: Vec<String> = expected.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(words(text), expected, "{text}");
        }
        assert_eq!(words("アッが"), ["アッ", "ッか\u{3099}", "か\u{3099}"]);
    }

    #[test]
    fn a_long_word_is_cut_between_letters() {
        let long = "é".repeat(500);
        assert_eq!(words(&long), ["e".repeat(LONGEST)]);
        let greek = "λ".repeat(500);
        assert_eq!(words(&greek), ["λ".repeat(LONGEST / 2)]);
    }
}

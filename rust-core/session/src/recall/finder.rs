//! Finds a phrase in texts, ignoring case.

use memchr::{memchr_iter, memchr2_iter, memmem};

/// Finds a phrase in texts, ignoring case.
///
/// A phrase of ASCII is found by its rarest byte, at memory speed; any other
/// one by folding both sides.
#[derive(Debug)]
pub(super) struct Finder {
    folded: String,
    /// The place of the byte that is looked for first, for ASCII.
    rarest: Option<usize>,
}

impl Finder {
    pub(super) fn new(phrase: &str) -> Self {
        let folded = phrase.to_lowercase();
        let rarest = folded
            .is_ascii()
            .then(|| (0..folded.len()).min_by_key(|at| commonness(folded.as_bytes()[*at])))
            .flatten();
        Self { folded, rarest }
    }

    /// The phrase in lower case.
    pub(super) fn folded(&self) -> &str {
        &self.folded
    }

    /// Returns where the phrase first occurs, in bytes of `text`.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let phrase = self.folded.as_bytes();
        let Some(rarest) = self.rarest else { return self.find_folded(text) };
        let bytes = text.as_bytes();
        let begins = |at: usize| {
            let start = at.checked_sub(rarest)?;
            let there = bytes.get(start..start + phrase.len())?;
            there.eq_ignore_ascii_case(phrase).then_some(start)
        };
        let byte = phrase[rarest];
        if byte.is_ascii_alphabetic() {
            memchr2_iter(byte, byte.to_ascii_uppercase(), bytes).find_map(begins)
        } else {
            memchr_iter(byte, bytes).find_map(begins)
        }
    }

    /// Returns where the phrase occurs, in bytes of `text`; matches do not overlap.
    pub(super) fn find_all(&self, text: &str) -> Vec<usize> {
        let length = self.folded.len();
        if length == 0 {
            return Vec::new();
        }
        if self.rarest.is_none() {
            // Folded once: a long text may hold the phrase many times.
            let folded = text.to_lowercase();
            let all = memmem::find_iter(folded.as_bytes(), self.folded.as_bytes());
            let mut unfolding = Unfolding::of(text);
            return all.map(|at| unfolding.place_of(at)).collect();
        }
        let mut found = Vec::new();
        let mut from = 0;
        // An ASCII phrase begins and ends between characters.
        while let Some(at) = text.get(from..).and_then(|rest| self.find(rest)) {
            found.push(from + at);
            from += at + length;
        }
        found
    }

    fn find_folded(&self, text: &str) -> Option<usize> {
        if self.folded.is_empty() || text.is_ascii() {
            return None;
        }
        let folded = text.to_lowercase();
        let at = memmem::find(folded.as_bytes(), self.folded.as_bytes())?;
        Some(Unfolding::of(text).place_of(at))
    }

    /// Returns whether what was found at `at` is between other characters than those of words.
    pub(super) fn is_word(&self, text: &str, at: usize) -> bool {
        let end = match self.rarest {
            Some(_) => at + self.folded.len(),
            None => at + Unfolding::of(&text[at..]).place_of(self.folded.len()),
        };
        let inside = |it: char| it.is_alphanumeric() || it == '_';
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text.get(end..).and_then(|rest| rest.chars().next());
        !before.is_some_and(inside) && !after.is_some_and(inside)
    }
}

/// Maps positions in a folded text back to the original: some characters have more bytes when
/// folded (`İ`), some fewer (`ẞ`).
struct Unfolding<'t> {
    text: &'t str,
    /// So far, in bytes of the text and of its folded form.
    at: usize,
    folded: usize,
}

impl<'t> Unfolding<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, at: 0, folded: 0 }
    }

    /// Where the character whose folded form has the byte at `folded` begins; the end of the text
    /// if `folded` is past it. Must be called with ascending positions.
    fn place_of(&mut self, folded: usize) -> usize {
        for c in self.text[self.at..].chars() {
            let length: usize = c.to_lowercase().map(char::len_utf8).sum();
            if self.folded + length > folded {
                break;
            }
            self.folded += length;
            self.at += c.len_utf8();
        }
        self.at
    }
}

/// How common a byte is in conversations, roughly: letters of English by their
/// frequency, then the rest.
fn commonness(byte: u8) -> u8 {
    const BY_FREQUENCY: &[u8] = b"zqxjkvbpgyfmwculdhrsnioate";
    match BY_FREQUENCY.iter().position(|letter| *letter == byte) {
        Some(at) => 20 + at as u8,
        None if byte == b' ' => 60,
        None if b"\"/._-:,{}()\n".contains(&byte) => 30,
        None if byte.is_ascii_digit() => 25,
        None => 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(phrase: &str, text: &str) -> Option<usize> {
        Finder::new(phrase).find(text)
    }

    #[test]
    fn capitals_do_not_matter() {
        assert_eq!(find("bp_door", "open BP_Door now"), Some(5));
        assert_eq!(find("BP_DOOR", "open bp_door now"), Some(5));
        assert_eq!(find("größe", "die GRÖSSE, die Größe"), Some(17));
        assert_eq!(find("ΣΟΦΊΑ", "η σοφία"), Some(3));
        assert_eq!(find("door", "nothing"), None);
        assert_eq!(find("größe", "ascii alone"), None);
    }

    #[test]
    fn places_are_those_of_the_text_where_folding_changes_lengths() {
        // Three bytes folded instead of two, and two instead of three.
        for (before, c) in [("İİİİ ", 'İ'), ("ẞẞẞẞ ", 'ẞ')] {
            let text = format!("{before}Größe{c}, größe");
            let finder = Finder::new("größe");
            let (first, second) = (before.len(), text.len() - "größe".len());
            assert_eq!(finder.find(&text), Some(first), "{text}");
            assert_eq!(finder.find_all(&text), [first, second], "{text}");
            assert!(!finder.is_word(&text, first) && finder.is_word(&text, second), "{text}");
        }
    }

    #[test]
    fn a_phrase_is_found_at_every_place_of_a_text() {
        for at in 0..70 {
            for phrase in ["x", "needle", "error C2065", "12345", "  "] {
                let text = format!("{}{phrase}{}", "-".repeat(at), "-".repeat(70 - at));
                assert_eq!(find(phrase, &text), Some(at), "{phrase} at {at}");
            }
        }
        assert_eq!(find("abc", "ab"), None);
        assert_eq!(find("", "ab"), None);
    }

    #[test]
    fn all_places_of_a_phrase_are_found() {
        let all = |phrase: &str, text: &str| Finder::new(phrase).find_all(text);
        assert_eq!(all("door", "Door, door and DOORS"), [0, 6, 15]);
        assert_eq!(all("aa", "aaaaa"), [0, 2]);
        assert_eq!(all("größe", "Größe GRÖSSE GRÖßE"), [0, 16]);
        assert_eq!(all("x", ""), [0; 0]);
        assert_eq!(all("", "x"), [0; 0]);
    }

    #[test]
    fn a_word_stands_alone() {
        let finder = Finder::new("door");
        let is_word = |text: &str| finder.is_word(text, finder.find(text).unwrap());
        assert!(is_word("the Door."));
        assert!(is_word("door"));
        assert!(!is_word("BP_Door"));
        assert!(!is_word("doorstep"));
    }
}

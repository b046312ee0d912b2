//! The words of a text, for comparing a line with messages.

/// The first code point of scripts without spaces between words.
const FIRST_WIDE: u32 = 0x2E80;
/// Letters of a plain word that count, so that its forms are one word.
const STEM: usize = 5;

/// What a word proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordKind {
    /// A path, an asset, a symbol, a number with a name: hardly said twice by
    /// chance.
    Name,
    /// A number of two digits or more.
    Number,
    /// Any other word.
    Plain,
}

/// Visits the words of a text in order, in lower case.
pub(super) fn for_each_word(text: &str, mut take: impl FnMut(&str)) {
    let mut lower = String::new();
    for_each_written(text, |word| {
        lower.clear();
        lower.extend(word.chars().flat_map(char::to_lowercase));
        take(&lower);
    });
}

/// Visits the words that are compared: what they are compared by, as they are
/// written, and what they prove. Words that prove nothing are left out; of a
/// path its parts are words, too.
pub(super) fn for_each_key(text: &str, mut take: impl FnMut(String, &str, WordKind)) {
    for_each_written(text, |word| {
        key(word, &mut take);
        if word.contains(['/', '\\', ':']) {
            word.split(['/', '\\', ':']).for_each(|part| key(part, &mut take));
        }
    });
}

fn key(word: &str, take: &mut impl FnMut(String, &str, WordKind)) {
    let kind = kind(word);
    let mut key: String = word.chars().flat_map(char::to_lowercase).collect();
    if kind == WordKind::Plain {
        if word.chars().all(|c| u32::from(c) < FIRST_WIDE)
            && (key.chars().nth(2).is_none() || COMMON.binary_search(&key.as_str()).is_ok())
        {
            return;
        }
        key = key.chars().take(STEM).collect();
    }
    take(key, word, kind);
}

fn kind(word: &str) -> WordKind {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if digits > 0 && word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'%')) {
        return if digits > 1 { WordKind::Number } else { WordKind::Plain };
    }
    let dotted = word.len() > 4 && word.trim_matches('.').contains('.');
    let humped = word
        .chars()
        .zip(word.chars().skip(1))
        .any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    if digits > 0 || dotted || humped || word.contains(['/', '\\', '_', '@']) {
        WordKind::Name
    } else {
        WordKind::Plain
    }
}

/// Visits the words as they are written, without the marks around them; commas
/// inside numbers are left out.
fn for_each_written(text: &str, mut take: impl FnMut(&str)) {
    let mut word = String::new();
    let mut end = |word: &mut String| {
        let inner = word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '/' | '_'));
        if inner.contains(char::is_alphanumeric) {
            take(inner);
        }
        word.clear();
    };
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let wide = u32::from(c) >= FIRST_WIDE && c.is_alphanumeric();
        if c == ','
            && word.ends_with(|c: char| c.is_ascii_digit())
            && chars.peek().is_some_and(char::is_ascii_digit)
        {
            continue;
        }
        if wide || c.is_whitespace() || BOUNDS.contains(c) {
            end(&mut word);
            if wide {
                word.push(c);
                end(&mut word);
            }
        } else {
            word.push(c);
        }
    }
    end(&mut word);
}

/// What separates words besides blanks.
const BOUNDS: &str = "()[]{}<>|\"“”„‘’'`*=,;!?…→";

/// Words that say nothing about where a line comes from, in order.
const COMMON: [&str; 60] = [
    "about",
    "after",
    "all",
    "also",
    "and",
    "any",
    "are",
    "assistant",
    "been",
    "before",
    "but",
    "can",
    "did",
    "does",
    "done",
    "for",
    "from",
    "had",
    "has",
    "have",
    "her",
    "his",
    "how",
    "into",
    "its",
    "just",
    "more",
    "not",
    "now",
    "off",
    "once",
    "one",
    "only",
    "out",
    "over",
    "please",
    "said",
    "she",
    "should",
    "so",
    "some",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "they",
    "this",
    "user",
    "wants",
    "was",
    "were",
    "when",
    "which",
    "will",
    "with",
    "would",
    "you",
];

/// What a line says, without the mark of a list.
pub(super) fn content(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<(String, WordKind)> {
        let mut keys = Vec::new();
        for_each_key(text, |key, _, kind| keys.push((key, kind)));
        keys
    }

    #[test]
    fn names_and_numbers_are_told_from_words_and_common_words_say_nothing() {
        use WordKind::{Name, Number, Plain};
        assert!(COMMON.is_sorted());
        let expected = [
            ("renam", Plain),
            ("trykey", Name),
            ("source/door.cpp:57", Name),
            ("sourc", Plain),
            ("door.cpp", Name),
            ("57", Number),
            ("1002", Number),
            ("vd-07", Name),
            ("扉", Plain),
            ("赤", Plain),
        ];
        let expected: Vec<_> = expected.map(|(key, kind)| (key.to_owned(), kind)).into();
        assert_eq!(
            keys("The user renamed `TryKey` in Source/Door.cpp:57, $1,002 (VD-07) a 3 扉赤."),
            expected
        );
    }

    #[test]
    fn words_come_in_lower_case_without_the_marks_around_them() {
        let mut words = Vec::new();
        for_each_word("\"Stop!\" -- it's 2,5 or 2.50.", |word| words.push(word.to_owned()));
        assert_eq!(words, ["stop", "it", "s", "25", "or", "2.50"]);
    }
}

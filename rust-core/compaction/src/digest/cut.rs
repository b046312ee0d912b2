//! Shortens texts without breaking characters.

use std::borrow::Cow;

/// Joins the code points of one visible character (emoji families, flags of
/// professions).
const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// The longest head of a text, of at most `max` characters, that ends between
/// two visible characters.
pub(super) fn head(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    // Most texts are ASCII, where characters need not be counted one by one.
    let mut end = if text.as_bytes()[..max].is_ascii() {
        max
    } else {
        match text.char_indices().nth(max) {
            Some((end, _)) => end,
            None => return text,
        }
    };
    // A few steps back are enough for any real cluster; hostile chains of
    // joiners are cut anyway.
    for _ in 0..16 {
        let next = text[end..].chars().next();
        let last = text[..end].chars().next_back();
        let splits = next.is_some_and(extends) || last == Some(ZERO_WIDTH_JOINER);
        match last {
            Some(last) if splits => end -= last.len_utf8(),
            _ => break,
        }
    }
    &text[..end]
}

/// The longest tail of a text, of at most `max` characters, that begins at a
/// visible character.
pub(super) fn tail(text: &str, max: usize) -> &str {
    if max == 0 {
        return "";
    }
    if text.len() <= max {
        return text;
    }
    let mut start = text.len() - max;
    if !text.as_bytes()[start..].is_ascii() {
        match text.char_indices().nth_back(max - 1) {
            Some((at, _)) => start = at,
            None => return text,
        }
    }
    for _ in 0..16 {
        let last = text[..start].chars().next_back();
        match text[start..].chars().next() {
            Some(next) if extends(next) || last == Some(ZERO_WIDTH_JOINER) => {
                start += next.len_utf8();
            }
            _ => break,
        }
    }
    &text[start..]
}

/// Cuts a text to `max` characters; if it was longer, the last of them is `…`.
pub(super) fn ellipsis(text: &str, max: usize) -> Cow<'_, str> {
    let short = head(text, max);
    if short.len() == text.len() {
        return Cow::Borrowed(text);
    }
    let short = head(text, max.saturating_sub(1)).trim_end();
    Cow::Owned(format!("{short}…"))
}

/// Returns whether a character belongs to the one before it.
fn extends(c: char) -> bool {
    matches!(
        c,
        ZERO_WIDTH_JOINER
            | '\u{300}'..='\u{36f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{20d0}'..='\u{20ff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_not_torn_apart() {
        let text = "ab👨‍👩‍👧cd";
        assert_eq!(head(text, 4), "ab");
        assert_eq!(head(text, 7), "ab👨‍👩‍👧");
        assert_eq!(tail(text, 3), "cd");
        assert_eq!(tail(text, 2), "cd");
    }

    #[test]
    fn what_fits_is_left_as_it_is() {
        assert_eq!(ellipsis("äöü", 3), "äöü");
        assert_eq!(ellipsis("äöüß", 3), "äö…");
        assert_eq!(tail("abc", 0), "");
        assert_eq!(head("abc", 0), "");
    }
}

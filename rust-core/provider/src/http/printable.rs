//! Makes a server's texts safe to show.

use std::borrow::Cow;

/// Returns a text in which nothing controls a terminal or reverses the
/// direction of text: such characters become U+FFFD, line breaks and tabs
/// become spaces.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return text.into();
    }
    let shown = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if steers(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect::<String>().into()
}

/// Control characters, and those that change the direction of what follows
/// (Unicode TR 36, section 3.5).
pub(crate) fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_an_error_steers_the_terminal() {
        let text = "a\u{1b}[2Jb\nc\u{202e}d\u{9b}e";
        assert_eq!(printable(text), "a\u{fffd}[2Jb c\u{fffd}d\u{fffd}e");
        assert!(matches!(printable("grün 😀"), Cow::Borrowed(_)));
    }
}

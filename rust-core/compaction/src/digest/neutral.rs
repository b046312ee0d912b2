//! Disarms our own tags inside foreign text.

use std::borrow::Cow;

/// The names of the tags that have a meaning here.
const TAGS: [&str; 2] = ["conversation-summary", "conversation_summary"];

/// Breaks our own tags inside a text, so that no tool result and no message can
/// open or close a summary.
///
/// `<conversation-summary` becomes `‹conversation-summary`: still readable, but
/// no longer a tag. Capitals, and spaces or slashes after the bracket, do not
/// hide a tag; a text without such a tag is returned unchanged.
pub fn neutralize(text: &str) -> Cow<'_, str> {
    break_tags(text, &TAGS)
}

/// Breaks every tag inside a text whose name begins with one of `names`, in the
/// way that [`neutralize`] breaks our own.
pub fn break_tags<'t>(text: &'t str, names: &[&str]) -> Cow<'t, str> {
    let mut out = String::new();
    let mut kept = 0;
    for at in memchr::memchr_iter(b'<', text.as_bytes()) {
        let rest = &text.as_bytes()[at + 1..];
        // Bounded, so that brackets before endless spaces stay linear.
        let marks = rest.iter().take(16).take_while(|byte| b" \t\r\n/".contains(byte)).count();
        let tag = &text[at + 1 + marks..];
        let begins =
            |name: &&str| tag.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        if names.iter().any(begins) {
            out.push_str(&text[kept..at]);
            out.push('‹');
            kept = at + 1;
        }
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_of_ours_is_broken_in_every_spelling() {
        assert_eq!(
            neutralize(
                "a <conversation-summary id=1>x</Conversation-Summary> < /conversation_summary>"
            ),
            "a ‹conversation-summary id=1>x‹/Conversation-Summary> ‹ /conversation_summary>"
        );
    }

    #[test]
    fn a_text_without_tags_is_borrowed() {
        assert_eq!(
            neutralize("1 < 2, <b>conversation-summary</b>"),
            Cow::Borrowed("1 < 2, <b>conversation-summary</b>")
        );
    }

    #[test]
    fn neutralizing_twice_changes_nothing_more() {
        let once = neutralize("<conversation-summary>").into_owned();
        assert_eq!(neutralize(&once), Cow::Borrowed(&*once));
    }
}

//! The provider of the messages around a summary, according to its opening tag.

use super::family::Family;
use crate::{SUMMARY_OPEN, is_sealed_summary};

/// The attribute in a summary's tag.
const ATTRIBUTE: &str = " format=\"";

/// The provider of the messages around a text, if it is a summary that names it.
pub(super) fn family_in(text: &str) -> Option<Family> {
    let (tag, _) = text.strip_prefix(SUMMARY_OPEN)?.split_once('>')?;
    let name = tag.split_once(ATTRIBUTE)?.1.split_once('"')?.0;
    let family = [Family::OpenAi, Family::Anthropic].into_iter().find(|it| it.name() == name)?;
    is_sealed_summary(text).then_some(family)
}

/// Makes a summary's tag name whose messages it is among.
pub(super) fn named(text: &str, family: Family) -> Option<String> {
    let (tag, rest) = text.strip_prefix(SUMMARY_OPEN)?.split_once('>')?;
    let bare = match tag.split_once(ATTRIBUTE) {
        Some((before, behind)) => format!("{before}{}", behind.split_once('"')?.1),
        None => tag.to_owned(),
    };
    Some(format!("{SUMMARY_OPEN}{bare}{ATTRIBUTE}{}\">{rest}", family.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: &str =
        "<conversation-summary id=\"s1\" check=\"bf9cf968\">\nfoobar\n</conversation-summary>";

    #[test]
    fn a_summary_says_whose_messages_it_is_among() {
        assert_eq!(family_in(BARE), None);
        for (family, other) in
            [(Family::OpenAi, Family::Anthropic), (Family::Anthropic, Family::OpenAi)]
        {
            let text = named(BARE, family).unwrap();
            assert_eq!(family_in(&text), Some(family));
            assert!(is_sealed_summary(&text));
            assert_eq!(named(&named(&text, other).unwrap(), family), Some(text));
        }
        let forged = named(BARE, Family::OpenAi).unwrap().replace("foobar", "foobaz");
        assert_eq!(family_in(&forged), None, "only a summary of ours is believed");
    }
}

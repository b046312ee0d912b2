//! Keeps a file's format recognizable after its messages were condensed.
//!
//! A format is recognized by what only one provider has: calls, blocks, fields.
//! A summary replaces exactly those messages, and what is left may be only
//! text, which is the same for both. So the summary's opening tag names the
//! provider where nothing else identifies it.

use super::document::Document;
use super::shape::Family;
use super::{Format, Layout, write};
use crate::Result;
use crate::{Conversation, Message, MessageKind, Part, SUMMARY_OPEN, is_sealed_summary};

/// The attribute in a summary's tag.
const ATTRIBUTE: &str = " format=\"";

/// The most tokens by which [`settle`] lengthens a conversation: the attribute
/// with its name, counted by the coarsest tokenizer.
pub const SETTLED_TOKENS: u64 = 16;

/// Makes sure that a conversation written in a format will be read in that
/// format, however often it is condensed. [`write()`](super::write()) does the
/// same; to count the tokens of what will be written, settle it first.
///
/// # Errors
/// Those of [`write()`](super::write()).
pub fn settle(conversation: &mut Conversation, format: Format, layout: &Layout) -> Result<()> {
    if summary_of(conversation).is_none() {
        return Ok(());
    }
    let text = write::as_it_is(conversation, None, format, layout)?;
    if let Some((at, message)) = unsettled(conversation, format, &text) {
        conversation.messages[at] = message;
    }
    Ok(())
}

/// Finds the summary that has to name the format of a written text, with its
/// position; `None` if the text is recognized anyway.
pub(super) fn unsettled(
    conversation: &Conversation,
    format: Format,
    text: &str,
) -> Option<(usize, Message)> {
    let at = summary_of(conversation)?;
    let family = Family::of(format)?;
    let mut message = conversation.messages[at].clone();
    let Some(Part::Text { text: summary, .. }) = message.parts.first_mut() else { return None };
    let said = family_in(summary);
    let read = || Family::of(Document::of(text, usize::MAX).ok()?.format);
    if said == Some(family) || (said.is_none() && read() == Some(family)) {
        return None;
    }
    *summary = named(summary, family)?;
    Some((at, message))
}

fn summary_of(conversation: &Conversation) -> Option<usize> {
    conversation.messages.iter().position(|message| {
        message.kind == MessageKind::Summary
            && message.texts().next().is_some_and(is_sealed_summary)
    })
}

/// Whose messages a text is among, if it is a summary that names them.
pub(super) fn family_in(text: &str) -> Option<Family> {
    let (tag, _) = text.strip_prefix(SUMMARY_OPEN)?.split_once('>')?;
    let name = tag.split_once(ATTRIBUTE)?.1.split_once('"')?.0;
    let family = [Family::OpenAi, Family::Anthropic].into_iter().find(|it| it.name() == name)?;
    is_sealed_summary(text).then_some(family)
}

/// Makes a summary's tag name whose messages it is among.
fn named(text: &str, family: Family) -> Option<String> {
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

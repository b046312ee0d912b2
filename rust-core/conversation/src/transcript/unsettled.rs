//! The summary that has to name a format.

use super::Format;
use super::document::Document;
use super::family::Family;
use super::family_mark::{family_in, named};
use crate::{Conversation, Message, MessageKind, Part, is_sealed_summary};

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
    let stated = family_in(summary);
    let read = || Family::of(Document::of(text, usize::MAX).ok()?.format);
    if stated == Some(family) || (stated.is_none() && read() == Some(family)) {
        return None;
    }
    *summary = named(summary, family)?;
    Some((at, message))
}

pub(super) fn summary_of(conversation: &Conversation) -> Option<usize> {
    conversation.messages.iter().position(|message| {
        message.kind == MessageKind::Summary
            && message.texts().next().is_some_and(is_sealed_summary)
    })
}

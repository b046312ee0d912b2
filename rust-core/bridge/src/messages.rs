//! Messages as C++ sees them.

use vibeue_core::compaction::summary_text;
use vibeue_core::conversation::{
    Message as CoreMessage, MessageKind, Part, Role as CoreRole, ToolResult as CoreResult,
};
use vibeue_core::session::live::{Snapshot, is_interrupted};
use vibeue_core::session::writing::{Attachment, AttachmentKind as CoreKind, own_words};

use crate::ffi::ffi::{
    AttachmentKind, AttachmentRow, FoundMessage, HistoryKind, HistoryPage, Message, Role, ToolCall,
    ToolResult,
};

/// The most messages of one page.
pub(crate) const MAX_PAGE: u32 = 1_000;

/// Makes a message for C++.
pub(crate) fn message(message: &CoreMessage, condensed: bool) -> Message {
    let is_summary = message.kind == MessageKind::Summary;
    let attached = match message.role {
        CoreRole::User if !is_summary => attachments(&message.parts),
        _ => Vec::new(),
    };
    Message {
        id: message.id.0,
        role: role(message.role),
        is_summary,
        pinned: message.pinned,
        condensed,
        interrupted: is_interrupted(message),
        text: match message.kind {
            MessageKind::Summary => summary_text(message),
            _ if attached.is_empty() => message.joined_text(),
            _ => own_words(&message.parts),
        },
        attachments: attached.iter().map(attachment).collect(),
        tool_calls: message
            .tool_calls()
            .map(|call| ToolCall {
                call_id: call.id.to_string(),
                name: call.name.to_string(),
                arguments: call.arguments.clone(),
            })
            .collect(),
        tool_results: message.tool_results().map(result).collect(),
        images: images(&message.parts),
    }
}

/// The texts of what a person wrote.
fn texts(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// What a person attached: behind the own words, which are the first text.
fn attachments(parts: &[Part]) -> Vec<Attachment> {
    texts(parts).skip(1).filter_map(Attachment::read).collect()
}

/// An attachment for C++.
pub(crate) fn attachment(attached: &Attachment) -> AttachmentRow {
    AttachmentRow {
        kind: match attached.kind {
            CoreKind::File => AttachmentKind::File,
            CoreKind::Folder => AttachmentKind::Folder,
            CoreKind::Conversation => AttachmentKind::Conversation,
            CoreKind::Asset => AttachmentKind::Asset,
            CoreKind::Actor => AttachmentKind::Actor,
            CoreKind::Picture => AttachmentKind::Picture,
        },
        name: attached.name.clone(),
        detail: attached.detail.clone(),
    }
}

/// Whether what a person wrote has just this text.
pub(crate) fn says(parts: &[Part], text: &str) -> bool {
    texts(parts).next().is_some() && own_words(parts) == text
}

pub(crate) fn role(role: CoreRole) -> Role {
    match role {
        CoreRole::System => Role::System,
        CoreRole::User => Role::User,
        CoreRole::Assistant => Role::Assistant,
        CoreRole::Tool => Role::Tool,
    }
}

fn result(result: &CoreResult) -> ToolResult {
    ToolResult {
        call_id: result.call_id.to_string(),
        name: result.name.as_deref().unwrap_or_default().to_owned(),
        text: result.joined_text(),
        is_error: result.is_error,
        images: images(&result.parts),
    }
}

fn images(parts: &[Part]) -> u32 {
    let count = parts.iter().filter(|part| matches!(part, Part::Image(_))).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Takes a part of a history.
pub(crate) fn page(now: &Snapshot, history: HistoryKind, first: u64, count: u32) -> HistoryPage {
    let (list, whole) = match history {
        HistoryKind::View => (&now.view, true),
        _ => (&now.transcript, false),
    };
    let total = list.len() as u64;
    let first = first.min(total);
    let end = first.saturating_add(u64::from(count.min(MAX_PAGE))).min(total);
    let messages = list
        .page(first as usize..end as usize)
        .iter()
        .map(|it| message(it, !whole && now.condensed.contains(&it.id)))
        .collect();
    HistoryPage { first, total, messages }
}

/// Finds words in all that was ever said.
pub(crate) fn find(now: &Snapshot, words: &str, match_case: bool) -> Vec<FoundMessage> {
    let found = now.find(words, match_case).into_iter().map(|it| FoundMessage {
        id: it.id.0,
        times: u32::try_from(it.times).unwrap_or(u32::MAX),
        before: it.before,
        found: it.found,
        after: it.after,
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use vibeue_core::conversation::MessageId;

    use super::*;

    #[test]
    fn a_tool_result_comes_with_its_call_and_all_of_its_text() {
        let of_core = CoreMessage::tool_result(MessageId(4), "c1", Some("read"), "a\u{0}b", true);
        let expected = Message {
            id: 4,
            role: Role::Tool,
            is_summary: false,
            pinned: false,
            condensed: true,
            interrupted: false,
            text: String::new(),
            tool_calls: Vec::new(),
            tool_results: vec![ToolResult {
                call_id: "c1".to_owned(),
                name: "read".to_owned(),
                text: "a\u{0}b".to_owned(),
                is_error: true,
                images: 0,
            }],
            images: 0,
            attachments: Vec::new(),
        };
        assert_eq!(message(&of_core, true), expected);
    }

    #[test]
    fn what_is_attached_is_apart_from_the_persons_own_words() {
        let attached = Attachment {
            kind: CoreKind::File,
            name: "a.txt".to_owned(),
            detail: "4 bytes".to_owned(),
            text: "one\n".to_owned(),
        };
        let part = attached.to_string();
        let parts = vec![Part::text("See @a.txt."), Part::text(part.as_str())];
        assert!(says(&parts, "See @a.txt.") && !says(&parts, "See"));
        let said = message(&CoreMessage::new(MessageId(1), CoreRole::User, parts), false);
        assert_eq!(said.text, "See @a.txt.");
        assert_eq!(said.attachments, [attachment(&attached)]);
        // Nobody attaches by writing like that.
        let typed = CoreMessage::text(MessageId(2), CoreRole::User, part.as_str());
        let typed = message(&typed, false);
        assert_eq!((typed.text, typed.attachments), (part, Vec::new()));
    }
}

//! Messages as C++ sees them.

use vibeue_core::compaction::summary_text;
use vibeue_core::conversation::pairing::Missing;
use vibeue_core::conversation::{
    Message as CoreMessage, MessageId, MessageKind, Part, Role as CoreRole,
    ToolResult as CoreResult,
};
use vibeue_core::session::live::{ResultSize, Snapshot, is_interrupted, shown_reasoning};
use vibeue_core::session::writing::{
    Attachment, AttachmentKind as CoreKind, own_words, shown_words,
};

use crate::ffi::ffi::{
    AttachmentKind, AttachmentRow, FoundMessage, HistoryKind, HistoryPage, Message, ResultOrigin,
    Role, ToolCall, ToolResult,
};

/// The maximum number of messages of one page.
pub(crate) const MAX_PAGE: u32 = 1_000;

/// The maximum number of bytes of a result in an event: the thread that draws the editor reads it
/// as text of its own, and shows its beginning.
const MOST_EVENT_BYTES: usize = 16 * 1024;

/// Converts a message: completely, or only what is shown.
pub(crate) type MakeMessage = fn(&CoreMessage, Seen) -> Message;

/// How the model sees a message.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    /// Whether it no longer sees it, or only in a shorter form.
    pub(crate) condensed: bool,
    /// How much of the context its result takes.
    size: Option<ResultSize>,
}

impl Seen {
    /// How the model sees a message of the transcript.
    pub(crate) fn of(now: &Snapshot, id: MessageId) -> Self {
        Self { condensed: now.condensed.contains(&id), size: now.result_size(id) }
    }
}

/// Makes a message for an event: with only the beginning of a long result.
pub(crate) fn event_message(message: &CoreMessage, seen: Seen) -> Message {
    of(message, seen, beginning)
}

/// Makes a message for C++.
pub(crate) fn message(message: &CoreMessage, seen: Seen) -> Message {
    of(message, seen, result)
}

fn of(message: &CoreMessage, seen: Seen, result: impl Fn(&CoreResult) -> ToolResult) -> Message {
    let is_summary = message.kind == MessageKind::Summary;
    let attached = match message.role {
        CoreRole::User if !is_summary => attachments(&message.parts),
        _ => Vec::new(),
    };
    let names_a_talk = attached.iter().any(|it| it.kind == CoreKind::Conversation);
    Message {
        id: message.id.0,
        role: role(message.role),
        is_summary,
        pinned: message.pinned,
        condensed: seen.condensed,
        interrupted: is_interrupted(message),
        text: match message.kind {
            MessageKind::Summary => summary_text(message),
            _ if attached.is_empty() => message.joined_text(),
            _ => own_words(&message.parts),
        },
        shown: if names_a_talk { shown_words(&message.parts) } else { String::new() },
        attachments: attached.iter().map(attachment).collect(),
        tool_calls: message
            .tool_calls()
            .map(|call| ToolCall {
                call_id: call.id.to_string(),
                name: call.name.to_string(),
                arguments: call.arguments.clone(),
            })
            .collect(),
        tool_results: message.tool_results().map(|it| sized(result(it), seen.size)).collect(),
        images: images(&message.parts),
        reasoning: shown_reasoning(message),
        reasoning_ms: message.reasoning.as_ref().map_or(-1, |it| milliseconds(it.took_ms)),
    }
}

/// A time for C++.
fn milliseconds(measured: Option<u64>) -> i64 {
    measured.map_or(-1, |time| i64::try_from(time).unwrap_or(i64::MAX))
}

/// The texts of what the user wrote.
fn texts(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        Part::Text { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// What the user attached: everything after the user's own words, which are the first text.
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

/// Whether what the user wrote has exactly this text.
pub(crate) fn has_text(parts: &[Part], text: &str) -> bool {
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

/// A result with its size in the context.
fn sized(result: ToolResult, size: Option<ResultSize>) -> ToolResult {
    let Some(ResultSize { tokens, exact, shortened }) = size else { return result };
    let tokens = i64::try_from(tokens).unwrap_or(i64::MAX);
    ToolResult { tokens, tokens_are_exact: exact, is_shortened: shortened, ..result }
}

fn result(result: &CoreResult) -> ToolResult {
    ToolResult { text: result.joined_text(), ..named(result) }
}

/// A result with the beginning of its text.
fn beginning(of: &CoreResult) -> ToolResult {
    let mut text = String::new();
    for (at, part) in texts(&of.parts).enumerate() {
        if text.len() == MOST_EVENT_BYTES {
            break;
        }
        if at > 0 {
            text.push('\n');
        }
        let whole = part.len() <= MOST_EVENT_BYTES - text.len();
        text.push_str(&part[..part.floor_char_boundary(MOST_EVENT_BYTES - text.len())]);
        if !whole {
            break;
        }
    }
    ToolResult { text, ..named(of) }
}

/// The bytes of the texts when they are joined, without joining them.
fn bytes(parts: &[Part]) -> u64 {
    let (count, bytes) =
        texts(parts).fold((0, 0), |(count, bytes), it| (count + 1, bytes + it.len() as u64));
    bytes + u64::saturating_sub(count, 1)
}

/// A result without its text.
fn named(of: &CoreResult) -> ToolResult {
    ToolResult {
        call_id: of.call_id.to_string(),
        name: of.name.as_deref().unwrap_or_default().to_owned(),
        text: String::new(),
        bytes: bytes(&of.parts),
        is_error: of.is_error,
        images: images(&of.parts),
        origin: match Missing::of(of) {
            None => ResultOrigin::Given,
            Some(Missing::Interrupted) => ResultOrigin::Interrupted,
            Some(Missing::CutOff) => ResultOrigin::CutOff,
            Some(Missing::NeverBegan) => ResultOrigin::NeverBegan,
        },
        ran_ms: milliseconds(of.ran_ms),
        tokens: -1,
        tokens_are_exact: false,
        is_shortened: false,
    }
}

fn images(parts: &[Part]) -> u32 {
    let count = parts.iter().filter(|part| matches!(part, Part::Image(_))).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Takes a part of a history, each message converted by `make`.
pub(crate) fn page(
    now: &Snapshot,
    history: HistoryKind,
    first: u64,
    count: u32,
    make: MakeMessage,
) -> HistoryPage {
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
        .map(|it| (it, Seen::of(now, it.id)))
        .map(|(it, seen)| make(it, Seen { condensed: seen.condensed && !whole, ..seen }))
        .collect();
    HistoryPage { first, total, messages }
}

/// Finds words in everything that was ever said.
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
    use super::*;
    use vibeue_core::conversation::Reasoning;

    #[test]
    fn a_tool_result_comes_with_its_call_and_all_of_its_text() {
        let mut of_core =
            CoreMessage::tool_result(MessageId(4), "c1", Some("read"), "a\u{0}b", true);
        let Part::ToolResult(given) = &mut of_core.parts[0] else { panic!("no result") };
        given.ran_ms = Some(412);
        let size = ResultSize { tokens: 2_143, exact: false, shortened: true };
        let expected = Message {
            id: 4,
            role: Role::Tool,
            is_summary: false,
            pinned: false,
            condensed: true,
            interrupted: false,
            text: String::new(),
            shown: String::new(),
            tool_calls: Vec::new(),
            tool_results: vec![ToolResult {
                call_id: "c1".to_owned(),
                name: "read".to_owned(),
                text: "a\u{0}b".to_owned(),
                bytes: 3,
                is_error: true,
                images: 0,
                origin: ResultOrigin::Given,
                ran_ms: 412,
                tokens: 2_143,
                tokens_are_exact: false,
                is_shortened: true,
            }],
            images: 0,
            attachments: Vec::new(),
            reasoning: String::new(),
            reasoning_ms: -1,
        };
        assert_eq!(message(&of_core, Seen { condensed: true, size: Some(size) }), expected);
    }

    #[test]
    fn an_answer_comes_with_what_the_model_thought_in_a_page_and_in_an_event() {
        let thinking = serde_json::json!({"type": "thinking", "thinking": "Hm.", "signature": "S"});
        let block = Part::Opaque { block: Box::new(thinking) };
        let mut of_core =
            CoreMessage::new(MessageId(4), CoreRole::Assistant, vec![block, Part::text("Red.")]);
        let given = |of: &CoreMessage| {
            let made = [message(of, Seen::default()), event_message(of, Seen::default())];
            made.map(|it| (it.text, it.reasoning, it.reasoning_ms))
        };
        let expected = |reasoning: &str, ms| {
            let of = || ("Red.".to_owned(), reasoning.to_owned(), ms);
            [of(), of()]
        };
        assert_eq!(given(&of_core), expected("Hm.", -1), "of a journal of earlier versions");
        let kept = Reasoning { text: String::new(), took_ms: Some(12_400) };
        of_core.reasoning = Some(Box::new(kept));
        assert_eq!(given(&of_core), expected("Hm.", 12_400));
        let kept = Reasoning { text: "So.".to_owned(), took_ms: None };
        of_core.reasoning = Some(Box::new(kept));
        assert_eq!(given(&of_core), expected("So.", -1));
    }

    #[test]
    fn an_event_has_the_beginning_of_a_long_result_and_says_how_long_it_is() {
        let long = format!("a{}", "\u{e9}".repeat(MOST_EVENT_BYTES));
        let of_core = CoreMessage::tool_result(MessageId(4), "c1", Some("read"), &long, false);
        let whole = message(&of_core, Seen::default()).tool_results.remove(0);
        assert_eq!((whole.text.as_str(), whole.bytes), (long.as_str(), long.len() as u64));
        let text = format!("a{}", "\u{e9}".repeat(MOST_EVENT_BYTES / 2 - 1));
        assert_eq!(
            event_message(&of_core, Seen::default()).tool_results,
            [ToolResult { text, ..whole }]
        );
        // For several texts, it is the beginning of the joined text.
        for cut in
            [MOST_EVENT_BYTES - 2, MOST_EVENT_BYTES - 1, MOST_EVENT_BYTES, MOST_EVENT_BYTES + 1]
        {
            let texts =
                ["x".repeat(cut), String::new(), "\u{1f6aa}\u{e9}".to_owned(), "z".repeat(9)];
            let parts = texts.iter().map(|text| Part::text(text.as_str())).collect();
            let of = CoreResult { parts, ..of_core.tool_results().next().unwrap().clone() };
            let (whole, told) = (result(&of), beginning(&of));
            assert!(whole.text.starts_with(&told.text), "{cut}");
            assert!(
                told.text.len() <= MOST_EVENT_BYTES && told.text.len() + 4 > MOST_EVENT_BYTES,
                "{cut}"
            );
            assert_eq!((whole.bytes, told.bytes), (whole.text.len() as u64, whole.bytes), "{cut}");
        }
        let short = CoreMessage::tool_result(MessageId(5), "c2", None, "a door", false);
        assert_eq!(event_message(&short, Seen::default()), message(&short, Seen::default()));
    }

    #[test]
    fn attachments_are_separate_from_the_users_own_words() {
        let attached = Attachment {
            kind: CoreKind::File,
            name: "a.txt".to_owned(),
            detail: "4 bytes".to_owned(),
            text: "one\n".to_owned(),
        };
        let part = attached.to_string();
        let parts = vec![Part::text("See @a.txt."), Part::text(part.as_str())];
        assert!(has_text(&parts, "See @a.txt.") && !has_text(&parts, "See"));
        let said = message(&CoreMessage::new(MessageId(1), CoreRole::User, parts), Seen::default());
        assert_eq!(said.text, "See @a.txt.");
        assert_eq!(said.attachments, [attachment(&attached)]);
        assert_eq!(said.shown, "");
        // Typing such a text does not attach anything.
        let typed = CoreMessage::text(MessageId(2), CoreRole::User, part.as_str());
        let typed = message(&typed, Seen::default());
        assert_eq!((typed.text, typed.attachments), (part, Vec::new()));
    }

    #[test]
    fn an_earlier_conversation_is_shown_by_its_title() {
        let attached = Attachment {
            kind: CoreKind::Conversation,
            name: "The airlock".to_owned(),
            detail: "2026-1, 4 messages".to_owned(),
            text: "It began with:\nhi\n".to_owned(),
        };
        let parts = vec![Part::text("See @chat:2026-1."), Part::text(attached.to_string())];
        let said = message(&CoreMessage::new(MessageId(1), CoreRole::User, parts), Seen::default());
        assert_eq!([said.text, said.shown], ["See @chat:2026-1.", "See @\"The airlock\"."]);
    }
}

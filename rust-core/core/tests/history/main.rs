//! The state of one conversation: view, archive, compactions, undo.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod branches;
mod commit;
mod random;
mod undo;
mod view;
mod waiting;

use std::sync::Arc;

use vibeue_core::ErrorKind;
use vibeue_core::compaction::{Compaction, Rung};
use vibeue_core::conversation::{
    Conversation, Extra, Message, MessageId, MessageKind, Part, Role, ToolCall,
};
use vibeue_core::session::{Event, History};

fn say(history: &mut History, role: Role, text: &str) -> MessageId {
    let id = history.next_id();
    history.apply(Event::Message(Message::text(id, role, text))).unwrap();
    id
}

fn call(history: &mut History, call_id: &str) -> MessageId {
    let id = history.next_id();
    let call = ToolCall {
        id: call_id.into(),
        name: "read_file".into(),
        arguments: "{\"path\":\"Source/Door.cpp\"}".to_owned(),
        extra: Extra::new(),
    };
    let parts = vec![Part::text("I look."), Part::ToolCall(Box::new(call))];
    history.apply(Event::Message(Message::new(id, Role::Assistant, parts))).unwrap();
    id
}

fn answer(history: &mut History, call_id: &str) -> MessageId {
    let id = history.next_id();
    let result = Message::tool_result(id, call_id, Some("read_file"), "void ADoor::Open()", false);
    history.apply(Event::Message(result)).unwrap();
    id
}

fn summary(id: MessageId, text: &str) -> Message {
    let mut message = Message::text(id, Role::User, text);
    message.kind = MessageKind::Summary;
    message
}

fn condense(replaced: &[MessageId], summary: Option<Message>) -> Compaction {
    Compaction {
        replaced: replaced.to_vec(),
        summary,
        tokens_before: 9_000,
        tokens_after: 3_000,
        ..Compaction::new("9,000 of 10,000 tokens", Rung::Rules)
    }
}

fn shorten(short: Vec<Message>) -> Compaction {
    Compaction { shortened: short, rung: Rung::Prune, ..condense(&[], None) }
}

fn texts(history: &History) -> Vec<String> {
    history.view().iter().map(|message| message.joined_text()).collect()
}

/// A conversation of `count` messages `t1`, `t2`, … and their ids.
fn talk(count: usize) -> (History, Vec<MessageId>) {
    let mut history = History::new();
    let ids = (1..=count)
        .map(|n| {
            let role = if n % 2 == 1 { Role::User } else { Role::Assistant };
            say(&mut history, role, &format!("t{n}"))
        })
        .collect();
    (history, ids)
}

/// Condenses some messages at once and returns the compaction's number and
/// the summary's id.
fn condensed(history: &mut History, ids: &[MessageId], text: &str) -> (u64, MessageId) {
    let id = history.next_id();
    let applied =
        history.commit(history.version(), condense(ids, Some(summary(id, text)))).unwrap();
    (applied.version, id)
}

fn bytes(history: &History) -> Vec<u8> {
    serde_json::to_vec(&history.to_conversation()).unwrap()
}

//! Journals on disk: reopening, torn ends, damage, locks, salvage.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod all_fields;
mod damage;
mod formats;
mod reopening;
mod salvaging;
mod writing;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;
use vibeue_core::ErrorKind;
use vibeue_core::compaction::{Compaction, RecordContext, Rung, SummaryRecord};
use vibeue_core::conversation::{
    ContentForm, Extra, Image, ImageSource, Message, MessageId, MessageKind, Part, Role, ToolCall,
};
use vibeue_core::session::journal::{
    Entry, Header, JournalReader, JournaledHistory, Opened, ReadHistory, SyncPolicy, TornTail,
    salvage,
};
use vibeue_core::session::{Event, History};

const BEGIN: u64 = 1_795_212_000_000;

/// The header of every journal here, by the version that wrote the kept samples: a later one opens
/// them as well.
fn header() -> Header {
    let mut header = Header::new("conversation-1", BEGIN);
    header.program = Some("vibeue 0.1.0".to_owned());
    header
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    (folder, path)
}

fn extra(name: &str, value: serde_json::Value) -> Extra {
    let mut extra = Extra::new();
    extra.insert(name, value);
    extra
}

fn summary(id: u64, text: &str) -> Message {
    let mut message = Message::text(MessageId(id), Role::User, text);
    message.kind = MessageKind::Summary;
    message
}

fn compaction(replaced: &[u64], id: u64) -> Compaction {
    Compaction {
        reason: "used 9,000 of 10,000 tokens; threshold 80 %".to_owned(),
        rung: Rung::Full,
        replaced: replaced.iter().copied().map(MessageId).collect(),
        summary: Some(summary(id, "<conversation-summary>\nThe door opens.")),
        record: Some(SummaryRecord {
            id: "s1".to_owned(),
            timestamp: BEGIN + 5,
            depth: 0,
            parent: None,
            narrative: "The door opens.".to_owned(),
            key_points: vec!["Door.cpp".to_owned()],
            context: RecordContext::default(),
            ledger: vec!["/Game/Door".to_owned()],
            condensed: replaced.iter().copied().map(MessageId).collect(),
            sha256: "00".repeat(32),
            tokens_before: 9_000,
            tokens_after: 3_000,
            strategy: vibeue_core::compaction::Strategy::Hybrid,
            writer: None,
            rung: Rung::Full,
            duration_ms: 1_200,
            native: None,
        }),
        account: None,
        shortened: Vec::new(),
        tokens_before: 9_000,
        tokens_after: 3_000,
    }
}

/// One event of each kind, with all that is hard to keep byte for byte.
#[expect(clippy::too_many_lines, reason = "one event of each kind")]
fn events() -> Vec<Event> {
    let mut system = Message::text(MessageId(1), Role::System, "You work in the editor.");
    system.pinned = true;
    let mut user = Message::new(
        MessageId(2),
        Role::User,
        vec![
            Part::text("Größe 10 µm, \"quoted\", \\, \u{0}\u{1}\u{2028}, 🚪, last line\r\n"),
            Part::Image(Box::new(Image {
                source: ImageSource::Base64 {
                    media_type: "image/png".into(),
                    data: "iVBORw0KGgo=".to_owned(),
                },
                detail: Some("low".into()),
                extra: extra("cache_control", json!({"type": "ephemeral"})),
            })),
        ],
    );
    user.name = Some("Ada".into());
    user.form = ContentForm::Blocks;
    let call = ToolCall {
        id: "call_0".into(),
        name: "read_file".into(),
        arguments: "{ \"path\" : \"Source/Door.cpp\" ".to_owned(),
        extra: extra("thought_signature", json!("c2ln")),
    };
    let mut assistant = Message::new(
        MessageId(3),
        Role::Assistant,
        vec![
            Part::Opaque {
                block: Box::new(json!({
                    "type": "thinking", "z": 1, "a": [0.1, 1e300, -0.0, 5e-324, null, true],
                    "big": u64::MAX, "small": i64::MIN, "type2": {"type": "x", "event": {}}
                })),
            },
            Part::ToolCall(Box::new(call)),
        ],
    );
    assistant.extra = extra("reasoning_content", json!({"b": 1, "a": 2}));
    let result = Message::tool_result(MessageId(4), "call_0", Some("read_file"), "void", true);
    let mut short = result.clone();
    short.parts.clone_from(
        &Message::tool_result(MessageId(4), "call_0", Some("read_file"), "[cut]", true).parts,
    );
    let shortening = Compaction {
        summary: None,
        record: None,
        rung: Rung::Prune,
        shortened: vec![short],
        ..compaction(&[], 0)
    };
    vec![
        Event::Request { fields: extra("model", json!("a-model")), chosen: None },
        Event::Tools { tools: vec![json!({"type": "function", "function": {"name": "f"}})] },
        Event::Message(system),
        Event::Message(user),
        Event::Message(assistant),
        Event::Message(result),
        Event::Rename { title: "Doors".to_owned() },
        Event::Compaction(Box::new(shortening)),
        Event::Undo { compaction: 8 },
        Event::Message(Message::text(MessageId(5), Role::Assistant, "It opens.")),
        Event::Message(Message::text(MessageId(6), Role::User, "Thank you. Next.")),
        Event::Pin { message: MessageId(6), pinned: true },
        Event::Compaction(Box::new(compaction(&[2, 3, 4, 5], 7))),
        Event::Message(Message::text(MessageId(8), Role::Assistant, "What is next?")),
        Event::EditSummary { summary: summary(7, "The door opens inwards."), record: None },
        Event::Pin { message: MessageId(6), pinned: false },
    ]
}

fn write(path: &Path, events: &[Event]) -> JournaledHistory {
    let mut journal = JournaledHistory::create(path, header(), SyncPolicy::Never).unwrap();
    for (at, event) in events.iter().enumerate() {
        journal.append(event.clone(), BEGIN + at as u64).unwrap();
    }
    journal
}

fn state_after(events: &[Event]) -> History {
    let mut history = History::new();
    for event in events {
        history.apply(event.clone()).unwrap();
    }
    history
}

/// The bytes of a journal of [`events`], and where its lines end.
fn sample() -> (Vec<u8>, Vec<usize>) {
    let (_folder, path) = folder();
    drop(write(&path, &events()));
    let bytes = fs::read(&path).unwrap();
    let ends = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').map(|at| at + 1).collect();
    (bytes, ends)
}

fn read(bytes: &[u8]) -> vibeue_core::Result<(Vec<Entry>, Option<TornTail>)> {
    let mut reader = JournalReader::new(bytes, "talk.jsonl")?;
    let entries = reader.by_ref().collect::<Result<_, _>>()?;
    Ok((entries, reader.torn_tail()))
}

fn open(path: &Path) -> vibeue_core::Result<Opened> {
    JournaledHistory::open(path, SyncPolicy::Never)
}

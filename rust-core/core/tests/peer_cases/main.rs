//! What hurt the users of other systems, each case as a test.
//!
//! The issue or pull request in a test's first line is where users met the
//! fault. Random conversations and budgets are in `tests/compaction.rs`, random
//! histories in `tests/history/random.rs`, journals cut at any byte in
//! `tests/journal/`; what they show is not repeated here.
//!
//! What a model answers is in `summarizer.rs` and, case by case, in
//! `tests/summaries/`: empty, oversized and torn answers, calls of tools,
//! overflows, errors, orders in tools' outputs, cancelling at every place.
//!
//! These cases belong to the tests of providers and of the session's turns:
//! - a thinking model's signatures on the wire after a compaction
//!   (openclaw#90108): the protocol decides which blocks travel;
//! - timeouts and streams that end early (codex#18450): the transport's.
//!
//! What needs turns is in `live.rs` and in `tests/session/`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/script.rs"]
mod script;
#[allow(dead_code, unreachable_pub, reason = "not every helper is used here")]
#[path = "../session/scripted.rs"]
mod scripted;
#[allow(dead_code, unreachable_pub, reason = "not every helper is used here")]
#[path = "../session/talk.rs"]
mod talk;

mod live;
mod loop_and_recovery;
mod persistence;
mod selection_and_pairing;
mod summarizer;
mod summary;
mod trigger_and_counting;

use serde_json::{Value, json};
use vibeue_core::compaction::{CompactRequest, Compaction, Measure, Outcome, compact};
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Extra, Message, MessageId, MessageKind, Part, Role, ToolCall};
use vibeue_core::session::{Event, History};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::{Error, Result};

/// Counts as the meter and the trigger do.
struct Meter(Counter);

impl Measure for Meter {
    fn text(&self, text: &str) -> u64 {
        self.0.text(text).tokens
    }

    fn message(&self, message: &Message) -> u64 {
        self.0.message(message).total()
    }
}

fn meter() -> Meter {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    Meter(counter)
}

/// Words that are no fact, different for every seed: about a token each.
fn prose(seed: u64, words: usize) -> String {
    const WORDS: [&str; 16] = [
        "door", "light", "opens", "slowly", "while", "music", "plays", "behind", "walls", "and",
        "nobody", "hears", "rain", "falling", "over", "stone",
    ];
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::with_capacity(words * 7);
    for _ in 0..words {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push_str(WORDS[(state >> 32) as usize % 16]);
        text.push(' ');
    }
    text.trim_end().to_owned()
}

/// A conversation that is being written.
#[derive(Default)]
struct Talk {
    messages: Vec<Message>,
    highest: u64,
}

impl Talk {
    fn new() -> Self {
        Self::default()
    }

    fn push(&mut self, mut message: Message) -> MessageId {
        self.highest += 1;
        message.id = MessageId(self.highest);
        self.messages.push(message);
        MessageId(self.highest)
    }

    fn say(&mut self, role: Role, text: impl Into<String>) -> MessageId {
        self.push(Message::text(MessageId(0), role, text))
    }

    fn system(&mut self, text: impl Into<String>) -> MessageId {
        self.say(Role::System, text)
    }

    fn user(&mut self, text: impl Into<String>) -> MessageId {
        self.say(Role::User, text)
    }

    fn assistant(&mut self, text: impl Into<String>) -> MessageId {
        self.say(Role::Assistant, text)
    }

    /// Calls one tool and gets its result.
    fn tool(&mut self, name: &str, arguments: &Value, result: impl Into<String>) {
        let id = format!("call_{}", self.highest + 1);
        self.push(calls(&[(&id, name, arguments.clone())]));
        self.push(Message::tool_result(MessageId(0), id, None, result, false));
    }

    /// Reads a file of about so many tokens.
    fn read(&mut self, nth: u64, words: usize) {
        self.tool(
            "read_file",
            &json!({"path": format!("Source/File{nth}.cpp")}),
            prose(nth, words),
        );
    }

    /// So many exchanges of words, each side with about so many tokens.
    fn exchanges(&mut self, count: u64, words: usize) {
        for _ in 0..count {
            self.user(prose(self.highest + 1, words));
            self.assistant(prose(self.highest + 1, words));
        }
    }

    fn compact(
        &self,
        fixed: u64,
        available: u64,
        settings: &Settings,
        forced: bool,
    ) -> Result<Outcome> {
        outcome(&self.messages, self.highest + 1, fixed, available, settings, forced)
    }

    /// Compacts by itself and applies the result.
    fn shrink(&mut self, available: u64, settings: &Settings) -> Compaction {
        let compaction = applied(self.compact(0, available, settings, false));
        self.messages = compaction.apply(&self.messages);
        self.highest += 1;
        compaction
    }

    /// The same by command: a summary even where pruning would do.
    fn summarise(&mut self, available: u64, settings: &Settings) -> Compaction {
        let compaction = applied(self.compact(0, available, settings, true));
        self.messages = compaction.apply(&self.messages);
        self.highest += 1;
        compaction
    }

    fn tokens(&self) -> u64 {
        total(&self.messages)
    }

    fn summary(&self) -> &Message {
        let summaries: Vec<&Message> =
            self.messages.iter().filter(|m| m.kind == MessageKind::Summary).collect();
        assert_eq!(summaries.len(), 1, "there is one summary");
        summaries[0]
    }
}

fn total(messages: &[Message]) -> u64 {
    let meter = meter();
    messages.iter().map(|message| meter.message(message)).sum()
}

fn outcome(
    messages: &[Message],
    next_id: u64,
    fixed: u64,
    available: u64,
    settings: &Settings,
    forced: bool,
) -> Result<Outcome> {
    let meter = meter();
    let refs: Vec<&Message> = messages.iter().collect();
    let tokens: Vec<u64> = refs.iter().map(|message| meter.message(message)).collect();
    let request = CompactRequest {
        messages: &refs,
        tokens: &tokens,
        fixed,
        available,
        settings,
        reason: "test",
        forced,
        next_id: MessageId(next_id),
        next_record: 1,
        now: 1_795_212_000_000,
    };
    compact(&request, &meter)
}

fn applied(outcome: Result<Outcome>) -> Compaction {
    match outcome {
        Ok(Outcome::Compacted(compaction)) => *compaction,
        other => panic!("no compaction: {other:?}"),
    }
}

fn refused(outcome: Result<Outcome>) -> Error {
    match outcome {
        Err(error) => error,
        Ok(outcome) => panic!("no error: {outcome:?}"),
    }
}

/// Plans a compaction of what the model sees.
fn plan(history: &History, available: u64, settings: &Settings, forced: bool) -> Compaction {
    let view: Vec<Message> = history.view().iter().map(|message| Message::clone(message)).collect();
    applied(outcome(&view, history.next_id().0, 0, available, settings, forced))
}

fn history_of(talk: &Talk) -> History {
    let mut history = History::new();
    for message in &talk.messages {
        history.apply(Event::Message(message.clone())).unwrap();
    }
    history
}

/// An assistant's message with calls: id, tool, arguments.
fn calls(calls: &[(&str, &str, Value)]) -> Message {
    let parts = calls.iter().map(|(id, name, arguments)| {
        Part::ToolCall(Box::new(ToolCall {
            id: (*id).into(),
            name: (*name).into(),
            arguments: arguments.to_string(),
            extra: Extra::new(),
        }))
    });
    Message::new(MessageId(0), Role::Assistant, parts.collect())
}

fn assert_pairs(messages: &[Message]) {
    assert_eq!(check_pairs(messages), Ok(()));
}

fn by_id(messages: &[Message], id: MessageId) -> Option<&Message> {
    messages.iter().find(|message| message.id == id)
}

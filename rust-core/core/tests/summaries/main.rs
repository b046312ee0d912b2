//! Summaries that a model writes: asked for, read, checked, installed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../support/credentials.rs"]
mod credentials;
#[path = "../support/prose.rs"]
mod prose;
#[path = "../common/script.rs"]
mod script;

mod answers;
mod cancelling;
mod chain;
mod facts;
mod failures;
mod models;
mod native;
mod parts;
mod prompts;
mod properties;
mod secrets;

use std::sync::Arc;

use serde_json::json;
use vibeue_core::compaction::strategy::{
    CompactionJob, CompactionReport, SummaryCache, SummaryModel, run,
};
use vibeue_core::compaction::{Compaction, Outcome};
use vibeue_core::conversation::{Extra, Message, MessageId, Part, Role, ToolCall};
use vibeue_core::session::{Event, History};
use vibeue_core::settings::{Mode, Settings};
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;

use prose::prose;
use script::*;

fn counter() -> Counter {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    counter
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
}

/// A conversation that is being written.
#[derive(Clone)]
struct Talk {
    messages: Vec<Arc<Message>>,
    highest: u64,
    settings: Settings,
    available: u64,
    forced: bool,
    instructions: Option<String>,
    model_allowed: bool,
}

impl Talk {
    fn new(mode: Mode) -> Self {
        Self {
            messages: Vec::new(),
            highest: 0,
            settings: Settings { mode, ..Settings::default() },
            available: 8_000,
            forced: false,
            instructions: None,
            model_allowed: true,
        }
    }

    fn push(&mut self, mut message: Message) -> MessageId {
        self.highest += 1;
        message.id = MessageId(self.highest);
        self.messages.push(Arc::new(message));
        MessageId(self.highest)
    }

    fn say(&mut self, role: Role, text: impl Into<String>) -> MessageId {
        self.push(Message::text(MessageId(0), role, text))
    }

    fn tool(&mut self, path: &str, result: impl Into<String>) {
        let id = format!("call_{}", self.highest + 1);
        let call = ToolCall {
            id: id.as_str().into(),
            name: "read_file".into(),
            arguments: json!({"path": path}).to_string(),
            extra: Extra::new(),
        };
        self.push(Message::new(
            MessageId(0),
            Role::Assistant,
            vec![Part::text("I read it."), Part::ToolCall(Box::new(call))],
        ));
        self.push(Message::tool_result(MessageId(0), id, None, result, false));
    }

    fn exchanges(&mut self, count: u64, words: usize) {
        for _ in 0..count {
            self.say(Role::User, prose(self.highest + 1, words));
            self.say(Role::Assistant, prose(self.highest + 1, words));
        }
    }

    fn job(&self) -> CompactionJob {
        let counter = counter();
        CompactionJob {
            tokens: self.messages.iter().map(|m| counter.message(m).total()).collect(),
            messages: self.messages.clone(),
            fixed: 0,
            available: self.available,
            settings: Arc::new(self.settings.clone()),
            reason: "test".to_owned(),
            forced: self.forced,
            instructions: self.instructions.clone(),
            model_allowed: self.model_allowed,
            next_id: MessageId(self.highest + 1),
            next_record: 1,
            now: 1_700_000_000_000,
            counter,
        }
    }

    fn run(&self, models: &[SummaryModel]) -> CompactionReport {
        self.run_with(models, &SummaryCache::new())
    }

    fn run_with(&self, models: &[SummaryModel], cache: &SummaryCache) -> CompactionReport {
        let report = block_on(run(self.job(), models, cache)).unwrap();
        if let Outcome::Compacted(compaction) = &report.outcome {
            check(self, compaction);
        }
        report
    }

    fn owned(&self) -> Vec<Message> {
        self.messages.iter().map(|message| (**message).clone()).collect()
    }

    fn apply(&mut self, compaction: &Compaction) {
        self.messages = compaction.apply(&self.owned()).into_iter().map(Arc::new).collect();
        self.highest += 1;
    }

    /// The longest conversation that the tests need: about 12,000 tokens, the
    /// newest request last.
    fn long(mode: Mode) -> Self {
        let mut talk = Self::new(mode);
        talk.say(Role::System, "You help with an editor.");
        talk.say(Role::User, "Never touch /Game/Legacy/BP_Vault without asking me.");
        talk.say(Role::Assistant, "Understood. I look at the door first.");
        for nth in 0..12 {
            talk.tool(&format!("Source/File{nth}.cpp"), prose(nth, 120));
            talk.say(Role::User, format!("Set the speed of SM_Gate_{nth} to {nth}.25 m/s."));
            talk.say(Role::Assistant, prose(100 + nth, 300));
        }
        talk.exchanges(6, 150);
        talk.say(Role::User, "Now open the boss gate.");
        talk
    }
}

/// What must hold for every compaction, whoever wrote the summary.
fn check(talk: &Talk, compaction: &Compaction) {
    let counter = counter();
    let before = talk.owned();
    let after = compaction.apply(&before);
    let total: u64 = after.iter().map(|message| counter.message(message).total()).sum();
    assert_eq!(compaction.tokens_after, total, "the count is the count");
    assert!(total <= talk.available && total < compaction.tokens_before);
    vibeue_core::conversation::pairing::check_pairs(&after).unwrap();
    for kept in before.iter().filter(|m| m.pinned || m.role == Role::System) {
        assert!(after.contains(kept), "{} stays verbatim", kept.id);
    }
    // The history takes it as it is.
    let mut history = History::new();
    for message in &before {
        history.apply(Event::Message(message.clone())).unwrap();
    }
    history.commit(history.version(), compaction.clone()).unwrap();
    let view: Vec<&Message> = history.view().iter().map(AsRef::as_ref).collect();
    assert_eq!(view, after.iter().collect::<Vec<_>>());
    let newest = before.iter().rfind(|m| m.is_user_request());
    assert!(newest.is_none_or(|newest| after.contains(newest)), "the newest request stays");
    if let (Some(summary), Some(record)) = (&compaction.summary, &compaction.record) {
        let text = summary.joined_text();
        assert_eq!(text.matches("<conversation-summary").count(), 1);
        assert_eq!(text.matches("</conversation-summary>").count(), 1);
        assert!(summary.tool_calls().next().is_none() && summary.tool_results().next().is_none());
        assert!(!body(summary).trim().is_empty());
        assert_eq!(record.narrative.trim_end(), body(summary));
        assert_eq!(record.condensed, compaction.replaced);
    }
}

fn compacted(report: &CompactionReport) -> &Compaction {
    let Outcome::Compacted(compaction) = &report.outcome else {
        panic!("{:?}", report.outcome);
    };
    compaction
}

fn summary(report: &CompactionReport) -> String {
    body(compacted(report).summary.as_ref().unwrap())
}

fn classes(report: &CompactionReport) -> Vec<Option<&str>> {
    report.calls.iter().map(|call| call.error.as_ref().map(|(class, _)| class.as_str())).collect()
}

fn good() -> String {
    notes(&[
        ("Overview", &["The gates of the level get their speeds one by one (m2-m40)"]),
        ("Progress", &["Every gate was set and read back (m6-m30)"]),
        ("Active work", &["The last gate was being measured (m38)"]),
        ("Continuation plan", &["Set the speed of the remaining gates (m35)"]),
    ])
}

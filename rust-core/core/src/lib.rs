//! Keeps a conversation with an AI agent inside the model's context window.
//!
//! The path of a message: [`conversation`] says what it is, [`tokens`] what
//! it costs, [`compaction`] what happens when the window fills, [`provider`]
//! asks models, [`tools`] says what they may call and who allows it, [`session`]
//! holds the conversation and keeps all of it safe on disk, [`markdown`] reads
//! what models write. [`bug_report`] describes what went wrong without the words
//! of the conversation; [`handover`] passes values between threads.
//!
//! # Example: shorten a conversation, and undo it
//!
//! ```
//! use vibeue_core::compaction::{CompactRequest, Outcome, compact};
//! use vibeue_core::conversation::transcript::{ReadOptions, read};
//! use vibeue_core::conversation::{Message, MessageKind};
//! use vibeue_core::session::History;
//! use vibeue_core::settings::Settings;
//! use vibeue_core::tokens::{Budget, Counter};
//!
//! // A transcript in the form of any provider: here OpenAI's.
//! let mut turns = vec![r#"{"role":"system","content":"You help in the editor."}"#.to_owned()];
//! turns.push(r#"{"role":"user","content":"Never touch Content/Legacy."}"#.to_owned());
//! for door in 1..=40 {
//!     let log = format!("Door {door} opens in 1.2 s and has no collision. ").repeat(20);
//!     turns.push(format!(r#"{{"role":"assistant","content":"{log}"}}"#));
//!     turns.push(format!(r#"{{"role":"user","content":"Look at door {} next."}}"#, door + 1));
//! }
//! let text = format!("[{}]", turns.join(","));
//! let conversation = read(text.as_bytes(), &ReadOptions::default())?.conversation;
//!
//! // What it costs, and what it may cost.
//! let counter = Counter::for_model("gpt-4o");
//! counter.warm();
//! let available = Budget::new(8_000, 1_000, None)?.available();
//! let mut history = History::from_conversation(conversation)?;
//! let view: Vec<&Message> = history.view().iter().map(|message| &**message).collect();
//! let tokens: Vec<u64> = view.iter().map(|message| counter.message(message).total()).collect();
//! assert!(tokens.iter().sum::<u64>() > available);
//!
//! // Plan: pure, and the same every time.
//! let outcome = compact(
//!     &CompactRequest {
//!         messages: &view,
//!         tokens: &tokens,
//!         fixed: 0,
//!         available,
//!         settings: &Settings::default(),
//!         reason: "the window is full",
//!         forced: false,
//!         next_id: history.next_id(),
//!         next_record: history.next_record(),
//!         now: 1_795_212_000_000,
//!     },
//!     &counter,
//! )?;
//! let Outcome::Compacted(compaction) = outcome else { panic!("it is too large") };
//! assert!(compaction.tokens_after <= available);
//!
//! // Apply: the model sees a summary, with the rule in the user's own words.
//! let before = view.len();
//! let planned_on = history.version();
//! let applied = history.commit(planned_on, *compaction)?;
//! let summary = history.view().iter().find(|message| message.kind == MessageKind::Summary);
//! assert!(summary.is_some_and(|it| it.joined_text().contains("Never touch Content/Legacy")));
//!
//! // Undo: the originals were never gone.
//! history.undo(applied.version)?;
//! assert_eq!(history.view().len(), before);
//! # Ok::<(), vibeue_core::Error>(())
//! ```
//!
//! # Example: a conversation that never ends
//!
//! A session does all of that by itself, while it talks to a model:
//!
//! ```no_run
//! use std::time::Duration;
//! use vibeue_core::conversation::Protocol;
//! use vibeue_core::provider::{ProviderConfig, connect};
//! use vibeue_core::session::live::{ModelChoice, Session, SessionEvent, SessionOptions};
//!
//! let config = ProviderConfig::new(Protocol::Ollama, "http://127.0.0.1:11434", "qwen3:8b");
//! let mut options = SessionOptions::new(connect(&config)?, ModelChoice::new("qwen3:8b"));
//! options.journal = Some("talk.jsonl".into());
//! let session = Session::open(options)?;
//! session.submit_text("Why does the door not open?");
//! while let Some(event) = session.events().next_timeout(Duration::from_secs(60)) {
//!     match event {
//!         SessionEvent::TextDelta { text, .. } => print!("{text}"),
//!         SessionEvent::TurnEnded { .. } => break,
//!         _ => {}
//!     }
//! }
//! session.shutdown(Duration::from_secs(2));
//! # Ok::<(), vibeue_core::Error>(())
//! ```
//!
//! # Where to look
//!
//! | To | Use |
//! |---|---|
//! | read and write transcripts | [`conversation::transcript::read()`], [`conversation::transcript::write()`] |
//! | count tokens | [`tokens::Counter`]; for a growing conversation [`tokens::Tally`] |
//! | know a model's limits | [`tokens::models::find`], [`tokens::models::Limits`] |
//! | know what a request may cost | [`tokens::Budget`] |
//! | decide when to shorten | [`compaction::Trigger`] |
//! | shorten | [`compaction::compact`]; with a model's help [`compaction::strategy::run()`]; a whole file [`compaction::strategy::WholeConversation`] |
//! | change what it does | [`settings::Settings`]; [`settings::SETTINGS`] describes each |
//! | mask credentials before text leaves the machine | [`secrets`] |
//! | talk to a model | [`provider::connect`] and [`provider::Provider`] |
//! | hold a conversation | [`session::live::Session`] |
//! | keep one on disk | [`session::journal::JournaledHistory`] |
//! | look up what was condensed | [`session::recall`] |
//! | know where a summary's lines come from | [`compaction::SummaryLine`] |
//! | show an answer | [`markdown::read()`]; while it is being written [`markdown::GrowingText`], read out [`markdown::Speech`] |
//! | report a bug without the conversation | [`bug_report`] |
//! | know where a setting's value comes from | [`sources::EffectiveSettings`], [`sources::OutsideSettings`] |
//! | act on an error | [`Error::kind`], [`Error::hint_text`] |
//!
//! # Pure and not
//!
//! `conversation`, `tokens`, `compaction` and `markdown` are functions over data: no files, clock,
//! threads or environment; times are passed in. `provider`, the summarizer behind
//! [`compaction::strategy`], and `session` are the shell around them. Each is a crate of its own,
//! so that Cargo enforces it.
//!
//! # Features
//!
//! `vocabularies` (on by default) is all of `deepseek_v3`, `kimi_k2`, `llama3`,
//! `mistral_tekken` and `qwen2`: each counts its models exactly and is half a
//! megabyte. Without it they are estimated, and
//! [`tokens::TokenizerKind::left_out`] says so. `llama3` comes from a dependency
//! and keeps Meta's licence.
//!
//! `mcp` has servers of the Model Context Protocol as tools.
#![forbid(unsafe_code)]

pub use vibeue_compaction::secrets;
pub use vibeue_conversation as conversation;
pub use vibeue_conversation::{Error, ErrorKind, Result, error, settings};
pub use vibeue_markdown as markdown;
pub use vibeue_provider as provider;
pub use vibeue_session as session;
pub use vibeue_session::{bug_report, handover, sources};
pub use vibeue_tokens as tokens;
pub use vibeue_tools as tools;

/// Shortens conversations: when, what goes, what stays, and who writes the
/// summary.
pub mod compaction {
    pub use vibeue_compaction::{
        Account, ActionItem, CompactRequest, Compaction, Decision, Extent, Hold, LineBasis,
        Measure, NativeHome, Outcome, Prepared, Reason, RecordContext, Rung, Section, Situation,
        Snapshot, StayReason, Story, Strategy, SummaryLine, SummaryRecord, TaskState, Trigger,
        compact, compact_prepared, digest, facts, fingerprint, replay, rounds, summary_text,
        texts_of, tuning,
    };
    pub use vibeue_summarizer as strategy;
}

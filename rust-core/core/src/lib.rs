//! Keeps a conversation with an AI agent inside the model's context window.
//!
//! The way a message takes: [`conversation`] says what it is, [`tokens`] what
//! it costs, [`compaction`] what happens when the window fills, [`provider`]
//! asks models, [`tools`] says what they may call and who allows it, [`session`] holds the conversation and keeps all of it safe on
//! disk, [`bug_report`] says what went wrong without telling what was said;
//! [`handover`] is how its threads hand things to each other.
//!
//! Each room is a crate of its own, so that what it may touch is held by what
//! it depends on: `conversation`, `tokens` and `compaction` are pure (no I/O,
//! no clock, no threads), `provider`, the summarizer behind
//! [`compaction::strategy`] and `session` are the shell around them.

pub use vibeue_compaction::secrets;
pub use vibeue_conversation as conversation;
pub use vibeue_conversation::{Error, ErrorKind, Result, error, settings};
pub use vibeue_provider as provider;
pub use vibeue_session as session;
pub use vibeue_session::{bug_report, handover};
pub use vibeue_tokens as tokens;
pub use vibeue_tools as tools;

/// What happens when the window fills, and who writes the summary.
pub mod compaction {
    pub use vibeue_compaction::{
        Account, ActionItem, CompactRequest, Compaction, Decision, Extent, Hold, Measure,
        NativeHome, Outcome, Reason, RecordContext, Rung, Section, Situation, Story, Strategy,
        SummaryRecord, TaskState, Trigger, compact, digest, facts, fingerprint, replay, rounds,
        summary_text, texts_of,
    };
    pub use vibeue_summarizer as strategy;
}

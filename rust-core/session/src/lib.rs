//! The state of one conversation over its whole life, and its storage.
//!
//! [`History`] is pure: every change is an [`Event`], and the same events give the same state.
//! [`journal`] writes the events to disk before they take effect, so that a crash at any byte loses
//! nothing that was acknowledged. [`files`] says which file is which and who may write it,
//! [`library`] which conversations a folder has. [`live`] is the conversation with a model;
//! [`recall`] reads what was condensed, [`results`] keeps what is too long for a message,
//! [`by_need`] loads servers' tools when they are needed, [`tuning`] compares settings, [`offers`]
//! lists the models to choose from, [`sources`] says where settings come from, [`writing`] parses
//! what the user types, [`log_lines`] passes the crates' log on.
#![forbid(unsafe_code)]

pub mod bug_report;
pub mod by_need;
mod compaction_entry;
mod cost_ledger;
mod event;
pub mod files;
pub mod handover;
mod history;
pub mod journal;
pub mod library;
pub mod live;
pub mod log_lines;
pub mod offers;
#[cfg(feature = "served")]
pub mod outside;
pub mod recall;
pub mod results;
pub mod sources;
pub mod tuning;
mod waiting_message;
pub mod writing;

pub use compaction_entry::{CompactionEntry, EarlierText};
pub use event::{ChosenModel, Event};
pub use history::{Applied, Branch, History};
pub use waiting_message::WaitingMessage;

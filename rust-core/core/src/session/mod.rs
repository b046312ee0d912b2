//! The state of one conversation over its whole life, and its safe keeping.
//!
//! [`History`] is pure: every change is an [`Event`], and the same events give
//! the same state. [`journal`] writes the events to disk before they take
//! effect, so that a crash at any byte loses nothing that was acknowledged.

mod compaction_entry;
mod event;
mod history;
pub mod journal;
mod tool_pairs;

pub use compaction_entry::CompactionEntry;
pub use event::Event;
pub use history::{Applied, History};

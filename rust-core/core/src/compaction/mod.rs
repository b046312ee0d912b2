//! What happens when the window fills: when to compact, what goes, what stays,
//! and how what goes is remembered.

mod applied;
pub mod digest;
pub mod facts;
mod record;
mod trigger;

pub use applied::Compaction;
pub use record::{
    ActionItem, RecordContext, Rung, Strategy, SummaryRecord, TaskState, fingerprint,
};
pub use trigger::{Decision, Hold, Reason, Situation, Trigger};

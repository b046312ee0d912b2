//! What happens when the window fills: when to compact, what is condensed, what
//! stays, and how the condensed part is remembered.
#![forbid(unsafe_code)]

pub mod digest;
pub mod facts;
pub mod replay;
pub mod secrets;

mod account;
mod accounting;
pub mod applied;
mod extent;
mod fences;
pub mod fingerprint;
mod keep;
pub mod ladder;
mod layout;
mod line_sources;
mod measure;
mod phrases;
mod prepared;
pub mod prune;
pub mod record;
mod rewrite;
pub mod round;
mod rounds;
pub mod rules;
mod shortening;
mod snapshot;
mod stay_reason;
mod story;
mod text;
mod trail;
mod trigger;
mod trim;
pub mod tuning;
mod up_to;
mod work;

pub use account::Account;
pub use applied::Compaction;
pub use applied::ratio;
pub use extent::Extent;
pub use fingerprint::fingerprint;
pub use ladder::{CompactRequest, Expectation, Outcome, compact, compact_prepared};
pub use line_sources::{LineBasis, SummaryLine};
pub use measure::Measure;
pub use prepared::Prepared;
pub use record::{ActionItem, NativeHome, RecordContext, Rung, Strategy, SummaryRecord, TaskState};
pub use rewrite::summary_text;
pub use rewrite::{shorten, with_summary_text};
pub use round::rounds;
pub use rules::Section;
pub use shortening::{ShortForm, may_be_shortened};
pub use snapshot::Snapshot;
pub use stay_reason::StayReason;
pub use story::Story;
pub use text::texts_of;
pub use trigger::{Decision, Hold, Reason, Situation, Trigger};
pub use up_to::UpTo;

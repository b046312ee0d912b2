//! Who writes a summary: rules, a model, both, or the provider itself.
//!
//! [`run()`] works down the ladder of strategies. The pure part plans what is
//! condensed, checks what a model wrote and installs it; the asynchronous part
//! only makes the calls. A model's words never replace what rules can prove:
//! the artifact trail, the user's rules and requests, and every vital fact that
//! the model dropped are added by program.
#![forbid(unsafe_code)]

mod cache;
mod caller;
mod checked;
mod failure;
mod job;
mod model;
mod native;
mod notes;
mod orders;
#[cfg(test)]
mod orders_tests;
mod prompt;
mod provenance;
mod report;
mod reported;
mod run;
mod sources;
mod verdict;
mod whole;
mod writer;

pub use cache::SummaryCache;
pub use job::CompactionJob;
pub use model::SummaryModel;
pub use report::{Attempt, CompactionReport, SummaryCall};
pub use run::run;
pub use whole::{CompactedConversation, WholeConversation};

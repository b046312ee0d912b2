//! Who writes a summary: rules, a model, both, or the provider itself.
//!
//! [`run()`] climbs the ladder over the strategies. The pure part plans what
//! goes, checks what a model wrote and installs it; the asynchronous part only
//! asks. A model's words never replace what rules can prove: the artifact
//! trail, the person's rules and requests, and every fact that the model
//! dropped are put in by program.

mod cache;
mod caller;
mod checked;
mod failure;
mod job;
mod model;
mod native;
mod orders;
#[cfg(test)]
mod orders_tests;
mod prompt;
mod provenance;
mod report;
mod run;
mod sources;
mod told;
mod verdict;
mod whole;
mod writer;

pub use cache::SummaryCache;
pub use job::CompactionJob;
pub use model::SummaryModel;
pub use report::{Attempt, CompactionReport, SummaryCall};
pub use run::run;
pub use whole::{CompactedConversation, WholeConversation};

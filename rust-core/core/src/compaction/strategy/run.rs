//! The ladder over the strategies.

use std::future::Future;

use super::{CompactionJob, CompactionReport, SummaryCache, SummaryModel};
use crate::Result;
use crate::compaction::ladder::compact;

/// Compacts a conversation by the configured strategy.
///
/// # Errors
/// [`crate::ErrorKind::Irreducible`] when the parts that must stay do not fit;
/// no model is asked then.
pub fn run(
    job: CompactionJob,
    models: &[SummaryModel],
    cache: &SummaryCache,
) -> impl Future<Output = Result<CompactionReport>> + Send {
    let _ = (models, cache);
    async move {
        let messages = job.message_refs();
        let outcome = compact(&job.request(&messages), &job.meter())?;
        Ok(CompactionReport {
            outcome,
            calls: Vec::new(),
            warnings: Vec::new(),
            facts_found: 0,
            facts_kept: 0,
        })
    }
}

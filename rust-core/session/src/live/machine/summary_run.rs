//! The current summarization.

use std::time::Duration;

use super::input::{Moment, TaskId};
use crate::live::{PreviewOptions, SummaryId, SummaryPreview, SummaryPurpose};
use vibeue_compaction::{Compaction, Extent, Reason};
use vibeue_conversation::MessageId;
use vibeue_summarizer::CompactionJob;

/// The current summarization.
#[derive(Debug)]
pub(super) struct SummaryRun {
    pub(super) id: SummaryId,
    pub(super) purpose: SummaryPurpose,
    pub(super) reason: Reason,
    pub(super) task: TaskId,
    /// Whether models may write it.
    pub(super) may_use_models: bool,
    /// Fires if it takes too long; none once rules write it.
    pub(super) timer: Option<TaskId>,
    /// Since the session began.
    pub(super) began: Duration,
    /// The version of the history that it was planned on.
    pub(super) planned_on: u64,
    /// The shape of the view then.
    pub(super) shape: u64,
    /// The compaction that is undone first, for a summary from the originals.
    pub(super) root: Option<u64>,
    /// What is condensed, in case rules take over.
    pub(super) job: CompactionJob,
    /// Tokens of the request when it began, as the trigger reads them.
    pub(super) used: u64,
    /// The same by our own count, whatever is condensed.
    pub(super) total: u64,
    /// Tokens that a request may have; the job may be given less.
    pub(super) available: u64,
    /// The last message of the range, if the user chose one.
    pub(super) up_to: Option<MessageId>,
    /// What a preview tries; if one was accepted, what it tried.
    pub(super) options: Box<PreviewOptions>,
    pub(super) warnings: Vec<String>,
}

/// The results of a run besides the compaction.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Gain {
    pub(super) compaction: Option<Box<Compaction>>,
    /// What it did to messages, in numbers.
    pub(super) extent: Extent,
    /// The sequence number of its event.
    pub(super) seq: Option<u64>,
    /// Tokens that it saved, as the server counts.
    pub(super) saved: u64,
    /// Tokens of the tool that reads the archive, which comes with the first one, as the server
    /// counts.
    pub(super) tool: u64,
    pub(super) warnings: Vec<String>,
}

/// A preview that may still be accepted.
#[derive(Debug, Clone)]
pub(super) struct HeldPreview {
    pub(super) shown: SummaryPreview,
    pub(super) compaction: Box<Compaction>,
    pub(super) planned_on: u64,
    pub(super) shape: u64,
    /// The compaction that is undone first, for a summary from the originals.
    pub(super) root: Option<u64>,
    /// Tokens of the request when it was planned, by our own count.
    pub(super) total: u64,
}

impl SummaryRun {
    /// Returns whether it applies a preview, for which nobody is asked.
    pub(super) fn applies_preview(&self) -> bool {
        self.task == TaskId::NONE
    }

    /// How long it has been running.
    pub(super) fn elapsed(&self, now: Moment) -> Duration {
        now.steady.saturating_sub(self.began)
    }

    /// The same in milliseconds.
    pub(super) fn elapsed_ms(&self, now: Moment) -> u64 {
        u64::try_from(self.elapsed(now).as_millis()).unwrap_or(u64::MAX)
    }
}

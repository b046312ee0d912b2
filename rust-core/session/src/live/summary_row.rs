//! One line of the history of summarizations.

use serde::{Deserialize, Serialize};

use super::SummaryVersion;
use super::summary_version::Versions;
use crate::{CompactionEntry, History};
use vibeue_compaction::{Account, Rung, Strategy, SummaryRecord};
use vibeue_conversation::MessageId;

/// One compaction, as a list of them shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SummaryRow {
    /// The sequence number, by which it is undone.
    pub compaction: u64,
    /// The summary's message, if there is one.
    pub message: Option<MessageId>,
    /// Why it ran.
    pub reason: String,
    /// How far down the ladder it went.
    pub rung: Rung,
    /// How the summary was made, if there is one.
    pub strategy: Option<Strategy>,
    /// The id of the model that wrote the summary; `None` if rules wrote it, or
    /// if the version that made it did not record the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writer: Option<String>,
    /// How many earlier summaries it builds on.
    pub depth: u32,
    /// When, in milliseconds since the Unix epoch, if that is known.
    pub at: Option<u64>,
    /// Messages that went into the summary.
    pub messages: u64,
    /// Results of tools that became placeholders.
    pub results_pruned: u64,
    /// Messages that stay but were cut.
    pub messages_trimmed: u64,
    /// Tokens of the whole request before: the number that
    /// [`SummaryCompletion`](super::SummaryCompletion) reported.
    pub tokens_before: u64,
    /// Tokens of the whole request after.
    pub tokens_after: u64,
    /// `tokens_after` as a share of `tokens_before`.
    #[serde(default)]
    pub ratio: f64,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Budget, facts and story kept, calls and cost; a compaction of an
    /// earlier version has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
    /// Whether it is still in force, not undone.
    pub in_force: bool,
    /// Whether the user edited the summary.
    pub edited: bool,
    /// Whether the last edit of the summary can be undone.
    #[serde(default)]
    pub can_undo_edit: bool,
    /// Whether an undone edit of the summary can be redone.
    #[serde(default)]
    pub can_redo_edit: bool,
    /// The versions of the summary's text, oldest first, the current one last; empty if there is
    /// only one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<SummaryVersion>,
}

impl SummaryRow {
    /// Who wrote the summary, in words for the user: `gpt-5 and rules`. `None`
    /// if there is none.
    pub fn author(&self) -> Option<String> {
        self.strategy.map(|strategy| strategy.author(self.writer.as_deref()))
    }

    /// The row of a compaction, given the versions of all summaries.
    pub(in crate::live) fn of(
        entry: &CompactionEntry,
        versions: &Versions<'_>,
        history: &History,
    ) -> Self {
        let compaction = &entry.compaction;
        let summary = compaction.summary.as_ref().map(|summary| summary.id);
        let record = compaction.record.as_ref();
        Self {
            compaction: entry.seq,
            message: summary,
            reason: compaction.reason.clone(),
            rung: compaction.rung,
            strategy: record.map(|record| record.strategy),
            writer: record.and_then(SummaryRecord::written_by).map(str::to_owned),
            depth: record.map_or(0, |record| record.depth),
            at: record.map(|record| record.timestamp),
            messages: entry.extent.messages_summarized,
            results_pruned: entry.extent.results_pruned,
            messages_trimmed: entry.extent.messages_trimmed,
            tokens_before: compaction.tokens_before,
            tokens_after: compaction.tokens_after,
            ratio: compaction.ratio(),
            duration_ms: record.map_or(0, |record| record.duration_ms),
            account: compaction.account.as_deref().cloned(),
            in_force: entry.in_force(),
            edited: entry.edited_by.is_some(),
            can_undo_edit: summary.is_some_and(|id| history.plan_undo_edit(id).is_ok()),
            can_redo_edit: summary.is_some_and(|id| history.plan_redo_edit(id).is_ok()),
            versions: versions.of_entry(entry),
        }
    }
}

//! The summaries: who writes them, when, and the one that is being made.

use super::input::TaskId;
use super::summary_run::{HeldPreview, SummaryRun};
use super::summary_watch::SummaryWatch;
use super::summary_writers::SummaryWriters;
use crate::live::{Failure, FailureClass, SummaryId, SummaryPurpose};
use vibeue_compaction::Situation;
use vibeue_conversation::settings::Settings;

/// The summaries of a conversation: at most one is being made at a time, previews included.
#[derive(Debug)]
pub(super) struct Summaries {
    /// Who may write them.
    pub(super) writers: SummaryWriters,
    /// When they are written, and what prevents them.
    pub(super) watch: SummaryWatch,
    /// The one that is being made.
    pub(super) run: Option<SummaryRun>,
    /// The last preview, if it may still be accepted.
    pub(super) preview: Option<HeldPreview>,
    /// How many were numbered.
    numbers: u64,
}

impl Summaries {
    pub(super) fn new(writers: SummaryWriters) -> Self {
        Self { writers, watch: SummaryWatch::default(), run: None, preview: None, numbers: 0 }
    }

    /// The number of the next one; the first is 1.
    pub(super) fn number(&mut self) -> SummaryId {
        self.numbers += 1;
        SummaryId(self.numbers)
    }

    /// Returns whether one is being made by this task.
    pub(super) fn awaits(&self, task: TaskId) -> bool {
        self.run.as_ref().is_some_and(|run| run.task == task)
    }

    /// Returns whether this timer ends the wait for the models.
    pub(super) fn rings(&self, task: TaskId) -> bool {
        self.run.as_ref().is_some_and(|run| run.timer == Some(task))
    }

    /// Returns whether one is being made that nobody asked for.
    pub(super) fn runs_by_itself(&self) -> bool {
        self.run.as_ref().is_some_and(|run| {
            matches!(run.purpose, SummaryPurpose::Automatic | SummaryPurpose::Overflow)
        })
    }

    /// Returns whether a preview is being made.
    pub(super) fn makes_preview(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.purpose == SummaryPurpose::Preview)
    }

    /// Why none can be made now; `None` if one can.
    pub(super) fn busy(&self) -> Option<Failure> {
        let run = self.run.as_ref()?;
        let what = format!("{} is already under way", run.id);
        Some(Failure::new(FailureClass::Busy, what).hint("wait for it, or cancel it"))
    }

    /// The one that was being made has ended.
    pub(super) fn ended(&mut self, is_applied: bool) -> Option<SummaryRun> {
        let run = self.run.take()?;
        if run.applies_preview() && is_applied {
            self.preview = None;
        }
        Some(run)
    }

    /// A compaction was installed: the request had `before` tokens, and now has those of `now`.
    pub(super) fn succeeded(&mut self, before: u64, now: &Situation, settings: &Settings) {
        self.watch.succeeded(before, now, settings);
        // The previous model was only needed for this one.
        self.writers.retired = None;
    }

    /// The last preview, if it is the one that is meant. It is kept until it has been applied: if
    /// that fails because the disk is full, it can be accepted again.
    pub(super) fn held_preview(&self, meant: Option<SummaryId>) -> Result<HeldPreview, Failure> {
        let Some(held) = self.preview.clone() else {
            return Err(Failure::new(FailureClass::Invalid, "there is no preview to accept")
                .hint("ask for a preview first"));
        };
        if let Some(meant) = meant.filter(|meant| *meant != held.shown.summary) {
            let what = format!("{meant} is no longer the latest preview");
            return Err(Failure::new(FailureClass::Conflict, what)
                .hint("look at the new one first, or ask for this one again"));
        }
        Ok(held)
    }

    /// Forgets the last preview, unless it is being applied: in that case it is kept until that has
    /// ended.
    pub(super) fn drop_preview(&mut self) {
        if !self.run.as_ref().is_some_and(SummaryRun::applies_preview) {
            self.preview = None;
        }
    }
}

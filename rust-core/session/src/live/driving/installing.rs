//! Putting what a summarization gave into the conversation.

use super::driver::Driver;
use super::input::{Outcome, TaskId};
use super::send_view::SendView;
use super::server_count::ServerCount;
use super::summary_run::{Gain, SummaryRun, elapsed_ms};
use crate::live::{Failure, FailureClass, SummaryPurpose};
use crate::{Event, History};
use vibeue_compaction::{Compaction, Outcome as Compacted};
use vibeue_conversation::MessageKind;
use vibeue_summarizer::CompactionReport;

impl Driver {
    pub(super) fn summarized(
        &mut self,
        task: TaskId,
        report: Outcome<vibeue_conversation::Result<CompactionReport>>,
    ) {
        if self.summary.as_ref().is_none_or(|run| run.task != task) {
            return;
        }
        let Some(run) = self.summary.take() else { return };
        let result = match report {
            Ok(Ok(report)) => self.guarded(|driver| driver.install(&run, report)),
            Ok(Err(error)) => Err(Failure::from(error)),
            Err(panic) => Err(Failure::new(
                FailureClass::Internal,
                format!("an internal error while summarizing: {}", panic.message()),
            )
            .hint("go on; please report this")),
        };
        self.end_summary(&run, &result);
    }

    /// Puts what a run gave into the conversation, if it still fits there.
    fn install(&mut self, run: &SummaryRun, report: CompactionReport) -> Result<Gain, Failure> {
        if !report.calls.is_empty() {
            let in_vain = report.asked_in_vain();
            self.watch.models_asked(in_vain.then(|| self.clock.now()));
        }
        for call in &report.calls {
            self.costs.summaries.add(call.usage.as_ref(), call.cost);
        }
        let mut gain = Gain { warnings: report.warnings, ..Gain::default() };
        let mut compaction = match report.outcome {
            Compacted::Compacted(compaction) => compaction,
            Compacted::Unchanged(why) => {
                return Err(Failure::new(FailureClass::NothingToCondense, why));
            }
        };
        (gain.saved, gain.tool) = self.saving(&compaction)?;
        let duration_ms = elapsed_ms(run.began);
        if let Some(record) = &mut compaction.record {
            record.duration_ms = duration_ms;
        }
        if let Some(account) = &mut compaction.account {
            account.duration_ms = duration_ms;
            account.budget = run.available;
        }
        if run.purpose == SummaryPurpose::Preview {
            self.hold_preview(run, *compaction, &gain);
            return Ok(gain);
        }
        self.commit(run, *compaction, &mut gain)?;
        Ok(gain)
    }

    /// Writes into a compaction what the meter shows before and after it: the
    /// one pair of numbers that event, journal and list of summaries hold.
    /// `total` is the size of the request when it was planned, by our own
    /// count; messages that came since are in both numbers.
    ///
    /// Where the server counted the request itself, its number is the one
    /// before.
    pub(super) fn stamp(&self, compaction: &mut Compaction, total: u64) {
        let now = self.view.total();
        let since = |tokens: u64| tokens.saturating_add(now).saturating_sub(total);
        let after = since(compaction.tokens_after).saturating_add(self.coming_tool());
        let after = self.model.calibrated(after);
        let before = since(compaction.tokens_before);
        let shown = self.situation().used;
        compaction.tokens_before = match self.server_count {
            ServerCount::Known(_) if before == now && shown > after => shown,
            _ => self.model.calibrated(before),
        };
        compaction.tokens_after = after;
        if let Some(record) = &mut compaction.record {
            record.tokens_before = compaction.tokens_before;
            record.tokens_after = compaction.tokens_after;
        }
    }

    /// What a compaction saves, and what the tool costs that comes with the
    /// first one; both as the server counts.
    ///
    /// # Errors
    /// When the request would be no shorter than before.
    pub(super) fn saving(&self, compaction: &Compaction) -> Result<(u64, u64), Failure> {
        let before = self.model.calibrated(compaction.tokens_before);
        let saved = before.saturating_sub(self.model.calibrated(compaction.tokens_after));
        let tool = self.model.calibrated(self.coming_tool());
        if saved <= tool {
            let why = "a summary would save less than the tool costs that looks up what it leaves \
                       out";
            return Err(Failure::new(FailureClass::NothingToCondense, why));
        }
        Ok((saved, tool))
    }

    /// Puts a compaction into the conversation and into what the run gave.
    pub(super) fn commit(
        &mut self,
        run: &SummaryRun,
        mut compaction: Compaction,
        gain: &mut Gain,
    ) -> Result<(), Failure> {
        self.stamp(&mut compaction, run.total);
        let seq = match run.root {
            None => {
                let event = self.store.history().plan_commit(run.planned_on, compaction)?;
                self.write(event)?
            }
            Some(root) => {
                if self.shape != run.shape {
                    return Err(changed_meanwhile());
                }
                // Tried on a copy first, so that not the undo alone happens.
                let mut trial = self.store.history().clone();
                trial.undo(root)?;
                let event = trial.plan_commit(trial.version(), compaction)?;
                self.write(Event::Undo { compaction: root })?;
                self.write(event).inspect_err(|_| self.reshaped())?
            }
        };
        self.reshaped();
        // As it is in the history: its ids may have been taken.
        if let Some(entry) = self.store.history().compaction(seq) {
            gain.extent = entry.extent;
            gain.compaction = Some(Box::new(entry.compaction.clone()));
        }
        gain.seq = Some(seq);
        Ok(())
    }

    /// The oldest compaction of those whose summaries lie beneath the one in
    /// view.
    pub(super) fn oldest_of_chain(&self) -> Option<u64> {
        let history = self.store.history();
        let newest = history.view().iter().rfind(|message| message.kind == MessageKind::Summary)?;
        let mut entry = history.entry_of_summary(newest.id)?;
        while let Some(older) = entry
            .compaction
            .replaced
            .iter()
            .find_map(|id| history.entry_of_summary(*id).filter(|older| older.seq < entry.seq))
        {
            entry = older;
        }
        Some(entry.seq)
    }

    /// What the view would be without a compaction and those that build on it.
    pub(super) fn view_without(&self, compaction: u64) -> Option<SendView> {
        let mut history: History = self.store.history().clone();
        history.undo(compaction).ok()?;
        let mut view = SendView::new(self.view.prompt().map(str::to_owned), *self.view.counter());
        view.set_reader(self.view.reader().cloned());
        view.set_tools(self.view.tools().to_vec());
        view.rebuild(&history);
        Some(view)
    }
}

fn changed_meanwhile() -> Failure {
    Failure::new(FailureClass::Conflict, "the conversation was changed in the meantime")
        .hint("ask again")
}

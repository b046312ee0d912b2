//! Installs the result of a summarization in the conversation.

use super::after::After;
use super::input::{Outcome, TaskId};
use super::send_view::SendView;
use super::state::State;
use super::summary_run::{Gain, SummaryRun};
use crate::live::{Failure, FailureClass, SummaryPurpose};
use crate::{Applied, Event};
use vibeue_compaction::{Compaction, Outcome as Compacted};
use vibeue_conversation::MessageKind;
use vibeue_summarizer::CompactionReport;

impl State {
    pub(super) fn summarized(
        &mut self,
        task: TaskId,
        report: Outcome<vibeue_conversation::Result<CompactionReport>>,
    ) {
        if !self.summaries.awaits(task) {
            return;
        }
        let planned = match report {
            Ok(Ok(report)) => self.with_run(|it, run| it.take_in(run, report)),
            Ok(Err(error)) => Err(Failure::from(error)),
            Err(panic) => Err(Failure::new(
                FailureClass::Internal,
                format!("an internal error while summarizing: {}", panic.message()),
            )
            .hint("you can continue; please report this")),
        };
        match planned {
            Ok((Some(compaction), gain)) => self.commit(compaction, gain),
            Ok((None, gain)) => self.finish_summary(&Ok(gain)),
            Err(failure) => self.finish_summary(&Err(failure)),
        }
    }

    /// Does something with the current summarization, which ends properly even if a bug interrupts
    /// this.
    fn with_run<T>(
        &mut self,
        what: impl FnOnce(&mut Self, &SummaryRun) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(run) = self.summaries.run.take() else { return Err(gone()) };
        let done = self.guarded(|it| what(it, &run));
        self.summaries.run = Some(run);
        done
    }

    /// Handles the result of a run: the compaction is installed, unless it is only shown.
    fn take_in(
        &mut self,
        run: &SummaryRun,
        report: CompactionReport,
    ) -> Result<(Option<Compaction>, Gain), Failure> {
        if !report.calls.is_empty() {
            let in_vain = report.asked_in_vain();
            self.summaries.watch.models_asked(in_vain.then_some(self.exchange.now().wall_ms));
        }
        for call in &report.calls {
            self.costs.add_summary(call.usage.as_ref(), call.cost);
        }
        let mut gain = Gain { warnings: report.warnings, ..Gain::default() };
        let mut compaction = match report.outcome {
            Compacted::Compacted(compaction) => compaction,
            Compacted::Unchanged(why) => {
                return Err(Failure::new(FailureClass::NothingToCondense, why));
            }
        };
        (gain.saved, gain.tool) = self.saving(&compaction)?;
        let duration_ms = run.elapsed_ms(self.exchange.now());
        if let Some(record) = &mut compaction.record {
            record.duration_ms = duration_ms;
        }
        if let Some(account) = &mut compaction.account {
            account.duration_ms = duration_ms;
            account.budget = run.available;
        }
        if run.purpose == SummaryPurpose::Preview {
            self.hold_preview(run, *compaction, &gain);
            return Ok((None, gain));
        }
        Ok((Some(*compaction), gain))
    }

    /// Writes into a compaction what the meter shows before and after it: the one pair of numbers
    /// that event, journal and list of summaries hold. `total` is the size of the request when it
    /// was planned, by our own count; messages that were added since are in both numbers.
    ///
    /// If the server counted the request itself, its number is the one before.
    pub(super) fn stamp(&self, compaction: &mut Compaction, total: u64) {
        let now = self.request.view().total();
        let since = |tokens: u64| tokens.saturating_add(now).saturating_sub(total);
        let after = since(compaction.tokens_after).saturating_add(self.coming_tool());
        let after = self.model.calibrated(after);
        let before = since(compaction.tokens_before);
        let shown = self.situation().used;
        let is_counted = self.request.server_count().is_some();
        compaction.tokens_before = if is_counted && before == now && shown > after {
            shown
        } else {
            self.model.calibrated(before)
        };
        compaction.tokens_after = after;
        if let Some(record) = &mut compaction.record {
            record.tokens_before = compaction.tokens_before;
            record.tokens_after = compaction.tokens_after;
        }
    }

    /// What a compaction saves, and the size of the tool that comes with the first one; both as the
    /// server counts.
    ///
    /// # Errors
    /// If the request would not be shorter than before.
    pub(super) fn saving(&self, compaction: &Compaction) -> Result<(u64, u64), Failure> {
        let before = self.model.calibrated(compaction.tokens_before);
        let saved = before.saturating_sub(self.model.calibrated(compaction.tokens_after));
        let tool = self.model.calibrated(self.coming_tool());
        if saved <= tool {
            let why = "a summary would save less than the recall tool that comes with it costs";
            return Err(Failure::new(FailureClass::NothingToCondense, why));
        }
        Ok((saved, tool))
    }

    /// Puts a compaction into the conversation, if it still fits there.
    pub(super) fn commit(&mut self, compaction: Compaction, gain: Gain) {
        let gain = Box::new(gain);
        match self.with_run(|it, run| it.plan_commit(run, compaction)) {
            Ok((None, event)) => {
                self.write(event, After::Installed { gain, uprooted: false });
            }
            Ok((Some(root), event)) => {
                let then = After::Uprooted { compaction: Box::new(event), gain };
                self.write(Event::Undo { compaction: root }, then);
            }
            Err(failure) => self.finish_summary(&Err(failure)),
        }
    }

    /// The event of a compaction, and the compaction that is undone before it.
    fn plan_commit(
        &self,
        run: &SummaryRun,
        mut compaction: Compaction,
    ) -> Result<(Option<u64>, Event), Failure> {
        self.stamp(&mut compaction, run.total);
        let Some(root) = run.root else {
            return Ok((None, self.history.plan_commit(run.planned_on, compaction)?));
        };
        if self.request.shape() != run.shape {
            return Err(changed_meanwhile());
        }
        // Tried on a copy first, so that the undo does not happen without the compaction.
        let mut trial = (*self.history).clone();
        trial.undo(root)?;
        let event = trial.plan_commit(trial.version(), compaction)?;
        Ok((Some(root), event))
    }

    pub(super) fn uprooted(
        &mut self,
        compaction: Event,
        gain: Box<Gain>,
        result: Result<Applied, Failure>,
    ) {
        match result {
            Ok(_) => self.write(compaction, After::Installed { gain, uprooted: true }),
            Err(failure) => self.finish_summary(&Err(failure)),
        }
    }

    pub(super) fn installed(
        &mut self,
        mut gain: Gain,
        uprooted: bool,
        result: Result<Applied, Failure>,
    ) {
        let installed = match result {
            Ok(applied) => self.guarded(|it| {
                it.reshaped();
                // As it is in the history: its ids may have been taken.
                if let Some(entry) = it.history.compaction(applied.version) {
                    gain.extent = entry.extent;
                    gain.compaction = Some(Box::new(entry.compaction.clone()));
                }
                gain.seq = Some(applied.version);
                Ok(gain)
            }),
            Err(failure) => {
                if uprooted {
                    self.reshaped();
                }
                Err(failure)
            }
        };
        match installed {
            Ok(gain) => self.pin_kept(Box::new(gain)),
            Err(failure) => self.finish_summary(&Err(failure)),
        }
    }

    /// The oldest of the compactions whose summaries the one in view builds on.
    pub(super) fn oldest_of_chain(&self) -> Option<u64> {
        let history = &self.history;
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
        let mut history = (*self.history).clone();
        history.undo(compaction).ok()?;
        Some(self.request.view().for_history(&history))
    }
}

fn gone() -> Failure {
    Failure::new(FailureClass::Internal, "the summarization under way was lost")
        .hint("ask for it again; please report this")
}

fn changed_meanwhile() -> Failure {
    Failure::new(FailureClass::Conflict, "the conversation was changed in the meantime")
        .hint("ask again")
}

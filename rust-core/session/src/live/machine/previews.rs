//! Showing what a summarization would do, and doing what was shown.

use std::collections::HashSet;
use std::sync::Arc;

use super::input::TaskId;
use super::state::State;
use super::summary_run::{Gain, HeldPreview, SummaryRun};
use crate::live::{Failure, FailureClass, SessionEvent, SummaryPreview, SummaryPurpose};
use vibeue_compaction::{Compaction, Decision, Extent, Reason, summary_text, with_summary_text};
use vibeue_conversation::MessageId;
use vibeue_summarizer::CompactionJob;
use vibeue_tokens::Counter;

impl State {
    /// Keeps what a run would do for being accepted.
    pub(super) fn hold_preview(&mut self, run: &SummaryRun, compaction: Compaction, gain: &Gain) {
        let mut told = compaction.clone();
        self.stamp(&mut told, run.total);
        let seen = |id| run.job.messages.iter().find(|message| message.id == id).cloned();
        let extent = Extent::of(&told, seen);
        let gone: HashSet<MessageId> = told.replaced.iter().copied().collect();
        let shortened: Vec<MessageId> = told.shortened.iter().map(|it| it.id).collect();
        let short: HashSet<MessageId> = shortened.iter().copied().collect();
        let stays = run.job.messages.iter().map(|message| message.id);
        let shown = SummaryPreview {
            summary: run.id,
            up_to: run.up_to,
            rung: told.rung,
            stays: stays.filter(|id| !gone.contains(id) && !short.contains(id)).collect(),
            goes: told.replaced,
            shortened,
            text: told.summary.as_ref().map(summary_text),
            record: told.record,
            results_pruned: extent.results_pruned,
            messages_trimmed: extent.messages_trimmed,
            tokens_before: told.tokens_before,
            tokens_after: told.tokens_after,
            dollars: compaction.account.as_ref().and_then(|account| account.dollars),
            warnings: run.warnings.iter().chain(&gain.warnings).cloned().collect(),
        };
        self.preview = Some(HeldPreview {
            shown,
            compaction: Box::new(compaction),
            planned_on: run.planned_on,
            shape: run.shape,
            total: run.total,
        });
    }

    /// Ends a preview and reports the outcome.
    pub(super) fn end_preview(&mut self, run: &SummaryRun, result: &Result<Gain, Failure>) {
        let held = self.preview.as_ref().filter(|held| held.shown.summary == run.id);
        let event = match (result, held) {
            (Err(failure), _) => SessionEvent::PreviewFailed {
                summary: run.id,
                failure: failure.clone(),
                warnings: run.warnings.clone(),
            },
            (Ok(_), Some(held)) => {
                SessionEvent::PreviewReady { preview: Box::new(held.shown.clone()) }
            }
            (Ok(_), None) => SessionEvent::PreviewFailed {
                summary: run.id,
                failure: Failure::new(FailureClass::Internal, "the preview was lost")
                    .hint("ask for it again; please report this"),
                warnings: run.warnings.clone(),
            },
        };
        self.host.emit(event);
    }

    /// Does what the last preview showed.
    pub(super) fn accept_preview(&mut self, text: Option<String>) {
        if self.is_busy() {
            return;
        }
        if let Some(text) = &text
            && text.trim().is_empty()
        {
            let failure = Failure::new(FailureClass::Invalid, "the summary is empty");
            return self.error(None, failure.hint("leave the text as it is, or write one"));
        }
        // It is kept until it was applied: what fails for want of room on the
        // disk can be accepted again.
        let Some(held) = self.preview.clone() else {
            let failure = Failure::new(FailureClass::Invalid, "there is no preview to accept")
                .hint("ask for a preview first");
            return self.error(None, failure);
        };
        let mut compaction = *held.compaction;
        if let Some(text) = text {
            rewrite(&mut compaction, &text, self.view.counter());
        }
        let decision = self.watch.trigger.decide_manual(&self.situation(), &self.settings);
        let job = self.job_of_view(&decision);
        let id = self.numbers.summary();
        let (purpose, reason) = (SummaryPurpose::Manual, Reason::Manual);
        self.summary = Some(SummaryRun {
            id,
            purpose,
            reason,
            task: TaskId::NONE,
            asks: false,
            timer: None,
            began: self.now.steady,
            planned_on: held.planned_on,
            shape: held.shape,
            root: None,
            available: job.available,
            job,
            used: decision.used,
            total: held.total,
            up_to: None,
            warnings: Vec::new(),
        });
        self.host.emit(SessionEvent::SummarizationStarted {
            summary: id,
            purpose,
            reason,
            decision,
            explanation: format!("{decision}: the preview {} was accepted", held.shown.summary),
            blocking: false,
        });
        match self.guarded(|it| it.saving(&compaction)) {
            Ok((saved, tool)) => self.commit(compaction, Gain { saved, tool, ..Gain::default() }),
            Err(failure) => self.finish_summary(&Err(failure)),
        }
    }

    fn job_of_view(&self, decision: &Decision) -> CompactionJob {
        CompactionJob {
            messages: self.view.messages().to_vec(),
            tokens: self.view.tokens(),
            fixed: 0,
            available: self.model.available_counted(&self.settings),
            settings: Arc::clone(&self.settings),
            reason: decision.to_string(),
            forced: true,
            instructions: None,
            model_allowed: false,
            next_id: self.history.next_id(),
            next_record: self.history.next_record(),
            now: self.now.wall_ms,
            counter: *self.view.counter(),
        }
    }
}

/// Puts another text into a compaction's summary.
fn rewrite(compaction: &mut Compaction, text: &str, counter: &Counter) {
    let Some(summary) = &mut compaction.summary else { return };
    let before = counter.message(summary).total();
    *summary = with_summary_text(summary, text);
    let after = counter.message(summary).total();
    compaction.tokens_after = compaction.tokens_after.saturating_sub(before).saturating_add(after);
    if let Some(record) = &mut compaction.record {
        record.narrative = summary_text(summary);
    }
}

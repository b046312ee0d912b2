//! Showing what a summarisation would do, and doing what was shown.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use super::driver::Driver;
use super::input::TaskId;
use super::summary_run::{Gain, HeldPreview, SummaryRun};
use crate::compaction::strategy::CompactionJob;
use crate::compaction::{Compaction, Decision, Reason, summary_text, with_summary_text};
use crate::conversation::MessageId;
use crate::session::live::{
    Failure, FailureClass, SessionEvent, SummaryId, SummaryPreview, SummaryPurpose,
};

impl Driver {
    /// Shows what a run would do, and keeps it for being accepted.
    pub(super) fn show_preview(
        &mut self,
        run: &SummaryRun,
        compaction: &Compaction,
        dollars: Option<f64>,
    ) {
        let gone: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
        let shortened: Vec<MessageId> = compaction.shortened.iter().map(|it| it.id).collect();
        let stays = run.job.messages.iter().map(|message| message.id);
        let shown = SummaryPreview {
            summary: run.id,
            rung: compaction.rung,
            goes: compaction.replaced.clone(),
            stays: stays.filter(|id| !gone.contains(id) && !shortened.contains(id)).collect(),
            shortened,
            text: compaction.summary.as_ref().map(summary_text),
            record: compaction.record.clone(),
            tokens_before: self.model.calibrated(compaction.tokens_before),
            tokens_after: self.previewed(compaction),
            dollars,
        };
        self.face.emit(SessionEvent::Preview { preview: Box::new(shown.clone()) });
        self.preview = Some(HeldPreview {
            shown,
            compaction: Box::new(compaction.clone()),
            planned_on: run.planned_on,
            shape: run.shape,
        });
    }

    /// What the request would cost after a compaction, with the tool that
    /// comes with the first one.
    pub(super) fn previewed(&self, compaction: &Compaction) -> u64 {
        self.model.calibrated(compaction.tokens_after.saturating_add(self.coming_tool()))
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
        let Some(held) = self.preview.take() else {
            let failure = Failure::new(FailureClass::Invalid, "there is no preview to accept")
                .hint("ask for a preview first");
            return self.error(None, failure);
        };
        let mut compaction = *held.compaction;
        if let (Some(text), Some(summary)) = (text, &mut compaction.summary) {
            let counter = self.view.counter();
            let before = counter.message(summary).total();
            *summary = with_summary_text(summary, &text);
            let after = counter.message(summary).total();
            compaction.tokens_after =
                compaction.tokens_after.saturating_sub(before).saturating_add(after);
            if let Some(record) = &mut compaction.record {
                record.narrative = summary_text(summary);
                record.tokens_after = compaction.tokens_after;
            }
        }
        let decision = self.trigger.decide_manual(&self.situation(), &self.settings);
        self.summaries_begun += 1;
        let run = SummaryRun {
            id: SummaryId(self.summaries_begun),
            purpose: SummaryPurpose::Manual,
            reason: Reason::Manual,
            task: TaskId::NONE,
            handle: self.runtime.spawn(std::future::ready(())).abort_handle(),
            asks: false,
            timer: None,
            began: Instant::now(),
            planned_on: held.planned_on,
            shape: held.shape,
            root: None,
            job: self.job_of_view(&decision),
            used: decision.used,
            warnings: Vec::new(),
        };
        self.face.emit(SessionEvent::SummarizationStarted {
            summary: run.id,
            purpose: run.purpose,
            reason: run.reason,
            decision,
            explanation: format!("{decision}: the preview {} was accepted", held.shown.summary),
            blocking: false,
        });
        let result = self.guarded(|driver| {
            let (saved, tool) = driver.saving(&compaction)?;
            let seq = driver.commit(&run, compaction.clone())?;
            let compaction = Some(Box::new(compaction));
            Ok(Gain { compaction, seq: Some(seq), saved, tool, ..Gain::default() })
        });
        self.end_summary(&run, &result);
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
            next_id: self.store.history().next_id(),
            next_record: self.store.history().next_record(),
            now: self.clock.now(),
            counter: *self.view.counter(),
        }
    }
}

//! The end of a summarization: what is reported, and what continues.

use super::input::Moment;
use super::state::State;
use super::summary_run::{Gain, SummaryRun};
use super::turn::Stage;
use crate::live::{
    Failure, FailureClass, SessionEvent, SummaryCompletion, SummaryEnd, SummaryPurpose,
};
use vibeue_compaction::{Account, ratio};

impl State {
    /// Ends the current summarization, whose task is done or was stopped.
    pub(super) fn finish_summary(&mut self, result: &Result<Gain, Failure>) {
        let Some(run) = self.summaries.ended(result.is_ok()) else { return };
        run.timer.into_iter().for_each(|timer| self.exchange.stop(timer));
        self.end_summary(&run, result);
    }

    /// Reports the outcome of a run, and lets the waiting turn go on.
    fn end_summary(&mut self, run: &SummaryRun, result: &Result<Gain, Failure>) {
        if result.as_ref().is_ok_and(|gain| gain.seq.is_some()) {
            self.request.forget_count();
        }
        if run.purpose == SummaryPurpose::Preview {
            self.end_preview(run, result);
            let failure = result.as_ref().err().cloned();
            return self.go_on_after(run.purpose, failure, false);
        }
        let situation = self.situation();
        match result {
            Ok(gain) => {
                let before = Self::used_before(run, gain, situation.used);
                self.summaries.succeeded(before, &situation, &self.settings);
            }
            Err(failure) if failure.class != FailureClass::Cancelled => {
                self.summaries.watch.failed(failure.class, run.planned_on);
            }
            Err(_) => {}
        }
        let completion = completion(run, result.as_ref(), situation.used, self.exchange.now());
        trace(run, &completion);
        let failure = completion.failure.clone();
        self.host.emit(SessionEvent::SummarizationComplete { completion: Box::new(completion) });
        let stale = run.planned_on != self.history.version();
        self.go_on_after(run.purpose, failure, stale);
    }

    /// The size of the request right before the compaction was installed. While a summary is
    /// written in the background of a turn, messages and tools may be added, whose size is not
    /// caused by the summary.
    fn used_before(run: &SummaryRun, gain: &Gain, used: u64) -> u64 {
        run.used.max(used.saturating_add(gain.saved).saturating_sub(gain.tool))
    }

    /// Lets the waiting turn continue.
    fn go_on_after(&mut self, purpose: SummaryPurpose, failure: Option<Failure>, stale: bool) {
        let Some(turn) = &mut self.turn else { return };
        if !matches!(turn.stage, Stage::Compacting) {
            return;
        }
        if purpose != SummaryPurpose::Preview {
            turn.fitting.attempts += 1;
            // If it was planned for an outdated conversation, it may be requested again.
            turn.fitting.stuck = failure.filter(|failure| match failure.class {
                FailureClass::Conflict => false,
                FailureClass::Cancelled => true,
                _ => !stale,
            });
        }
        if purpose == SummaryPurpose::Overflow
            && let Some(failure) = turn.fitting.stuck.clone()
        {
            let failure = Failure {
                class: match failure.class {
                    FailureClass::Irreducible => FailureClass::Irreducible,
                    FailureClass::Cancelled => FailureClass::Cancelled,
                    _ => FailureClass::ContextLengthExceeded,
                },
                message: format!(
                    "the server found the request too long, and it could not be made shorter: \
                     {}{}",
                    failure.message,
                    turn.fitting
                        .server_message
                        .as_ref()
                        .map_or_else(String::new, |message| format!(
                            "; what the server said: {message}"
                        ))
                ),
                ..failure
            };
            return self.fail_turn(failure);
        }
        turn.stage = Stage::Preparing;
        if self.closing.is_none() {
            self.advance();
        }
    }
}

/// The report of a run that ended; `used` is the size of the request now.
fn completion(
    run: &SummaryRun,
    result: Result<&Gain, &Failure>,
    used: u64,
    now: Moment,
) -> SummaryCompletion {
    let outcome = match result {
        Ok(_) => SummaryEnd::Applied,
        Err(failure) if failure.class == FailureClass::Cancelled => SummaryEnd::Cancelled,
        Err(_) => SummaryEnd::Failed,
    };
    let none = Gain::default();
    let gain = result.unwrap_or(&none);
    let compaction = gain.compaction.as_deref();
    let none = Account { budget: run.available, dollars: Some(0.0), ..Account::default() };
    let account = compaction.and_then(|it| it.account.as_deref()).unwrap_or(&none);
    let (before, after) = compaction.map_or((used, used), |it| (it.tokens_before, it.tokens_after));
    SummaryCompletion {
        summary: run.id,
        purpose: run.purpose,
        outcome,
        success: outcome == SummaryEnd::Applied,
        failure: result.err().cloned(),
        compaction: gain.seq,
        record: compaction.and_then(|compaction| compaction.record.clone()),
        rung: compaction.map(|compaction| compaction.rung),
        strategy: compaction.and_then(|it| it.record.as_ref()).map(|record| record.strategy),
        depth: compaction.and_then(|it| it.record.as_ref()).map_or(0, |record| record.depth),
        budget: account.budget,
        tokens_before: before,
        tokens_after: after,
        ratio: ratio(before, after),
        messages_summarized: gain.extent.messages_summarized,
        results_pruned: gain.extent.results_pruned,
        messages_trimmed: gain.extent.messages_trimmed,
        messages_total: run.job.messages.len() as u64,
        facts_found: account.facts_found,
        facts_kept: account.facts_kept,
        story_found: account.story_found,
        story_kept: account.story_kept,
        model_calls: account.model_calls,
        dollars: account.dollars,
        duration_ms: run.elapsed_ms(now),
        warnings: run.warnings.iter().chain(&gain.warnings).cloned().collect(),
    }
}

/// One log line per summarization, for measurements.
fn trace(run: &SummaryRun, completion: &SummaryCompletion) {
    tracing::info!(
        target: "vibeue::summarization",
        summary = run.id.0,
        purpose = ?run.purpose,
        reason = ?run.reason,
        outcome = ?completion.outcome,
        strategy = ?completion.strategy,
        depth = completion.depth,
        messages_condensed = completion.messages_summarized,
        budget = completion.budget,
        tokens_before = completion.tokens_before,
        tokens_after = completion.tokens_after,
        ratio = completion.ratio,
        rung = ?completion.rung,
        duration_ms = completion.duration_ms,
        model_calls = completion.model_calls,
        facts_found = completion.facts_found,
        facts_kept = completion.facts_kept,
        story_found = completion.story_found,
        story_kept = completion.story_kept,
        dollars = completion.dollars,
    );
}

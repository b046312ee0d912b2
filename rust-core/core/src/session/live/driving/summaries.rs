//! Summarising: beside the chat, before a send, by hand.

use std::sync::Arc;
use std::time::Instant;

use super::driver::{Driver, ServerCount};
use super::input::{Input, Outcome, TaskId};
use super::send_view::SendView;
use super::summary_run::{Gain, HeldPreview, SummaryRun};
use super::turn::Stage;
use crate::compaction::strategy::{self, CompactionJob, CompactionReport, SummaryModel};
use crate::compaction::{
    Compaction, Decision, Outcome as Compacted, Reason, summary_text, with_summary_text,
};
use crate::conversation::{MessageId, MessageKind};
use crate::provider::Provider;
use crate::session::live::{
    Breaker, Failure, FailureClass, Price, SessionEvent, SummaryCompletion, SummaryEnd, SummaryId,
    SummaryPreview, SummaryPurpose,
};
use crate::session::{Event, History};
use crate::settings::Mode;
use crate::tokens::models::{Limits, Overrides, Reported, find};
use crate::tokens::{Budget, Counter};

impl Driver {
    /// Starts a summarisation; nothing happens when one is under way.
    pub(super) fn start_summary(
        &mut self,
        purpose: SummaryPurpose,
        reason: Reason,
        decision: Decision,
        available: u64,
        instructions: Option<String>,
        blocking: bool,
    ) {
        if self.summary.is_some() {
            return;
        }
        let mut root = None;
        let mut tokens = self.view.tokens();
        let mut messages = self.view.messages().to_vec();
        let mut total = self.view.total();
        if purpose == SummaryPurpose::FromOriginals
            && let Some(oldest) = self.oldest_of_chain()
            && let Some(view) = self.view_without(oldest)
        {
            root = Some(oldest);
            tokens = view.tokens();
            messages = view.messages().to_vec();
            total = view.total();
        }
        let by_hand = matches!(
            purpose,
            SummaryPurpose::Manual | SummaryPurpose::Preview | SummaryPurpose::FromOriginals
        );
        let breakers = self.breakers(&decision);
        let capped =
            breakers.iter().any(|it| matches!(it, Breaker::SummaryCalls | Breaker::SummaryTokens));
        let fresh = purpose == SummaryPurpose::FromOriginals;
        let model_allowed = !capped && (decision.model_allowed || fresh);
        let job = CompactionJob {
            fixed: total.saturating_sub(tokens.iter().sum()),
            messages,
            tokens,
            available,
            settings: Arc::clone(&self.settings),
            reason: decision.to_string(),
            forced: by_hand,
            instructions: instructions.filter(|text| !text.trim().is_empty()),
            model_allowed,
            next_id: self.store.reserve_id(),
            now: self.clock.now(),
            counter: *self.view.counter(),
        };
        self.summaries_begun += 1;
        let id = SummaryId(self.summaries_begun);
        self.face.emit(SessionEvent::SummarizationStarted {
            summary: id,
            purpose,
            reason,
            decision,
            explanation: decision.to_string(),
            blocking,
        });
        let models = if model_allowed { self.summary_models() } else { Vec::new() };
        let asks = !models.is_empty();
        let (task, handle) = self.spawn_job(job.clone(), models);
        let patience =
            if blocking { self.bounds.summary_wait } else { self.bounds.background_summary };
        let timer = Some(self.after(patience));
        let mut warnings = Vec::new();
        if capped && self.settings.mode != Mode::Rules {
            warnings.extend(breakers.iter().map(|breaker| breaker.explanation().to_owned()));
        }
        self.summary = Some(SummaryRun {
            id,
            purpose,
            reason,
            task,
            handle,
            asks,
            timer,
            began: Instant::now(),
            planned_on: self.store.history().version(),
            shape: self.shape,
            root,
            job,
            used: decision.used,
            tools: self.view.usage().tools,
            warnings,
        });
    }

    fn spawn_job(
        &mut self,
        job: CompactionJob,
        models: Vec<SummaryModel>,
    ) -> (TaskId, tokio::task::AbortHandle) {
        let cache = Arc::clone(&self.summary_cache);
        let future = async move { strategy::run(job, &models, &cache).await };
        self.spawn(future, |task, report| Input::Summarised(task, Box::new(report)))
    }

    /// The models that may write summaries, first choice first.
    fn summary_models(&self) -> Vec<SummaryModel> {
        if self.settings.mode == Mode::Rules {
            return Vec::new();
        }
        let own = || {
            let limits = self.model.limits();
            SummaryModel {
                provider: Arc::clone(&self.model.provider),
                model: self.model.choice.model.clone(),
                available: self.model.available(&self.settings),
                max_output: Some(limits.max_output.tokens),
                input_price: self.model.price().map(|price| price.input),
                output_price: self.model.price().map(|price| price.output),
            }
        };
        if self.settings.summary_models.is_empty() {
            let larger = self
                .retired
                .iter()
                .filter(|retired| retired.available > self.model.available(&self.settings));
            return larger.cloned().chain([own()]).collect();
        }
        let named = self.settings.summary_models.iter().map(|name| {
            if *name == self.model.choice.model && !self.summary_providers.contains_key(name) {
                return own();
            }
            let provider = self.summary_providers.get(name).unwrap_or(&self.model.provider);
            summary_model(Arc::clone(provider), name, self.prices.get(name))
        });
        named.collect()
    }

    /// A turn waits from now on: rules take over sooner.
    pub(super) fn somebody_waits(&mut self) {
        let waiting = self.after(self.bounds.summary_wait);
        if let Some(run) = &mut self.summary
            && run.timer.is_some()
        {
            run.timer = Some(waiting);
        }
    }

    /// The summary takes too long: rules make it.
    pub(super) fn summary_out_of_time(&mut self) {
        let Some(run) = &mut self.summary else { return };
        run.handle.abort();
        run.timer = None;
        if run.asks {
            // What it cost will never be told.
            self.costs.summaries.add(None, None);
        }
        let seconds = run.began.elapsed().as_secs();
        run.warnings
            .push(format!("no model wrote the summary in {seconds} seconds; rules made it"));
        let mut job = run.job.clone();
        job.model_allowed = false;
        let mut settings = (*job.settings).clone();
        settings.mode = Mode::Rules;
        job.settings = Arc::new(settings);
        let (task, handle) = self.spawn_job(job, Vec::new());
        if let Some(run) = &mut self.summary {
            (run.task, run.handle) = (task, handle);
        }
    }

    pub(super) fn summarised(
        &mut self,
        task: TaskId,
        report: Outcome<crate::Result<CompactionReport>>,
    ) {
        if self.summary.as_ref().is_none_or(|run| run.task != task) {
            return;
        }
        let Some(run) = self.summary.take() else { return };
        let result = match report {
            Ok(Ok(report)) => self.install(&run, report),
            Ok(Err(error)) => Err(Failure::from(error)),
            Err(panic) => Err(Failure::new(
                FailureClass::Internal,
                format!("an internal error while summarising: {}", panic.message()),
            )
            .hint("go on; please report this")),
        };
        self.end_summary(&run, &result);
    }

    /// Puts what a run gave into the conversation, if it still fits there.
    fn install(&mut self, run: &SummaryRun, report: CompactionReport) -> Result<Gain, Failure> {
        for call in &report.calls {
            self.costs.summaries.add(call.usage.as_ref(), call.cost);
        }
        let mut gain = Gain {
            compaction: None,
            seq: None,
            calls: report.calls,
            warnings: report.warnings,
            facts_found: report.facts_found as u64,
            facts_kept: report.facts_kept as u64,
        };
        let mut compaction = match report.outcome {
            Compacted::Compacted(compaction) => compaction,
            Compacted::Unchanged(why) => {
                return Err(Failure::new(FailureClass::NothingToCondense, why));
            }
        };
        if let Some(record) = &mut compaction.record {
            record.duration_ms = elapsed_ms(run.began);
        }
        if run.purpose == SummaryPurpose::Preview {
            self.show_preview(run, &compaction, gain.dollars());
        } else {
            gain.seq = Some(self.commit(run, (*compaction).clone())?);
        }
        gain.compaction = Some(compaction);
        Ok(gain)
    }

    fn commit(&mut self, run: &SummaryRun, compaction: Compaction) -> Result<u64, Failure> {
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
                self.write(event)?
            }
        };
        self.reshaped();
        Ok(seq)
    }

    /// The oldest compaction of those whose summaries lie beneath the one in
    /// view.
    fn oldest_of_chain(&self) -> Option<u64> {
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
    fn view_without(&self, compaction: u64) -> Option<SendView> {
        let mut history: History = self.store.history().clone();
        history.undo(compaction).ok()?;
        let mut view = SendView::new(self.view.prompt().map(str::to_owned), *self.view.counter());
        view.set_tools(self.view.tools().to_vec());
        view.rebuild(&history);
        Some(view)
    }

    /// Ends a run, tells what came of it, and lets the turn that waited go on.
    pub(super) fn end_summary(&mut self, run: &SummaryRun, result: &Result<Gain, Failure>) {
        self.server_count = match result {
            Ok(gain) if gain.seq.is_some() => ServerCount::NotAsked,
            _ => self.server_count,
        };
        let situation = self.situation();
        let counts = run.purpose != SummaryPurpose::Preview;
        match result {
            Ok(gain) if counts => {
                self.trigger.compacted(
                    self.used_before(run, gain, situation.used),
                    situation.used,
                    situation.available,
                    &self.settings,
                );
                self.compaction_failed = false;
                self.retired = None;
            }
            Err(failure) if counts && failure.class != FailureClass::Cancelled => {
                self.trigger.failed();
                self.compaction_failed = failure.class != FailureClass::NothingToCondense;
                self.failed_on = Some(run.planned_on);
            }
            _ => {}
        }
        let completion = self.completion(run, result.as_ref(), situation.used);
        trace(run, &completion);
        let failure = completion.failure.clone();
        self.face.emit(SessionEvent::SummarizationComplete { completion: Box::new(completion) });
        let stale = run.planned_on != self.store.history().version();
        self.go_on_after(run.purpose, failure, stale);
    }

    /// What the request cost right before the compaction was installed. While
    /// a summary is written beside a turn messages come, which are no fault of
    /// the summary's.
    fn used_before(&self, run: &SummaryRun, gain: &Gain, used: u64) -> u64 {
        let saved = gain.compaction.as_deref().map_or(0, |it| {
            let before = self.model.calibrated(it.tokens_before);
            before.saturating_sub(self.model.calibrated(it.tokens_after))
        });
        // The tool that looks into the archive comes with the first summary.
        let tools = self.view.usage().tools.saturating_sub(run.tools);
        let offered = self.model.calibrated(tools);
        run.used.max(used.saturating_add(saved).saturating_sub(offered))
    }

    fn completion(
        &self,
        run: &SummaryRun,
        result: Result<&Gain, &Failure>,
        used: u64,
    ) -> SummaryCompletion {
        let outcome = match result {
            Ok(_) => SummaryEnd::Applied,
            Err(failure) if failure.class == FailureClass::Cancelled => SummaryEnd::Cancelled,
            Err(_) => SummaryEnd::Failed,
        };
        let none = Gain::default();
        let gain = result.unwrap_or(&none);
        let compaction = gain.compaction.as_deref();
        let after = match (run.purpose, compaction) {
            (SummaryPurpose::Preview, Some(compaction)) => {
                self.model.calibrated(compaction.tokens_after)
            }
            (_, Some(_)) => used,
            (_, None) => run.used,
        };
        let before = match (run.purpose, compaction) {
            (SummaryPurpose::Preview, _) | (_, None) => run.used,
            (_, Some(_)) => self.used_before(run, gain, used),
        };
        SummaryCompletion {
            summary: run.id,
            purpose: run.purpose,
            outcome,
            success: outcome == SummaryEnd::Applied,
            failure: result.err().cloned(),
            compaction: gain.seq,
            record: compaction.and_then(|compaction| compaction.record.clone()),
            rung: compaction.map(|compaction| compaction.rung),
            tokens_before: before,
            tokens_after: after,
            messages_summarized: compaction.map_or(0, |it| it.replaced.len() as u64),
            messages_total: run.job.messages.len() as u64,
            facts_found: gain.facts_found,
            facts_kept: gain.facts_kept,
            model_calls: gain.calls.len() as u64,
            dollars: gain.dollars(),
            duration_ms: elapsed_ms(run.began),
            warnings: run.warnings.iter().chain(&gain.warnings).cloned().collect(),
        }
    }

    /// Lets the turn that waited go on.
    fn go_on_after(&mut self, purpose: SummaryPurpose, failure: Option<Failure>, stale: bool) {
        let Some(turn) = &mut self.turn else { return };
        if !matches!(turn.stage, Stage::Compacting) {
            return;
        }
        if purpose != SummaryPurpose::Preview {
            turn.fitting.attempts += 1;
            // What was planned for another conversation than this one may be
            // asked for again.
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
                    "the server found the request too long, and it could not be made shorter: {}",
                    failure.message
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

    pub(super) fn cancel_summary(&mut self) {
        self.cancel_summary_because("cancelled");
    }

    /// Cancels the summarisation under way; the history stays as it was.
    pub(super) fn cancel_summary_because(&mut self, why: &str) {
        let Some(run) = self.summary.take() else { return };
        run.handle.abort();
        if run.asks && run.timer.is_some() {
            self.costs.summaries.add(None, None);
        }
        self.end_summary(&run, &Err(Failure::new(FailureClass::Cancelled, why)));
    }

    /// Tells that a summarisation is under way already.
    fn is_busy(&mut self) -> bool {
        let Some(run) = &self.summary else { return false };
        let failure = Failure::new(FailureClass::Busy, format!("{} is under way already", run.id))
            .hint("wait for it, or cancel it");
        self.error(None, failure);
        true
    }

    fn start_by_hand(&mut self, purpose: SummaryPurpose, instructions: Option<String>) {
        if self.is_busy() {
            return;
        }
        let decision = self.trigger.decide_manual(&self.situation(), &self.settings);
        let available = self.model.available_counted(&self.settings);
        let reason = Reason::Manual;
        self.start_summary(purpose, reason, decision, available, instructions, false);
    }

    pub(super) fn summarize(&mut self, instructions: Option<String>) {
        self.start_by_hand(SummaryPurpose::Manual, instructions);
    }

    pub(super) fn summarize_originals(&mut self, instructions: Option<String>) {
        self.start_by_hand(SummaryPurpose::FromOriginals, instructions);
    }

    pub(super) fn make_preview(&mut self, instructions: Option<String>) {
        self.start_by_hand(SummaryPurpose::Preview, instructions);
    }

    fn show_preview(&mut self, run: &SummaryRun, compaction: &Compaction, dollars: Option<f64>) {
        let gone: std::collections::HashSet<MessageId> =
            compaction.replaced.iter().copied().collect();
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
            tokens_after: self.model.calibrated(compaction.tokens_after),
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

    /// Does what the last preview showed.
    pub(super) fn accept_preview(&mut self, text: Option<String>) {
        if self.is_busy() {
            return;
        }
        let Some(held) = self.preview.take() else {
            let failure = Failure::new(FailureClass::Invalid, "there is no preview to accept")
                .hint("ask for a preview first");
            return self.error(None, failure);
        };
        let mut compaction = *held.compaction;
        if let (Some(text), Some(summary)) = (text, &mut compaction.summary) {
            if text.trim().is_empty() {
                let failure = Failure::new(FailureClass::Invalid, "the summary is empty");
                return self.error(None, failure.hint("leave the text as it is, or write one"));
            }
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
            tools: self.view.usage().tools,
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
        let committed = self.commit(&run, compaction.clone());
        let result = committed.map(|seq| Gain {
            compaction: Some(Box::new(compaction)),
            seq: Some(seq),
            ..Gain::default()
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
            now: self.clock.now(),
            counter: *self.view.counter(),
        }
    }
}

fn changed_meanwhile() -> Failure {
    Failure::new(FailureClass::Conflict, "the conversation was changed meanwhile").hint("ask again")
}

/// What a model that only writes summaries can take, by its name.
fn summary_model(provider: Arc<dyn Provider>, name: &str, price: Option<&Price>) -> SummaryModel {
    let limits = Limits::resolve(Overrides::default(), Reported::default(), find(name).model);
    let window = limits.window.tokens;
    let reserve = Budget::learned_reserve(window, Some(limits.max_output.tokens), None);
    let input_limit = limits.input_limit.map(|limit| limit.tokens);
    let budget = Budget { window, reserve, input_limit };
    SummaryModel {
        provider,
        model: name.to_owned(),
        available: Counter::for_model(name).safe_limit(budget.available()),
        max_output: Some(limits.max_output.tokens),
        input_price: price.map(|price| price.input),
        output_price: price.map(|price| price.output),
    }
}

fn elapsed_ms(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// One line a summarisation, for whoever measures them.
fn trace(run: &SummaryRun, completion: &SummaryCompletion) {
    let depth = completion.record.as_ref().map(|record| record.depth);
    let ratio = completion.tokens_before as f64 / run.job.available.max(1) as f64;
    tracing::info!(
        target: "vibeue::summarization",
        summary = run.id.0,
        purpose = ?run.purpose,
        reason = ?run.reason,
        outcome = ?completion.outcome,
        depth,
        messages_condensed = completion.messages_summarized,
        ratio_before = ratio,
        tokens_before = completion.tokens_before,
        tokens_after = completion.tokens_after,
        rung = ?completion.rung,
        duration_ms = completion.duration_ms,
        model_calls = completion.model_calls,
        facts_found = completion.facts_found,
        facts_kept = completion.facts_kept,
    );
}

//! Previews of summarizations, and applying them.

use std::sync::Arc;

use super::after::After;
use super::input::TaskId;
use super::state::State;
use super::summarizing::Wanted;
use super::summary_run::{Gain, HeldPreview, SummaryRun};
use crate::live::context_figures::pace;
use crate::live::preview_message::Previewed;
use crate::live::preview_scale::PreviewScale;
use crate::live::scale::Scale;
use crate::live::{
    Breaker, Failure, FailureClass, PreviewFate, PreviewMessage, PreviewOffer, PreviewOptions,
    PreviewSums, SessionEvent, SummaryId, SummaryPreview, SummaryPurpose,
};
use crate::{Applied, Event};
use vibeue_compaction::{
    Compaction, Decision, Extent, Reason, Situation, Strategy, SummaryRecord, Trigger,
    summary_text, with_summary_text,
};
use vibeue_conversation::settings::{Mode, Settings};
use vibeue_conversation::{MessageId, MessageKind};
use vibeue_summarizer::CompactionJob;
use vibeue_tokens::Counter;

impl State {
    /// Computes what a summary with these options would do. A preview that is still being made is
    /// cancelled.
    pub(super) fn try_preview(&mut self, options: PreviewOptions) {
        if self.summaries.makes_preview() {
            self.cancel_summary_because("another preview was asked for");
        }
        if self.is_busy() {
            return;
        }
        match self.guarded(|it| it.preview_wanted(options)) {
            Ok(wanted) => self.start_by_hand(SummaryPurpose::Preview, wanted),
            Err(failure) => self.error(None, failure),
        }
    }

    fn preview_wanted(&self, options: PreviewOptions) -> Result<Wanted, Failure> {
        let settings = options.settings(&self.settings)?;
        let up_to = options.up_to.map(|last| self.range_up_to(last, &settings)).transpose()?;
        if !options.keep.is_empty() {
            let ground = self.ground(options.originals);
            for id in &options.keep {
                let found = ground.messages.iter().find(|message| message.id == *id);
                let wrong = match found {
                    None => format!("there is no message {id} that could be summarized"),
                    Some(it) if it.kind == MessageKind::Summary => {
                        format!("{id} is an earlier summary, which a new one replaces")
                    }
                    Some(_) => continue,
                };
                let failure = Failure::new(FailureClass::Invalid, wrong);
                return Err(failure.hint("name messages that the preview would condense"));
            }
        }
        let (instructions, settings) = (options.instructions.clone(), Some(settings));
        Ok(Wanted { instructions, up_to, options, settings })
    }

    /// Discards the last preview, and cancels one in progress.
    pub(super) fn discard_preview(&mut self) {
        if self.summaries.makes_preview() {
            self.cancel_summary();
        }
        self.summaries.drop_preview();
    }

    /// Keeps the result of a run so that it can be accepted.
    pub(super) fn hold_preview(&mut self, run: &SummaryRun, compaction: Compaction, gain: &Gain) {
        self.summaries.preview = Some(HeldPreview {
            shown: self.shown(run, &compaction, gain),
            compaction: Box::new(compaction),
            planned_on: run.planned_on,
            shape: run.shape,
            root: run.root,
            total: run.total,
        });
    }

    /// The preview of a run.
    fn shown(&self, run: &SummaryRun, compaction: &Compaction, gain: &Gain) -> SummaryPreview {
        let mut stamped = compaction.clone();
        self.stamp(&mut stamped, run.total);
        let seen = |id| run.job.messages.iter().find(|message| message.id == id).cloned();
        let extent = Extent::of(&stamped, seen);
        let (messages, sums) = self.adding_up(run, compaction, &stamped);
        let ids = |fate| messages.iter().filter(move |it| it.fate == fate).map(|it| it.id);
        let settings = &run.job.settings;
        let (next_at, next_in) = self.next_after(stamped.tokens_after, settings);
        let price = self.model.price().map(|price| price.input / 1e6);
        SummaryPreview {
            summary: run.id,
            up_to: run.up_to,
            rung: stamped.rung,
            stays: ids(PreviewFate::Stays).collect(),
            shortened: stamped.shortened.iter().map(|it| it.id).collect(),
            options: (*run.options).clone(),
            strategy: settings.mode,
            target: settings.target_ratio,
            threshold: settings.threshold,
            next_at,
            next_in,
            has_originals: self.oldest_of_chain().is_some(),
            offers: self.offers(run, &sums),
            sums,
            request_dollars_before: price.map(|price| price * stamped.tokens_before as f64),
            request_dollars_after: price.map(|price| price * stamped.tokens_after as f64),
            tokens_now: self.situation().used,
            text: stamped.summary.as_ref().map(summary_text),
            goes: stamped.replaced,
            messages,
            warnings: preview_warnings(run, stamped.record.as_ref(), &gain.warnings),
            record: stamped.record,
            results_pruned: extent.results_pruned,
            messages_trimmed: extent.messages_trimmed,
            tokens_before: stamped.tokens_before,
            tokens_after: stamped.tokens_after,
            dollars: compaction.account.as_ref().and_then(|account| account.dollars),
        }
    }

    /// The tokens at which the next summary starts under these settings, 0 if none starts by
    /// itself, and how many turns it takes to get there from a request of this size.
    fn next_after(&self, used: u64, settings: &Settings) -> (u64, Option<u64>) {
        let now = self.situation();
        let scale = Scale { used: now.used, counted: self.request.view().total() };
        let line = Trigger::new().decide(&Situation { used, ..now }, settings).threshold_tokens;
        let turns = self.host.figures.as_ref().and_then(|(_, figures)| {
            let pace = pace(&figures.turns, self.turn.is_some())?;
            let by_size = line.saturating_sub(used).div_ceil(scale.of(pace.tokens).max(1));
            // A refresh depends on the number of messages, whatever their size.
            let every = u64::from(settings.refresh_every_messages);
            let by_number = (every > 0 && pace.messages > 0).then(|| every.div_ceil(pace.messages));
            Some(by_number.map_or(by_size, |turns| turns.min(by_size)).max(1))
        });
        if settings.enabled { (line, turns) } else { (0, None) }
    }

    /// What happens to each message, and how that adds up to the numbers before and after;
    /// `reported` is the compaction with those numbers.
    fn adding_up(
        &self,
        run: &SummaryRun,
        compaction: &Compaction,
        reported: &Compaction,
    ) -> (Vec<PreviewMessage>, PreviewSums) {
        let counter = self.request.view().counter();
        let counted = run.job.fixed.saturating_add(run.job.tokens.iter().sum());
        let tool = self.coming_tool();
        let counted_after = compaction.tokens_after.saturating_add(tool);
        let pair = (reported.tokens_before, reported.tokens_after);
        let scale = PreviewScale::of_pairs((pair.0, counted), (pair.1, counted_after));
        let (messages, tokens) = (&run.job.messages[..], &run.job.tokens[..]);
        let keep = &run.options.keep[..];
        let rows = Previewed { messages, tokens, counter, keep }.rows(reported, scale);
        let written =
            reported.summary.as_ref().map_or(0, |it| scale.of(counter.message(it).total()));
        let sums = PreviewSums::of(&rows, written, scale.of(tool), pair);
        (rows, sums)
    }

    /// Who could write the summary of a preview, and roughly what that costs.
    fn offers(&self, run: &SummaryRun, sums: &PreviewSums) -> Vec<PreviewOffer> {
        let decision = self.decide_by_hand();
        // A summary requested by the user is not held up by earlier failures, and one from the
        // originals is not a summary of summaries.
        let holds = |it: &Breaker| match it {
            Breaker::SummaryCalls | Breaker::SummaryTokens => true,
            Breaker::NoProgress => !decision.model_allowed,
            Breaker::ChainDepth => !decision.model_allowed && !run.options.originals,
            Breaker::ModelsFailed => false,
        };
        let obstacle = self.breakers(&decision).into_iter().find(holds).map(Breaker::explanation);
        let offer = |strategy: Mode| {
            let mut settings = (*run.job.settings).clone();
            settings.mode = strategy;
            let first = self.summaries.writers.models(&self.model, &settings).into_iter().next();
            let (reads, writes) = match first {
                Some(_) => (sums.goes, sums.summary),
                None => (0, 0),
            };
            let price = |model: &vibeue_summarizer::SummaryModel| {
                let (input, output) = model.input_price.zip(model.output_price)?;
                Some((reads as f64 * input + writes as f64 * output) / 1e6)
            };
            PreviewOffer {
                strategy,
                reads,
                writes,
                dollars: first.as_ref().map_or(Some(0.0), price),
                obstacle: first.as_ref().and(obstacle).map(str::to_owned),
                model: first.map(|model| model.model),
            }
        };
        Mode::ALL.map(offer).to_vec()
    }

    /// Ends a preview and reports the outcome.
    pub(super) fn end_preview(&mut self, run: &SummaryRun, result: &Result<Gain, Failure>) {
        let held = self.summaries.preview.as_ref().filter(|held| held.shown.summary == run.id);
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

    /// Applies the last preview.
    pub(super) fn accept_preview(&mut self, preview: Option<SummaryId>, text: Option<String>) {
        if self.is_busy() {
            return;
        }
        if let Some(text) = &text
            && text.trim().is_empty()
        {
            let failure = Failure::new(FailureClass::Invalid, "the summary is empty");
            return self.error(None, failure.hint("leave the text as it is, or write one"));
        }
        let held = match self.summaries.held_preview(preview) {
            Ok(held) => held,
            Err(failure) => return self.error(None, failure),
        };
        let mut compaction = *held.compaction;
        if let Some(text) = text {
            rewrite(&mut compaction, &text, self.request.view().counter());
        }
        let decision = self.decide_by_hand();
        let job = self.job_of_view(&decision);
        let id = self.summaries.number();
        let purpose = match held.root {
            Some(_) => SummaryPurpose::FromOriginals,
            None => SummaryPurpose::Manual,
        };
        let reason = Reason::Manual;
        self.summaries.run = Some(SummaryRun {
            id,
            purpose,
            reason,
            task: TaskId::NONE,
            may_use_models: false,
            timer: None,
            began: self.exchange.now().steady,
            planned_on: held.planned_on,
            shape: held.shape,
            root: held.root,
            options: Box::new(held.shown.options.clone()),
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

    /// Pins what a preview was asked to keep, one after the other, and ends the
    /// summarization then.
    pub(super) fn pin_kept(&mut self, gain: Box<Gain>) {
        let free =
            |id: &MessageId| self.history.require_in_view(*id).is_ok_and(|message| !message.pinned);
        let next =
            self.summaries.run.as_ref().and_then(|run| run.options.keep.iter().copied().find(free));
        match next {
            Some(message) => {
                let event = Event::Pin { message, pinned: true };
                self.write(event, After::KeptPinned { message, gain });
            }
            None => self.finish_summary(&Ok(*gain)),
        }
    }

    /// A message to be kept was pinned, or could not be: what was installed stays, if it is in
    /// view.
    pub(super) fn kept_pinned(
        &mut self,
        message: MessageId,
        gain: Box<Gain>,
        result: Result<Applied, Failure>,
    ) {
        let failed = result.is_err();
        self.pinned(message, true, result);
        if failed { self.finish_summary(&Ok(*gain)) } else { self.pin_kept(gain) }
    }

    fn job_of_view(&self, decision: &Decision) -> CompactionJob {
        CompactionJob {
            messages: self.request.view().messages().to_vec(),
            tokens: self.request.view().tokens(),
            fixed: 0,
            available: self.model.available_counted(&self.settings),
            settings: Arc::clone(&self.settings),
            reason: decision.to_string(),
            forced: true,
            instructions: None,
            model_allowed: false,
            next_id: self.history.next_id(),
            next_record: self.history.next_record(),
            now: self.exchange.now().wall_ms,
            counter: *self.request.view().counter(),
        }
    }
}

/// What the user should know about how a preview was made.
fn preview_warnings(
    run: &SummaryRun,
    record: Option<&SummaryRecord>,
    gain: &[String],
) -> Vec<String> {
    let mut all: Vec<String> = run.warnings.iter().chain(gain).cloned().collect();
    if run.options.originals && run.root.is_none() {
        all.push("there is no earlier summary: the messages are the originals".to_owned());
    }
    let by_rules = record.is_some_and(|record| record.strategy == Strategy::Rules);
    if by_rules && run.job.instructions.is_some() {
        all.push("the instructions have no effect: rules wrote this summary".to_owned());
    }
    all
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

//! Starts summaries: in the background, before a request, or for the user.

use std::sync::Arc;
use std::time::Duration;

use super::effect::Question;
use super::input::TaskId;
use super::send_view::SendView;
use super::state::State;
use super::summary_run::SummaryRun;
use crate::live::{Breaker, Failure, FailureClass, PreviewOptions, SessionEvent, SummaryPurpose};
use vibeue_compaction::{Decision, Reason, UpTo};
use vibeue_conversation::settings::{Mode, Settings};
use vibeue_conversation::{Message, MessageId};
use vibeue_summarizer::CompactionJob;
use vibeue_tokens::grouped;

/// What the user wants from a summary; empty if it starts automatically.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// What to pay attention to.
    pub(super) instructions: Option<String>,
    /// Where it ends.
    pub(super) up_to: Option<UpTo>,
    /// What a preview tries.
    pub(super) options: PreviewOptions,
    /// The settings with which it is made, if they are not those in force.
    pub(super) settings: Option<Settings>,
}

/// What is condensed.
pub(super) struct Ground {
    /// The compaction that is undone first.
    root: Option<u64>,
    pub(super) messages: Vec<Arc<Message>>,
    tokens: Vec<u64>,
    /// Tokens of the whole request.
    total: u64,
}

impl Ground {
    /// The same, with some messages treated as if they were pinned.
    fn keeping(mut self, keep: &[MessageId]) -> Self {
        for message in self.messages.iter_mut().filter(|it| keep.contains(&it.id)) {
            Arc::make_mut(message).pinned = true;
        }
        self
    }
}

impl State {
    /// Starts a summarization; does nothing if one is running.
    pub(super) fn start_summary(
        &mut self,
        purpose: SummaryPurpose,
        reason: Reason,
        decision: Decision,
        available: u64,
        wanted: Wanted,
        blocking: bool,
    ) {
        if self.summaries.run.is_some() {
            return;
        }
        let by_hand = matches!(
            purpose,
            SummaryPurpose::Manual | SummaryPurpose::Preview | SummaryPurpose::FromOriginals
        );
        let breakers = self.breakers(&decision);
        let capped =
            breakers.iter().any(|it| matches!(it, Breaker::SummaryCalls | Breaker::SummaryTokens));
        let resting = self.summaries.watch.models_rest(self.exchange.now().wall_ms) && !by_hand;
        let settings = wanted.settings.map_or_else(|| Arc::clone(&self.settings), Arc::new);
        let fresh = purpose == SummaryPurpose::FromOriginals || wanted.options.originals;
        let model_allowed = !capped && !resting && (decision.model_allowed || fresh);
        let ground = self.ground(fresh).keeping(&wanted.options.keep);
        let root = ground.root;
        let mut job = CompactionJob {
            // The first compaction adds our own tool, whose size counts in each request.
            available: available.saturating_sub(self.coming_tool()),
            forced: by_hand,
            instructions: wanted.instructions.filter(|text| !text.trim().is_empty()),
            model_allowed,
            settings: Arc::clone(&settings),
            ..self.job(ground, &decision)
        };
        let last = wanted.up_to.as_ref().map(|up_to| up_to.last);
        let mut warnings = Vec::new();
        if let Some(up_to) = wanted.up_to {
            job.reason = format!("{}, up to {}", job.reason, up_to.last);
            job.settings = Arc::new(up_to.settings);
            warnings = up_to.notes;
        }
        let id = self.summaries.number();
        self.host.emit(match purpose {
            SummaryPurpose::Preview => SessionEvent::PreviewStarted { summary: id },
            _ => SessionEvent::SummarizationStarted {
                summary: id,
                purpose,
                reason,
                decision,
                explanation: explanation(purpose, &decision, last),
                blocking,
            },
        });
        let writers = model_allowed.then_some(&self.summaries.writers);
        let models = writers.map(|it| it.models(&self.model, &settings)).unwrap_or_default();
        let uses_models = !models.is_empty();
        if capped && settings.mode != Mode::Rules {
            warnings.extend(breakers.iter().map(|breaker| breaker.explanation().to_owned()));
        }
        let (began, planned_on) = (self.exchange.now().steady, self.history.version());
        let (shape, total) = (self.request.shape(), self.request.view().total());
        // Last of all: nothing may fail between a request and the registration of its receiver.
        let task = self.exchange.ask(Question::Summarize { job: Box::new(job.clone()), models });
        let timer = Some(self.patience(blocking));
        #[rustfmt::skip]
        let run = SummaryRun {
            id, purpose, reason, task, may_use_models: uses_models, timer, began, planned_on, shape, root, job, total, available,
            used: decision.used, up_to: last, warnings, options: Box::new(wanted.options),
        };
        self.summaries.run = Some(run);
    }

    /// The compaction job for a ground, according to the trigger.
    fn job(&mut self, ground: Ground, decision: &Decision) -> CompactionJob {
        CompactionJob {
            fixed: ground.total.saturating_sub(ground.tokens.iter().sum()),
            messages: ground.messages,
            tokens: ground.tokens,
            available: self.model.available_counted(&self.settings),
            settings: Arc::clone(&self.settings),
            reason: decision.to_string(),
            forced: false,
            instructions: None,
            model_allowed: false,
            next_id: self.history.reserve_id(),
            next_record: self.history.next_record(),
            now: self.exchange.now().wall_ms,
            counter: *self.request.view().counter(),
        }
    }

    /// Sets a timer for a model that takes too long: for a waiting turn, or in the background.
    fn patience(&mut self, blocking: bool) -> TaskId {
        let wait = if blocking {
            self.settings.summary_wait_seconds
        } else {
            self.settings.background_summary_seconds
        };
        self.exchange.ring(seconds(wait))
    }

    /// What a run condenses: the view, or what it would be without all
    /// summaries.
    pub(super) fn ground(&self, fresh: bool) -> Ground {
        let of = |view: &SendView, root| Ground {
            root,
            messages: view.messages().to_vec(),
            tokens: view.tokens(),
            total: view.total(),
        };
        if fresh
            && let Some(oldest) = self.oldest_of_chain()
            && let Some(view) = self.view_without(oldest)
        {
            return of(&view, Some(oldest));
        }
        of(self.request.view(), None)
    }

    /// A turn waits from now on: rules take over after the shorter patience, or when the longer one
    /// ends, whichever is sooner.
    pub(super) fn somebody_waits(&mut self) {
        let wait = seconds(self.settings.summary_wait_seconds);
        let Some(run) = &mut self.summaries.run else { return };
        let Some(old) = run.timer else { return };
        let background = seconds(self.settings.background_summary_seconds);
        let left = background.saturating_sub(run.elapsed(self.exchange.now()));
        self.exchange.stop(old);
        run.timer = Some(self.exchange.ring(wait.min(left)));
    }

    /// The summary takes too long: rules write it instead.
    pub(super) fn summary_out_of_time(&mut self) {
        let now = self.exchange.now();
        let Some(run) = &mut self.summaries.run else { return };
        run.timer = None;
        let (asked, seconds) = (run.may_use_models, run.elapsed(now).as_secs());
        run.warnings
            .push(format!("no model wrote the summary in {seconds} seconds; rules wrote it"));
        let mut job = run.job.clone();
        job.model_allowed = false;
        let mut settings = (*job.settings).clone();
        settings.mode = Mode::Rules;
        job.settings = Arc::new(settings);
        self.exchange.stop(run.task);
        let models = Vec::new();
        run.task = self.exchange.ask(Question::Summarize { job: Box::new(job), models });
        if asked {
            // Its cost will never be reported.
            self.costs.add_summary(None, None);
            self.summaries.watch.models_asked(Some(now.wall_ms));
        }
    }

    pub(super) fn cancel_summary(&mut self) {
        self.cancel_summary_because("cancelled");
    }

    /// Cancels the current summarization; the history stays unchanged.
    pub(super) fn cancel_summary_because(&mut self, why: &str) {
        let Some(run) = &self.summaries.run else { return };
        let (task, uses_model) = (run.task, run.may_use_models && run.timer.is_some());
        self.exchange.stop(task);
        if uses_model {
            self.costs.add_summary(None, None);
        }
        self.finish_summary(&Err(Failure::new(FailureClass::Cancelled, why)));
    }

    /// Reports if a summarization is already running.
    pub(super) fn is_busy(&mut self) -> bool {
        let Some(failure) = self.summaries.busy() else { return false };
        self.error(None, failure);
        true
    }

    pub(super) fn start_by_hand(&mut self, purpose: SummaryPurpose, wanted: Wanted) {
        let decision = self.decide_by_hand();
        let available = self.model.available_counted(&self.settings);
        self.start_summary(purpose, Reason::Manual, decision, available, wanted, false);
    }

    /// Reads what the user wants from a summary; `None`, and an error event that says why, if that
    /// is impossible.
    fn wanted(&mut self, instructions: Option<String>, up_to: Option<MessageId>) -> Option<Wanted> {
        if self.is_busy() {
            return None;
        }
        let up_to = up_to
            .map(|message| self.guarded(|it| it.range_up_to(message, &it.settings)))
            .transpose();
        match up_to {
            Ok(up_to) => Some(Wanted { instructions, up_to, ..Wanted::default() }),
            Err(failure) => {
                self.error(None, failure);
                None
            }
        }
    }

    /// Where a summary up to a message ends, and how it is made.
    pub(super) fn range_up_to(
        &self,
        message: MessageId,
        settings: &Settings,
    ) -> Result<UpTo, Failure> {
        self.history.require_in_view(message)?;
        let view: Vec<&Message> = self.request.view().messages().iter().map(|it| &**it).collect();
        Ok(UpTo::of(&view, self.request.place_of(message)?, settings)?)
    }

    pub(super) fn summarize(&mut self, instructions: Option<String>, up_to: Option<MessageId>) {
        if let Some(wanted) = self.wanted(instructions, up_to) {
            self.start_by_hand(SummaryPurpose::Manual, wanted);
        }
    }

    pub(super) fn summarize_originals(&mut self, instructions: Option<String>) {
        if let Some(wanted) = self.wanted(instructions, None) {
            self.start_by_hand(SummaryPurpose::FromOriginals, wanted);
        }
    }
}

/// A setting in seconds as a duration; they are checked before.
fn seconds(setting: f64) -> Duration {
    Duration::try_from_secs_f64(setting).unwrap_or(Duration::MAX)
}

/// Why a run begins, with its arithmetic, in words for the user.
fn explanation(purpose: SummaryPurpose, decision: &Decision, up_to: Option<MessageId>) -> String {
    match purpose {
        SummaryPurpose::Overflow => format!(
            "the server found the request too long; the next one has at most {} tokens",
            grouped(decision.available)
        ),
        _ => match up_to {
            Some(last) => format!("{decision}, up to {last}"),
            None => decision.to_string(),
        },
    }
}

//! The driver's state and its loop.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::runtime::Runtime;
use tokio::task::AbortHandle;

use super::describing::Description;
use super::host_view::HostView;
use super::input::{Input, Panicked, TaskId};
use super::model_state::ModelState;
use super::numbers::Numbers;
use super::remains::Remains;
use super::send_view::SendView;
use super::server_count::ServerCount;
use super::store::Store;
use super::summary_run::{HeldPreview, SummaryRun};
use super::summary_watch::SummaryWatch;
use super::summary_writers::SummaryWriters;
use super::timer::Timer;
use super::toolbox::Toolbox;
use super::turn::{Queued, Turn, TurnInput};
use super::turn_queue::TurnQueue;
use crate::Event;
use crate::live::command::Command;
use crate::live::{
    Breaker, Clock, CostLedger, Failure, FailureClass, Policy, SessionBounds, SessionEvent,
    SessionState, ShutdownReport, Snapshot, SummaryState, TurnEnd, TurnId, TurnState, UsageReport,
};
use vibeue_compaction::{Decision, Situation};
use vibeue_conversation::Message;
use vibeue_conversation::settings::Settings;
use vibeue_tokens::models::Source;

/// The one owner of a conversation.
#[derive(Debug)]
pub(in crate::live) struct Driver {
    pub(super) inputs: Sender<Input>,
    pub(super) runtime: Runtime,
    /// Threads of the runtime that are alive.
    pub(super) workers: Arc<AtomicUsize>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) bounds: SessionBounds,
    pub(super) store: Store,
    pub(super) view: SendView,
    pub(super) model: ModelState,
    pub(super) description: Description,
    pub(super) writers: SummaryWriters,
    pub(super) settings: Arc<Settings>,
    pub(super) tools: Toolbox,
    /// Who is asked before a call runs, with what was allowed already.
    pub(super) policy: Policy,
    pub(super) watch: SummaryWatch,
    /// Counts the changes of the view by compactions, undos and edits.
    pub(super) shape: u64,
    /// The server's own count of the request as it is now.
    pub(super) server_count: ServerCount,
    pub(super) costs: CostLedger,
    pub(super) queue: TurnQueue,
    pub(super) turn: Option<Turn>,
    pub(super) summary: Option<SummaryRun>,
    pub(super) preview: Option<HeldPreview>,
    pub(super) host: HostView,
    pub(super) numbers: Numbers,
    pub(super) closing: Option<Instant>,
}

impl Driver {
    /// Hears and decides until the host ends it.
    pub(in crate::live) fn run(mut self, inputs: &Receiver<Input>) -> (ShutdownReport, Remains) {
        while let Ok(input) = inputs.recv() {
            let mut handled = catch_unwind(AssertUnwindSafe(|| {
                self.handle(input);
                self.go_on();
            }));
            // Turns that wait come next also after a panic. Each time round one
            // of them is gone, so this ends.
            while let Err(panic) = handled {
                self.recover(&Panicked::from(panic));
                if self.queue.is_empty() {
                    break;
                }
                handled = catch_unwind(AssertUnwindSafe(|| self.go_on()));
            }
            if self.closing.is_some() {
                break;
            }
        }
        self.close()
    }

    /// Begins the next turn, if it is time, and publishes the current state.
    fn go_on(&mut self) {
        self.start_next();
        self.publish();
        if self.turn.is_none()
            && let Err(error) = self.store.rest()
        {
            self.error(None, error.into());
            self.publish();
        }
    }

    fn handle(&mut self, input: Input) {
        match input {
            Input::Command(command) => self.command(command),
            Input::Heard(task) => self.words_arrived(task),
            Input::Replied(task, answer) => self.replied(task, answer),
            Input::Counted(task, count) => self.counted(task, count),
            Input::Described(task, info) => self.described(task, info),
            Input::Summarized(task, report) => self.summarized(task, *report),
            Input::Elapsed(task) => self.elapsed(task),
        }
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Submit { turn, parts } => self.submit(turn, TurnInput::Words(parts)),
            Command::Retry { turn } => self.submit(turn, TurnInput::Again),
            Command::Cancel { turn } => self.cancel(turn),
            Command::Withdraw { submit } => self.withdraw(submit),
            Command::CancelSummary => self.cancel_summary(),
            Command::Summarize { instructions } => self.summarize(instructions),
            Command::SummarizeOriginals { instructions } => self.summarize_originals(instructions),
            Command::Preview { instructions } => self.make_preview(instructions),
            Command::AcceptPreview { text } => self.accept_preview(text),
            Command::Undo { compaction } => self.undo(compaction),
            Command::Redo { compaction } => self.redo(compaction),
            Command::Pin { message, pinned } => self.pin(message, pinned),
            Command::EditSummary { message, text } => self.edit_summary(message, &text),
            Command::SwitchModel { model, provider } => self.switch_model(*model, provider),
            Command::AnswerTool { call_id, answer } => self.answer_tool(&call_id, answer),
            Command::ApproveTool { call_id, approval } => self.approve_tool(&call_id, approval),
            Command::SetSettings { settings } => self.set_settings(*settings),
            Command::SetTools { tools } => self.set_tools(tools),
            Command::SetPlanMode { on } => self.policy.plan = on,
            Command::Rename { title } => self.rename(title),
            Command::Shutdown { deadline } => self.closing = Some(deadline),
        }
    }

    fn elapsed(&mut self, task: TaskId) {
        if self.description.rings(task) {
            self.give_up_describing();
        } else if self
            .summary
            .as_ref()
            .is_some_and(|run| run.timer.as_ref().is_some_and(|it| it.is(task)))
        {
            self.summary_out_of_time();
        }
    }

    /// A bug must not take the conversation with it: what was under way ends
    /// as failed, and the state is made again from the history.
    fn recover(&mut self, panic: &Panicked) {
        let failure = internal(panic);
        let ending = self.turn.as_ref().map(|turn| turn.id);
        let mut told = false;
        let again = catch_unwind(AssertUnwindSafe(|| {
            let summary = self.summary.take();
            let turn = self.turn.take();
            if let Some(run) = summary {
                run.handle.abort();
                self.end_summary(&run, &Err(failure.clone()));
            }
            match turn {
                Some(turn) => {
                    turn.abort();
                    self.fail_ended(turn.id, failure.clone());
                }
                None => self.error(None, failure.clone()),
            }
            told = true;
            self.reshaped();
            self.publish();
        }));
        if again.is_err() {
            // Not even that: the host at least hears of it, and may close.
            self.turn = None;
            self.summary = None;
            if !told {
                self.error(ending, failure);
                if let Some(turn) = ending {
                    self.host.emit(SessionEvent::TurnEnded { turn, end: TurnEnd::Failed });
                }
            }
            self.host.flush();
        }
    }

    /// Does something of which the end must be told, also when a bug breaks it
    /// off.
    pub(super) fn guarded<T>(
        &mut self,
        what: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        catch_unwind(AssertUnwindSafe(|| what(self))).unwrap_or_else(|panic| {
            // It may have come far enough to change the history.
            self.reshaped();
            Err(internal(&Panicked::from(panic)))
        })
    }

    /// Tells that a turn, which is no longer the one under way, failed.
    pub(super) fn fail_ended(&mut self, turn: TurnId, failure: Failure) {
        self.error(Some(turn), failure);
        self.host.emit(SessionEvent::TurnEnded { turn, end: TurnEnd::Failed });
    }

    pub(super) fn error(&mut self, turn: Option<TurnId>, failure: Failure) {
        tracing::debug!(target: "vibeue::session", class = ?failure.class, "{}", failure.message);
        self.host.emit(SessionEvent::Error { turn, failure });
    }

    pub(super) fn warn(&mut self, message: impl Into<String>) {
        let turn = self.turn.as_ref().map(|turn| turn.id);
        self.host.emit(SessionEvent::Warning { turn, message: message.into() });
    }

    /// Adds a message to the conversation: on disk, in the view, in the count.
    pub(super) fn append(
        &mut self,
        message: Message,
        turn: Option<TurnId>,
    ) -> Result<Arc<Message>, Failure> {
        let message = self.store.append_message(message, self.clock.now())?;
        self.joined(&message, turn);
        Ok(message)
    }

    /// Takes in a message that the history holds from now on.
    pub(super) fn joined(&mut self, message: &Arc<Message>, turn: Option<TurnId>) {
        self.view.push(Arc::clone(message));
        self.server_count = ServerCount::NotAsked;
        self.host.appended(message);
        self.watch.trigger.message_added(message.is_user_request());
        self.host.emit(SessionEvent::Message { turn, message: Arc::clone(message) });
    }

    /// Writes an event that is not a message.
    pub(super) fn write(&mut self, event: Event) -> Result<u64, Failure> {
        let applied = self.store.append(event, self.clock.now())?;
        Ok(applied.version)
    }

    /// Takes over a view that was reshaped by more than a message at its end.
    pub(super) fn reshaped(&mut self) {
        self.shape += 1;
        self.server_count = ServerCount::NotAsked;
        self.refresh_tools();
        self.view.set_reader(self.model.home());
        self.view.rebuild(self.store.history());
        self.host.reshaped(self.store.history());
        self.watch.depth = self.view.depth(self.store.history());
    }

    /// What the trigger is asked about.
    pub(super) fn situation(&self) -> Situation {
        let (used, available) = match self.server_count {
            ServerCount::Known(tokens) => (tokens, self.model.available_certain(&self.settings)),
            _ => (self.model.calibrated(self.view.total()), self.model.available(&self.settings)),
        };
        Situation { used, available, messages: self.view.spoken(), depth: self.watch.depth }
    }

    /// Starts a task; its number is how its answer is known.
    pub(super) fn spawn<T: Send + 'static>(
        &mut self,
        future: impl Future<Output = T> + Send + 'static,
        answer: impl FnOnce(TaskId, Result<T, Panicked>) -> Input + Send + 'static,
    ) -> (TaskId, AbortHandle) {
        let task = self.numbers.task();
        let inputs = self.inputs.clone();
        let handle = self.runtime.spawn(async move {
            let result = AssertUnwindSafe(future).catch_unwind().await.map_err(Panicked::from);
            // Nobody hears it when the session has ended.
            let _ = inputs.send(answer(task, result));
        });
        (task, handle.abort_handle())
    }

    /// TurnInput to be told when so much time went by.
    pub(super) fn after(&mut self, wait: Duration) -> Timer {
        let sleep = async move { tokio::time::sleep(wait).await };
        let (task, handle) = self.spawn(sleep, |task, _| Input::Elapsed(task));
        Timer::new(task, handle)
    }

    /// Why no model writes summaries at the moment.
    pub(super) fn breakers(&self, decision: &Decision) -> Vec<Breaker> {
        let (spent, now) = (&self.costs.summaries, || self.clock.now());
        self.watch.breakers(decision, spent, &self.bounds, &self.settings, now)
    }

    /// What the request costs as the host sees it: with the words of an answer
    /// that is still coming, which will be part of the next one.
    fn shown_situation(&self) -> Situation {
        let mut situation = self.situation();
        let coming = self.turn.as_ref().map_or(0, |turn| turn.coming().total());
        situation.used = situation.used.saturating_add(self.model.calibrated(coming));
        situation
    }

    fn usage_report(&self, situation: &Situation) -> UsageReport {
        let known = matches!(self.server_count, ServerCount::Known(_));
        let coming = self.turn.as_ref().map(Turn::coming).unwrap_or_default();
        let window_source = self.model.limits().window.source;
        UsageReport {
            breakdown: self.view.usage() + coming,
            used: situation.used,
            available: situation.available,
            exact: known || self.view.is_exact(),
            error_bound: if known { 0.0 } else { self.model.error_bound() },
            budget: self.model.budget(&self.settings),
            window_source,
            window_pending: self.description.is_pending()
                && matches!(window_source, Source::Table | Source::Default),
        }
    }

    fn state(&self) -> SessionState {
        SessionState {
            turn: self.turn.as_ref().map(|turn| TurnState {
                turn: turn.id,
                phase: turn.phase(),
                rounds: turn.rounds,
            }),
            queued: self.queue.len(),
            unsent: self.queue.unsent(),
            summary: self
                .summary
                .as_ref()
                .map(|run| SummaryState { summary: run.id, purpose: run.purpose }),
            closed: self.closing.is_some(),
        }
    }

    /// Publishes the current state to the host.
    pub(super) fn publish(&mut self) {
        let situation = self.shown_situation();
        let usage = self.usage_report(&situation);
        let decision = self.watch.trigger.decide(&situation, &self.settings);
        let breakers = self.breakers(&decision);
        for breaker in self.watch.news(&breakers) {
            self.warn(breaker.explanation());
        }
        self.host.revision += 1;
        let (history, host) = (self.store.history(), &self.host);
        let snapshot = Snapshot {
            revision: host.revision,
            version: history.version(),
            conversation: self.store.conversation().into(),
            title: history.title().map(Into::into),
            model: Arc::clone(&self.model.choice),
            limits: self.model.limits(),
            state: self.state(),
            usage,
            decision,
            costs: self.costs,
            summaries: Arc::clone(&host.summaries),
            transcript: host.transcript.clone(),
            view: host.view.clone(),
            condensed: Arc::clone(&host.condensed),
            breakers,
            settings: Arc::clone(&self.settings),
            tools: self.tools.shared(),
            waiting: Arc::clone(&host.waiting),
        };
        self.host.show(snapshot);
        if let Some(turn) = &self.turn {
            turn.release();
        }
    }

    /// Does one thing of the end: a bug in it must not keep the others from
    /// being done.
    fn ending<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(|| what(self))) {
            Ok(done) => Some(done),
            Err(panic) => {
                self.recover(&Panicked::from(panic));
                None
            }
        }
    }

    /// Ends everything and says how that went.
    fn close(mut self) -> (ShutdownReport, Remains) {
        let deadline = self.closing.unwrap_or_else(Instant::now);
        self.closing = Some(deadline);
        let turn_cancelled = self.turn.is_some();
        let summary_cancelled = self.summary.is_some();
        let queue = self.queue.take_turns();
        let waits = |queued: &&Queued| matches!(queued.input, TurnInput::Waiting(_));
        let unsent = queue.iter().filter(waits).count();
        self.ending(|driver| {
            driver.cancel(None);
            driver.cancel_summary();
        });
        // What waits stays in the journal: the next session shows it.
        for Queued { turn, .. } in queue {
            self.host.emit(SessionEvent::TurnEnded { turn, end: TurnEnd::Cancelled });
        }
        let synced = self.ending(|driver| driver.store.sync().is_ok());
        self.ending(Self::publish);
        self.host.flush();
        let unsynced = synced != Some(true);
        let Self { runtime, workers, store, view, host, .. } = self;
        // Whoever hears of the end may open the journal at once.
        let remains = Remains::new(store.close(), view, host);
        runtime.shutdown_timeout(deadline.saturating_duration_since(Instant::now()));
        let report = ShutdownReport {
            complete: workers.load(Ordering::Acquire) == 0,
            turn_cancelled,
            summary_cancelled,
            unsent,
            unsynced,
            took: Duration::ZERO,
        };
        (report, remains)
    }
}

/// The failure that a bug of ours is for the host.
fn internal(panic: &Panicked) -> Failure {
    Failure::new(FailureClass::Internal, format!("an internal error: {}", panic.message()))
        .hint("go on, or close the conversation and open it again; please report this")
}

//! The thread that owns the machine.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use tokio::runtime::Runtime;
use tokio::task::AbortHandle;

use super::answer_stream::AnswerStream;
use super::signal::Signal;
use crate::journal::Writer;
use crate::live::machine::{
    Arrived, Effect, Input, Leftovers, Moment, News, Outcome, Panicked, State, TaskId, step,
};
use crate::live::running_calls::RunningCalls;
use crate::live::{Clock, EventQueue, Policy, ShutdownReport, Snapshot};
use crate::results::ResultFiles;
use vibeue_provider::{ProviderError, Reply};
use vibeue_summarizer::SummaryCache;

/// Owns a conversation and everything outside that it uses: carries out what the machine decides,
/// and reports the outcome to it.
#[derive(Debug)]
pub(in crate::live) struct Executor {
    pub(super) state: State,
    pub(super) signals: Sender<Signal>,
    pub(super) runtime: Runtime,
    /// Threads of the runtime that are alive.
    pub(super) workers: Arc<AtomicUsize>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) began: Instant,
    /// The last time that was read.
    pub(super) now: Moment,
    /// The journal's writer; none if the conversation is in memory only.
    pub(super) journal: Option<Writer>,
    /// Results that are too long for it; none if there is no journal.
    pub(super) results: Option<ResultFiles>,
    /// Whether everything that was written is on the disk.
    pub(super) synced: bool,
    /// What is allowed in the project, for writing it to the file; the machine decides by a copy of
    /// its own.
    pub(super) permissions: Policy,
    pub(super) cache: Arc<SummaryCache>,
    pub(super) tasks: HashMap<TaskId, AbortHandle>,
    /// The words of the answers that are coming.
    pub(super) streams: HashMap<TaskId, Arc<AnswerStream>>,
    pub(super) events: Arc<EventQueue>,
    pub(super) snapshot: Arc<ArcSwapOption<Snapshot>>,
    /// The calls that the host runs, noted next to the journal.
    pub(super) running_calls: Arc<RunningCalls>,
}

impl Executor {
    /// Takes inputs and carries out effects until the host ends it.
    pub(in crate::live) fn run(
        mut self,
        signals: &Receiver<Signal>,
    ) -> (ShutdownReport, Leftovers) {
        let mut deadline = Instant::now();
        while !self.state.is_closed() {
            let news = match signals.recv() {
                Ok(Signal::Shutdown { deadline: until }) => {
                    deadline = until;
                    Some(News::ShutDown)
                }
                Ok(signal) => self.news(signal),
                Err(_) => Some(News::ShutDown),
            };
            if let Some(news) = news {
                self.handle(news);
            }
        }
        self.end(deadline)
    }

    /// The news that a signal is to the machine; nothing if nobody awaits it.
    fn news(&mut self, signal: Signal) -> Option<News> {
        Some(match signal {
            Signal::Command(command) => News::Command(command),
            Signal::Shutdown { .. } => News::ShutDown,
            Signal::Received(task) => {
                let stream = self.streams.get(&task)?;
                if stream.is_flooded() {
                    return Some(News::Flooded { task, arrived: stream.close() });
                }
                let (words, arguments) = stream.take_uncounted();
                News::Received { task, words, arguments }
            }
            Signal::Replied(task, answer) => self.reply(task, answer),
            Signal::Counted(task, count) => News::Counted(self.ended(task), count),
            Signal::Described(task, info) => News::Described(self.ended(task), info),
            Signal::Summarized(task, report) => News::Summarized(self.ended(task), report),
            Signal::Elapsed(task) => News::Elapsed(self.ended(task)),
        })
    }

    fn reply(&mut self, task: TaskId, answer: Outcome<Result<Reply, ProviderError>>) -> News {
        self.ended(task);
        match self.streams.remove(&task) {
            Some(stream) => {
                let flooded = stream.is_flooded();
                News::Replied { task, arrived: stream.close(), flooded, answer }
            }
            // It was stopped when it had just ended.
            None => News::Replied { task, arrived: Arrived::default(), flooded: false, answer },
        }
    }

    fn ended(&mut self, task: TaskId) -> TaskId {
        self.tasks.remove(&task);
        task
    }

    /// Gives the machine an input, carries out its effects and gives it their outcomes, until it
    /// wants nothing more.
    fn handle(&mut self, news: News) {
        let mut news = VecDeque::from([news]);
        if let Err(panic) = self.look_at_the_clock() {
            news.push_front(News::Panicked(panic));
        }
        while let Some(next) = news.pop_front() {
            // A bug in reporting a bug is not reported: that would go on forever.
            let mut reports_bugs = !matches!(next, News::Panicked(_));
            let mut answers = Vec::new();
            for effect in self.step(next) {
                match catch_unwind(AssertUnwindSafe(|| self.carry_out(effect))) {
                    Ok(answer) => answers.extend(answer),
                    Err(panic) if reports_bugs => {
                        reports_bugs = false;
                        answers.push(News::Panicked(panic.into()));
                    }
                    Err(_) => {}
                }
            }
            // Before anything else is handled. What was written comes first: until then the journal
            // is ahead of the history.
            let (written, others): (Vec<_>, Vec<_>) =
                answers.into_iter().partition(|answer| matches!(answer, News::Written(_)));
            for answer in written.into_iter().chain(others).rev() {
                news.push_front(answer);
            }
        }
    }

    /// Lets the machine decide; a bug in it costs only what is running.
    fn step(&mut self, news: News) -> Vec<Effect> {
        let mut input = Input { at: self.now, news };
        let state = &mut self.state;
        // Each iteration removes a waiting turn, so this ends.
        loop {
            let panic = match catch_unwind(AssertUnwindSafe(|| step(state, input))) {
                Ok(effects) => return effects,
                Err(panic) => Panicked::from(panic),
            };
            if catch_unwind(AssertUnwindSafe(|| state.recover(&panic))).is_err() {
                state.abandon(&panic);
            }
            if !state.is_due() {
                return state.take_effects();
            }
            input = Input { at: self.now, news: News::GoOn };
        }
    }

    /// Reads the clocks, once for each signal of any kind.
    ///
    /// The machine has no clock: all that it decides by time (how long a summary has taken, whether
    /// a model that failed may be asked again) it decides by the time of its input, and only it
    /// knows which inputs need that. Reading two clocks costs some tens of nanoseconds, of the
    /// microseconds that a signal takes; arriving words signal at most five times a second. Using
    /// one time for the signal and everything that follows from it keeps a step a function of its
    /// input. An event in the journal is dated by the clock when it is written.
    fn look_at_the_clock(&mut self) -> Outcome<()> {
        self.now.steady = self.began.elapsed();
        self.now.wall_ms = catch_unwind(AssertUnwindSafe(|| self.clock.now()))?;
        Ok(())
    }

    /// Ends everything and says how that went.
    fn end(self, deadline: Instant) -> (ShutdownReport, Leftovers) {
        let Self { runtime, workers, state, journal, synced, running_calls, .. } = self;
        running_calls.end();
        // Whoever is notified of the end may open the journal at once.
        drop(journal);
        let closing = state.closing().cloned();
        let leftovers = Leftovers::from(state);
        runtime.shutdown_timeout(deadline.saturating_duration_since(Instant::now()));
        let report = ShutdownReport {
            complete: workers.load(Ordering::Acquire) == 0,
            turn_cancelled: closing.as_ref().is_some_and(|it| it.turn_cancelled),
            summary_cancelled: closing.as_ref().is_some_and(|it| it.summary_cancelled),
            unsent: closing.as_ref().map_or(0, |it| it.unsent),
            unsynced: !synced,
            took: Duration::ZERO,
        };
        (report, leftovers)
    }
}

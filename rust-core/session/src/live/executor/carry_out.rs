//! Carries out effects, one after the other.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use futures_util::FutureExt;

use super::answer_stream::AnswerStream;
use super::run::Executor;
use super::signal::Signal;
use crate::Event;
use crate::journal::Writer;
use crate::live::machine::{Arrived, Effect, News, Outcome, Panicked, Question, TaskId, internal};
use crate::live::{CostLedger, Failure};
use crate::results::ResultFiles;
use vibeue_provider::Delta;

impl Executor {
    /// Carries out an effect; returns the news that the machine must get at once.
    pub(super) fn carry_out(&mut self, effect: Effect) -> Option<News> {
        match effect {
            Effect::Write { seq, event, spent } => {
                return Some(News::Written(self.write(seq, event, spent.as_deref())));
            }
            Effect::Keep { text } => {
                let kept = self.with_results(|files| files.keep(&text));
                return Some(News::Kept { text, kept });
            }
            Effect::ReadKept { whole } => {
                return Some(News::ReadKept(self.with_results(|files| files.read(&whole))));
            }
            Effect::CutOff { task } => return Some(News::CutOff { arrived: self.stop(task) }),
            Effect::Ask { task, question } => self.ask(task, question),
            Effect::Ring { task, after } => {
                let sleep = async move { tokio::time::sleep(after).await };
                self.spawn(task, sleep, |task, _| Signal::Elapsed(task));
            }
            Effect::Stop { task } => {
                self.stop(task);
            }
            Effect::AllowInProject { tool } => {
                let kept = self.permissions.allow_in_project(&tool);
                return kept.err().map(|error| News::PermissionNotKept(error.to_string()));
            }
            Effect::Show(mut snapshot) => {
                snapshot.session_began = Some(self.began);
                self.snapshot.store(Some(Arc::from(snapshot)));
            }
            Effect::Emit(event) => self.events.push(event),
            Effect::Release { task } => {
                if let Some(stream) = self.streams.get(&task) {
                    stream.release();
                }
            }
            Effect::Rest => {
                let rested = self.journal.as_mut().map_or(Ok(()), Writer::rest);
                return rested.err().map(|error| News::NotAtRest(error.into()));
            }
            Effect::Close => {
                self.synced = self.journal.as_mut().is_none_or(|it| it.sync().is_ok());
            }
        }
        None
    }

    /// Writes an event into the journal, dated by the clock. The machine is always notified of the
    /// outcome: it awaits that.
    fn write(
        &mut self,
        seq: u64,
        event: Box<Event>,
        spent: Option<&CostLedger>,
    ) -> Result<Box<Event>, Failure> {
        let (clock, journal) = (&self.clock, &mut self.journal);
        let written = catch_unwind(AssertUnwindSafe(|| {
            let at = clock.now();
            journal.as_mut().map_or(Ok(()), |journal| journal.append(seq, at, &event, spent))
        }));
        match written {
            Ok(Ok(())) => Ok(event),
            Ok(Err(error)) => Err(error.into()),
            Err(panic) => Err(internal(&Panicked::from(panic))),
        }
    }

    /// Does something with the files of results; the error says in words why it cannot.
    fn with_results<T>(
        &self,
        what: impl FnOnce(&ResultFiles) -> vibeue_conversation::Result<T>,
    ) -> Result<T, String> {
        let files = self.results.as_ref().ok_or("this conversation has no journal")?;
        // The machine is always notified of the outcome: it awaits that.
        match catch_unwind(AssertUnwindSafe(|| what(files))) {
            // The model gets no path.
            Ok(done) => done.map_err(|error| {
                tracing::warn!(target: "vibeue::session", "a result's file: {error}");
                error.message().to_owned()
            }),
            Err(panic) => Err(internal(&Panicked::from(panic)).message),
        }
    }

    /// Stops a task; no further word of its answer passes. Returns what had arrived.
    fn stop(&mut self, task: TaskId) -> Arrived {
        if let Some(handle) = self.tasks.remove(&task) {
            handle.abort();
        }
        self.streams.remove(&task).map(|stream| stream.close()).unwrap_or_default()
    }

    fn ask(&mut self, task: TaskId, question: Question) {
        match question {
            Question::Chat { provider, request, turn, room } => {
                let signals = self.signals.clone();
                // Nobody hears it when the session has ended.
                let notify = move || drop(signals.send(Signal::Received(task)));
                let stream = AnswerStream::new(turn, room, Arc::clone(&self.events), notify);
                self.streams.insert(task, Arc::clone(&stream));
                let answer = async move {
                    let mut sink = |delta: Delta<'_>| stream.take(delta);
                    provider.chat(&request, &mut sink).await
                };
                self.spawn(task, answer, Signal::Replied);
            }
            Question::Count { provider, request } => {
                let count = async move { provider.count(&request).await };
                self.spawn(task, count, Signal::Counted);
            }
            Question::Describe { provider, model } => {
                let info = async move { provider.describe(&model).await };
                self.spawn(task, info, Signal::Described);
            }
            Question::Summarize { job, models } => {
                let cache = Arc::clone(&self.cache);
                let report = async move { vibeue_summarizer::run(*job, &models, &cache).await };
                self.spawn(task, report, |task, report| Signal::Summarized(task, Box::new(report)));
            }
        }
    }

    /// Starts a task; its answer carries its number.
    fn spawn<T: Send + 'static>(
        &mut self,
        task: TaskId,
        future: impl Future<Output = T> + Send + 'static,
        answer: impl FnOnce(TaskId, Outcome<T>) -> Signal + Send + 'static,
    ) {
        let signals = self.signals.clone();
        let handle = self.runtime.spawn(async move {
            let result = AssertUnwindSafe(future).catch_unwind().await.map_err(Panicked::from);
            // Nobody hears it when the session has ended.
            let _ = signals.send(answer(task, result));
        });
        self.tasks.insert(task, handle.abort_handle());
    }
}

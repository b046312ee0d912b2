//! Inputs in any order, early, late and for nobody, against what must hold.
//!
//! No thread, no clock and no disk: a case is some dozens of calls of a
//! function, and a seed repeats it exactly. `PROPTEST_CASES` and
//! `PROPTEST_RNG_SEED` say how many and which.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::FutureExt;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::super::*;
use super::plan::{Op, plan, reply_of, words};
use super::world::{Done, World, choice, settings, tool};
use crate::live::command::{Command, SwitchReason};
use crate::live::{Approval, SessionEvent, SummaryId, ToolAnswer, TurnEnd, TurnId};
use vibeue_conversation::pairing::check_pairs;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId, MessageKind, Part};
use vibeue_provider::{ErrorClass, ModelInfo, ProviderError};
use vibeue_summarizer::SummaryCache;

/// A world, and what was heard in it.
pub(super) struct Run {
    pub(super) world: World,
    /// A dry run is on.
    trying: bool,
    submitted: Vec<TurnId>,
    /// Effects that were judged already.
    judged: usize,
    current: Option<TurnId>,
    started: Vec<TurnId>,
    ended: BTreeMap<TurnId, TurnEnd>,
    summary: Option<SummaryId>,
    preview: Option<SummaryId>,
    chat: Option<u64>,
    making: Option<u64>,
    tasks: BTreeSet<u64>,
    /// Calls that the host was told of, and those of them that have ended.
    calls: BTreeSet<String>,
    ended_calls: Vec<String>,
}

/// What is asked of the messages that wait.
fn about_what_waits(op: &Op) -> Command {
    match *op {
        Op::Withdraw(submit) => Command::Withdraw { submit },
        Op::MoveWaiting(submit, earlier) => Command::MoveWaiting { submit, earlier },
        _ => Command::Stop,
    }
}

impl Run {
    pub(super) fn new() -> Self {
        Self {
            world: World::open(),
            trying: false,
            submitted: Vec::new(),
            judged: 0,
            current: None,
            started: Vec::new(),
            ended: BTreeMap::new(),
            summary: None,
            preview: None,
            chat: None,
            making: None,
            tasks: BTreeSet::new(),
            calls: BTreeSet::new(),
            ended_calls: Vec::new(),
        }
    }

    fn next_turn(&mut self) -> TurnId {
        let turn = TurnId(self.submitted.len() as u64 + 1);
        if !self.world.state.is_closed() {
            self.submitted.push(turn);
        }
        turn
    }

    /// A task by a number, also one that never was.
    fn task(&self, at: usize) -> TaskId {
        TaskId(at as u64)
    }

    pub(super) fn op(&mut self, op: &Op) {
        let closed = self.world.state.is_closed();
        let version = self.world.state.history.version();
        let (late, news) = self.news(op);
        let Some(news) = news else { return };
        let done = self.world.handle(news);
        if closed {
            assert_eq!(done, [], "nothing comes after the end");
        }
        if let Op::DryRun(on) = op {
            self.trying = *on;
        }
        let runs = |done: &Done| match done {
            Done::Emitted(SessionEvent::ToolApproved { .. }) => true,
            Done::Emitted(SessionEvent::ToolCall { dry_run, .. }) => !dry_run,
            _ => false,
        };
        assert!(!self.trying || !done.iter().any(runs), "{op:?} runs in a dry run: {done:?}");
        if late {
            assert_eq!(self.world.state.history.version(), version, "{op:?} came too late");
            let says = |done: &Done| matches!(done, Done::Emitted(SessionEvent::Warning { .. }));
            let acts = |done: &&Done| !matches!(done, Done::Show | Done::Rest) && !says(done);
            let acts: Vec<&Done> = done.iter().filter(acts).collect();
            assert!(acts.is_empty(), "{op:?} came too late: {acts:?}");
        }
        self.judge();
    }

    /// An input, and whether nobody awaits it.
    fn news(&mut self, op: &Op) -> (bool, Option<News>) {
        let command = |command| (false, Some(News::Command(command)));
        match op {
            Op::Submit { words: count } => {
                let (turn, text) = (self.next_turn(), words(*count));
                command(Command::Submit { turn, parts: vec![Part::text(text)] })
            }
            Op::Retry => command(Command::Retry { turn: self.next_turn() }),
            Op::Change(message) => command(self.change(MessageId(*message))),
            Op::ShowBranch(branch) => command(Command::ShowBranch { branch: *branch }),
            Op::Cancel => command(Command::Cancel { turn: None }),
            Op::CancelTurn(at) => command(Command::Cancel { turn: Some(TurnId(*at as u64)) }),
            Op::Stop | Op::Withdraw(_) | Op::MoveWaiting(..) => command(about_what_waits(op)),
            Op::Summarize(up_to) => {
                command(Command::Summarize { instructions: None, up_to: up_to.map(MessageId) })
            }
            Op::SummarizeOriginals => command(Command::SummarizeOriginals { instructions: None }),
            Op::Preview => command(Command::Preview { options: Box::default() }),
            Op::AcceptPreview => command(Command::AcceptPreview { preview: None, text: None }),
            Op::CancelSummary => command(Command::CancelSummary),
            Op::Undo => command(Command::Undo { compaction: None }),
            Op::Redo => command(Command::Redo { compaction: None }),
            Op::Pin(message, pinned) => {
                command(Command::Pin { message: MessageId(*message), pinned: *pinned })
            }
            Op::Shorten(message) => command(Command::Shorten { message: MessageId(*message) }),
            Op::Restore(message) => command(Command::Restore { message: MessageId(*message) }),
            Op::EditSummary | Op::UndoEdit | Op::RedoEdit => {
                let mut view = self.world.journal.view().iter();
                let summary = view.find(|message| message.kind == MessageKind::Summary);
                let message = summary.map_or(MessageId(1), |message| message.id);
                command(match op {
                    Op::UndoEdit => Command::UndoEdit { message },
                    Op::RedoEdit => Command::RedoEdit { message },
                    _ => Command::EditSummary { message, text: "Shorter.".to_owned() },
                })
            }
            Op::Switch(small) => {
                let model = Box::new(choice(if *small { 2_500 } else { 4_000 }));
                let reason = SwitchReason::Host;
                command(Command::SwitchModel { model, provider: None, reason })
            }
            Op::Enable(enabled) => {
                let settings = Box::new(Settings { enabled: *enabled, ..settings() });
                command(Command::SetSettings { settings })
            }
            Op::SetTools(some) => command(Command::SetTools {
                tools: some.then(|| tool("look")).into_iter().collect(),
            }),
            Op::Rename => command(Command::Rename { title: "A talk".to_owned() }),
            other => self.call(other),
        }
    }

    fn call(&mut self, op: &Op) -> (bool, Option<News>) {
        let command = |command| (false, Some(News::Command(command)));
        match op {
            Op::DryRun(on) => command(Command::SetDryRun { on: *on }),
            Op::Rehearse(at) => {
                command(Command::RehearseTool { call_id: self.call_id(*at), preview: None })
            }
            Op::Answer(at) => command(Command::AnswerTool {
                call_id: self.call_id(*at),
                answer: ToolAnswer::text(words(*at * 200)),
            }),
            Op::Approve(at, how) => {
                let approval = match how {
                    0 => Approval::Deny { reason: None },
                    1 => Approval::AllowConversation,
                    2 => Approval::AllowProject,
                    _ => Approval::Allow,
                };
                command(Command::ApproveTool { call_id: self.call_id(*at), approval })
            }
            other => self.report(other),
        }
    }

    fn change(&mut self, message: MessageId) -> Command {
        let (turn, parts) = (self.next_turn(), vec![Part::text("In other words.")]);
        Command::Change { turn, message, parts }
    }

    /// Which call is meant: one that is open, or one that never was.
    fn call_id(&self, at: usize) -> String {
        let stage = self.world.state.turn.as_ref().map(|turn| &turn.stage);
        match stage {
            Some(turn::Stage::Tools { open, .. }) if at < open.len() => open[at].id.to_string(),
            _ => format!("nobody_{at}"),
        }
    }

    /// What a task, a timer or a bug tells.
    fn report(&mut self, op: &Op) -> (bool, Option<News>) {
        match op {
            Op::Received { words: count } => {
                let Some(task) = self.chat else { return (false, None) };
                let words = words(*count);
                self.world.words.push_str(&words);
                (
                    false,
                    Some(News::Received { task: TaskId(task), words, arguments: String::new() }),
                )
            }
            Op::Flood => {
                let Some(task) = self.chat else { return (false, None) };
                let arrived = Arrived { words: words(9), reasoning: None };
                (false, Some(News::Flooded { task: TaskId(task), arrived }))
            }
            Op::Reply(answer) => {
                let Some(task) = self.chat else { return (false, None) };
                let arrived = self.world.arrived();
                let (task, answer) = (TaskId(task), reply_of(answer));
                (false, Some(News::Replied { task, arrived, flooded: false, answer }))
            }
            Op::Stale(at, answer) => {
                let (task, answer) = (self.task(*at), reply_of(answer));
                let late = self.chat != Some(task.0);
                let arrived = Arrived::default();
                (late, Some(News::Replied { task, arrived, flooded: false, answer }))
            }
            Op::Counted(at) => (true, Some(News::Counted(self.task(*at), Ok(Ok(Some(9)))))),
            Op::Described(at, fails) => {
                let cut = || ProviderError::new(ErrorClass::Transport, "cut");
                let info = if *fails { Err(cut()) } else { Ok(ModelInfo::default()) };
                (false, Some(News::Described(self.task(*at), Ok(info))))
            }
            Op::Summarized(back, fails) => self.summarized(*back, *fails),
            Op::AnswerEnded(at) => self.late_answer(*at),
            Op::Elapsed(at) => (false, Some(News::Elapsed(self.task(*at)))),
            Op::DiskFull => {
                self.world.disk_full = true;
                (false, None)
            }
            Op::Bug => {
                let panic: Box<dyn std::any::Any + Send> = Box::new("bang");
                (false, Some(News::Panicked(Panicked::from(panic))))
            }
            _ => (false, Some(News::ShutDown)),
        }
    }

    /// The result of a call that has ended, the last of them at 0.
    fn late_answer(&self, at: usize) -> (bool, Option<News>) {
        let Some(call_id) = self.ended_calls.iter().rev().nth(at).cloned() else {
            return (false, None);
        };
        let answer = ToolAnswer::text("Too late.");
        (true, Some(News::Command(Command::AnswerTool { call_id, answer })))
    }

    /// The result of a job, written by rules: the newest, or an older one that nobody awaits any
    /// more.
    fn summarized(&self, back: usize, fails: bool) -> (bool, Option<News>) {
        let mut tasks: Vec<u64> = self.world.jobs.keys().copied().collect();
        tasks.sort_unstable();
        let Some(task) = tasks.iter().rev().nth(back).copied() else { return (false, None) };
        let outcome = if fails {
            let panic: Box<dyn std::any::Any + Send> = Box::new("bang");
            Err(Panicked::from(panic))
        } else {
            let (job, cache) = (self.world.jobs[&task].clone(), SummaryCache::new());
            let report = vibeue_summarizer::run(job, &[], &cache).now_or_never();
            Ok(report.expect("rules wait for nobody"))
        };
        let late = self.making != Some(task);
        (late, Some(News::Summarized(TaskId(task), Box::new(outcome))))
    }

    /// Holds what was done since the last time against what must hold.
    fn judge(&mut self) {
        for at in self.judged..self.world.done.len() {
            match self.world.done[at].clone() {
                Done::Emitted(event) => self.emitted(&event),
                Done::Chat { task, .. } => {
                    assert!(self.current.is_some() || self.world.state.turn.is_some());
                    assert_eq!(self.running(self.chat), None, "two requests at once");
                    self.asked(task);
                    self.chat = Some(task);
                }
                Done::Summarize { task, .. } => {
                    self.asked(task);
                    self.making = Some(task);
                }
                Done::Count(task) | Done::Describe { task, .. } | Done::Ring { task, .. } => {
                    self.asked(task);
                }
                Done::CutOff(task) | Done::Stop(task) => {
                    self.chat = self.chat.filter(|chat| *chat != task);
                    self.making = self.making.filter(|making| *making != task);
                }
                _ => {}
            }
        }
        self.judged = self.world.done.len();
        self.chat = self.running(self.chat);
        if self.world.state.summaries.run.is_none() {
            self.making = None;
        }
        self.judge_state();
    }

    /// The task of an answer, if the turn still waits for it.
    fn running(&self, chat: Option<u64>) -> Option<u64> {
        let awaited = self.world.state.turn.as_ref().and_then(turn::Turn::task);
        chat.filter(|chat| awaited == Some(TaskId(*chat)))
    }

    fn asked(&mut self, task: u64) {
        assert!(self.tasks.insert(task), "task {task} is there twice");
    }

    fn emitted(&mut self, event: &SessionEvent) {
        use SessionEvent as E;
        match event {
            E::TurnStarted { turn } => {
                assert_eq!(self.current, None, "two turns at once");
                assert!(self.started.last().is_none_or(|last| last < turn), "out of order");
                self.started.push(*turn);
                self.current = Some(*turn);
            }
            E::TurnEnded { turn, end } => {
                assert_eq!(self.ended.insert(*turn, *end), None, "{turn} ended twice");
                if self.current == Some(*turn) {
                    self.current = None;
                } else {
                    assert!(!self.started.contains(turn), "{turn} is not the one under way");
                }
            }
            E::SummarizationStarted { summary, .. } => {
                assert_eq!((self.summary, self.preview), (None, None), "two summaries at once");
                self.summary = Some(*summary);
            }
            E::SummarizationComplete { completion } => {
                assert_eq!(self.summary.take(), Some(completion.summary));
            }
            E::PreviewStarted { summary } => {
                assert_eq!((self.summary, self.preview), (None, None), "two summaries at once");
                self.preview = Some(*summary);
            }
            E::PreviewReady { preview } => {
                assert_eq!(self.preview.take(), Some(preview.summary));
            }
            E::PreviewFailed { summary, .. } => assert_eq!(self.preview.take(), Some(*summary)),
            E::ToolCall { call_id, .. } => {
                assert!(self.calls.insert(call_id.clone()), "two calls have the id {call_id}");
            }
            E::ToolEnded { call_id, .. } => self.ended_calls.push(call_id.clone()),
            E::TextDelta { .. } | E::ReasoningDelta { .. } | E::Closed => {
                panic!("the machine never tells {event:?}")
            }
            _ => {}
        }
    }

    /// What the host was told is true, and the journal has it.
    fn judge_state(&mut self) {
        for request in self.world.requests.drain(..) {
            let messages: Vec<Message> =
                request.messages.iter().map(|message| Message::clone(message)).collect();
            check_pairs(&messages).unwrap();
        }
        let state = &self.world.state;
        assert_eq!(state.turn.as_ref().map(|turn| turn.id), self.current);
        assert_eq!(state.summaries.run.as_ref().map(|run| run.id), self.summary.or(self.preview));
        assert!(state.queue.len() <= state.bounds.queued_turns);
        assert_eq!(state.history.version(), self.world.journal.version());
        assert_eq!(state.history.view(), self.world.journal.view());
        assert!(!state.exchange.awaits_answer(), "every write was answered");
        self.judge_context();
    }

    /// The report of the context says what the token bar says.
    fn judge_context(&self) {
        let Some(shown) = &self.world.shown else { return };
        let report = shown.context();
        assert_eq!(report.used, shown.usage.used);
        assert_eq!(report.parts.iter().map(|part| part.tokens).sum::<u64>(), report.used);
        assert_eq!(report.used + report.free - report.over, report.available);
        assert_eq!(report.available + report.reserve + report.margin, report.window);
        let heavy: u64 = report.heaviest.iter().map(|message| message.tokens).sum();
        assert!(heavy <= report.used + report.heaviest.len() as u64, "{report:?}");
        if let Some(gain) = report.next.gain {
            assert_eq!(gain.frees + gain.after, report.used);
        }
        assert_eq!(report.next.left, report.next.line.saturating_sub(report.used));
    }

    /// The end: all that began has ended, and what waits is in the journal.
    fn finish(mut self) {
        self.op(&Op::ShutDown);
        assert!(self.world.state.is_closed());
        assert_eq!((self.current, self.summary, self.preview), (None, None, None));
        let ended: Vec<TurnId> = self.ended.keys().copied().collect();
        assert_eq!(ended, self.submitted, "every turn has one end");
        let closes = self.world.done.iter().filter(|done| **done == Done::Close).count();
        assert_eq!(closes, 1);
        let whole: Vec<Message> =
            self.world.journal.originals().map(|message| Message::clone(message)).collect();
        check_pairs(&whole).unwrap_or_else(|error| {
            // Only a disk that was full leaves calls without a result.
            assert!(error.message().contains("result"), "{error}");
        });
        self.op(&Op::Submit { words: 3 });
    }
}

fn number<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: number("PROPTEST_CASES", 64),
        rng_seed: RngSeed::Fixed(number("PROPTEST_RNG_SEED", 20_261_122)),
        max_shrink_time: 60_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn in_any_order_of_inputs_one_turn_runs_at_a_time_and_everything_ends_once(
        ops in plan(60),
    ) {
        let mut run = Run::new();
        for op in &ops {
            run.op(op);
        }
        run.finish();
    }

    #[test]
    fn the_same_inputs_give_the_same_effects(ops in plan(30)) {
        let done = || {
            let mut run = Run::new();
            ops.iter().for_each(|op| run.op(op));
            run.world.done
        };
        prop_assert_eq!(done(), done());
    }
}

//! Commands, answers and summaries in any order, against what must hold.
//!
//! The provider stops at every point and goes on when a step lets it, so that
//! commands fall between any two of its words. `PROPTEST_CASES` sets how many
//! conversations are tried; a failure prints the shortest that fails.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Message, MessageId, MessageKind, Part, Protocol, Role};
use vibeue_core::provider::{ChatRequest, ErrorClass, Provider, ProviderError, StopReason};
use vibeue_core::session::journal::{ReadHistory, SyncPolicy};
use vibeue_core::session::live::{
    Approval, Session, SessionEvent, SessionOptions, Snapshot, SummaryEnd, SummaryId,
    SummaryPurpose, ToolAnswer, TurnEnd, TurnId,
};
use vibeue_core::settings::{Mode, Settings};

use super::model_written::notes as model_notes;
use super::*;

/// Only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(30);

/// The models that may answer, with their windows.
const MODELS: [(&str, u64); 4] =
    [("gpt-4o", 8_000), ("gpt-4o-mini", 4_000), ("gpt-4.1", 2_500), ("gpt-4.1-mini", 6_000)];

/// What happens next; numbers choose among what is there.
#[derive(Debug, Clone)]
enum Step {
    Submit { tokens: u64 },
    SubmitNothing,
    Retry,
    Cancel,
    CancelTurn(usize),
    Withdraw(usize),
    CancelSummary,
    Summarize,
    FromOriginals,
    Preview,
    Accept { text: bool },
    Undo(Option<usize>),
    Redo(Option<usize>),
    Pin(usize, bool),
    Edit(usize),
    Switch(usize, bool),
    AnswerTool(usize, u64),
    AnswerNobody,
    Approve(usize, u8),
    Set(u8),
    Tools(u8),
    Let(usize),
    Settle,
    Pause,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => prop_oneof![5 => 5..60_u64, 3 => 200..600_u64, 1 => 1_500..3_000_u64]
            .prop_map(|tokens| Step::Submit { tokens }),
        1 => Just(Step::SubmitNothing),
        1 => Just(Step::Retry),
        2 => Just(Step::Cancel),
        1 => any::<usize>().prop_map(Step::CancelTurn),
        1 => any::<usize>().prop_map(Step::Withdraw),
        1 => Just(Step::CancelSummary),
        3 => Just(Step::Summarize),
        1 => Just(Step::FromOriginals),
        1 => Just(Step::Preview),
        1 => any::<bool>().prop_map(|text| Step::Accept { text }),
        2 => prop::option::of(any::<usize>()).prop_map(Step::Undo),
        1 => prop::option::of(any::<usize>()).prop_map(Step::Redo),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(at, pinned)| Step::Pin(at, pinned)),
        1 => any::<usize>().prop_map(Step::Edit),
        2 => (any::<usize>(), any::<bool>()).prop_map(|(which, other)| Step::Switch(which, other)),
        6 => (any::<usize>(), prop_oneof![4 => 1..80_u64, 1 => 800..3_000_u64])
            .prop_map(|(which, tokens)| Step::AnswerTool(which, tokens)),
        1 => Just(Step::AnswerNobody),
        2 => (any::<usize>(), 0..3_u8).prop_map(|(which, how)| Step::Approve(which, how)),
        2 => (0..6_u8).prop_map(Step::Set),
        1 => (0..4_u8).prop_map(Step::Tools),
        12 => (1..8_usize).prop_map(Step::Let),
        8 => Just(Step::Settle),
        2 => Just(Step::Pause),
    ]
}

/// How the model answers.
#[derive(Debug, Clone)]
enum Kind {
    Text(usize),
    Calls(u8),
    Unknown,
    Recall,
    BadArguments,
    Cut,
    Refused,
    Nothing,
    Pause,
    Length,
    WindowFull,
    Overflow { tells: bool },
    Fails(bool),
    Panics,
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        8 => (1..120_usize).prop_map(Kind::Text),
        6 => (1..4_u8).prop_map(Kind::Calls),
        1 => Just(Kind::Unknown),
        1 => Just(Kind::Recall),
        1 => Just(Kind::BadArguments),
        1 => Just(Kind::Cut),
        1 => Just(Kind::Refused),
        1 => Just(Kind::Nothing),
        1 => Just(Kind::Pause),
        1 => Just(Kind::Length),
        1 => Just(Kind::WindowFull),
        2 => any::<bool>().prop_map(|tells| Kind::Overflow { tells }),
        1 => any::<bool>().prop_map(Kind::Fails),
        1 => Just(Kind::Panics),
    ]
}

/// How a model answers that is asked for a summary.
#[derive(Debug, Clone)]
enum Notes {
    Good,
    Garbage,
    Fails,
    Panics,
}

fn notes_kind() -> impl Strategy<Value = Notes> {
    prop_oneof![
        4 => Just(Notes::Good),
        1 => Just(Notes::Garbage),
        1 => Just(Notes::Fails),
        1 => Just(Notes::Panics),
    ]
}

/// How it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finish {
    /// When everything has come to its end.
    Idle,
    /// In the middle.
    Shutdown,
    /// In the middle, without a word.
    Drop,
}

#[derive(Debug, Clone)]
struct Plan {
    steps: Vec<Step>,
    answers: Vec<Kind>,
    notes: Vec<Notes>,
    models_write: bool,
    finish: Finish,
}

fn plan() -> impl Strategy<Value = Plan> {
    (
        prop::collection::vec(step(), 0..80),
        prop::collection::vec(kind(), 0..40),
        prop::collection::vec(notes_kind(), 0..6),
        any::<bool>(),
        prop_oneof![3 => Just(Finish::Idle), 1 => Just(Finish::Shutdown), 1 => Just(Finish::Drop)],
    )
        .prop_map(|(steps, answers, notes, models_write, finish)| Plan {
            steps,
            answers,
            notes,
            models_write,
            finish,
        })
}

/// The number in the mark of a message of the person.
fn mark(text: &str) -> Option<u64> {
    text.strip_prefix("[said ")?.split(']').next()?.parse().ok()
}

/// The marks of the person's messages, in order; summaries quote them.
fn marks<'a>(messages: impl Iterator<Item = &'a Arc<Message>>) -> Vec<u64> {
    messages
        .filter(|message| message.role == Role::User && message.kind == MessageKind::Normal)
        .filter_map(|message| mark(&message.joined_text()))
        .collect()
}

/// One request of the chat and whether the server found it too long.
#[derive(Debug, Clone)]
struct Asked {
    request: ChatRequest,
    overflowed: bool,
}

type Log = Arc<Mutex<Vec<Asked>>>;

fn answer_of(kind: Option<&Kind>, request: &ChatRequest) -> Answer {
    let seed = request.messages.len() as u64;
    let error = |class, what: &str| Answer::error(ProviderError::new(class, what));
    match kind.cloned() {
        None => Answer::text("Done."),
        Some(Kind::Text(count)) => {
            let mut answer = Answer::text(&words(seed, count));
            answer.pieces = words(seed, count).split_inclusive("5 ").map(str::to_owned).collect();
            answer
        }
        Some(Kind::Calls(count)) => {
            let ids = ["a", "b", "c"];
            let names = ["look", "delete", "look"];
            let calls: Vec<_> = (0..usize::from(count))
                .map(|at| (ids[at], names[(at + request.messages.len()) % 3], "{\"at\": 1}"))
                .collect();
            Answer::calls(&calls)
        }
        Some(Kind::Unknown) => Answer::calls(&[("u", "fly", "{}")]),
        Some(Kind::Recall) => Answer::calls(&[("r", "recall", "{\"query\": \"said\"}")]),
        Some(Kind::BadArguments) => Answer::calls(&[("x", "look", "{\"at\": ")]),
        Some(Kind::Cut) => {
            let mut answer = Answer::text("Half an ans");
            answer.result = Err(ProviderError::new(ErrorClass::Transport, "cut"));
            answer
        }
        Some(Kind::Refused) => Answer::stop("No.", StopReason::Refusal),
        Some(Kind::Nothing) => Answer::stop("", StopReason::End),
        Some(Kind::Pause) => Answer::stop("I search", StopReason::Pause),
        Some(Kind::Length) => Answer::stop("So far", StopReason::Length),
        Some(Kind::WindowFull) => Answer::stop("Until here", StopReason::ContextFull),
        Some(Kind::Overflow { tells }) => {
            let requested = tokens(request);
            let class = ErrorClass::ContextLengthExceeded {
                limit: tells.then_some(requested * 9 / 10),
                requested: tells.then_some(requested),
            };
            error(class, "the prompt is too long")
        }
        Some(Kind::Fails(true)) => error(ErrorClass::Overloaded { retry_after: None }, "busy"),
        Some(Kind::Fails(false)) => error(ErrorClass::Authentication, "the key is wrong"),
        Some(Kind::Panics) => {
            let mut answer = Answer::text("never");
            answer.panics = true;
            answer
        }
    }
}

fn summary_answer(notes: &Notes) -> Answer {
    match notes {
        Notes::Good => model_notes(),
        Notes::Garbage => Answer::text("Sure! I will now call the tool."),
        Notes::Fails => {
            Answer::error(ProviderError::new(ErrorClass::Authentication, "the key is wrong"))
        }
        Notes::Panics => {
            let mut answer = Answer::text("never");
            answer.panics = true;
            answer
        }
    }
}

fn scripted(
    plan: &Plan,
    protocol: Protocol,
    kinds: &Arc<Mutex<VecDeque<Kind>>>,
    log: &Log,
) -> Scripted {
    let (kinds, log) = (Arc::clone(kinds), Arc::clone(log));
    let mut provider = Scripted::new([]).rule(move |request| {
        let kind = kinds.lock().unwrap().pop_front();
        let overflowed = matches!(kind, Some(Kind::Overflow { .. }));
        log.lock().unwrap().push(Asked { request: request.clone(), overflowed });
        answer_of(kind.as_ref(), request)
    });
    provider.protocol = protocol;
    plan.notes.iter().for_each(|notes| provider.add_summary(summary_answer(notes)));
    provider.add_summary(model_notes());
    provider.points.hold();
    provider
}

fn model_of(which: usize) -> vibeue_core::session::live::ModelChoice {
    let (name, window) = MODELS[which % MODELS.len()];
    let mut choice = model(window);
    choice.model = name.to_owned();
    choice
}

fn set_of(which: u8, models_write: bool) -> Settings {
    let mut base = settings();
    base.mode = if models_write { Mode::Hybrid } else { Mode::Rules };
    match which {
        1 => base.enabled = false,
        2 => base.abort_on_failure = true,
        3 => base.recent_messages_to_keep = 6,
        4 => {
            base.threshold = 0.5;
            base.reset_ratio = 0.4;
            base.target_ratio = 0.3;
            base.summary_share = 0.2;
            base.ledger_share = 0.05;
        }
        5 => base.mode = Mode::Llm,
        _ => {}
    }
    base
}

fn tools_of(which: u8) -> Vec<vibeue_core::session::live::Tool> {
    let mut asking = tool("delete");
    asking.needs_approval = true;
    let mut long = tool("look");
    long.definition.description = words(77, 60);
    match which {
        0 => vec![tool("look"), asking],
        1 => vec![long, asking],
        2 => vec![asking],
        _ => Vec::new(),
    }
}

fn options_of(provider: &Arc<Scripted>, journal: &Path, models_write: bool) -> SessionOptions {
    let mut options = SessionOptions::new(Arc::clone(provider) as _, model_of(0));
    options.settings = set_of(0, models_write);
    options.journal = Some(journal.to_owned());
    // Nothing is killed here; a disk would be what is measured.
    options.sync = SyncPolicy::Never;
    options.system_prompt = Some("You help.".to_owned());
    options.tools = tools_of(0);
    options.bounds.queued_turns = 6;
    options.bounds.tool_rounds = 8;
    options.bounds.describe_wait = PATIENCE;
    options.bounds.summary_wait = PATIENCE;
    options
}

/// A call that the host was told of.
#[derive(Debug, Clone)]
struct Call {
    id: String,
    waits: bool,
}

/// What was heard, and whether it is in order.
#[derive(Debug, Default)]
struct Heard {
    started: Vec<TurnId>,
    ended: BTreeMap<TurnId, TurnEnd>,
    current: Option<TurnId>,
    summary: Option<(SummaryId, SummaryPurpose)>,
    messages: Vec<MessageId>,
    calls: Vec<Call>,
    /// So many messages are known to be in the snapshot where they belong.
    compared: usize,
    revision: u64,
    closed: bool,
}

impl Heard {
    fn hear(&mut self, event: &SessionEvent) {
        assert!(!self.closed, "nothing comes after the end: {event:?}");
        match event {
            SessionEvent::TurnStarted { turn } => {
                assert_eq!(self.current, None, "{turn} begins while another runs");
                assert!(!self.ended.contains_key(turn), "{turn} begins after its end");
                assert!(self.started.last().is_none_or(|last| last < turn), "in their order");
                self.started.push(*turn);
                self.current = Some(*turn);
            }
            SessionEvent::TurnEnded { turn, end } => {
                assert_eq!(self.ended.insert(*turn, *end), None, "{turn} ends twice");
                if self.current == Some(*turn) {
                    self.current = None;
                    self.calls.clear();
                } else {
                    assert!(!self.started.contains(turn));
                    assert_ne!(*end, TurnEnd::Completed, "{turn} never began");
                }
            }
            SessionEvent::TextDelta { turn, .. }
            | SessionEvent::ReasoningDelta { turn, .. }
            | SessionEvent::AnswerRetracted { turn, .. }
            | SessionEvent::ToolApproved { turn, .. } => assert_eq!(self.current, Some(*turn)),
            SessionEvent::ToolCall { turn, call_id, needs_approval, .. } => {
                assert_eq!(self.current, Some(*turn));
                self.calls.push(Call { id: call_id.clone(), waits: *needs_approval });
            }
            SessionEvent::Message { turn, message } => {
                if let Some(turn) = turn {
                    assert_eq!(self.current, Some(*turn), "{message:?}");
                }
                self.messages.push(message.id);
            }
            SessionEvent::SummarizationStarted { summary, purpose, .. } => {
                assert_eq!(self.summary, None, "{summary} begins while another runs");
                self.summary = Some((*summary, *purpose));
            }
            SessionEvent::SummarizationComplete { completion } => {
                let run = (completion.summary, completion.purpose);
                assert_eq!(self.summary.take(), Some(run), "what ends had begun");
                let applied = completion.outcome == SummaryEnd::Applied;
                assert_eq!(completion.success, applied);
                assert_eq!(completion.failure.is_none(), applied, "{completion:?}");
                let preview = completion.purpose == SummaryPurpose::Preview;
                assert_eq!(completion.compaction.is_some(), applied && !preview);
                if applied {
                    assert!(completion.tokens_after < completion.tokens_before, "{completion:?}");
                } else {
                    assert_eq!(completion.tokens_after, completion.tokens_before);
                }
            }
            SessionEvent::Lagged { .. } => panic!("everything was read in time"),
            SessionEvent::Closed => self.closed = true,
            _ => {}
        }
    }

    /// Whoever hears of something finds it in the snapshot.
    fn compare(&mut self, snapshot: &Snapshot) {
        assert!(snapshot.revision >= self.revision);
        self.revision = snapshot.revision;
        for (at, id) in self.messages.iter().enumerate().skip(self.compared) {
            let there = snapshot.transcript.get(at).map(|message| message.id);
            assert_eq!(there, Some(*id), "message {at}");
        }
        self.compared = self.messages.len();
    }
}

struct Run {
    session: Session,
    providers: [Arc<Scripted>; 2],
    models_write: bool,
    heard: Heard,
    /// The mark of each turn that says something.
    said: BTreeMap<TurnId, u64>,
    /// Turns that were told to go.
    withdrawn: BTreeSet<TurnId>,
    barriers: u64,
}

impl Run {
    fn read(&mut self) {
        while let Some(event) = self.session.events().try_next() {
            self.heard.hear(&event);
        }
        self.heard.compare(&self.session.snapshot());
    }

    fn submit(&mut self, tokens: u64) {
        let mark = self.said.len() as u64 + 1;
        let text = format!("[said {mark}] {}", words(mark, (tokens / 2) as usize));
        let turn = self.session.submit_text(text);
        self.said.insert(turn, mark);
    }

    /// Waits until all commands so far were carried out.
    fn settle(&mut self) {
        self.barriers += 1;
        let title = self.barriers.to_string();
        self.session.rename(title.clone());
        let until = Instant::now() + PATIENCE;
        while self.session.snapshot().title.as_deref() != Some(&*title) {
            assert!(Instant::now() < until, "the session hangs: {:?}", self.session.snapshot());
            std::thread::yield_now();
        }
        self.read();
    }

    fn pick<T>(all: &[T], which: usize) -> Option<&T> {
        (!all.is_empty()).then(|| &all[which % all.len()])
    }

    fn step(&mut self, step: &Step) {
        let snapshot = self.session.snapshot();
        match *step {
            Step::Submit { tokens } => self.submit(tokens),
            Step::SubmitNothing => {
                self.session.submit_text(" ");
            }
            Step::Retry => {
                self.session.retry();
            }
            Step::Cancel => self.session.cancel(),
            Step::CancelTurn(which) => {
                let turns: Vec<TurnId> = self.said.keys().copied().collect();
                if let Some(turn) = Self::pick(&turns, which) {
                    self.withdrawn.insert(*turn);
                    self.session.cancel_turn(*turn);
                }
            }
            Step::Withdraw(which) => {
                if let Some(waiting) = Self::pick(&snapshot.waiting, which) {
                    self.withdrawn.extend(waiting.turn);
                    self.session.withdraw(waiting.message.submit);
                }
            }
            Step::CancelSummary => self.session.cancel_summary(),
            Step::Summarize => self.session.summarize(None),
            Step::FromOriginals => self.session.summarize_originals(None),
            Step::Preview => self.session.preview(None),
            Step::Accept { text } => {
                self.session.accept_preview(text.then(|| "Only the doors matter.".to_owned()));
            }
            Step::Undo(which) => {
                let row = which.and_then(|which| Self::pick(&snapshot.summaries, which));
                self.session.undo(row.map(|row| row.compaction));
            }
            Step::Redo(which) => {
                let row = which.and_then(|which| Self::pick(&snapshot.summaries, which));
                self.session.redo(row.map(|row| row.compaction));
            }
            Step::Pin(at, pinned) => {
                let view: Vec<_> = snapshot.view.iter().collect();
                if let Some(message) = Self::pick(&view, at)
                    && (said(message).len() < 200 || !pinned)
                {
                    self.session.pin(message.id, pinned);
                }
            }
            Step::Edit(at) => {
                let view: Vec<_> = snapshot.view.iter().collect();
                if let Some(message) = Self::pick(&view, at) {
                    self.session.edit_summary(message.id, "Edited. The doors matter.");
                }
            }
            Step::Switch(which, other) => {
                let provider: Arc<dyn Provider> =
                    Arc::clone(&self.providers[usize::from(other)]) as _;
                self.session.switch_model(model_of(which), Some(provider));
            }
            Step::AnswerTool(which, tokens) => {
                let answer = ToolAnswer::text(words(tokens, (tokens / 2) as usize));
                match Self::pick(&self.heard.calls, which) {
                    Some(call) => self.session.answer_tool(call.id.clone(), answer),
                    None => self.session.answer_tool("nobody", answer),
                }
            }
            Step::AnswerNobody => self.session.answer_tool("nobody", ToolAnswer::error("what?")),
            Step::Approve(which, how) => {
                let approval = match how {
                    0 => Approval::Allow,
                    1 => Approval::AllowAlways,
                    _ => Approval::Deny { reason: None },
                };
                if let Some(call) = Self::pick(&self.heard.calls, which) {
                    self.session.approve_tool(call.id.clone(), approval);
                }
            }
            // Some do not suit every model; that is said.
            Step::Set(which) => {
                let _ = self.session.set_settings(set_of(which, self.models_write));
            }
            Step::Tools(which) => self.session.set_tools(tools_of(which)),
            Step::Let(points) => {
                self.providers.iter().for_each(|provider| provider.points.let_through(points));
            }
            Step::Settle => self.settle(),
            Step::Pause => std::thread::sleep(Duration::from_millis(1)),
        }
        self.read();
    }

    /// Lets everything come to its end, as a host does that does its part.
    fn until_idle(&mut self) {
        let until = Instant::now() + PATIENCE;
        loop {
            self.settle();
            if self.session.snapshot().state.is_idle() {
                return;
            }
            for call in std::mem::take(&mut self.heard.calls) {
                if call.waits {
                    self.session.approve_tool(call.id.clone(), Approval::Allow);
                }
                self.session.answer_tool(call.id, ToolAnswer::text("seen"));
            }
            assert!(Instant::now() < until, "it does not end: {:?}", self.session.snapshot().state);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn judge(log: &[Asked], summaries: &[ChatRequest], retried: bool) {
    let budget = |model: &str| {
        let (_, window) = MODELS.iter().find(|(name, _)| *name == model).unwrap();
        (window * 9 / 10).min(window - 100)
    };
    for asked in log {
        let (size, most) = (tokens(&asked.request), budget(&asked.request.model));
        assert!(size <= most, "a request of {size} tokens of {most} left");
        assert_valid(&asked.request);
        let marks = marks(asked.request.messages.iter());
        let unique: BTreeSet<u64> = marks.iter().copied().collect();
        assert_eq!(unique.len(), marks.len(), "nothing is there twice: {marks:?}");
        assert!(marks.is_sorted(), "in order: {marks:?}");
    }
    for pair in log.windows(2) {
        let [one, next] = pair else { continue };
        let newest = |asked: &Asked| marks(asked.request.messages.iter()).last().copied();
        let same = newest(one) == newest(next) && one.request.model == next.request.model;
        if one.overflowed && same && !retried {
            let (before, after) = (tokens(&one.request), tokens(&next.request));
            assert!(after < before, "after an overflow {after} follow on {before}");
        }
    }
    for request in summaries {
        let (size, most) = (tokens(request), budget(&request.model));
        assert!(size <= most, "a request of {size} tokens of {most} left for a summary");
    }
}

/// No record's id names two summaries.
fn assert_records_unique(history: &vibeue_core::session::History) {
    let mut seen: HashMap<String, Vec<MessageId>> = HashMap::new();
    for record in history.compactions().iter().filter_map(|it| it.compaction.record.as_ref()) {
        let known = seen.entry(record.id.clone()).or_insert_with(|| record.condensed.clone());
        // One that was done again is the same.
        assert_eq!(*known, record.condensed, "two summaries are called {}", record.id);
    }
}

fn hold(plan: &Plan) {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join("talk.jsonl");
    let kinds: Arc<Mutex<VecDeque<Kind>>> =
        Arc::new(Mutex::new(plan.answers.iter().cloned().collect()));
    let log: Log = Arc::default();
    let providers = [Protocol::OpenaiChat, Protocol::Anthropic]
        .map(|protocol| Arc::new(scripted(plan, protocol, &kinds, &log)));
    let session = Session::open(options_of(&providers[0], &journal, plan.models_write)).unwrap();
    let mut run = Run {
        session,
        providers: providers.clone(),
        models_write: plan.models_write,
        heard: Heard::default(),
        said: BTreeMap::new(),
        withdrawn: BTreeSet::new(),
        barriers: 0,
    };
    // What an opening says itself comes before all events.
    run.heard.messages =
        run.session.snapshot().transcript.iter().map(|message| message.id).collect();
    for step in &plan.steps {
        run.step(step);
    }
    if plan.finish == Finish::Idle {
        providers.iter().for_each(|provider| provider.points.open());
        run.until_idle();
        // Whatever happened, the next turn works.
        kinds.lock().unwrap().clear();
        run.session.set_settings(set_of(0, false)).unwrap();
        run.session.set_tools(tools_of(0));
        run.session.switch_model(model_of(0), Some(Arc::clone(&providers[0]) as _));
        run.submit(20);
        run.until_idle();
        let last = run.said.keys().last().copied().unwrap();
        assert_eq!(run.heard.ended.get(&last), Some(&TurnEnd::Completed));
        let snapshot = run.session.snapshot();
        assert_eq!(snapshot.waiting.len(), 0);
        let whole: Vec<Message> = snapshot.transcript.iter().map(|it| Message::clone(it)).collect();
        check_pairs(&whole).unwrap();
        assert_eq!(snapshot.usage.used, recounted(&snapshot));
    }
    let before = run.session.snapshot();
    let events = run.session.shared_events();
    let after = if plan.finish == Finish::Drop {
        drop(run.session);
        None
    } else {
        let report = run.session.shutdown(Duration::from_secs(20));
        assert!(report.complete && !report.unsynced, "{report:?}");
        Some(run.session.snapshot())
    };
    while let Some(event) = events.try_next() {
        run.heard.hear(&event);
    }
    let heard = &run.heard;
    assert!(heard.closed);
    assert_eq!((heard.current, heard.summary), (None, None), "everything ended");
    assert!(heard.started.iter().all(|turn| heard.ended.contains_key(turn)));
    assert!(run.said.keys().all(|turn| heard.ended.contains_key(turn)));
    let retried = plan.steps.iter().any(|step| matches!(step, Step::Retry | Step::Switch(..)));
    let summaries: Vec<ChatRequest> =
        providers.iter().flat_map(|provider| provider.summary_requests()).collect();
    judge(&log.lock().unwrap(), &summaries, retried);

    // The journal holds what the host was shown.
    let read = ReadHistory::read(&journal).unwrap();
    let history = read.history;
    assert_eq!(read.torn, None);
    assert_records_unique(&history);
    let begun: Vec<u64> =
        heard.started.iter().filter_map(|turn| run.said.get(turn).copied()).collect();
    assert_eq!(marks(history.originals()), begun, "what was begun was said, once");
    let ids: Vec<MessageId> = history.originals().map(|message| message.id).collect();
    assert_eq!(ids, heard.messages);
    let waiting: Vec<u64> = history
        .waiting()
        .filter_map(|waiting| match &waiting.parts[..] {
            [Part::Text { text, .. }] => mark(text),
            _ => None,
        })
        .collect();
    let unsent = |turn: &TurnId| {
        !heard.started.contains(turn) && heard.ended.get(turn) == Some(&TurnEnd::Cancelled)
    };
    let may: Vec<u64> =
        run.said.iter().filter(|(turn, _)| unsent(turn)).map(|(_, mark)| *mark).collect();
    let must: Vec<u64> = run
        .said
        .iter()
        .filter(|(turn, _)| unsent(turn) && !run.withdrawn.contains(turn))
        .map(|(_, mark)| *mark)
        .collect();
    assert!(waiting.is_sorted() && waiting.iter().all(|it| may.contains(it)), "{waiting:?}");
    assert!(must.iter().all(|it| waiting.contains(it)), "{must:?} of {waiting:?}");

    let again = Arc::new(scripted(plan, Protocol::OpenaiChat, &Arc::default(), &Log::default()));
    again.points.open();
    let options = options_of(&again, &journal, false);
    let talk = Talk::open(Arc::clone(&again), options);
    let opened = talk.session.snapshot();
    if let Some(after) = &after {
        assert_eq!(opened.view, after.view);
        assert_eq!(opened.transcript, after.transcript);
        assert_eq!(opened.summaries, after.summaries);
        assert_eq!(opened.condensed, after.condensed);
        assert_eq!(opened.title, after.title);
        assert!(after.transcript.len() >= before.transcript.len());
    }
    assert_eq!(opened.waiting.len(), waiting.len());
    assert_eq!(opened.state.unsent, waiting.len());
    // What was left goes out first, and once.
    talk.ask("[said 1000000] and now");
    let expected: Vec<u64> = begun.iter().chain(&waiting).copied().chain([1_000_000]).collect();
    assert_eq!(marks(talk.session.snapshot().transcript.iter()), expected);
    assert_eq!(talk.session.snapshot().waiting.len(), 0);
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(40)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        max_shrink_time: 120_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_comes_between_nothing_is_lost_doubled_or_too_long(plan in plan()) {
        hold(&plan);
    }
}

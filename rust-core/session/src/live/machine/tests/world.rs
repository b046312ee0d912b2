//! A world of values: what the machine wants done is noted, and done at once.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::super::*;
use crate::live::command::Command;
use crate::live::{
    Failure, FailureClass, ModelChoice, Policy, SessionBounds, SessionEvent, Snapshot, Tool, TurnId,
};
use crate::{Event, History};
use serde_json::json;
use vibeue_conversation::settings::{Mode, Settings};
use vibeue_conversation::{Extra, Part, Protocol, Reasoning, ToolCall, WholeText};
use vibeue_provider::{
    Capabilities, ChatRequest, DeltaSink, ModelInfo, NativeCompaction, Pending, Provider, Reply,
    StopReason, ToolDefinition,
};
use vibeue_summarizer::CompactionJob;

/// A provider that is handed on, and never asked.
#[derive(Debug)]
pub(super) struct Unasked {
    /// How often it may still be asked for itself; below zero: always.
    left: AtomicI64,
}

impl Unasked {
    pub(super) fn new() -> Self {
        Self::faulty(-1)
    }

    /// One that panics when it is asked for itself this often.
    pub(super) fn faulty(left: i64) -> Self {
        Self { left: AtomicI64::new(left) }
    }

    fn asked(&self) {
        assert!(self.left.fetch_sub(1, Ordering::SeqCst) != 0, "the provider says so");
    }
}

impl Provider for Unasked {
    fn protocol(&self) -> Protocol {
        self.asked();
        Protocol::OpenaiChat
    }

    fn capabilities(&self, _: &str) -> Capabilities {
        self.asked();
        Capabilities::default()
    }

    fn chat<'a>(&'a self, _: &'a ChatRequest, _: DeltaSink<'a>) -> Pending<'a, Reply> {
        unreachable!("the machine asks nobody")
    }

    fn count<'a>(&'a self, _: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        unreachable!("the machine asks nobody")
    }

    fn describe<'a>(&'a self, _: &'a str) -> Pending<'a, ModelInfo> {
        unreachable!("the machine asks nobody")
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        unreachable!("the machine asks nobody")
    }

    fn compact<'a>(
        &'a self,
        _: &'a ChatRequest,
        _: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        unreachable!("the machine asks nobody")
    }
}

/// An effect, as a value that can be compared: what is large, by what matters.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Done {
    Wrote { seq: u64, event: &'static str },
    Kept { bytes: usize },
    ReadKept(u64),
    CutOff(u64),
    Chat { task: u64, texts: Vec<String> },
    Count(u64),
    Describe { task: u64, model: String },
    Summarize { task: u64, messages: usize, models: usize },
    Ring { task: u64, after: Duration },
    Stop(u64),
    Allow(String),
    Show,
    Emitted(SessionEvent),
    Release(u64),
    Rest,
    Close,
}

impl From<&Effect> for Done {
    fn from(effect: &Effect) -> Self {
        match effect {
            Effect::Write { seq, event, .. } => Self::Wrote { seq: *seq, event: event.kind() },
            Effect::Keep { text } => Self::Kept { bytes: text.len() },
            Effect::ReadKept { whole } => Self::ReadKept(whole.bytes),
            Effect::CutOff { task } => Self::CutOff(task.0),
            Effect::Ask { task, question } => match question {
                Question::Chat { request, .. } => Self::Chat {
                    task: task.0,
                    texts: request.messages.iter().map(|it| it.joined_text()).collect(),
                },
                Question::Count { .. } => Self::Count(task.0),
                Question::Describe { model, .. } => {
                    Self::Describe { task: task.0, model: model.clone() }
                }
                Question::Summarize { job, models } => Self::Summarize {
                    task: task.0,
                    messages: job.messages.len(),
                    models: models.len(),
                },
            },
            Effect::Ring { task, after } => Self::Ring { task: task.0, after: *after },
            Effect::Stop { task } => Self::Stop(task.0),
            Effect::AllowInProject { tool } => Self::Allow(tool.name().to_owned()),
            Effect::Show(_) => Self::Show,
            Effect::Emit(event) => Self::Emitted(event.clone()),
            Effect::Release { task } => Self::Release(task.0),
            Effect::Rest => Self::Rest,
            Effect::Close => Self::Close,
        }
    }
}

/// The world around one machine: its journal, its tasks and its host.
#[derive(Debug)]
pub(super) struct World {
    pub(super) state: State,
    pub(super) at: Moment,
    /// What was written, as a journal would replay it.
    pub(super) journal: History,
    /// The next write fails.
    pub(super) disk_full: bool,
    /// Results that are kept in files.
    pub(super) files: Vec<String>,
    /// The words of the answer that is coming.
    pub(super) words: String,
    /// What the model thought before it.
    pub(super) reasoning: Option<Reasoning>,
    pub(super) jobs: HashMap<u64, CompactionJob>,
    pub(super) requests: Vec<ChatRequest>,
    pub(super) shown: Option<Box<Snapshot>>,
    /// All that was done.
    pub(super) done: Vec<Done>,
}

pub(super) fn settings() -> Settings {
    Settings {
        mode: Mode::Rules,
        minimum_messages: 4,
        recent_messages_to_keep: 2,
        minimum_recent_messages: 1,
        ..Settings::default()
    }
}

pub(super) fn choice(window: u64) -> ModelChoice {
    let mut choice = ModelChoice::new("some-model");
    choice.limits.window = Some(window);
    choice.max_output_tokens = Some(100);
    choice
}

pub(super) fn tool(name: &str) -> Tool {
    Tool::asking(ToolDefinition {
        name: name.to_owned(),
        description: String::new(),
        parameters: json!({"type": "object"}),
    })
}

impl World {
    /// A conversation that was just opened, and that heard what the model can
    /// take.
    pub(super) fn open() -> Self {
        let at = Moment { wall_ms: 1_795_212_000_000, steady: Duration::ZERO };
        let model = ModelState::new(Arc::new(Unasked::new()), choice(4_000));
        // As the executor does: without the vocabulary a count is a guess, and
        // another number once it is loaded.
        model.counter.warm();
        let (state, effects) = State::open(Opened {
            at,
            bounds: SessionBounds { tool_rounds: 3, queued_turns: 3, ..SessionBounds::default() },
            conversation: "c1".to_owned(),
            history: Box::default(),
            system_prompt: Some("You help.".to_owned()),
            model,
            summary_providers: HashMap::new(),
            prices: HashMap::new(),
            settings: settings(),
            tools: Toolbox::new(vec![tool("look")]),
            reports_begins: false,
            policy: Policy::default(),
            torn: None,
            closed_calls: 0,
        });
        let mut world = Self {
            state,
            at,
            journal: History::new(),
            disk_full: false,
            files: Vec::new(),
            words: String::new(),
            reasoning: None,
            jobs: HashMap::new(),
            requests: Vec::new(),
            shown: None,
            done: Vec::new(),
        };
        for effect in effects {
            world.carry_out(effect);
        }
        world.handle(News::Described(TaskId(1), Ok(Ok(ModelInfo::default()))));
        world
    }

    /// A single step: its effects are not carried out.
    pub(super) fn step(&mut self, news: News) -> Vec<Effect> {
        self.at.steady += Duration::from_millis(10);
        self.at.wall_ms += 10;
        step(&mut self.state, Input { at: self.at, news })
    }

    /// Lets the machine hear something, with everything that follows from it at once; returns what
    /// was done.
    pub(super) fn handle(&mut self, news: News) -> Vec<Done> {
        let from = self.done.len();
        let mut next = Some(news);
        while let Some(news) = next.take() {
            let effects = self.step(news);
            let count = effects.len();
            for (at, effect) in effects.into_iter().enumerate() {
                if let Some(answer) = self.carry_out(effect) {
                    assert_eq!(at + 1, count, "nothing comes behind what is to be answered");
                    next = Some(answer);
                }
            }
        }
        self.done[from..].to_vec()
    }

    pub(super) fn ask(&mut self, command: Command) -> Vec<Done> {
        self.handle(News::Command(command))
    }

    pub(super) fn submit(&mut self, turn: u64, text: &str) -> Vec<Done> {
        self.ask(Command::Submit { turn: TurnId(turn), parts: vec![Part::text(text)] })
    }

    /// The answer of the task that was asked last.
    pub(super) fn reply(&mut self, reply: Reply) -> Vec<Done> {
        let task = self.last_chat();
        self.answer(task, reply)
    }

    pub(super) fn answer(&mut self, task: u64, reply: Reply) -> Vec<Done> {
        let arrived = self.arrived();
        self.handle(News::Replied {
            task: TaskId(task),
            arrived,
            flooded: false,
            answer: Ok(Ok(reply)),
        })
    }

    /// What has arrived of the answer that is coming; takes it.
    pub(super) fn arrived(&mut self) -> Arrived {
        Arrived { words: std::mem::take(&mut self.words), reasoning: self.reasoning.take() }
    }

    pub(super) fn last_chat(&self) -> u64 {
        let mut chats = self.done.iter().filter_map(|done| match done {
            Done::Chat { task, .. } => Some(*task),
            _ => None,
        });
        chats.next_back().unwrap_or(0)
    }

    fn carry_out(&mut self, effect: Effect) -> Option<News> {
        self.done.push(Done::from(&effect));
        match effect {
            Effect::Write { seq, event, .. } => {
                if std::mem::take(&mut self.disk_full) {
                    let full = Failure::new(FailureClass::Storage, "the disk is full");
                    return Some(News::Written(Err(full)));
                }
                assert_eq!(seq, self.journal.version() + 1, "in order, without a gap");
                self.journal.apply(Event::clone(&event)).unwrap();
                Some(News::Written(Ok(event)))
            }
            Effect::Keep { text } => {
                let whole = WholeText { sha256: "0".repeat(64).into(), bytes: text.len() as u64 };
                let kept = match std::mem::take(&mut self.disk_full) {
                    true => Err("the disk is full".to_owned()),
                    false => Ok(whole),
                };
                self.files.push(text.clone());
                Some(News::Kept { text, kept })
            }
            Effect::ReadKept { .. } => {
                Some(News::ReadKept(self.files.pop().ok_or("there is no such file".to_owned())))
            }
            Effect::CutOff { .. } => Some(News::CutOff { arrived: self.arrived() }),
            Effect::Ask { task, question: Question::Summarize { job, .. } } => {
                self.jobs.insert(task.0, *job);
                None
            }
            Effect::Ask { question: Question::Chat { request, .. }, .. } => {
                self.words.clear();
                self.reasoning = None;
                self.requests.push(*request);
                None
            }
            Effect::Show(snapshot) => {
                self.shown = Some(snapshot);
                None
            }
            _ => None,
        }
    }
}

/// What was done, without the reports of state and tokens.
pub(super) fn decisive(done: Vec<Done>) -> Vec<Done> {
    let report = |done: &Done| {
        use SessionEvent::{State, Usage};
        matches!(done, Done::Emitted(State { .. } | Usage { .. }))
    };
    done.into_iter().filter(|it| !report(it)).collect()
}

pub(super) fn text_reply(text: &str) -> Reply {
    Reply::new(vec![Part::text(text)], StopReason::End)
}

pub(super) fn calls(calls: &[(&str, &str)]) -> Reply {
    let call = |(id, name): &(&str, &str)| {
        Part::ToolCall(Box::new(ToolCall {
            id: (*id).into(),
            name: (*name).into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        }))
    };
    let parts = calls.iter().map(call).collect();
    Reply { parts, stop: StopReason::ToolCalls, ..text_reply("") }
}

//! A session under test, with its scripted provider.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Message, Part, Role};
use vibeue_core::provider::{ChatRequest, Provider, ToolDefinition};
use vibeue_core::session::live::{
    Failure, ModelChoice, Phase, Session, SessionEvent, SessionOptions, Snapshot,
    SummaryCompletion, Tool, TurnEnd, TurnId,
};
use vibeue_core::session::recall;
use vibeue_core::settings::{Mode, Settings};
use vibeue_core::tokens::Counter;

use crate::scripted::Scripted;

/// Long enough for a slow machine; only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Talk {
    pub session: Session,
    pub provider: Arc<Scripted>,
}

/// A model that is counted exactly, with a window of this many tokens.
pub fn model(window: u64) -> ModelChoice {
    let mut model = ModelChoice::new("gpt-4o");
    model.limits.window = Some(window);
    model
}

/// Rules make the summaries, and a conversation may be short.
pub fn settings() -> Settings {
    Settings {
        mode: Mode::Rules,
        minimum_messages: 4,
        cooldown_messages: 0,
        recent_messages_to_keep: 2,
        minimum_recent_messages: 1,
        reserve_tokens: Some(100),
        ..Settings::default()
    }
}

pub fn options(provider: &Arc<Scripted>, window: u64) -> SessionOptions {
    let provider: Arc<dyn Provider> = Arc::clone(provider) as _;
    let mut options = SessionOptions::new(provider, model(window));
    options.settings = settings();
    options
}

pub fn tool(name: &str) -> Tool {
    Tool::new(ToolDefinition {
        name: name.to_owned(),
        description: "Does something.".to_owned(),
        parameters: serde_json::json!({"type": "object", "properties": {}}),
    })
}

/// Words that are all different, so that nothing is repetition.
pub fn words(seed: u64, count: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut out = String::new();
    for _ in 0..count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        const WORDS: [&str; 16] = [
            "mesh", "light", "door", "actor", "level", "graph", "node", "pin", "asset", "build",
            "shader", "texture", "path", "error", "warning", "value",
        ];
        out.push_str(WORDS[(state >> 33) as usize % WORDS.len()]);
        out.push_str(&format!("{} ", (state >> 40) % 97));
    }
    out
}

/// Different words of about this many tokens.
pub fn sized(seed: u64, tokens: u64) -> String {
    let counter = Counter::for_model("gpt-4o");
    counter.warm();
    let mut text = String::new();
    let mut more = seed;
    while counter.text(&text).tokens < tokens {
        more += 1_000;
        text.push_str(&words(more, 10));
    }
    text
}

impl Talk {
    pub fn new(provider: Scripted, window: u64) -> Self {
        let provider = Arc::new(provider);
        let options = options(&provider, window);
        Self::open(provider, options)
    }

    pub fn open(provider: Arc<Scripted>, options: SessionOptions) -> Self {
        Self { session: Session::open(options).unwrap(), provider }
    }

    /// Reads events up to the first that is wanted, which comes last.
    pub fn until(&self, wanted: impl Fn(&SessionEvent) -> bool) -> Vec<SessionEvent> {
        let until = Instant::now() + PATIENCE;
        let mut events = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.session.events().next_timeout(left) {
                Some(event) => {
                    events.push(event);
                    if events.last().is_some_and(&wanted) {
                        return events;
                    }
                }
                None => panic!("the event did not come; there were {events:#?}"),
            }
        }
    }

    pub fn until_ended(&self, turn: TurnId) -> Vec<SessionEvent> {
        self.until(|event| matches!(event, SessionEvent::TurnEnded { turn: it, .. } if *it == turn))
    }

    /// Says something and waits for the end of the turn.
    pub fn say(&self, text: &str) -> Vec<SessionEvent> {
        let turn = self.session.submit_text(text);
        self.until_ended(turn)
    }

    /// Says something that must be answered.
    pub fn ask(&self, text: &str) -> Vec<SessionEvent> {
        let events = self.say(text);
        assert_eq!(end(&events), TurnEnd::Completed, "{events:#?}");
        events
    }

    pub fn until_summarized(&self) -> SummaryCompletion {
        let events =
            self.until(|event| matches!(event, SessionEvent::SummarizationComplete { .. }));
        completions(&events).remove(0)
    }

    /// Waits until a request is out.
    pub fn until_streaming(&self) {
        let until = Instant::now() + PATIENCE;
        let phase = || self.session.snapshot().state.turn.map(|turn| turn.phase);
        while phase() != Some(Phase::Streaming) {
            assert!(Instant::now() < until, "{:?}", self.session.snapshot().state);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until nothing is running.
    pub fn until_idle(&self) {
        let until = Instant::now() + PATIENCE;
        while !self.session.snapshot().state.is_idle() {
            assert!(Instant::now() < until, "{:?}", self.session.snapshot().state);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits until nothing is running and everything was reported: a snapshot is published before
    /// the events that led to it.
    pub fn until_reported(&self) {
        self.until_idle();
        self.settle();
    }

    /// What waits, with its turn.
    pub fn waiting(&self) -> Vec<(Option<TurnId>, String)> {
        let snapshot = self.session.snapshot();
        let words = |parts: &[Part]| match parts {
            [Part::Text { text, .. }] => text.clone(),
            other => format!("{other:?}"),
        };
        snapshot.waiting.iter().map(|it| (it.turn, words(&it.message.parts))).collect()
    }

    /// Waits until all commands so far were carried out.
    pub fn settle(&self) {
        let revision = self.session.snapshot().revision;
        let title = format!("settled after {revision}");
        self.session.rename(title.clone());
        let until = Instant::now() + PATIENCE;
        while self.session.snapshot().title.as_deref() != Some(&*title) {
            assert!(Instant::now() < until, "{:?}", self.session.snapshot().state);
            std::thread::yield_now();
        }
    }

    /// Everything unread.
    pub fn drain(&self) -> Vec<SessionEvent> {
        std::iter::from_fn(|| self.session.events().try_next()).collect()
    }

    /// The words of all messages that were ever said, with their roles.
    pub fn transcript(&self) -> Vec<(Role, String)> {
        let snapshot = self.session.snapshot();
        snapshot.transcript.iter().map(|message| (message.role, message_words(message))).collect()
    }
}

/// The words of a message, those of results included.
pub fn message_words(message: &Message) -> String {
    let results = message.tool_results().map(vibeue_core::conversation::ToolResult::joined_text);
    let mut all: Vec<String> = message.texts().map(str::to_owned).chain(results).collect();
    all.extend(message.tool_calls().map(|call| format!("{}({})", call.name, call.arguments)));
    all.join(" ")
}

/// The words of each message of a request.
pub fn said(request: &ChatRequest) -> Vec<String> {
    request.messages.iter().map(|message| message_words(message)).collect()
}

pub fn end(events: &[SessionEvent]) -> TurnEnd {
    let ends: Vec<TurnEnd> = events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::TurnEnded { end, .. } => Some(*end),
            _ => None,
        })
        .collect();
    assert_eq!(ends.len(), 1, "exactly one end: {events:#?}");
    ends[0]
}

pub fn failures(events: &[SessionEvent]) -> Vec<Failure> {
    events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::Error { failure, .. } => Some(failure.clone()),
            _ => None,
        })
        .collect()
}

pub fn warnings(events: &[SessionEvent]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::Warning { message, .. } => Some(message.clone()),
            _ => None,
        })
        .collect()
}

pub fn completions(events: &[SessionEvent]) -> Vec<SummaryCompletion> {
    events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::SummarizationComplete { completion } => Some((**completion).clone()),
            _ => None,
        })
        .collect()
}

pub fn streamed(events: &[SessionEvent]) -> String {
    events
        .iter()
        .filter_map(|event| match event {
            SessionEvent::TextDelta { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

/// Tokens of a request, counted again.
pub fn tokens(request: &ChatRequest) -> u64 {
    let counter = Counter::for_model(&request.model);
    counter.warm();
    let tools: Vec<_> = request.tools.iter().map(ToolDefinition::to_value).collect();
    counter.request(request.messages.iter().map(|message| &**message), &tools).total()
}

/// Tokens of the next request, counted again from what a snapshot shows.
pub fn recounted(snapshot: &Snapshot) -> u64 {
    let names = || snapshot.tools.iter().map(|tool| tool.definition.name.as_str());
    let ours = recall::definition(recall::tool_name(names()));
    let ours = (!snapshot.summaries.is_empty()).then(|| ours.to_value());
    let host = snapshot.tools.iter().map(|tool| tool.definition.to_value());
    let tools: Vec<_> = host.chain(ours).collect();
    let counter = Counter::for_model(&snapshot.model.model);
    counter.warm();
    counter.request(snapshot.view.iter().map(|message| &**message), &tools).total()
}

/// Checks what every provider demands of a request.
pub fn assert_valid(request: &ChatRequest) {
    let messages: Vec<Message> =
        request.messages.iter().map(|message| Message::clone(message)).collect();
    check_pairs(&messages).unwrap();
}

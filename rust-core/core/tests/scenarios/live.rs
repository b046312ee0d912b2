//! A session, the server that it talks to, and all of its events.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde_json::Value;
use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::provider::Provider;
use vibeue_core::provider::http::Limits;
use vibeue_core::session::live::{
    Failure, FailureClass, ModelChoice, Session, SessionEvent, SessionOptions, Snapshot,
    SummaryCompletion, Tool, ToolAnswer, TurnEnd, TurnId,
};
use vibeue_scripted_server::{Answer, Operation, Script, Server, Step, Wire};

use crate::logs::Logs;
use crate::scene::{KEY, limits, model, provider, tool};

/// No turn may take longer, whatever the server does.
const BOUND: Duration = Duration::from_secs(120);

/// What all sessions of the process logged, on any thread.
fn logged() -> &'static Logs {
    static LOGS: OnceLock<Logs> = OnceLock::new();
    LOGS.get_or_init(|| {
        let logs = Logs::default();
        tracing::subscriber::set_global_default(logs.clone()).expect("nobody else sets it");
        logs
    })
}

/// A session with a server and a journal of its own.
pub(crate) struct Live {
    pub(crate) wire: Wire,
    pub(crate) server: Server,
    pub(crate) session: Session,
    provider: Arc<dyn Provider>,
    folder: tempfile::TempDir,
    /// Every event, as text and as JSON.
    shown: String,
}

/// What a host saw of one turn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SeenTurn {
    pub(crate) end: TurnEnd,
    /// The words that were streamed and not retracted.
    pub(crate) text: String,
    pub(crate) reasoning: String,
    pub(crate) failures: Vec<Failure>,
    pub(crate) warnings: Vec<String>,
    /// Names of the tools that were called.
    pub(crate) calls: Vec<String>,
    /// Requests for an answer that reached the server.
    pub(crate) requests: usize,
}

impl SeenTurn {
    /// The one failure of a turn that failed.
    pub(crate) fn failure(&self) -> &Failure {
        match (self.end, self.failures.as_slice()) {
            (TurnEnd::Failed, [failure]) => failure,
            _ => panic!("it did not fail for one reason: {self:?}"),
        }
    }

    pub(crate) fn class(&self) -> FailureClass {
        self.failure().class
    }
}

impl Live {
    pub(crate) fn new(wire: Wire) -> Self {
        Self::with(wire, Script::default(), |_| {})
    }

    pub(crate) fn with(
        wire: Wire,
        script: Script,
        change: impl FnOnce(&mut SessionOptions),
    ) -> Self {
        // What is kept of an answer without an end needs no compaction.
        Self::within(wire, Limits { total: 512 << 10, ..limits() }, script, change)
    }

    /// One whose server is waited for as long as these limits say.
    fn within(
        wire: Wire,
        limits: Limits,
        mut script: Script,
        change: impl FnOnce(&mut SessionOptions),
    ) -> Self {
        logged();
        script.key = Some(KEY.to_owned());
        let server = Server::start(script).unwrap();
        let provider = provider(wire, &server.url(), limits);
        let folder = tempfile::tempdir().unwrap();
        let mut options = options(wire, &provider, &folder.path().join("talk.jsonl"));
        change(&mut options);
        let provider = Arc::clone(&options.provider);
        let session = Session::open(options).unwrap();
        Self { wire, server, session, provider, folder, shown: String::new() }
    }

    pub(crate) fn provider(&self) -> &Arc<dyn Provider> {
        &self.provider
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join("talk.jsonl")
    }

    /// Says something and waits for the end of the turn.
    pub(crate) fn turn(&mut self, text: &str) -> SeenTurn {
        let before = chats(&self.server);
        let turn = self.session.submit_text(text);
        let mut told = follow(&self.session, turn, &mut self.shown);
        told.requests = chats(&self.server) - before;
        told
    }

    /// Says something, cancels it after a while, and waits for the end.
    pub(crate) fn cancelled_turn(&mut self, pause: Duration) -> SeenTurn {
        let before = chats(&self.server);
        let turn = self.session.submit_text("Hi.");
        assert!(
            self.server.wait_until(BOUND, |all| {
                all.iter().filter(|it| it.operation == Operation::Chat).count() > before
            }),
            "the request came"
        );
        std::thread::sleep(pause);
        self.session.cancel();
        follow(&self.session, turn, &mut self.shown)
    }

    /// Waits for the end of the summarization that was asked for or is due.
    pub(crate) fn until_summarized(&mut self) -> SummaryCompletion {
        let began = Instant::now();
        loop {
            let left = BOUND.saturating_sub(began.elapsed());
            let Some(event) = self.session.events().next_timeout(left) else {
                panic!("no summary ends: {:?}", self.session.snapshot().state);
            };
            show(&event, &mut self.shown);
            if let SessionEvent::SummarizationComplete { completion } = event {
                return *completion;
            }
        }
    }

    /// Waits until commands that were given have taken effect.
    pub(crate) fn until(&mut self, done: impl Fn(&Snapshot) -> bool) {
        let began = Instant::now();
        while !done(&self.session.snapshot()) {
            assert!(began.elapsed() < BOUND, "{:?}", self.session.snapshot().state);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Lets another provider answer from now on.
    pub(crate) fn switch_provider(&mut self, provider: Arc<dyn Provider>) {
        self.provider = Arc::clone(&provider);
        let choice = (*self.session.snapshot().model).clone();
        self.session.switch_model(choice, Some(provider));
    }

    /// Ends the session and opens its journal again, to wait for the server as
    /// long as these limits say.
    pub(crate) fn reopen(&mut self, limits: Limits, change: impl FnOnce(&mut SessionOptions)) {
        self.until_idle();
        assert!(self.session.shutdown(BOUND).complete);
        self.provider = provider(self.wire, &self.server.url(), limits);
        let mut options = options(self.wire, &self.provider, &self.journal());
        change(&mut options);
        self.session = Session::open(options).unwrap();
    }

    /// Requests for an answer that reached the server.
    pub(crate) fn asked(&self) -> usize {
        chats(&self.server)
    }

    /// The text of the conversation's last message, if it has this role.
    pub(crate) fn last_words(&self, role: Role) -> Option<String> {
        let snapshot = self.session.snapshot();
        let last = snapshot.transcript.iter().last()?;
        (last.role == role).then(|| last.joined_text())
    }

    pub(crate) fn until_idle(&mut self) {
        let began = Instant::now();
        while !self.session.snapshot().state.is_idle() {
            assert!(began.elapsed() < BOUND, "{:?}", self.session.snapshot().state);
            std::thread::sleep(Duration::from_millis(2));
        }
        while let Some(event) = self.session.events().try_next() {
            show(&event, &mut self.shown);
        }
    }

    /// The turn after: it works, on a history that breaks no rule; a session
    /// that is opened from the journal asks the very same; and the key was
    /// shown nowhere.
    pub(crate) fn goes_on(mut self) {
        self.until_idle();
        self.server.script(|script| script.steps.clear());
        let copy = self.folder.path().join("copy.jsonl");
        std::fs::copy(self.journal(), &copy).unwrap();
        let words = "All is well again.";

        self.server.push(Answer::text(words));
        let told = self.turn("Go on.");
        assert_eq!((told.end, told.text.as_str()), (TurnEnd::Completed, words), "{told:?}");
        let asked = self.last_body();
        for exchange in self.server.exchanges() {
            assert_eq!(exchange.violation, None, "{:?}: {}", self.wire, exchange.body);
        }
        self.until_idle();
        let live = self.session.snapshot();
        assert_paired(live.transcript.iter().map(|message| &**message));
        self.shown.push_str(&format!("{live:?} {:?}", self.session));

        self.server.push(Answer::text(words));
        let again = Session::open(options(self.wire, &self.provider, &copy)).unwrap();
        let turn = again.submit_text("Go on.");
        let told = follow(&again, turn, &mut self.shown);
        assert_eq!((told.end, told.text.as_str()), (TurnEnd::Completed, words), "{told:?}");
        assert_eq!(self.last_body(), asked, "{:?}: reopened, it asks something else", self.wire);
        let reopened = again.snapshot();
        let whole = |snapshot: &Snapshot| {
            let messages = snapshot.transcript.iter().map(|it| (**it).clone());
            // A summary that came to nothing took a number as well.
            messages.map(|it| Message { id: MessageId(0), ..it }).collect::<Vec<_>>()
        };
        assert_eq!(whole(&reopened), whole(&live));
        self.shown.push_str(&format!("{reopened:?}"));

        assert!(again.shutdown(BOUND).complete && self.session.shutdown(BOUND).complete);
        let journals = [self.journal(), copy].map(|path| std::fs::read_to_string(path).unwrap());
        for (what, text) in
            [("events", &self.shown), ("journal", &journals[0]), ("journal", &journals[1])]
        {
            assert!(!text.contains(KEY), "{:?}: the key is in the {what}: {text}", self.wire);
        }
        assert!(!logged().text().contains(KEY), "the key is in the logs");
    }

    /// The body of the last request for an answer.
    pub(crate) fn last_body(&self) -> Value {
        let all = self.server.exchanges();
        let last = all.iter().rfind(|exchange| exchange.operation == Operation::Chat);
        last.expect("something was asked").body.clone()
    }
}

fn options(wire: Wire, provider: &Arc<dyn Provider>, journal: &Path) -> SessionOptions {
    let mut choice = ModelChoice::new(model(wire));
    choice.limits.window = Some(40_000);
    choice.max_output_tokens = Some(1_000);
    let mut options = SessionOptions::new(Arc::clone(provider), choice);
    options.journal = Some(journal.to_owned());
    options.system_prompt = Some("You work in an editor.".to_owned());
    options.tools = ["look", "count_words"].map(|name| Tool::new(tool(name))).to_vec();
    options.settings.summary_wait_seconds = 100.0;
    options
}

fn chats(server: &Server) -> usize {
    let all = server.exchanges();
    all.iter().filter(|exchange| exchange.operation == Operation::Chat).count()
}

fn show(event: &SessionEvent, shown: &mut String) {
    shown.push_str(&format!("{event:?} {}\n", serde_json::to_string(event).unwrap()));
}

/// Reads events until a turn ends; answers every call.
fn follow(session: &Session, turn: TurnId, shown: &mut String) -> SeenTurn {
    let mut told = SeenTurn {
        end: TurnEnd::Completed,
        text: String::new(),
        reasoning: String::new(),
        failures: Vec::new(),
        warnings: Vec::new(),
        calls: Vec::new(),
        requests: 0,
    };
    let began = Instant::now();
    loop {
        let left = BOUND.saturating_sub(began.elapsed());
        let Some(event) = session.events().next_timeout(left) else {
            panic!("the turn does not end: {:?}; {told:?}", session.snapshot().state);
        };
        show(&event, shown);
        match event {
            SessionEvent::TextDelta { text, .. } => told.text.push_str(&text),
            SessionEvent::ReasoningDelta { text, .. } => told.reasoning.push_str(&text),
            SessionEvent::AnswerRetracted { .. } => told.text.clear(),
            SessionEvent::ToolCall { call_id, name, .. } => {
                let number = told.calls.len();
                session.answer_tool(call_id, ToolAnswer::text(format!("result {number}")));
                told.calls.push(name);
            }
            SessionEvent::Warning { message, .. } => told.warnings.push(message),
            SessionEvent::Error { failure, .. } => told.failures.push(failure),
            SessionEvent::TurnEnded { turn: ended, end } if ended == turn => {
                told.end = end;
                return told;
            }
            _ => {}
        }
    }
}

/// Each call has exactly one result, before anybody says anything else.
fn assert_paired<'m>(messages: impl Iterator<Item = &'m Message>) {
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        for result in message.tool_results() {
            let at = open.iter().position(|id| **id == *result.call_id);
            open.remove(at.unwrap_or_else(|| panic!("nobody called: {message:?}")));
        }
        if message.tool_results().next().is_none() {
            assert_eq!(open, [] as [&str; 0], "calls without results before {message:?}");
        }
        open.extend(message.tool_calls().map(|call| &*call.id));
    }
    assert_eq!(open, [] as [&str; 0], "calls without results at the end");
}

/// One turn against the steps, looked at, and the turn after it.
pub(crate) fn survives(
    wire: Wire,
    steps: impl IntoIterator<Item = Step>,
    look: impl FnOnce(&Live, &SeenTurn),
) {
    let mut live = Live::new(wire);
    steps.into_iter().for_each(|step| live.server.push(step));
    let told = live.turn("Look at it.");
    look(&live, &told);
    live.goes_on();
}

/// The same if one of these limits is meant to strike in the first turn; the turn after it has all
/// the time that it needs.
pub(crate) fn survives_within(
    wire: Wire,
    short: Limits,
    steps: impl IntoIterator<Item = Step>,
    look: impl FnOnce(&Live, &SeenTurn),
) {
    let mut live = Live::within(wire, short, Script::default(), |_| {});
    steps.into_iter().for_each(|step| live.server.push(step));
    let told = live.turn("Look at it.");
    look(&live, &told);
    live.switch_provider(provider(wire, &live.server.url(), limits()));
    live.goes_on();
}

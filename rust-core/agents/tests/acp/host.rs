//! A host like the companion program: a session, an agent, a user.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use vibeue_agents::{Agent, AgentConfig, WINDOW};
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Message, Role, ToolResult};
use vibeue_core::session::live::{ModelChoice, Session, SessionEvent, SessionOptions, TurnEnd};
use vibeue_core::tools::project::{CheckOut, EditRules};
use vibeue_core::tools::{Approval, Call, CallEnd, Preview, Registry, Stop};

use crate::MODE;

/// Long enough for a busy machine; only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// An agent that is greeted so, in a folder.
pub(crate) fn agent(mode: &str, folder: &Path) -> AgentConfig {
    let program = std::env::current_exe().unwrap().into_os_string().into_string().unwrap();
    let mut config = AgentConfig::new(program, folder);
    config.environment = [(MODE.to_owned(), mode.to_owned())].into();
    config
}

pub(crate) struct Host {
    pub(crate) agent: Agent,
    pub(crate) session: Arc<Session>,
    registry: Registry,
    folder: tempfile::TempDir,
    _backups: tempfile::TempDir,
}

/// How one turn went.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Turn {
    pub(crate) end: Option<TurnEnd>,
    /// Everything that was said.
    pub(crate) text: String,
    pub(crate) thought: String,
    /// Why it failed.
    pub(crate) failure: Option<(String, Option<String>)>,
    pub(crate) warnings: Vec<String>,
    /// Each call's tool and how it ended.
    pub(crate) calls: Vec<(String, CallEnd)>,
    /// Their results.
    pub(crate) results: Vec<String>,
    /// Calls for which the user was asked, with their arguments.
    pub(crate) asked: Vec<(String, serde_json::Value)>,
    /// What was shown with these questions.
    pub(crate) previews: Vec<Preview>,
}

/// What the user does when asked.
pub(crate) enum Does {
    Answers(Approval),
    /// Cancels the turn, as Ctrl-C does.
    Cancels,
}

impl Host {
    pub(crate) fn new(mode: &str) -> Self {
        Self::with(mode, |_| {}, |_| {})
    }

    pub(crate) fn with(
        mode: &str,
        configure: impl FnOnce(&mut AgentConfig),
        options: impl FnOnce(&mut SessionOptions),
    ) -> Self {
        Self::checking_out(mode, None, configure, options)
    }

    /// A host with source control.
    pub(crate) fn checking_out(
        mode: &str,
        by: Option<Arc<dyn CheckOut>>,
        configure: impl FnOnce(&mut AgentConfig),
        options: impl FnOnce(&mut SessionOptions),
    ) -> Self {
        let (folder, backups) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut config = agent(mode, folder.path());
        let protected = vec![folder.path().join("talks")];
        config.edits = Some(EditRules { backups: backups.path().join("kept"), protected });
        configure(&mut config);
        let agent = Agent::checking_out(config, by, || {}).unwrap();
        let mut registry = Registry::default();
        registry.add(agent.toolbox());
        let mut model = ModelChoice::new("agent");
        model.limits.window = Some(WINDOW);
        let mut with = SessionOptions::new(agent.provider(), model);
        with.settings.enabled = false;
        with.bounds.tool_rounds = 1_000;
        with.tools = registry.tools();
        options(&mut with);
        let session = Arc::new(Session::open(with).unwrap());
        Self { agent, session, registry, folder, _backups: backups }
    }

    /// The project.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn turn(&self, words: &str) -> Turn {
        self.turn_with(words, |_| Does::Answers(Approval::Allow), |_| false)
    }

    pub(crate) fn denied(&self, words: &str) -> Turn {
        let deny = |_: &str| Does::Answers(Approval::Deny { reason: None });
        self.turn_with(words, deny, |_| false)
    }

    /// Says something, lets the user answer each question, runs what may run, and cancels the turn
    /// at an event.
    pub(crate) fn turn_with(
        &self,
        words: &str,
        person: impl Fn(&str) -> Does,
        cancels_at: impl Fn(&SessionEvent) -> bool,
    ) -> Turn {
        let id = self.session.submit_text(words);
        let stop = Stop::default();
        let runner = self.runner(&stop);
        let mut turn = Turn::default();
        let mut waiting: Vec<Call> = Vec::new();
        let until = Instant::now() + PATIENCE;
        let cancel = || {
            stop.stop();
            self.session.cancel_turn(id);
        };
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let event = self.session.events().next_timeout(left);
            let event = event.unwrap_or_else(|| panic!("no end: {turn:?}"));
            if cancels_at(&event) {
                cancel();
            }
            match event {
                SessionEvent::ToolCall { call_id, name, arguments, needs_approval, .. } => {
                    let call =
                        Call { id: call_id.clone(), turn: id.0, name: name.clone(), arguments };
                    if !needs_approval {
                        runner.send(call).unwrap();
                        continue;
                    }
                    let shown = serde_json::from_str(&call.arguments).unwrap();
                    turn.asked.push((name.clone(), shown));
                    turn.previews.extend(self.registry.preview(&call, &stop));
                    waiting.push(call);
                    match person(&name) {
                        Does::Answers(approval) => self.session.approve_tool(call_id, approval),
                        Does::Cancels => cancel(),
                    }
                }
                SessionEvent::ToolApproved { call_id, .. } => {
                    let at = waiting.iter().position(|call| call.id == call_id).unwrap();
                    runner.send(waiting.remove(at)).unwrap();
                }
                SessionEvent::ToolEnded { name, end, .. } => turn.calls.push((name, end)),
                SessionEvent::TextDelta { text, .. } => turn.text.push_str(&text),
                SessionEvent::ReasoningDelta { text, .. } => turn.thought.push_str(&text),
                SessionEvent::Message { message, .. } if message.role == Role::Tool => {
                    let results = message.tool_results();
                    turn.results.extend(results.map(ToolResult::joined_text));
                }
                SessionEvent::Error { failure, .. } => {
                    turn.failure = Some((failure.message, failure.hint));
                }
                SessionEvent::Warning { message, .. } => turn.warnings.push(message),
                SessionEvent::TurnEnded { turn: of, end } if of == id => {
                    turn.end = Some(end);
                    // As a host has to, see `Agent::leave_turn`.
                    if end == TurnEnd::Cancelled {
                        self.agent.leave_turn();
                    }
                    return turn;
                }
                _ => {}
            }
        }
    }

    /// Runs calls one after the other in parallel to the turn.
    fn runner(&self, stop: &Stop) -> Sender<Call> {
        let (calls, called) = channel::<Call>();
        let (registry, session) = (self.registry.clone(), Arc::clone(&self.session));
        let stop = stop.clone();
        std::thread::spawn(move || {
            for call in called {
                let answer = registry.run(&call, &stop);
                session.answer_tool(call.id, answer);
            }
        });
        calls
    }

    /// The next turn works, and the history is one that every provider takes.
    #[track_caller]
    pub(crate) fn goes_on(&self) {
        let turn = self.turn("hello again");
        assert_eq!(
            (turn.end, turn.text.as_str()),
            (Some(TurnEnd::Completed), "You said: hello again"),
            "{turn:?}"
        );
        let now = self.session.snapshot();
        let view: Vec<Message> = now.view.iter().map(|message| Message::clone(message)).collect();
        check_pairs(&view).unwrap();
    }
}

//! A host like the companion program: a session, a registry, a user.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vibeue_core::conversation::{Message, Part};
use vibeue_core::session::live::{SessionEvent, SessionOptions, TurnEnd};
use vibeue_core::tools::mcp::{McpServers, Reach, ServerConfig, ServerState};
use vibeue_core::tools::{Approval, Call, CallEnd, Policy, Registry, Stop, Toolbox};

use crate::MODE;
use crate::scripted::{Answer, Scripted};
use crate::talk::{Talk, assert_valid, options};

/// Long enough for a busy machine; only a fault waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that behaves so, under the name `s`.
pub fn server(mode: &str) -> ServerConfig {
    let program = std::env::current_exe().unwrap().into_os_string().into_string().unwrap();
    let environment = [(MODE.to_owned(), mode.to_owned())].into();
    let reach =
        Reach::Command { command: program, arguments: Vec::new(), environment, folder: None };
    let mut server = ServerConfig::new("s", reach);
    server.call_limit = Duration::from_secs(20);
    server
}

/// Gives a server's process one more variable.
pub fn with_variable(mut server: ServerConfig, name: &str, value: &str) -> ServerConfig {
    if let Reach::Command { environment, .. } = &mut server.reach {
        environment.insert(name.to_owned(), value.to_owned());
    }
    server
}

pub fn start(servers: Vec<ServerConfig>) -> Arc<McpServers> {
    let servers = Arc::new(McpServers::start(servers).unwrap());
    assert!(servers.wait_until_started(PATIENCE, || true), "{:?}", servers.reports());
    servers
}

/// A host with servers below it.
pub struct Host {
    pub talk: Talk,
    pub registry: Registry,
    pub servers: Arc<McpServers>,
    pub stop: Stop,
}

/// How one turn went.
#[derive(Debug)]
pub struct Turn {
    pub end: TurnEnd,
    /// Each call's tool and how it ended.
    pub ends: Vec<(String, CallEnd)>,
    /// The results for the model, one text each.
    pub results: Vec<String>,
    /// Calls for which the user was asked.
    pub asked: Vec<String>,
    pub pictures: usize,
}

impl Host {
    pub fn new(servers: Vec<ServerConfig>, script: Vec<Answer>) -> Self {
        Self::with(servers, script, |_| {})
    }

    pub fn with(
        servers: Vec<ServerConfig>,
        script: Vec<Answer>,
        change: impl FnOnce(&mut SessionOptions),
    ) -> Self {
        Self::of(servers, None, Scripted::new(script), change)
    }

    /// A host with further tools besides those of the servers, and a model.
    pub fn of(
        servers: Vec<ServerConfig>,
        beside: Option<Arc<dyn Toolbox>>,
        model: Scripted,
        change: impl FnOnce(&mut SessionOptions),
    ) -> Self {
        let servers = start(servers);
        let mut registry = Registry::default();
        registry.add(Arc::clone(&servers) as Arc<dyn Toolbox>);
        if let Some(beside) = beside {
            registry.add(beside);
        }
        let provider = Arc::new(model);
        let mut options = options(&provider, 200_000);
        options.tools = registry.tools();
        options.policy = Policy::default();
        change(&mut options);
        Self { talk: Talk::open(provider, options), registry, servers, stop: Stop::default() }
    }

    pub fn state(&self) -> ServerState {
        self.servers.reports().remove(0).state
    }

    /// Says something, lets the user answer each question, runs what may run.
    pub fn turn(&self, words: &str, person: impl Fn(&str) -> Approval) -> Turn {
        self.talk.session.set_tools(self.registry.tools());
        let id = self.talk.session.submit_text(words);
        let mut turn = Turn {
            end: TurnEnd::Failed,
            ends: Vec::new(),
            results: Vec::new(),
            asked: Vec::new(),
            pictures: 0,
        };
        let mut waiting: Vec<Call> = Vec::new();
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let event = self.talk.session.events().next_timeout(left);
            let event = event.unwrap_or_else(|| panic!("no end: {turn:?}"));
            match event {
                SessionEvent::ToolCall { call_id, name, arguments, needs_approval, .. } => {
                    let call = Call { id: call_id.clone(), turn: 1, name: name.clone(), arguments };
                    if needs_approval {
                        turn.asked.push(name.clone());
                        waiting.push(call);
                        self.talk.session.approve_tool(call_id, person(&name));
                    } else {
                        self.run(call);
                    }
                }
                SessionEvent::ToolApproved { call_id, .. } => {
                    let at = waiting.iter().position(|call| call.id == call_id).unwrap();
                    self.run(waiting.remove(at));
                }
                SessionEvent::ToolEnded { name, end, .. } => turn.ends.push((name, end)),
                SessionEvent::Message { message, .. } => turn.add_results(&message),
                SessionEvent::TurnEnded { turn: of, end } if of == id => {
                    turn.end = end;
                    return turn;
                }
                _ => {}
            }
        }
    }

    fn run(&self, call: Call) {
        let answer = self.registry.run(&call, &self.stop);
        self.talk.session.answer_tool(call.id, answer);
    }

    /// A turn in which the user allows everything.
    pub fn allowed(&self, words: &str) -> Turn {
        self.turn(words, |_| Approval::Allow)
    }

    /// The last request is one that every provider takes.
    pub fn assert_valid(&self) {
        assert_valid(&self.talk.provider.last_request());
    }
}

impl Turn {
    fn add_results(&mut self, message: &Message) {
        for result in message.tool_results() {
            self.results.push(result.joined_text());
            self.pictures +=
                result.parts.iter().filter(|part| matches!(part, Part::Image(_))).count();
        }
    }
}

/// One call of the server's tool.
pub fn act(id: &str) -> Answer {
    Answer::calls(&[(id, "s__act", "{\"what\":\"it\"}")])
}

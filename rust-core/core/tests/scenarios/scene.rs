//! A provider, the server that it talks to, and the conversation so far.

use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use vibeue_core::conversation::{Message, MessageId, Protocol, Role};
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{
    ChatRequest, Delta, ErrorClass, Provider, ProviderConfig, ProviderError, Reply, ToolDefinition,
    connect,
};
use vibeue_core::tokens::ServerUsage;
use vibeue_scripted_server::{Answer, Operation, Script, Server, Wire};

use crate::logs::Logs;

/// The key of all scenarios: shaped like none that a redactor knows by its
/// form, so that only the endpoint's own knowledge can hide it.
pub(crate) const KEY: &str = "Kq7zP2mVx9Lw4RtB";

/// No call may take longer, whatever the server does.
const BOUND: Duration = Duration::from_secs(120);

/// A provider with a server of its own.
pub(crate) struct Scene {
    pub(crate) wire: Wire,
    pub(crate) server: Server,
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) messages: Vec<Arc<Message>>,
    pub(crate) stream: bool,
    /// Everything that was shown or logged.
    pub(crate) shown: String,
    runtime: tokio::runtime::Runtime,
}

/// What a caller saw of one call.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) result: Result<Reply, ProviderError>,
    pub(crate) text: String,
    pub(crate) reasoning: String,
    /// Index, id, name and arguments of each call, as they were streamed.
    pub(crate) calls: Vec<(usize, String, String, String)>,
    pub(crate) usage: Option<ServerUsage>,
    /// Requests for an answer that reached the server.
    pub(crate) requests: usize,
}

impl Seen {
    pub(crate) fn reply(&self) -> &Reply {
        self.result.as_ref().unwrap_or_else(|error| panic!("no reply: {error:?}"))
    }

    pub(crate) fn error(&self) -> &ProviderError {
        match &self.result {
            Ok(reply) => panic!("no error but {reply:?}"),
            Err(error) => error,
        }
    }

    pub(crate) fn class(&self) -> ErrorClass {
        self.error().class
    }
}

/// How long to wait if a limit is meant to strike.
pub(crate) const SOON: Duration = Duration::from_millis(700);

/// Limits of time that only a hang reaches, however busy the machine is, and of
/// size that a test sees.
pub(crate) fn limits() -> Limits {
    let patience = Duration::from_secs(100);
    Limits {
        connect: patience,
        first_piece: patience,
        idle: patience,
        whole: patience,
        question: patience,
        total: 2 << 20,
        event: 1 << 20,
        backoff: Duration::from_millis(1),
        ..Limits::default()
    }
}

/// Makes the provider of a protocol, as the user's settings would.
pub(crate) fn provider(wire: Wire, url: &str, limits: Limits) -> Arc<dyn Provider> {
    let (protocol, path) = match wire {
        Wire::OpenaiChat => (Protocol::OpenaiChat, "/v1"),
        Wire::Responses => (Protocol::Responses, "/v1"),
        Wire::Anthropic => (Protocol::Anthropic, ""),
        Wire::Gemini => (Protocol::Gemini, ""),
        Wire::Ollama => (Protocol::Ollama, ""),
    };
    let mut config = ProviderConfig::new(protocol, format!("{url}{path}"), model(wire));
    config.key = Some(SecretString::from(KEY));
    config.limits = limits;
    connect(&config).unwrap()
}

impl Scene {
    pub(crate) fn new(wire: Wire) -> Self {
        Self::with(wire, Script::default())
    }

    pub(crate) fn with(wire: Wire, mut script: Script) -> Self {
        script.key = Some(KEY.to_owned());
        let server = Server::start(script).unwrap();
        Self {
            wire,
            provider: provider(wire, &server.url(), limits()),
            server,
            messages: Vec::new(),
            stream: true,
            shown: String::new(),
            // One worker in addition to this thread, as in a host: connections are closed by their
            // own tasks, even while nobody waits for an answer.
            runtime: tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap(),
        }
    }

    /// The id for the next message.
    pub(crate) fn next_id(&self) -> MessageId {
        MessageId(self.messages.len() as u64 + 1)
    }

    /// Adds what the user says.
    pub(crate) fn say(&mut self, text: &str) {
        let message = Message::text(self.next_id(), Role::User, text);
        self.messages.push(Arc::new(message));
    }

    /// Adds a tool's result.
    pub(crate) fn result(&mut self, call_id: &str, name: &str, text: &str) {
        let message = Message::tool_result(self.next_id(), call_id, Some(name), text, false);
        self.messages.push(Arc::new(message));
    }

    pub(crate) fn request(&self) -> ChatRequest {
        let mut request = ChatRequest::new(model(self.wire), self.messages.clone());
        request.tools = Arc::from([tool("look"), tool("count_words")]);
        request.stream = self.stream;
        request.max_output_tokens = Some(1_000);
        request
    }

    /// Asks, and keeps the answer in the conversation if there is one.
    pub(crate) fn ask(&mut self) -> Seen {
        let request = self.request();
        let seen = self.send(&request);
        if let Ok(reply) = &seen.result {
            let message = reply.clone().into_message(self.next_id(), self.provider.protocol());
            self.messages.push(Arc::new(message));
        }
        seen
    }

    /// Says something and asks.
    pub(crate) fn turn(&mut self, text: &str) -> Seen {
        self.say(text);
        self.ask()
    }

    /// Sends a request and watches what comes.
    pub(crate) fn send(&mut self, request: &ChatRequest) -> Seen {
        let before = self.chats();
        let logs = Logs::default();
        let (mut text, mut reasoning) = (String::new(), String::new());
        let (mut calls, mut usage) = (Vec::<(usize, String, String, String)>::new(), None);
        let mut sink = |delta: Delta<'_>| match delta {
            Delta::Text(piece) => text.push_str(piece),
            Delta::Reasoning(piece) => reasoning.push_str(piece),
            Delta::ToolCall { index, id, name } => {
                calls.push((index, id.to_owned(), name.to_owned(), String::new()));
            }
            Delta::Arguments { index, fragment } => calls
                .iter_mut()
                .find(|call| call.0 == index)
                .unwrap_or_else(|| panic!("arguments of call {index} before the call"))
                .3
                .push_str(fragment),
            Delta::Usage(now) => usage = Some(now),
            Delta::Warning(words) => panic!("a model warns: {words}"),
        };
        let provider = self.provider.clone();
        let result = tracing::subscriber::with_default(logs.clone(), || {
            self.runtime.block_on(async {
                tokio::time::timeout(BOUND, provider.chat(request, &mut sink))
                    .await
                    .expect("every call ends by itself")
            })
        });
        self.shown.push_str(&format!("{result:?} {provider:?} {}", logs.text()));
        if let Err(error) = &result {
            self.shown.push_str(&error.to_string());
        }
        let requests = self.chats() - before;
        Seen { result, text, reasoning, calls, usage, requests }
    }

    /// Waits for the server as long as these limits say, from now on.
    pub(crate) fn limit(&mut self, limits: Limits) {
        self.provider = provider(self.wire, &self.server.url(), limits);
    }

    /// Drops a call a while after the server has its request.
    pub(crate) fn drop_after(&mut self, pause: Duration) {
        let (request, before) = (self.request(), self.chats());
        let provider = self.provider.clone();
        let while_asked = async {
            while self.chats() == before {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            tokio::time::sleep(pause).await;
        };
        self.runtime.block_on(async {
            let mut sink = |_: Delta<'_>| {};
            tokio::select! {
                outcome = provider.chat(&request, &mut sink) => {
                    panic!("it ended before it was dropped: {outcome:?}")
                }
                asked = tokio::time::timeout(BOUND, while_asked) => asked.expect("it is asked"),
            }
        });
    }

    /// Runs a future of the provider's.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(async {
            tokio::time::timeout(BOUND, future).await.expect("every call ends by itself")
        })
    }

    fn chats(&self) -> usize {
        let all = self.server.exchanges();
        all.iter().filter(|exchange| exchange.operation == Operation::Chat).count()
    }

    /// The turn after: it works, on a history that breaks no rule, and
    /// nothing of the key was shown in all of the scene.
    pub(crate) fn goes_on(mut self) {
        self.server.script(|script| script.steps.clear());
        self.server.push(Answer::text("All is well again."));
        if self.messages.last().is_some_and(|last| last.role == Role::User) {
            // An unanswered request is asked again as it is.
        } else {
            self.say("Go on.");
        }
        let seen = self.ask();
        assert_eq!(seen.text, "All is well again.", "{:?}: {:?}", self.wire, seen.result);
        for exchange in self.server.exchanges() {
            assert_eq!(exchange.violation, None, "{:?}: {}", self.wire, exchange.body);
        }
        assert!(!self.shown.contains(KEY), "{:?} shows the key: {}", self.wire, self.shown);
    }
}

pub(crate) fn model(wire: Wire) -> &'static str {
    match wire {
        Wire::OpenaiChat | Wire::Responses => "gpt-5",
        Wire::Anthropic => "claude-sonnet-4-5",
        Wire::Gemini => "gemini-3-pro-preview",
        Wire::Ollama => "qwen3:8b",
    }
}

pub(crate) fn tool(name: &str) -> ToolDefinition {
    ToolDefinition {
        name: name.to_owned(),
        description: "Looks at something.".to_owned(),
        parameters: serde_json::json!({"type": "object",
            "properties": {"what": {"type": "string"}}, "required": ["what"]}),
    }
}

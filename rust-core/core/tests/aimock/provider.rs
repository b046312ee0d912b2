//! Only the wire modules.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use vibeue_core::conversation::{Message, MessageId, Protocol, Role};
use vibeue_core::provider::{
    ChatRequest, Delta, ErrorClass, Provider, ProviderError, Reply, StopReason,
};

use crate::mock::{Mock, look, model};
use crate::over_every_wire;

/// A conversation with the mock.
struct Talk {
    provider: Arc<dyn Provider>,
    protocol: Protocol,
    messages: Vec<Arc<Message>>,
    stream: bool,
    runtime: tokio::runtime::Runtime,
}

/// What a caller saw of one call.
#[derive(Debug)]
struct Seen {
    result: Result<Reply, ProviderError>,
    text: String,
    reasoning: String,
}

impl Seen {
    fn reply(&self) -> &Reply {
        self.result.as_ref().unwrap_or_else(|error| panic!("no reply: {error:?}"))
    }

    fn error(&self) -> &ProviderError {
        self.result.as_ref().expect_err("an error")
    }
}

impl Talk {
    fn new(mock: &Mock, protocol: Protocol, stream: bool) -> Self {
        Self {
            provider: mock.provider(protocol),
            protocol,
            messages: Vec::new(),
            stream,
            runtime: tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap(),
        }
    }

    fn next_id(&self) -> MessageId {
        MessageId(self.messages.len() as u64 + 1)
    }

    fn say(&mut self, text: &str) -> Seen {
        let message = Message::text(self.next_id(), Role::User, text);
        self.messages.push(Arc::new(message));
        self.ask()
    }

    fn ask(&mut self) -> Seen {
        let mut request = ChatRequest::new(model(self.protocol), self.messages.clone());
        request.tools = Arc::from([look()]);
        request.stream = self.stream;
        request.max_output_tokens = Some(1_000);
        let (mut text, mut reasoning) = (String::new(), String::new());
        let mut sink = |delta: Delta<'_>| match delta {
            Delta::Text(piece) => text.push_str(piece),
            Delta::Reasoning(piece) => reasoning.push_str(piece),
            _ => {}
        };
        let result = self.runtime.block_on(async {
            let call = self.provider.chat(&request, &mut sink);
            tokio::time::timeout(Duration::from_secs(60), call).await.expect("every call ends")
        });
        if let Ok(reply) = &result {
            let message = reply.clone().into_message(self.next_id(), self.protocol);
            self.messages.push(Arc::new(message));
        }
        Seen { result, text, reasoning }
    }

    fn goes_on(mut self) {
        let seen = self.say("go on");
        assert_eq!(seen.text, "All is well again.", "{:?}: {:?}", self.protocol, seen.result);
    }
}

fn a_plain_answer_comes_whole(mock: &Mock, protocol: Protocol) {
    for stream in [true, false] {
        let mut talk = Talk::new(mock, protocol, stream);
        let seen = talk.say("plain");
        assert_eq!(seen.reply().text(), "Grüße aus der Ferne, 世界 🌍.");
        assert_eq!((&*seen.text, &seen.reply().stop), (&*seen.reply().text(), &StopReason::End));
        talk.goes_on();
    }
}

fn reasoning_comes_apart(mock: &Mock, protocol: Protocol) {
    for stream in [true, false] {
        let mut talk = Talk::new(mock, protocol, stream);
        let seen = talk.say("weigh it");
        assert_eq!(
            (&*seen.text, &*seen.reasoning),
            ("It is red.", "First weigh it, then look."),
            "{protocol:?}: {:?}",
            seen.result
        );
        talk.goes_on();
    }
}

fn parallel_calls_make_a_round(mock: &Mock, protocol: Protocol) {
    for stream in [true, false] {
        let mut talk = Talk::new(mock, protocol, stream);
        let seen = talk.say("look at both doors");
        assert_eq!(seen.reply().stop, StopReason::ToolCalls);
        let calls: Vec<_> = seen.reply().tool_calls().cloned().collect();
        let arguments: Vec<Value> =
            calls.iter().map(|call| serde_json::from_str(&call.arguments).unwrap()).collect();
        assert_eq!(
            arguments,
            [json!({"what": "the \"left\" door, 世界"}), json!({"what": "the right door"})],
            "{protocol:?}"
        );
        assert_ne!(calls[0].id, calls[1].id);
        for (call, colour) in calls.iter().zip(["red", "blue"]) {
            let id = talk.next_id();
            let result = Message::tool_result(id, call.id.clone(), Some("look"), colour, false);
            talk.messages.push(Arc::new(result));
        }
        assert_eq!(talk.ask().text, "One is red, one is blue.");
        talk.goes_on();
    }
}

fn errors_have_their_classes(mock: &Mock, protocol: Protocol) {
    let overflow = ErrorClass::ContextLengthExceeded { limit: Some(8_192), requested: Some(9_000) };
    for (text, class) in [
        ("too long", overflow),
        ("overloaded", ErrorClass::Overloaded { retry_after: None }),
        ("wrong key", ErrorClass::Authentication),
        ("dropped", ErrorClass::Overloaded { retry_after: None }),
        ("hang up", ErrorClass::Transport),
        ("garbled", ErrorClass::Protocol),
    ] {
        for stream in [true, false] {
            let mut talk = Talk::new(mock, protocol, stream);
            let seen = talk.say(text);
            // A torn last line of a protocol of lines looks like a cut.
            let torn = text == "garbled" && protocol == Protocol::Ollama;
            let class = if torn { ErrorClass::Transport } else { class };
            assert_eq!(
                seen.error().class.name(),
                class.name(),
                "{protocol:?} {text}, stream {stream}: {:?}",
                seen.result
            );
            if text == "too long" {
                assert_eq!(seen.error().class, overflow, "{protocol:?}");
            }
            assert_eq!(seen.text, "");
            talk.goes_on();
        }
    }
}

fn a_rate_limit_is_waited_for(mock: &Mock, protocol: Protocol) {
    let mut talk = Talk::new(mock, protocol, true);
    // One count for each text: each protocol has a busy server of its own.
    let seen = talk.say(&format!("busy {}", protocol_word(protocol)));
    assert_eq!(seen.text, "Now there is time.", "{protocol:?}: {:?}", seen.result);
    talk.goes_on();
}

fn a_cut_stream_is_not_an_answer(mock: &Mock, protocol: Protocol) {
    let mut talk = Talk::new(mock, protocol, true);
    let seen = talk.say("cut");
    let error = seen.error();
    assert_eq!((error.class, error.delivered), (ErrorClass::Transport, true), "{error:?}");
    let whole = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
    assert!(whole.starts_with(&seen.text) && !seen.text.is_empty(), "{:?}", seen.text);
    talk.goes_on();
}

/// How the fixtures name a protocol.
pub(crate) fn protocol_word(protocol: Protocol) -> String {
    format!("{protocol:?}").to_lowercase()
}

over_every_wire! {
    a_plain_answer_comes_whole
    reasoning_comes_apart
    parallel_calls_make_a_round
    errors_have_their_classes
    a_rate_limit_is_waited_for
    a_cut_stream_is_not_an_answer
}

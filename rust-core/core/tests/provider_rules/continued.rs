//! A conversation that began on one protocol continues on every other.

use std::sync::Arc;

use serde_json::{Value, json};
use vibeue_core::conversation::{
    Extra, Image, ImageSource, Message, MessageId, Part, Protocol, Role, ToolResult,
};
use vibeue_core::provider::{
    ChatRequest, Delta, Provider, ProviderConfig, Reply, StopReason, connect,
};
use vibeue_scripted_server::{Answer, Script, Server};

use crate::{anthropic, gemini, ollama, openai_chat, responses};

/// A model of each protocol that reasons and calls tools.
fn model(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::OpenaiChat => "gpt-4.1",
        Protocol::Responses => "gpt-5",
        Protocol::Anthropic => "claude-opus-5",
        Protocol::Gemini => "gemini-3-pro-preview",
        Protocol::Ollama => "qwen3",
        Protocol::Acp => unreachable!("an agent has no wire"),
    }
}

fn judge(protocol: Protocol, body: &Value) -> Result<(), String> {
    match protocol {
        Protocol::OpenaiChat => openai_chat::judge(body),
        Protocol::Responses => responses::judge(body),
        Protocol::Anthropic => anthropic::judge(body, true),
        Protocol::Gemini => gemini::judge(body, true),
        Protocol::Ollama => ollama::judge(body),
        Protocol::Acp => unreachable!("an agent has no wire"),
    }
}

fn provider(protocol: Protocol, server: &Server) -> Arc<dyn Provider> {
    let path = match protocol {
        Protocol::OpenaiChat | Protocol::Responses => "/v1",
        _ => "",
    };
    let config = ProviderConfig::new(protocol, format!("{}{path}", server.url()), model(protocol));
    connect(&config).expect("the address is one of this machine")
}

fn ask(
    runtime: &tokio::runtime::Runtime,
    provider: &dyn Provider,
    messages: &[Arc<Message>],
) -> Reply {
    let request = ChatRequest::new(model(provider.protocol()), messages.to_vec());
    let mut unheard = |_: Delta<'_>| {};
    let reply = runtime.block_on(provider.chat(&request, &mut unheard));
    reply.unwrap_or_else(|error| panic!("{:?}: {error:?}", provider.protocol()))
}

struct History {
    messages: Vec<Arc<Message>>,
}

impl History {
    fn push(&mut self, role: Role, parts: Vec<Part>) {
        let id = MessageId(self.messages.len() as u64 + 1);
        self.messages.push(Arc::new(Message::new(id, role, parts)));
    }

    fn answer(&mut self, reply: Reply, protocol: Protocol) {
        let id = MessageId(self.messages.len() as u64 + 1);
        self.messages.push(Arc::new(reply.into_message(id, protocol)));
    }

    /// One result for each call of the last message, every second of them a
    /// failure, each with an image.
    fn results(&mut self) {
        let last = self.messages.last().expect("the model has answered").clone();
        let results = last.tool_calls().enumerate().map(|(at, call)| {
            let image = Image {
                source: ImageSource::Base64 { media_type: "image/png".into(), data: "AAAA".into() },
                detail: None,
                extra: Extra::new(),
            };
            Part::ToolResult(Box::new(ToolResult {
                call_id: call.id.clone(),
                name: Some(call.name.clone()),
                parts: vec![Part::text(format!("result {at}")), Part::Image(Box::new(image))],
                is_error: at % 2 == 1,
                whole: None,
                ran_ms: None,
                extra: Extra::new(),
            }))
        });
        let results = results.collect();
        self.push(Role::Tool, results);
    }
}

/// Reasoning, a text and two calls, one of them without an id; results with
/// images, of which one failed; then an answer.
fn begun_on(runtime: &tokio::runtime::Runtime, server: &Server, protocol: Protocol) -> History {
    let provider = provider(protocol, server);
    let mut history = History { messages: Vec::new() };
    history.push(Role::System, vec![Part::text("Be brief.")]);
    let picture = Image {
        source: ImageSource::Base64 { media_type: "image/png".into(), data: "AAAA".into() },
        detail: None,
        extra: Extra::new(),
    };
    history.push(Role::User, vec![Part::text("Look."), Part::Image(Box::new(picture))]);
    server.push(
        Answer::text("I look.")
            .reasoning("Where may it be?")
            .and_call("call_1", "read_file", r#"{"path": "a", "n": 1.50}"#)
            .and_call("", "list", "{}"),
    );
    let reply = ask(runtime, provider.as_ref(), &history.messages);
    assert_eq!(reply.stop, StopReason::ToolCalls, "{protocol:?}");
    assert_eq!(reply.tool_calls().count(), 2, "{protocol:?}");
    history.answer(reply, protocol);
    history.results();
    server.push(Answer::text("It is there.").reasoning("Found."));
    let reply = ask(runtime, provider.as_ref(), &history.messages);
    assert_eq!(reply.text(), "It is there.");
    history.answer(reply, protocol);
    history
}

#[test]
fn a_conversation_of_each_protocol_goes_on_on_every_other_and_back() {
    let server = Server::start(Script::default()).expect("a port is free");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be made");
    for from in Protocol::ALL {
        for to in Protocol::ALL {
            let mut history = begun_on(&runtime, &server, from);
            // There, with a call of its own, in the middle of which it goes back.
            let there = provider(to, &server);
            history.push(Role::User, vec![Part::text("And now?")]);
            server.push(Answer::default().reasoning("Hm.").and_call("", "read_file", "{}"));
            let reply = ask(&runtime, there.as_ref(), &history.messages);
            history.answer(reply, to);
            history.results();
            let back = provider(from, &server);
            for (protocol, provider) in [(to, &there), (from, &back)] {
                server.push(Answer::text("Done."));
                let reply = ask(&runtime, provider.as_ref(), &history.messages);
                assert_eq!((reply.text().as_str(), &reply.stop), ("Done.", &StopReason::End));
                let asked = server.exchanges().pop().expect("it was asked");
                assert_eq!((asked.status, &asked.violation), (200, &None), "{from:?} {to:?}");
                judge(protocol, &asked.body).unwrap_or_else(|fault| {
                    panic!("{from:?} to {to:?}: {fault}\n{:#}", asked.body)
                });
                let raw = String::from_utf8_lossy(&asked.raw);
                for said in ["Be brief.", "Look.", "I look.", "result 0", "result 1"] {
                    assert!(raw.contains(said), "{from:?} to {to:?} lost {said}\n{raw}");
                }
                if protocol != from {
                    // Reasoning is each model's own.
                    assert!(!raw.contains("Where may it be?"), "{from:?} to {to:?}\n{raw}");
                }
            }
            server.forget();
        }
    }
}

#[test]
fn the_judge_of_ollama_sees_what_is_wrong() {
    let user = json!({"role": "user", "content": "x"});
    let call = json!({"role": "assistant", "content": "", "tool_calls":
        [{"function": {"name": "t", "arguments": {}}}]});
    let result = json!({"role": "tool", "tool_name": "t", "content": ""});
    let judged = |messages: Value| ollama::judge(&json!({"messages": messages}));
    assert_eq!(judged(json!([user, call, result])), Ok(()));
    for broken in [
        json!([]),
        json!([user, call]),
        json!([user, result]),
        json!([user, call, user, result]),
        json!([user, {"role": "assistant", "content": "x"}]),
        json!([{"role": "user", "content": [{"type": "text"}]}]),
        json!([{"role": "user", "content": " "}]),
    ] {
        assert!(judged(broken.clone()).is_err(), "{broken}");
    }
}

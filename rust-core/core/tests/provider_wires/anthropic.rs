use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use vibeue_core::conversation::{Message, MessageId, Part, Protocol, Role, ToolCall};
use vibeue_core::provider::{Capabilities, ErrorClass, ModelInfo, NativeCompaction};
use vibeue_core::tokens::ServerUsage;

use crate::recorder::{Asked, Recorder};
use crate::{chat, provider, request, run};

fn refused(message: &str) -> (u16, Value) {
    let error = json!({"type": "invalid_request_error", "message": message});
    (400, json!({"type": "error", "error": error}))
}

fn text_reply(text: &str) -> (u16, Value) {
    let content = json!([{"type": "text", "text": text}]);
    (200, json!({"type": "message", "content": content, "stop_reason": "end_turn"}))
}

#[test]
fn what_a_server_refuses_by_name_is_left_out_and_remembered() {
    let recorder = Recorder::start(|asked: &Asked| match asked.body.get("temperature") {
        Some(_) => refused("`temperature` is deprecated for this model."),
        None => text_reply("Hi"),
    });
    let provider = provider(Protocol::Anthropic, &recorder, "/v1");
    let mut asked = request("claude-sonnet-4-6");
    asked.temperature = Some(0.5);
    assert!(provider.capabilities(&asked.model).temperature);
    let reply = chat(provider.as_ref(), &asked).unwrap();
    assert_eq!(reply.text(), "Hi");
    assert_eq!(reply.warnings, ["sent without what the server refused: temperature"]);
    let sent: Vec<_> =
        recorder.take_all().into_iter().map(|asked| asked.body["temperature"].clone()).collect();
    assert_eq!(sent, [json!(0.5), json!(null)]);
    assert!(!provider.capabilities(&asked.model).temperature);
    assert_eq!(chat(provider.as_ref(), &asked).unwrap().warnings, Vec::<String>::new());
    assert_eq!(recorder.take_all().len(), 1);
}

#[test]
fn thinking_whose_signature_no_longer_holds_is_left_out_once() {
    let recorder = Recorder::start(|asked: &Asked| {
        match asked.body["messages"].to_string().contains("signature") {
            true => refused("messages.1.content.0: Invalid `signature` in `thinking` block."),
            false => text_reply("Hi"),
        }
    });
    let provider = provider(Protocol::Anthropic, &recorder, "");
    let mut asked = request("claude-opus-5");
    let thinking = json!({"type": "thinking", "thinking": "hm", "signature": "S"});
    let call = ToolCall {
        id: "toolu_1".into(),
        name: "look".into(),
        arguments: "{}".to_owned(),
        extra: vibeue_core::conversation::Extra::new(),
    };
    let parts = vec![Part::Opaque { block: Box::new(thinking) }, Part::ToolCall(Box::new(call))];
    let mut message = Message::new(MessageId(3), Role::Assistant, parts);
    message.origin = Some(Protocol::Anthropic);
    asked.messages.push(Arc::new(message));
    let result = Message::tool_result(MessageId(4), "toolu_1", None, "seen", false);
    asked.messages.push(Arc::new(result));
    for _ in 0..2 {
        assert_eq!(chat(provider.as_ref(), &asked).unwrap().text(), "Hi");
        // Each conversation is tried with its thinking first.
        let lines: Vec<_> = recorder.take_all().into_iter().map(|asked| asked.line).collect();
        assert_eq!(lines, ["POST /v1/messages", "POST /v1/messages"]);
    }
}

#[test]
fn other_refusals_are_errors_at_once() {
    let recorder =
        Recorder::start(|_: &Asked| refused("prompt is too long: 207791 tokens > 200000 maximum"));
    let provider = provider(Protocol::Anthropic, &recorder, "/v1");
    let error = chat(provider.as_ref(), &request("claude-opus-5")).unwrap_err();
    let expected =
        ErrorClass::ContextLengthExceeded { limit: Some(200_000), requested: Some(207_791) };
    assert_eq!((error.class, recorder.take_all().len()), (expected, 1));
}

#[test]
fn counts_are_asked_for_once_for_the_same_content() {
    let recorder = Recorder::start(|_: &Asked| (200, json!({"input_tokens": 42})));
    let provider = provider(Protocol::Anthropic, &recorder, "/v1");
    let asked = request("claude-opus-5");
    for _ in 0..3 {
        assert_eq!(run(provider.count(&asked)), Ok(Some(42)));
    }
    let sent = recorder.take_all();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].line, "POST /v1/messages/count_tokens");
    assert_eq!(sent[0].body.get("max_tokens"), None);
    assert_eq!(sent[0].body.get("stream"), None);
}

#[test]
fn a_server_without_counting_is_asked_once() {
    let recorder = Recorder::start(|_: &Asked| (404, json!({"error": "no such route"})));
    let provider = provider(Protocol::Anthropic, &recorder, "/v1");
    let asked = request("claude-opus-5");
    assert_eq!(run(provider.count(&asked)), Ok(None));
    assert_eq!(run(provider.count(&asked)), Ok(None));
    assert_eq!(recorder.take_all().len(), 1);
    assert!(!provider.capabilities("claude-opus-5").counts);
}

#[test]
fn the_server_s_word_on_a_model_decides_what_is_asked_of_it() {
    let recorder = Recorder::start(|asked: &Asked| match asked.line.as_str() {
        "GET /v1/models/claude-next" => {
            let no = json!({"supported": false});
            let capabilities = json!({"structured_outputs": no, "compaction": {"summarize": no}});
            (
                200,
                json!({"id": "claude-next", "max_input_tokens": 500_000, "max_tokens": 9_000,
                "capabilities": capabilities}),
            )
        }
        _ => text_reply("Hi"),
    });
    let provider = provider(Protocol::Anthropic, &recorder, "/v1");
    let expected = ModelInfo {
        id: "claude-next".to_owned(),
        context_length: Some(500_000),
        max_output: Some(9_000),
        ..ModelInfo::default()
    };
    assert_eq!(run(provider.describe("claude-next")), Ok(expected));
    let expected =
        Capabilities { json_schema: false, temperature: false, counts: true, compacts: false };
    assert_eq!(provider.capabilities("claude-next"), expected);
    chat(provider.as_ref(), &request("claude-next")).unwrap();
    let sent = recorder.take_all().pop().unwrap();
    assert_eq!(sent.body["max_tokens"], 9_000);
    assert_eq!(run(provider.compact(&request("claude-next"), None)), Ok(None));
}

#[test]
fn the_provider_s_own_summary_is_asked_for_and_taken_as_it_is() {
    let block = json!({"type": "compaction", "content": "We said hello.", "signature": "S"});
    let answer = json!({"type": "message", "content": [block], "stop_reason": "compaction",
        "usage": {"input_tokens": 0, "output_tokens": 0, "iterations":
            [{"type": "compaction", "input_tokens": 144, "output_tokens": 27}]}});
    let recorder = Recorder::start(move |asked: &Asked| match asked.line.starts_with("GET") {
        true => (404, json!({})),
        false => (200, answer.clone()),
    });
    let provider = provider(Protocol::Anthropic, &recorder, "/v1");
    let expected = NativeCompaction {
        parts: vec![Part::Opaque { block: Box::new(block) }],
        text: Some("We said hello.".to_owned()),
        usage: Some(ServerUsage { input: 144, cached: 0, output: 27, reasoning: 0 }),
    };
    let found = run(provider.compact(&request("claude-opus-5"), None));
    assert_eq!(found, Ok(Some(expected)));
    let sent = recorder.take_all().pop().unwrap();
    assert_eq!(sent.beta.as_deref(), Some("compact-2026-09-04"));
    assert_eq!(sent.body["compaction"], json!({"type": "summarize"}));
}

#[test]
fn a_summary_that_failed_says_why() {
    let turns = AtomicUsize::new(0);
    let recorder = Recorder::start(move |asked: &Asked| {
        if asked.line.starts_with("GET") {
            return (404, json!({}));
        }
        match turns.fetch_add(1, Ordering::Relaxed) {
            0 => (200, json!({"content": [], "stop_reason": "max_tokens"})),
            _ => refused("compaction: Extra inputs are not permitted"),
        }
    });
    let provider = provider(Protocol::Anthropic, &recorder, "/v1");
    let asked = request("claude-opus-5");
    let error = run(provider.compact(&asked, None)).unwrap_err();
    assert_eq!(
        error.message,
        "the provider gave no summary: it was cut at the limit on its length"
    );
    assert_eq!(run(provider.compact(&asked, None)), Ok(None));
    assert!(!provider.capabilities("claude-opus-5").compacts);
}

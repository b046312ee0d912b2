use serde_json::{Value, json};
use vibeue_core::conversation::{Part, Protocol};
use vibeue_core::provider::{ErrorClass, NativeCompaction};
use vibeue_core::tokens::ServerUsage;

use crate::recorder::{Asked, Recorder};
use crate::{chat, provider, request, run};

fn refused(message: &str) -> (u16, Value) {
    (400, json!({"error": {"type": "invalid_request_error", "message": message}}))
}

#[test]
fn what_a_server_refuses_by_name_is_left_out_step_by_step() {
    let recorder = Recorder::start(|asked: &Asked| {
        if asked.body["reasoning"].get("summary").is_some() {
            refused("Your organization must be verified to generate reasoning summaries.")
        } else if asked.body.get("include").is_some() {
            refused("Encrypted content is not supported with this model.")
        } else {
            let content = json!([{"type": "output_text", "text": "Hi"}]);
            let item = json!({"type": "message", "content": content});
            (200, json!({"status": "completed", "output": [item]}))
        }
    });
    let provider = provider(Protocol::Responses, &recorder, "/v1");
    let mut asked = request("gpt-5");
    asked.reasoning_effort = Some("low".to_owned());
    let reply = chat(provider.as_ref(), &asked).unwrap();
    assert_eq!(reply.text(), "Hi");
    assert_eq!(
        reply.warnings,
        ["sent without what the server refused: summaries of the reasoning, encrypted reasoning"]
    );
    assert_eq!(recorder.take_all().len(), 3);
    chat(provider.as_ref(), &asked).unwrap();
    let sent = recorder.take_all();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].body["reasoning"], json!({"effort": "low"}));
}

#[test]
fn counts_come_from_the_server_or_not_at_all() {
    let recorder = Recorder::start(|asked: &Asked| match asked.body["model"].as_str() {
        Some("gpt-5") => (200, json!({"object": "response.input_tokens", "input_tokens": 11})),
        _ => (404, json!({"error": {"message": "Not Found"}})),
    });
    let provider = provider(Protocol::Responses, &recorder, "/v1");
    for _ in 0..2 {
        assert_eq!(run(provider.count(&request("gpt-5"))), Ok(Some(11)));
    }
    assert_eq!(run(provider.count(&request("other"))), Ok(None));
    let lines: Vec<_> = recorder.take_all().into_iter().map(|asked| asked.line).collect();
    assert_eq!(lines, ["POST /v1/responses/input_tokens"; 2]);
}

#[test]
fn the_provider_s_compaction_gives_its_items_as_they_are() {
    let items = json!([
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello"}]},
        {"type": "compaction", "id": "cmp_1", "encrypted_content": "E"}]);
    let answer = json!({"object": "response.compaction", "output": items,
        "usage": {"input_tokens": 139, "output_tokens": 43}});
    let recorder = Recorder::start(move |_: &Asked| (200, answer.clone()));
    let provider = provider(Protocol::Responses, &recorder, "/v1");
    let opaque = |item: &Value| Part::Opaque { block: Box::new(item.clone()) };
    let expected = NativeCompaction {
        parts: items.as_array().unwrap().iter().map(opaque).collect(),
        text: None,
        usage: Some(ServerUsage { input: 139, cached: 0, output: 43, reasoning: 0 }),
    };
    assert_eq!(run(provider.compact(&request("gpt-5"), None)), Ok(Some(expected)));
    let sent = recorder.take_all().remove(0);
    assert_eq!(sent.line, "POST /v1/responses/compact");
    let fields: Vec<_> = sent.body.as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["model", "instructions", "input"]);
}

#[test]
fn a_compaction_without_its_item_is_an_error_and_a_missing_one_is_none() {
    let recorder = Recorder::start(|asked: &Asked| match asked.body["model"].as_str() {
        Some("gpt-5") => (200, json!({"output": []})),
        _ => (404, json!({"error": {"message": "Not Found"}})),
    });
    let provider = provider(Protocol::Responses, &recorder, "/v1");
    let error = run(provider.compact(&request("gpt-5"), None)).unwrap_err();
    assert_eq!(error.class, ErrorClass::Protocol);
    assert_eq!(run(provider.compact(&request("other"), None)), Ok(None));
    assert!(!provider.capabilities("gpt-5").compacts);
}

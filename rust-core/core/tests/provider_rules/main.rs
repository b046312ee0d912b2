//! Whatever a history holds, what leaves obeys the provider's rules.
//!
//! Each rule is one that the provider enforces with a 400; the judges here
//! share no code with the writers and read the bodies that really leave, over
//! a loopback connection.

mod anthropic;
mod continued;
mod conversations;
mod gemini;
mod ollama;
mod openai_chat;
#[path = "../support/recorder.rs"]
mod recorder;
mod responses;

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use vibeue_core::conversation::Message;
use vibeue_core::provider::anthropic::{AnthropicOptions, AnthropicProvider};
use vibeue_core::provider::gemini::{GeminiOptions, GeminiProvider};
use vibeue_core::provider::http::{Endpoint, HttpClient, Limits};
use vibeue_core::provider::ollama::OllamaProvider;
use vibeue_core::provider::openai_chat::OpenAiChatProvider;
use vibeue_core::provider::responses::ResponsesProvider;
use vibeue_core::provider::{ChatRequest, Delta, Provider, ToolChoice, ToolDefinition};

use recorder::Recorder;

fn client(recorder: &Recorder) -> HttpClient {
    let endpoint = Endpoint::new(&format!("{}/v1", recorder.address()), false);
    let endpoint = endpoint.expect("the address is one of this machine");
    HttpClient::new(endpoint, Limits::default(), &[]).expect("a client can be made")
}

/// Sends random conversations and lets a judge read what left.
fn judge_all(
    model: &str,
    answer: Value,
    make: impl Fn(HttpClient) -> Arc<dyn Provider>,
    judge: impl Fn(&Value) -> Result<(), String>,
) {
    let recorder = Recorder::start(move |_| (200, answer.clone()));
    let provider = make(client(&recorder));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be made");
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    let cases = (conversations::conversation(), any::<bool>());
    let outcome = runner.run(&cases, |(messages, with_tools)| {
        let request = request(model, messages, with_tools);
        let mut unheard = |_: Delta<'_>| {};
        let reply = runtime.block_on(provider.chat(&request, &mut unheard));
        prop_assert!(reply.is_ok(), "{reply:?}");
        // Questions about the server are none that a judge reads.
        let asked = recorder.take_all();
        let posted = asked.into_iter().find(|asked| asked.line.starts_with("POST"));
        let body = posted.map(|asked| asked.body).unwrap_or_default();
        judge(&body).map_err(|fault| TestCaseError::fail(format!("{fault}\n{body:#}")))
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

fn request(model: &str, messages: Vec<Message>, with_tools: bool) -> ChatRequest {
    let mut request = ChatRequest::new(model, messages.into_iter().map(Arc::new).collect());
    request.stream = false;
    request.reasoning_effort = Some("low".to_owned());
    if with_tools {
        let parameters = json!({"type": "object", "properties": {"path": {"type": "string"}}});
        request.tools = Arc::from([ToolDefinition {
            name: "read_file".to_owned(),
            description: "Reads a file.".to_owned(),
            parameters,
        }]);
        request.tool_choice = ToolChoice::Auto;
    }
    request
}

#[test]
fn anthropic_s_rules_hold_for_every_conversation() {
    let answer = json!({"content": [], "stop_reason": "end_turn"});
    for model in ["claude-opus-5", "claude-haiku-4-5"] {
        judge_all(
            model,
            answer.clone(),
            |client| Arc::new(AnthropicProvider::new(client, AnthropicOptions::default())),
            |body| anthropic::judge(body, model == "claude-opus-5"),
        );
    }
}

#[test]
fn openai_responses_rules_hold_for_every_conversation() {
    judge_all(
        "gpt-5",
        json!({"status": "completed", "output": []}),
        |client| Arc::new(ResponsesProvider::new(client)),
        responses::judge,
    );
}

#[test]
fn openai_chat_rules_hold_for_every_conversation() {
    let message = json!({"role": "assistant", "content": "x"});
    judge_all(
        "gpt-4.1",
        json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}),
        |client| Arc::new(OpenAiChatProvider::new(client)),
        openai_chat::judge,
    );
}

#[test]
fn ollama_s_rules_hold_for_every_conversation() {
    judge_all(
        "qwen3",
        json!({"message": {"role": "assistant", "content": "x"}, "done": true}),
        |client| Arc::new(OllamaProvider::new(client)),
        ollama::judge,
    );
}

#[test]
fn gemini_s_rules_hold_for_every_conversation() {
    let answer = json!({"candidates": [{"finishReason": "STOP"}]});
    for model in ["gemini-3-pro-preview", "gemini-2.5-flash"] {
        judge_all(
            model,
            answer.clone(),
            |client| Arc::new(GeminiProvider::new(client, GeminiOptions::default())),
            |body| gemini::judge(body, model == "gemini-3-pro-preview"),
        );
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of requests")]
fn the_judges_see_what_is_wrong() {
    let anthropic = |messages: Value| {
        anthropic::judge(&json!({"max_tokens": 1, "messages": messages, "tools": [{}]}), true)
    };
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    let user = json!({"role": "user", "content": text("x")});
    let call = json!({"role": "assistant", "content": [{"type": "tool_use", "id": "a",
        "name": "t", "input": {}}]});
    let result = json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]});
    assert_eq!(anthropic(json!([user, call, result])), Ok(()));
    for broken in [
        json!([]),
        json!([user, user]),
        json!([user, call, user]),
        json!([user, result]),
        json!([call, result]),
        json!([user, call]),
        json!([{"role": "user", "content": text(" ")}]),
        json!([{"role": "user", "content": []}]),
    ] {
        assert!(anthropic(broken.clone()).is_err(), "{broken}");
    }

    let responses = |input: Value| responses::judge(&json!({"store": false, "input": input}));
    let user = json!({"type": "message", "role": "user",
        "content": [{"type": "input_text", "text": "x"}]});
    let call = json!({"type": "function_call", "call_id": "a", "name": "t", "arguments": "{}"});
    let output = json!({"type": "function_call_output", "call_id": "a", "output": "o"});
    let thought = json!({"type": "reasoning", "summary": [], "encrypted_content": "E"});
    assert_eq!(responses(json!([user, thought, call, output])), Ok(()));
    for broken in [
        json!([]),
        json!([user, call]),
        json!([user, output]),
        json!([user, call, output, output]),
        json!([user, call, user, output]),
        json!([user, thought, user]),
        json!([user, thought]),
        json!([{"type": "thinking"}]),
    ] {
        assert!(responses(broken.clone()).is_err(), "{broken}");
    }

    let chat = |messages: Value| openai_chat::judge(&json!({"messages": messages}));
    let user = json!({"role": "user", "content": "x"});
    let call = json!({"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type":
        "function", "function": {"name": "t", "arguments": "{}"}}]});
    let result = json!({"role": "tool", "tool_call_id": "a", "content": "o"});
    assert_eq!(chat(json!([user, call, result])), Ok(()));
    for broken in [
        json!([]),
        json!([user, call]),
        json!([user, call, user, result]),
        json!([user, result]),
        json!([{"role": "user", "content": " "}]),
        json!([{"role": "assistant"}]),
        json!([{"role": "user", "content": [{"type": "thinking"}]}]),
    ] {
        assert!(chat(broken.clone()).is_err(), "{broken}");
    }

    let gemini = |contents: Value| gemini::judge(&json!({"contents": contents}), true);
    let user = json!({"role": "user", "parts": [{"text": "x"}]});
    let call = json!({"role": "model", "parts": [
        {"functionCall": {"name": "t", "args": {}}, "thoughtSignature": "S"}]});
    let response = json!({"role": "user", "parts": [
        {"functionResponse": {"name": "t", "response": {}}}]});
    let unsigned = json!({"role": "model", "parts": [{"functionCall": {"name": "t", "args": {}}}]});
    assert_eq!(gemini(json!([user, call, response])), Ok(()));
    for broken in [
        json!([]),
        json!([user, user]),
        json!([user, call]),
        json!([user, call, user]),
        json!([user, unsigned, response]),
        json!([response]),
        json!([{"role": "user", "parts": []}]),
        json!([{"role": "user", "parts": [{"text": " "}]}]),
        json!([{"role": "user", "parts": [{"type": "thinking", "thinking": "x"}]}]),
    ] {
        assert!(gemini(broken.clone()).is_err(), "{broken}");
    }
}

//! "Too long", in the words of every known server.

use serde_json::{Value, json};

use super::error_body::Refusal;
use super::{Plan, refusal_plan};
use crate::script::{ErrorKind, OverflowWording};
use crate::wire::Wire;

/// The words that a protocol's own provider uses.
fn own(wire: Wire) -> OverflowWording {
    match wire {
        Wire::OpenaiChat => OverflowWording::OpenaiChat,
        Wire::Responses => OverflowWording::Responses,
        Wire::Anthropic => OverflowWording::AnthropicPrompt,
        Wire::Gemini => OverflowWording::Gemini,
        Wire::Ollama => OverflowWording::Ollama,
    }
}

/// The message and the code.
#[expect(clippy::too_many_lines, reason = "one arm for each wording")]
fn words(wording: OverflowWording, limit: u64, requested: u64) -> (String, Option<&'static str>) {
    let over = requested.saturating_sub(limit);
    match wording {
        OverflowWording::OpenaiChat => (
            format!(
                "This model's maximum context length is {limit} tokens. However, your messages \
                 resulted in {requested} tokens. Please reduce the length of the messages."
            ),
            Some("context_length_exceeded"),
        ),
        OverflowWording::Responses => (
            "Your input exceeds the context window of this model. Please adjust your input and \
             try again."
                .to_owned(),
            Some("context_length_exceeded"),
        ),
        OverflowWording::AnthropicPrompt => {
            (format!("prompt is too long: {requested} tokens > {limit} maximum"), None)
        }
        OverflowWording::AnthropicMaxTokens => {
            let room = limit / 4;
            let input = requested.saturating_sub(room).max(over);
            (
                format!(
                    "input length and `max_tokens` exceed context limit: {input} + {} > {limit}, \
                     decrease input length or `max_tokens` and try again",
                    requested - input
                ),
                None,
            )
        }
        OverflowWording::Gemini => (
            format!(
                "The input token count ({requested}) exceeds the maximum number of tokens \
                 allowed ({limit})."
            ),
            None,
        ),
        OverflowWording::Ollama => ("the input length exceeds the context length".to_owned(), None),
        OverflowWording::LlamaCpp => (
            format!(
                "request ({requested} tokens) exceeds the available context size ({limit} \
                 tokens), try increasing it"
            ),
            None,
        ),
        OverflowWording::Vllm => (
            format!(
                "This model's maximum context length is {limit} tokens. However, you requested \
                 {requested} tokens ({} in the messages, {over} in the completion). Please \
                 reduce the length of the messages or completion.",
                requested - over
            ),
            None,
        ),
        OverflowWording::VllmPassed => (
            format!(
                "You passed {} input tokens and requested 10 output tokens. However, the \
                 model's context length is only {limit} tokens, resulting in a maximum input \
                 length of {} tokens.",
                requested.saturating_sub(10),
                limit.saturating_sub(10)
            ),
            None,
        ),
        OverflowWording::OpenRouter => (
            format!(
                "This endpoint's maximum context length is {limit} tokens. However, you \
                 requested about {requested} tokens ({requested} of text input). Please reduce \
                 the length of either one."
            ),
            None,
        ),
        OverflowWording::LiteLlm => (
            format!(
                "litellm.ContextWindowExceededError: litellm.BadRequestError: \
                 OpenAIException - prompt is too long: {requested} tokens > {limit} maximum"
            ),
            None,
        ),
        OverflowWording::Proxy413 => ("413 Payload Too Large".to_owned(), None),
    }
}

pub(super) fn refusal(
    wire: Wire,
    wording: Option<OverflowWording>,
    limit: u64,
    requested: u64,
) -> Refusal {
    let wording = wording.unwrap_or(own(wire));
    let (message, code) = words(wording, limit, requested.max(limit));
    let mut refusal = Refusal::new(ErrorKind::InvalidRequest).message(message);
    refusal.code = code.map(str::to_owned);
    refusal.param = code.map(|_| if wire == Wire::Responses { "input" } else { "messages" }.into());
    refusal
}

/// Plans the refusal of a request that is too long.
pub(crate) fn overflow_plan(
    wire: Wire,
    stream: bool,
    wording: Option<OverflowWording>,
    limit: u64,
    requested: u64,
) -> Plan {
    let refusal = refusal(wire, wording, limit, requested);
    let message = &refusal.message;
    let shaped = |error: Value| Plan::json(400, &json!({"error": error}));
    match wording {
        Some(OverflowWording::LlamaCpp) => shaped(json!({
            "code": 400, "message": message, "type": "exceed_context_size_error",
            "n_prompt_tokens": requested, "n_ctx": limit,
        })),
        Some(OverflowWording::Vllm) => Plan::json(
            400,
            &json!({"object": "error", "message": message, "type": "BadRequestError",
                "param": null, "code": 400}),
        ),
        Some(OverflowWording::VllmPassed) => shaped(json!({
            "message": message, "type": "BadRequestError", "param": "input_tokens", "code": 400,
        })),
        Some(OverflowWording::OpenRouter) => shaped(json!({
            "message": message, "code": 400, "metadata": {"provider_name": null},
        })),
        Some(OverflowWording::LiteLlm) => {
            shaped(json!({"message": message, "type": null, "param": null, "code": "400"}))
        }
        Some(OverflowWording::Proxy413) => Plan::new(
            413,
            "text/html",
            "<html><head><title>413 Request Entity Too Large</title></head><body></body></html>",
        ),
        _ => refusal_plan(wire, stream, &refusal),
    }
}

//! Google Gemini.

use serde_json::{Value, json};

use super::Frame;
use super::context::{Context, arguments_object, signature};
use crate::script::{Answer, Stop, Usage};

fn finish(stop: Stop) -> &'static str {
    match stop {
        Stop::End | Stop::ToolCalls | Stop::Pause => "STOP",
        Stop::Length | Stop::ContextFull => "MAX_TOKENS",
        Stop::Refusal => "SAFETY",
    }
}

/// Thoughts are not among the candidates' tokens.
fn usage(usage: Usage) -> Value {
    json!({
        "promptTokenCount": usage.input,
        "cachedContentTokenCount": usage.cached,
        "candidatesTokenCount": usage.output.saturating_sub(usage.reasoning),
        "thoughtsTokenCount": usage.reasoning,
        "totalTokenCount": usage.input + usage.output,
    })
}

fn reply(context: &Context<'_>, parts: &Value, stop: Option<Stop>) -> Value {
    let mut candidate = json!({"content": {"parts": parts, "role": "model"}, "index": 0});
    if let Some(stop) = stop {
        candidate["finishReason"] = finish(stop).into();
    }
    let mut reply = json!({
        "candidates": [candidate],
        "modelVersion": context.model(),
        "responseId": format!("resp-{}", context.number),
    });
    if let Some(cost) = context.usage {
        reply["usageMetadata"] = usage(cost);
    }
    reply
}

/// The calls; the first one carries the signature of the turn's thoughts.
fn calls(answer: &Answer, context: &Context<'_>) -> Vec<Value> {
    let mut parts = Vec::new();
    for (index, call) in answer.tool_calls.iter().enumerate() {
        let mut function = json!({"name": call.name, "args": arguments_object(&call.arguments)});
        if call.id.is_some() {
            function["id"] = context.call_id(answer, index, "call_").into();
        }
        let mut part = json!({"functionCall": function});
        if index == 0 {
            part["thoughtSignature"] = signature(&call.name).into();
        }
        parts.push(part);
    }
    parts
}

pub(super) fn whole(answer: &Answer, context: &Context<'_>) -> Value {
    let mut parts = Vec::new();
    if !answer.reasoning.is_empty() {
        parts.push(json!({"text": answer.whole_reasoning(), "thought": true}));
    }
    if !answer.text.is_empty() {
        parts.push(json!({"text": answer.whole_text()}));
    }
    parts.extend(calls(answer, context));
    reply(context, &parts.into(), Some(answer.stop_reason()))
}

pub(super) fn events(answer: &Answer, context: &Context<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    for piece in &answer.reasoning {
        let parts = json!([{"text": piece, "thought": true}]);
        frames.push(Frame::new(reply(context, &parts, None)).piece());
    }
    for piece in &answer.text {
        frames.push(Frame::new(reply(context, &json!([{"text": piece}]), None)).piece());
    }
    for call in calls(answer, context) {
        frames.push(Frame::new(reply(context, &json!([call]), None)).piece());
    }
    let last = reply(context, &json!([{"text": ""}]), Some(answer.stop_reason()));
    frames.push(Frame::new(last).end());
    frames
}

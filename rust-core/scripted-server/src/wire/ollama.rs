//! Ollama's own protocol.

use serde_json::{Value, json};

use super::Frame;
use super::context::{Context, arguments_object};
use crate::script::{Answer, Stop};

const CREATED: &str = "2026-11-20T10:00:00.000000Z";

fn line(context: &Context<'_>, message: &Value) -> Value {
    json!({"model": context.model(), "created_at": CREATED, "message": message, "done": false})
}

fn calls(answer: &Answer, context: &Context<'_>) -> Vec<Value> {
    answer
        .tool_calls
        .iter()
        .enumerate()
        .map(|(index, call)| {
            let mut value = json!({"function": {"index": index, "name": call.name,
                "arguments": arguments_object(&call.arguments)}});
            if call.id.is_some() {
                value["id"] = context.call_id(answer, index, "call_").into();
            }
            value
        })
        .collect()
}

fn finish(line: &mut Value, answer: &Answer, context: &Context<'_>) {
    line["done"] = true.into();
    line["done_reason"] = match answer.stop_reason() {
        Stop::Length | Stop::ContextFull => "length",
        Stop::End | Stop::ToolCalls | Stop::Refusal | Stop::Pause => "stop",
    }
    .into();
    line["total_duration"] = 5_000_000u64.into();
    line["load_duration"] = 1_000u64.into();
    if let Some(cost) = context.usage {
        line["prompt_eval_count"] = cost.input.into();
        line["eval_count"] = cost.output.into();
    }
}

pub(super) fn whole(answer: &Answer, context: &Context<'_>) -> Value {
    let mut message = json!({"role": "assistant", "content": answer.whole_text()});
    if !answer.reasoning.is_empty() {
        message["thinking"] = answer.whole_reasoning().into();
    }
    if !answer.tool_calls.is_empty() {
        message["tool_calls"] = calls(answer, context).into();
    }
    let mut whole = line(context, &message);
    finish(&mut whole, answer, context);
    whole
}

pub(super) fn lines(answer: &Answer, context: &Context<'_>) -> Vec<Frame> {
    let mut frames = Vec::new();
    for piece in &answer.reasoning {
        let message = json!({"role": "assistant", "content": "", "thinking": piece});
        frames.push(Frame::new(line(context, &message)).piece());
    }
    for piece in &answer.text {
        let message = json!({"role": "assistant", "content": piece});
        frames.push(Frame::new(line(context, &message)).piece());
    }
    for call in calls(answer, context) {
        let message = json!({"role": "assistant", "content": "", "tool_calls": [call]});
        frames.push(Frame::new(line(context, &message)).piece());
    }
    let mut last = line(context, &json!({"role": "assistant", "content": ""}));
    finish(&mut last, answer, context);
    frames.push(Frame::new(last).end());
    frames
}

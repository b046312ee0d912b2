//! OpenAI Responses.

use serde_json::{Value, json};

use super::{Context, Frame, piece_of, signature};
use crate::script::{Answer, Stop, Usage};

const CREATED: u64 = 1_790_000_000;

fn usage(usage: Usage) -> Value {
    json!({
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": usage.cached},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.input + usage.output,
    })
}

fn response(context: &Context<'_>, status: &str, output: &Value) -> Value {
    json!({
        "id": format!("resp_{}", context.number),
        "object": "response",
        "created_at": CREATED,
        "status": status,
        "error": null,
        "incomplete_details": null,
        "model": context.model(),
        "output": output,
        "parallel_tool_calls": true,
        "store": false,
        "usage": null,
    })
}

/// The last state of the response.
fn last(answer: &Answer, context: &Context<'_>, items: &[Value]) -> (&'static str, Value) {
    let reason = match answer.stop_reason() {
        Stop::Length | Stop::ContextFull => Some("max_output_tokens"),
        Stop::Refusal => Some("content_filter"),
        Stop::End | Stop::ToolCalls | Stop::Pause => None,
    };
    let (event, status) = match reason {
        Some(_) => ("response.incomplete", "incomplete"),
        None => ("response.completed", "completed"),
    };
    let mut whole = response(context, status, &items.into());
    if let Some(reason) = reason {
        whole["incomplete_details"] = json!({"reason": reason});
    }
    if let Some(cost) = context.usage {
        whole["usage"] = usage(cost);
    }
    (event, whole)
}

/// The id of an item; one that reasoning produced says so, because it may
/// only come back together with that reasoning.
fn item_id(answer: &Answer, context: &Context<'_>, prefix: &str, index: usize) -> String {
    let bound = if answer.reasoning.is_empty() { "" } else { "r" };
    format!("{prefix}_{bound}{}_{index}", context.number)
}

fn items(answer: &Answer, context: &Context<'_>) -> Vec<Value> {
    let mut items = Vec::new();
    if !answer.reasoning.is_empty() {
        let text = answer.whole_reasoning();
        items.push(json!({
            "id": format!("rs_{}", context.number),
            "type": "reasoning",
            "summary": [{"type": "summary_text", "text": text}],
            "encrypted_content": signature(&text),
        }));
    }
    if !answer.text.is_empty() {
        items.push(json!({
            "id": item_id(answer, context, "msg", 0),
            "type": "message",
            "status": "completed",
            "role": "assistant",
            "content": [{"type": "output_text", "text": answer.whole_text(), "annotations": []}],
        }));
    }
    for (index, call) in answer.tool_calls.iter().enumerate() {
        items.push(json!({
            "id": item_id(answer, context, "fc", index),
            "type": "function_call",
            "status": "completed",
            "call_id": context.call_id(answer, index, "call_"),
            "name": call.name,
            "arguments": call.arguments,
        }));
    }
    items
}

pub(super) fn whole(answer: &Answer, context: &Context<'_>) -> Value {
    last(answer, context, &items(answer, context)).1
}

pub(super) fn events(answer: &Answer, context: &Context<'_>) -> Vec<Frame> {
    let items = items(answer, context);
    let mut frames = Vec::new();
    for event in ["response.created", "response.in_progress"] {
        frames.push(Frame::typed(
            json!({"type": event, "response": response(context, "in_progress", &json!([]))}),
        ));
    }
    for (at, item) in items.iter().enumerate() {
        match item["type"].as_str().unwrap_or_default() {
            "reasoning" => reasoning(at, item, answer, &mut frames),
            "message" => message(at, item, answer, &mut frames),
            _ => function_call(at, item, &mut frames),
        }
        frames.push(Frame::typed(
            json!({"type": "response.output_item.done", "output_index": at, "item": item}),
        ));
    }
    let (event, whole) = last(answer, context, &items);
    frames.push(Frame::typed(json!({"type": event, "response": whole})).end());
    for (number, frame) in frames.iter_mut().enumerate() {
        frame.data["sequence_number"] = number.into();
    }
    frames
}

fn reasoning(at: usize, item: &Value, answer: &Answer, frames: &mut Vec<Frame>) {
    let id = &item["id"];
    let mut open = item.clone();
    open["summary"] = json!([]);
    frames.push(added(at, &open));
    let part = json!({"type": "summary_text", "text": ""});
    frames.push(Frame::typed(json!({"type": "response.reasoning_summary_part.added",
        "item_id": id, "output_index": at, "summary_index": 0, "part": part})));
    for piece in &answer.reasoning {
        frames.push(
            Frame::typed(json!({"type": "response.reasoning_summary_text.delta",
                "item_id": id, "output_index": at, "summary_index": 0, "delta": piece}))
            .piece(),
        );
    }
    frames.push(Frame::typed(json!({"type": "response.reasoning_summary_text.done",
        "item_id": id, "output_index": at, "summary_index": 0,
        "text": answer.whole_reasoning()})));
}

fn message(at: usize, item: &Value, answer: &Answer, frames: &mut Vec<Frame>) {
    let id = &item["id"];
    let mut open = item.clone();
    open["status"] = "in_progress".into();
    open["content"] = json!([]);
    frames.push(added(at, &open));
    let part = json!({"type": "output_text", "text": "", "annotations": []});
    frames.push(Frame::typed(json!({"type": "response.content_part.added",
        "item_id": id, "output_index": at, "content_index": 0, "part": part})));
    for piece in &answer.text {
        frames.push(
            Frame::typed(json!({"type": "response.output_text.delta", "item_id": id,
                "output_index": at, "content_index": 0, "delta": piece}))
            .piece(),
        );
    }
    frames.push(Frame::typed(json!({"type": "response.output_text.done",
        "item_id": id, "output_index": at, "content_index": 0,
        "text": answer.whole_text()})));
    frames.push(Frame::typed(json!({"type": "response.content_part.done",
        "item_id": id, "output_index": at, "content_index": 0,
        "part": item["content"][0]})));
}

fn function_call(at: usize, item: &Value, frames: &mut Vec<Frame>) {
    let id = &item["id"];
    let mut open = item.clone();
    open["status"] = "in_progress".into();
    open["arguments"] = "".into();
    frames.push(added(at, &open));
    let arguments = item["arguments"].as_str().unwrap_or_default();
    for piece in piece_of(arguments) {
        frames.push(
            Frame::typed(json!({"type": "response.function_call_arguments.delta",
                "item_id": id, "output_index": at, "delta": piece}))
            .piece(),
        );
    }
    frames.push(Frame::typed(json!({"type": "response.function_call_arguments.done",
        "item_id": id, "output_index": at, "arguments": arguments})));
}

fn added(at: usize, item: &Value) -> Frame {
    Frame::typed(json!({"type": "response.output_item.added", "output_index": at, "item": item}))
}

/// What `/responses/compact` gives: all user messages, then one opaque item.
pub(super) fn compaction(context: &Context<'_>) -> Value {
    let mut output: Vec<Value> = Vec::new();
    for item in &context.asked.items {
        if let super::Item::User(text) = item {
            output.push(json!({"type": "message", "role": "user",
                "content": [{"type": "input_text", "text": text}]}));
        }
    }
    let id = format!("cmp_{}", context.number);
    output
        .push(json!({"type": "compaction", "encrypted_content": signature(&id), "id": id.clone()}));
    json!({
        "id": format!("resp_{}", context.number),
        "object": "response.compaction",
        "created_at": CREATED,
        "output": output,
        "usage": context.usage.map(usage),
    })
}

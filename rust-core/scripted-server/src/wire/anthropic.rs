//! Anthropic Messages.

use serde_json::{Value, json};

use super::context::{Context, arguments_object, signature};
use super::{Frame, piece_of};
use crate::script::{Answer, Stop, Usage};

fn stop_reason(stop: Stop) -> &'static str {
    match stop {
        Stop::End => "end_turn",
        Stop::ToolCalls => "tool_use",
        Stop::Length => "max_tokens",
        Stop::ContextFull => "model_context_window_exceeded",
        Stop::Refusal => "refusal",
        Stop::Pause => "pause_turn",
    }
}

/// `input_tokens` is what did not come from the cache.
fn usage(usage: Usage, output: u64) -> Value {
    json!({
        "input_tokens": usage.input.saturating_sub(usage.cached),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": usage.cached,
        "output_tokens": output,
        "service_tier": "standard",
    })
}

fn blocks(answer: &Answer, context: &Context<'_>) -> Vec<Value> {
    let mut blocks = Vec::new();
    if !answer.reasoning.is_empty() {
        let thinking = answer.whole_reasoning();
        let signature = signature(&thinking);
        blocks.push(json!({"type": "thinking", "thinking": thinking, "signature": signature}));
    }
    if !answer.text.is_empty() {
        blocks.push(json!({"type": "text", "text": answer.whole_text()}));
    }
    for (index, call) in answer.tool_calls.iter().enumerate() {
        blocks.push(json!({"type": "tool_use", "id": context.call_id(answer, index, "toolu_"),
            "name": call.name, "input": arguments_object(&call.arguments)}));
    }
    blocks
}

fn message(context: &Context<'_>, content: &Value, usage: Option<Value>) -> Value {
    let mut message = json!({
        "id": format!("msg_{}", context.number),
        "type": "message",
        "role": "assistant",
        "model": context.model(),
        "content": content,
        "stop_reason": null,
        "stop_sequence": null,
    });
    if let Some(usage) = usage {
        message["usage"] = usage;
    }
    message
}

pub(super) fn whole(answer: &Answer, context: &Context<'_>) -> Value {
    let usage = context.usage.map(|cost| usage(cost, cost.output));
    let mut whole = message(context, &blocks(answer, context).into(), usage);
    whole["stop_reason"] = stop_reason(answer.stop_reason()).into();
    whole
}

pub(super) fn events(answer: &Answer, context: &Context<'_>) -> Vec<Frame> {
    let first_usage = context.usage.map(|cost| usage(cost, 1));
    let start = message(context, &json!([]), first_usage);
    let mut frames = vec![
        Frame::typed(json!({"type": "message_start", "message": start})),
        Frame::typed(json!({"type": "ping"})),
    ];
    for (index, block) in blocks(answer, context).iter().enumerate() {
        let delta = |delta: Value| {
            Frame::typed(json!({"type": "content_block_delta", "index": index, "delta": delta}))
        };
        let mut open = block.clone();
        let mut deltas = Vec::new();
        match block["type"].as_str().unwrap_or_default() {
            "thinking" => {
                open["thinking"] = "".into();
                open["signature"] = "".into();
                for piece in &answer.reasoning {
                    deltas
                        .push(delta(json!({"type": "thinking_delta", "thinking": piece})).piece());
                }
                deltas.push(delta(
                    json!({"type": "signature_delta", "signature": block["signature"]}),
                ));
            }
            "text" => {
                open["text"] = "".into();
                for piece in &answer.text {
                    deltas.push(delta(json!({"type": "text_delta", "text": piece})).piece());
                }
            }
            _ => {
                open["input"] = json!({});
                deltas.push(delta(json!({"type": "input_json_delta", "partial_json": ""})));
                let input = block["input"].to_string();
                for piece in piece_of(&input) {
                    deltas.push(
                        delta(json!({"type": "input_json_delta", "partial_json": piece})).piece(),
                    );
                }
            }
        }
        frames.push(Frame::typed(
            json!({"type": "content_block_start", "index": index, "content_block": open}),
        ));
        frames.append(&mut deltas);
        frames.push(Frame::typed(json!({"type": "content_block_stop", "index": index})));
    }
    let mut end = json!({"type": "message_delta",
        "delta": {"stop_reason": stop_reason(answer.stop_reason()), "stop_sequence": null}});
    if let Some(cost) = context.usage {
        end["usage"] = usage(cost, cost.output);
    }
    frames.push(Frame::typed(end).end());
    frames.push(Frame::typed(json!({"type": "message_stop"})).end());
    frames
}

/// The answer to a request with `compaction`: the one block that represents everything.
pub(super) fn compaction(context: &Context<'_>) -> Value {
    let content = format!("The conversation so far, {} things.", context.asked.items.len());
    let block = json!({
        "type": "compaction",
        "signature": signature(&content),
        "content": content,
        "encrypted_content": signature("compaction"),
    });
    let usage = context.usage.map(|cost| usage(cost, cost.output));
    let mut whole = message(context, &json!([block]), usage);
    whole["stop_reason"] = "compaction".into();
    whole
}

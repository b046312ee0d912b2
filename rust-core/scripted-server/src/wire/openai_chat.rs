//! OpenAI Chat Completions.

use serde_json::{Map, Value, json};

use super::{Context, Frame, piece_of};
use crate::script::{Answer, Stop, Usage};

const CREATED: u64 = 1_790_000_000;

fn finish(stop: Stop) -> &'static str {
    match stop {
        Stop::End | Stop::Pause => "stop",
        Stop::ToolCalls => "tool_calls",
        Stop::Length | Stop::ContextFull => "length",
        Stop::Refusal => "content_filter",
    }
}

fn usage(usage: Usage) -> Value {
    json!({
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning, "audio_tokens": 0},
    })
}

fn chunk(context: &Context<'_>, choices: &Value) -> Map<String, Value> {
    let chunk = json!({
        "id": format!("chatcmpl-{}", context.number),
        "object": "chat.completion.chunk",
        "created": CREATED,
        "model": context.model(),
        "choices": choices,
    });
    match chunk {
        Value::Object(chunk) => chunk,
        _ => Map::new(),
    }
}

fn delta(context: &Context<'_>, delta: &Value, finish_reason: Option<&str>) -> Frame {
    let choices = json!([{"index": 0, "delta": delta, "logprobs": null,
        "finish_reason": finish_reason}]);
    Frame::new(Value::Object(chunk(context, &choices)))
}

pub(super) fn events(answer: &Answer, context: &Context<'_>) -> Vec<Frame> {
    let mut frames =
        vec![delta(context, &json!({"role": "assistant", "content": "", "refusal": null}), None)];
    for piece in &answer.reasoning {
        frames.push(delta(context, &json!({"reasoning_content": piece}), None).piece());
    }
    for piece in &answer.text {
        frames.push(delta(context, &json!({"content": piece}), None).piece());
    }
    for (index, call) in answer.tool_calls.iter().enumerate() {
        let id = context.call_id(answer, index, "call_");
        frames.push(delta(
            context,
            &json!({"tool_calls": [{"index": index, "id": id, "type": "function",
                "function": {"name": call.name, "arguments": ""}}]}),
            None,
        ));
    }
    // Fragments of parallel calls come interleaved.
    let fragments: Vec<_> =
        answer.tool_calls.iter().map(|call| piece_of(&call.arguments)).collect();
    let longest = fragments.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..longest {
        for (index, pieces) in fragments.iter().enumerate() {
            if let Some(piece) = pieces.get(at) {
                let call = json!({"index": index, "function": {"arguments": piece}});
                frames.push(delta(context, &json!({"tool_calls": [call]}), None).piece());
            }
        }
    }
    frames.push(delta(context, &json!({}), Some(finish(answer.stop_reason()))).end());
    if context.asked.include_usage
        && let Some(cost) = context.usage
    {
        let mut last = chunk(context, &json!([]));
        last.insert("usage".to_owned(), usage(cost));
        frames.push(Frame::new(Value::Object(last)).end());
    }
    frames.push(Frame::new(Value::String("[DONE]".to_owned())).end());
    frames
}

pub(super) fn whole(answer: &Answer, context: &Context<'_>) -> Value {
    let text = answer.whole_text();
    let mut message = json!({
        "role": "assistant",
        "content": if text.is_empty() && !answer.tool_calls.is_empty() {
            Value::Null
        } else {
            Value::String(text)
        },
        "refusal": null,
        "annotations": [],
    });
    if !answer.reasoning.is_empty() {
        message["reasoning_content"] = answer.whole_reasoning().into();
    }
    if !answer.tool_calls.is_empty() {
        message["tool_calls"] = answer
            .tool_calls
            .iter()
            .enumerate()
            .map(|(index, call)| {
                json!({"id": context.call_id(answer, index, "call_"), "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments}})
            })
            .collect();
    }
    let mut reply = json!({
        "id": format!("chatcmpl-{}", context.number),
        "object": "chat.completion",
        "created": CREATED,
        "model": context.model(),
        "choices": [{"index": 0, "message": message, "logprobs": null,
            "finish_reason": finish(answer.stop_reason())}],
    });
    if let Some(cost) = context.usage {
        reply["usage"] = usage(cost);
    }
    reply
}

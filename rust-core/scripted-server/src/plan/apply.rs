//! From an answer and a fault to bytes.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::error_body::{Refusal, in_stream};
use super::{Framing, Op, Plan, overflow, overflow_plan, refusal_plan};
use crate::http::gzip_stored;
use crate::script::{Answer, ErrorKind, Fault, Step};
use crate::wire::{Context, Frame, Rendered, Wire, render};

/// Plans what one step sends.
pub(crate) fn answer_plan(step: &Step, answer: &Answer, context: &Context<'_>) -> Plan {
    let (wire, stream) = (context.asked.wire, context.asked.stream);
    let mut plan = match &step.fault {
        Some(Fault::Error { error, status, message, retry_after }) => {
            let mut refusal = Refusal::new(*error);
            refusal.status = status.unwrap_or(refusal.status);
            refusal.retry_after = *retry_after;
            if let Some(message) = message {
                refusal.message.clone_from(message);
            }
            refusal_plan(wire, stream, &refusal)
        }
        Some(Fault::Overflow { wording, limit, requested }) => {
            overflow_plan(wire, stream, *wording, *limit, *requested)
        }
        Some(Fault::Raw { status, content_type, body }) => {
            Plan::new(*status, content_type, body.as_str())
        }
        Some(Fault::Html { status }) => Plan::new(*status, "text/html; charset=utf-8", HTML),
        Some(Fault::Redirect { status, location }) => {
            Plan::new(*status, "text/plain", "moved").header("location", location)
        }
        Some(Fault::EmptyReply) => Plan { status: 0, ..Plan::new(200, "text/plain", "") },
        Some(Fault::EmptyBody) => Plan::new(200, content_type(wire, stream), ""),
        fault => rendered(answer, context, fault.as_ref()),
    };
    if let Some(Fault::SlowHeaders { ms }) = step.fault {
        plan.delay += Duration::from_millis(ms);
    }
    for (name, value) in &step.headers {
        plan = plan.header(name, value);
    }
    plan
}

const HTML: &str = "<!DOCTYPE html>\n<html><head><title>Gateway trouble</title></head>\
    <body><h1>The gateway could not reach the service</h1><p>Ray: 0</p></body></html>\n";

fn content_type(wire: Wire, stream: bool) -> &'static str {
    match (wire, stream) {
        (_, false) => "application/json",
        (Wire::Ollama, true) => "application/x-ndjson",
        (_, true) => "text/event-stream; charset=utf-8",
    }
}

fn rendered(answer: &Answer, context: &Context<'_>, fault: Option<&Fault>) -> Plan {
    let (wire, stream) = (context.asked.wire, context.asked.stream);
    let mut answer = answer.clone();
    if fault == Some(&Fault::DuplicateToolIds) {
        answer.tool_calls.iter_mut().for_each(|call| call.id = Some("call_same".to_owned()));
    }
    let mut ops = match render(&answer, context) {
        Rendered::Whole(mut value) => {
            if fault == Some(&Fault::UnknownFields) {
                add_unknown(&mut value);
            }
            vec![Op::Send(value.to_string().into_bytes())]
        }
        Rendered::Events(frames) => events(frames, &answer, wire, fault, Frame::to_event),
        Rendered::Lines(frames) => events(frames, &answer, wire, fault, Frame::to_line),
    };
    let mut plan = Plan {
        framing: if stream { Framing::Chunks } else { Framing::Length },
        delay: Duration::from_millis(answer.first_delay_ms),
        ..Plan::new(200, content_type(wire, stream), "")
    };
    match fault {
        Some(Fault::MalformedChunk { after }) => {
            plan.framing = Framing::Chunks;
            ops = cut(&ops, *after);
            ops.extend([Op::Garbage(b"not-a-size\r\n{{{\r\n"), Op::Close]);
        }
        Some(Fault::Cut { after }) => {
            ops = cut(&ops, *after);
            ops.push(Op::Close);
        }
        Some(Fault::Reset { after }) => {
            ops = cut(&ops, *after);
            ops.push(Op::Reset);
        }
        Some(Fault::Dribble { pause_us }) => {
            let pause = Duration::from_micros(*pause_us);
            for op in &mut ops {
                if let Op::Send(bytes) = op {
                    *op = Op::Dribble(std::mem::take(bytes), pause);
                }
            }
        }
        Some(Fault::ContentType { content_type }) => {
            plan = plan.header("content-type", content_type);
        }
        Some(Fault::Gzip) => {
            plan.ops = ops;
            let body = gzip_stored(&plan.body());
            ops = vec![Op::Send(body)];
            plan = plan.header("content-encoding", "gzip");
        }
        // A whole answer has no middle in which an overflow could be reported.
        Some(Fault::OverflowInStream { limit, requested }) if !stream => {
            return overflow_plan(wire, stream, None, *limit, *requested);
        }
        Some(fault) if !stream => ops = whole_with(fault, ops, wire),
        _ => {}
    }
    plan.ops = ops;
    plan
}

/// A whole answer with a fault that concerns frames, which it has none of.
fn whole_with(fault: &Fault, mut ops: Vec<Op>, wire: Wire) -> Vec<Op> {
    match fault {
        // It cannot be endless, only much too long.
        Fault::Endless { .. } | Fault::HugeEvent { .. } => {
            let bytes = match fault {
                Fault::HugeEvent { bytes } => *bytes,
                _ => 1 << 30,
            };
            let unit = vec![b' '; 64 * 1024];
            let times = bytes.div_ceil(unit.len() as u64);
            ops.insert(0, Op::Repeat(unit, times));
            ops
        }
        Fault::Silence { ms, .. } => {
            let half = ops.first().map_or(0, |op| match op {
                Op::Send(bytes) => bytes.len() / 2,
                _ => 0,
            });
            let rest = ops.first().cloned();
            let mut ops = cut(&ops, half);
            ops.push(Op::Wait(Duration::from_millis(*ms)));
            if let Some(Op::Send(bytes)) = rest {
                ops.push(Op::Send(bytes[half..].to_vec()));
            }
            ops
        }
        Fault::InvalidJson { .. } => {
            vec![Op::Send(b"{\"choices\": [{\"message\": oops".to_vec())]
        }
        Fault::ErrorInStream { error, .. } => {
            let refusal = Refusal::new(*error);
            vec![Op::Send(super::error_body::body(wire, &refusal).to_string().into_bytes())]
        }
        _ => ops,
    }
}

/// Writes the frames one by one, with the faults that concern frames.
#[expect(clippy::too_many_lines, reason = "one arm for each fault")]
fn events(
    mut frames: Vec<Frame>,
    answer: &Answer,
    wire: Wire,
    fault: Option<&Fault>,
    write: fn(&Frame) -> Vec<u8>,
) -> Vec<Op> {
    if fault == Some(&Fault::NoEnd) {
        frames.retain(|frame| !frame.is_end);
    }
    if fault == Some(&Fault::UnknownFields) {
        for frame in &mut frames {
            add_unknown(&mut frame.data);
        }
        let odd = json!({"type": "x_unheard_of", "x_field": [1, {"a": null}]});
        let odd = if wire == Wire::Anthropic || wire == Wire::Responses {
            Frame::typed(odd)
        } else {
            Frame::new(json!({"x_unheard_of": odd}))
        };
        frames.insert(frames.len().min(1), odd);
    }
    let pause = Duration::from_millis(answer.piece_delay_ms);
    let (mut ops, mut pieces) = (Vec::new(), 0);
    for (number, frame) in frames.iter().enumerate() {
        match fault {
            Some(Fault::ErrorInStream { after_pieces, error }) if pieces >= *after_pieces => {
                ops.push(Op::Send(write(&error_frame(wire, &Refusal::new(*error)))));
                return ops;
            }
            Some(Fault::OverflowInStream { limit, requested }) if number == 1 => {
                let refusal = overflow::refusal(wire, None, *limit, *requested);
                ops.push(Op::Send(write(&error_frame(wire, &refusal))));
                return ops;
            }
            Some(Fault::InvalidJson { after_events }) if number == *after_events => {
                ops.push(Op::Send(if wire == Wire::Ollama {
                    b"{\"message\": {\"content\": oops\n".to_vec()
                } else {
                    b"data: {\"choices\": [{\"delta\": oops\n\n".to_vec()
                }));
            }
            Some(Fault::Silence { after_events, ms }) if number == *after_events => {
                ops.push(Op::Wait(Duration::from_millis(*ms)));
            }
            Some(Fault::KeepAlives) if wire != Wire::Ollama => {
                ops.push(Op::Send(b": keep-alive\r\n\r\n".to_vec()));
            }
            _ => {}
        }
        if frame.is_piece && !pause.is_zero() {
            ops.push(Op::Wait(pause));
        }
        ops.push(Op::Send(write(frame)));
        if !frame.is_piece {
            continue;
        }
        pieces += 1;
        match fault {
            Some(Fault::Endless { pause_us }) => {
                ops.push(Op::Forever(write(frame), Duration::from_micros(*pause_us)));
                return ops;
            }
            Some(Fault::HugeEvent { bytes }) if pieces == 1 => ops.extend(huge(wire, *bytes)),
            _ => {}
        }
    }
    // A fault that waits for more than there is comes at the end.
    if let Some(Fault::ErrorInStream { error, .. }) = fault {
        ops.push(Op::Send(write(&error_frame(wire, &Refusal::new(*error)))));
    }
    ops
}

fn error_frame(wire: Wire, refusal: &Refusal) -> Frame {
    match wire {
        Wire::Anthropic | Wire::Responses => Frame::typed(in_stream(wire, refusal)),
        _ => Frame::new(in_stream(wire, refusal)),
    }
}

/// One event of very many bytes.
fn huge(wire: Wire, bytes: u64) -> Vec<Op> {
    let unit = vec![b'a'; 64 * 1024];
    let times = bytes.div_ceil(unit.len() as u64);
    let (start, end): (&[u8], &[u8]) = if wire == Wire::Ollama {
        (b"{\"message\":{\"role\":\"assistant\",\"content\":\"", b"\"},\"done\":false}\n")
    } else {
        (b"data: {\"x\":\"", b"\"}\n\n")
    };
    vec![Op::Send(start.to_vec()), Op::Repeat(unit, times), Op::Send(end.to_vec())]
}

/// Keeps this many bytes from the beginning of what is sent.
fn cut(ops: &[Op], after: usize) -> Vec<Op> {
    let mut left = after;
    let mut kept = Vec::new();
    for op in ops {
        match op {
            Op::Send(bytes) if bytes.len() >= left => {
                kept.push(Op::Send(bytes[..left].to_vec()));
                return kept;
            }
            Op::Send(bytes) => left -= bytes.len(),
            _ => {}
        }
        kept.push(op.clone());
    }
    kept
}

/// Adds fields that no document names to every object, but not to what the
/// model itself wrote.
fn add_unknown(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(add_unknown),
        Value::Object(object) => {
            for (name, inner) in object.iter_mut() {
                if !matches!(name.as_str(), "input" | "args" | "arguments") {
                    add_unknown(inner);
                }
            }
            let mut odd = Map::new();
            odd.insert("deep".to_owned(), json!([1, null, {"x": "y"}]));
            object.insert("x_unheard_of".to_owned(), Value::Object(odd));
        }
        _ => {}
    }
}

/// The refusal for a request that broke a rule.
pub(crate) fn violation(message: &str, param: Option<String>, code: Option<&str>) -> Refusal {
    let mut refusal = Refusal::new(ErrorKind::InvalidRequest).message(message);
    refusal.param = param;
    refusal.code = code.map(str::to_owned);
    refusal
}

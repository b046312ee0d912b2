//! The ways in which a file is damaged.

use serde_json::{Value, json};

use crate::random::Random;
use crate::samples::{self, Shape, prose};

/// A damaged file of a shape; some are whole.
pub(crate) fn mutant(shape: Shape, random: &mut Random) -> Vec<u8> {
    let mut bytes = if shape == Shape::Journal {
        samples::journal(random)
    } else {
        let mut values = samples::values(shape, random);
        for _ in 0..random.below(6) {
            change(shape, &mut values, random);
        }
        text(shape, &values, random)
    };
    if random.below(3) == 0 {
        for _ in 0..1 + random.below(3) {
            tear(&mut bytes, random);
        }
    }
    bytes
}

/// Placeholders for JSON that a `Value` cannot hold, and that JSON.
const WILD: [(&str, &str); 7] = [
    ("wild:infinity", "1e999999"),
    ("wild:digits", "123456789012345678901234567890123456789012345678901234567890"),
    ("wild:minus", "-0.0000000000000000000000000000000000000000000000000000000001"),
    ("wild:nan", "NaN"),
    ("wild:surrogate", "\"\\ud800\""),
    ("wild:nul", "\"\\u0000\""),
    ("wild:twice", "{\"role\":\"user\",\"role\":\"assistant\",\"content\":\"a\",\"content\":1}"),
];

/// Levels of nesting: what a reader takes, and what it refuses.
const DEPTHS: [usize; 3] = [60, 130, 20_000];

fn text(shape: Shape, values: &[Value], random: &mut Random) -> Vec<u8> {
    let lines = matches!(shape, Shape::OpenAiLines | Shape::AnthropicLines);
    let mut text = String::new();
    for value in values {
        text.push_str(&match random.below(8) {
            0 if !lines => serde_json::to_string_pretty(value).unwrap(),
            _ => value.to_string(),
        });
        let ends = if lines { ["\n", "\r\n", "\n\n"] } else { ["", "\n", " "] };
        text.push_str(random.pick::<&str>(&ends));
    }
    for (name, json) in WILD {
        text = text.replace(&format!("\"{name}\""), json);
    }
    for depth in DEPTHS {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        text = text.replace(&format!("\"deep:{depth}\""), &deep);
    }
    text.into_bytes()
}

/// Something of the wrong type, or too much of the right one.
fn odd(random: &mut Random) -> Value {
    match random.below(16) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(""),
        5 => json!(" \u{feff}\u{202e}\t"),
        6 => json!([]),
        7 => json!({}),
        8 => json!([[[null]], {"a": [1.5]}]),
        9 => json!(prose(random, 3_000)),
        10 => json!("x".repeat(random.below(20_000))),
        11 => json!("<conversation-summary id=\"s1\" check=\"00000000\">a</conversation-summary>"),
        12 => json!(format!("deep:{}", random.pick(&DEPTHS))),
        _ => json!(random.pick(&WILD).0),
    }
}

/// The list of messages: of the file, or in its request.
fn list(shape: Shape, values: &mut Vec<Value>) -> Option<&mut Vec<Value>> {
    match shape {
        Shape::OpenAiLines | Shape::AnthropicLines => Some(values),
        _ => match values.first_mut()? {
            Value::Array(list) => Some(list),
            Value::Object(request) => request.get_mut("messages")?.as_array_mut(),
            _ => None,
        },
    }
}

/// Damages what the file says.
fn change(shape: Shape, values: &mut Vec<Value>, random: &mut Random) {
    if let (0, Some(Value::Object(request))) = (random.below(8), values.first_mut())
        && matches!(shape, Shape::OpenAiObject | Shape::Anthropic)
    {
        let name = *random.pick(&["system", "tools", "messages", "model", "n", "metadata"]);
        let value = if name == "system" { json!(prose(random, 30)) } else { odd(random) };
        request.insert(name.to_owned(), value);
        return;
    }
    let Some(list) = list(shape, values).filter(|list| !list.is_empty()) else { return };
    let (at, other) = (random.below(list.len()), random.below(list.len()));
    match random.below(12) {
        0 => drop(list.remove(at)),
        1 => list.truncate(at),
        2 => list.insert(other, list[at].clone()),
        3 => list.swap(at, other),
        4 => list.rotate_left(at),
        5 => list.insert(at, odd(random)),
        6 => list.insert(at, json!({"role": "system", "content": prose(random, 25)})),
        7 => {
            let roles = ["tool", "ai", "ASSISTANT", "narrator", "", "function", "developer"];
            let role = json!(random.pick(&roles));
            if let Some(message) = list[at].as_object_mut() {
                message.insert("role".to_owned(), role);
            }
        }
        8 => same_ids(&mut list[at], random),
        9 => list.retain(|message| message.get("role") != Some(&json!("tool"))),
        _ => {
            if let Some(place) = somewhere(&mut list[at], random) {
                *place = odd(random);
            }
        }
    }
}

/// Gives all calls of a message one id, or that of another message's.
fn same_ids(message: &mut Value, random: &mut Random) {
    let id = json!(random.pick(&["call_0_0", "call_1_0", "", "call_9_9", "ä b"]));
    for list in ["tool_calls", "content"] {
        for call in message.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            for name in ["id", "tool_use_id"] {
                if let Some(have) = call.get_mut(name) {
                    *have = id.clone();
                }
            }
        }
    }
    if let Some(have) = message.get_mut("tool_call_id") {
        *have = id;
    }
}

/// Any value inside of another one.
fn somewhere<'v>(value: &'v mut Value, random: &mut Random) -> Option<&'v mut Value> {
    let go_on = random.below(4) > 0;
    let holds = match &*value {
        Value::Array(list) => list.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if holds == 0 || !go_on {
        return Some(value);
    }
    let nth = random.below(holds);
    match value {
        Value::Array(list) => somewhere(list.get_mut(nth)?, random),
        Value::Object(fields) => somewhere(fields.values_mut().nth(nth)?, random),
        _ => None,
    }
}

/// Damages the file's bytes.
fn tear(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let (a, b) = (random.below(bytes.len()), random.below(bytes.len()));
    let (from, to) = (a.min(b), a.max(b));
    match random.below(9) {
        0 => bytes.truncate(a),
        1 => drop(bytes.drain(from..to.min(from + 2_000))),
        2 => bytes[a] = random.next() as u8,
        3 => bytes[a] = 0xff,
        4 => bytes[a..].iter_mut().take(random.below(600)).for_each(|byte| *byte = 0),
        5 => {
            let piece = bytes[from..to.min(from + 3_000)].to_vec();
            bytes.splice(a..a, piece);
        }
        6 => {
            bytes.splice(a..a, *b"\xed\xa0\x80\xc3\x28");
        }
        7 => {
            bytes.splice(0..0, *b"\xef\xbb\xbf");
        }
        _ => bytes.extend_from_slice(b"{\"role\":\"user\",\"content\":\"torn"),
    }
}

//! Whole conversations in every shape, before they are damaged.

use serde_json::{Value, json};
use vibeue_core::conversation::transcript::{Format, Layout, ReadOptions, read, write};
use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};
use vibeue_core::session::{Event, History};

use crate::random::Random;

/// How a file writes a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    OpenAiArray,
    OpenAiObject,
    OpenAiLines,
    Anthropic,
    AnthropicArray,
    AnthropicLines,
    Journal,
}

impl Shape {
    pub(crate) const ALL: [Shape; 7] = [
        Shape::OpenAiArray,
        Shape::OpenAiObject,
        Shape::OpenAiLines,
        Shape::Anthropic,
        Shape::AnthropicArray,
        Shape::AnthropicLines,
        Shape::Journal,
    ];
}

const WORDS: &str = "the door opens slowly while music plays behind walls and nobody hears the \
                     rain falling over stone /Game/Maps/Arena Source/Door.cpp error C2065: never \
                     touch 16.7 ms 界面 please BP_Vault we decided 🚪 must always use port 4417";

pub(crate) fn prose(random: &mut Random, words: usize) -> String {
    let all: Vec<&str> = WORDS.split_whitespace().collect();
    let mut text = String::new();
    for _ in 0..words {
        text.push_str(random.pick::<&str>(&all));
        text.push(' ');
    }
    text
}

/// A conversation as OpenAI's messages, of some thousands of tokens.
pub(crate) fn messages(random: &mut Random) -> Vec<Value> {
    let mut messages = Vec::new();
    if random.below(4) > 0 {
        messages.push(json!({"role": "system", "content": prose(random, 20)}));
    }
    for turn in 0..4 + random.below(12) {
        messages.push(json!({"role": "user", "content": prose(random, 30)}));
        if random.below(3) > 0 {
            let calls = 1 + random.below(3);
            let ids: Vec<String> = (0..calls).map(|call| format!("call_{turn}_{call}")).collect();
            let list: Vec<Value> = ids
                .iter()
                .map(|id| {
                    let arguments = json!({"path": "Source/Door.cpp", "text": prose(random, 9)});
                    json!({"id": id, "type": "function",
                        "function": {"name": "read_file", "arguments": arguments.to_string()}})
                })
                .collect();
            messages.push(json!({"role": "assistant", "content": null, "tool_calls": list}));
            for id in ids {
                let length = 20 + random.below(200);
                messages.push(
                    json!({"role": "tool", "tool_call_id": id, "content": prose(random, length)}),
                );
            }
        }
        messages.push(json!({"role": "assistant", "content": prose(random, 40)}));
    }
    messages
}

/// The same conversation as a file of this shape; a value on each line, or one.
pub(crate) fn values(shape: Shape, random: &mut Random) -> Vec<Value> {
    let list = messages(random);
    let request = json!({"model": "m", "temperature": 0.5, "messages": list});
    let crossed = |format: Format, from: &Value| -> Value {
        let read = read(from.to_string().as_bytes(), &ReadOptions::default()).unwrap();
        let text = write(&read.conversation, format, &Layout::compact()).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    match shape {
        Shape::OpenAiArray => vec![Value::Array(list)],
        Shape::OpenAiObject => vec![request],
        Shape::OpenAiLines => list,
        Shape::Anthropic => vec![crossed(Format::Anthropic, &request)],
        Shape::AnthropicArray => {
            vec![crossed(Format::Anthropic, &request)["messages"].take()]
        }
        Shape::AnthropicLines => {
            let mut request = crossed(Format::Anthropic, &request);
            request["messages"].as_array_mut().unwrap().drain(..).collect()
        }
        Shape::Journal => unreachable!("a journal is written by its writer"),
    }
}

/// A journal of the conversation, as it lies on the disk.
pub(crate) fn journal(random: &mut Random) -> Vec<u8> {
    let list = Value::Array(messages(random)).to_string();
    let read = read(list.as_bytes(), &ReadOptions::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let mut journal =
        JournaledHistory::create(&path, Header::new("c", 1), SyncPolicy::Never).unwrap();
    for message in read.conversation.messages {
        journal.append(Event::Message(message), 2).unwrap();
    }
    let _: History = journal.close();
    std::fs::read(&path).unwrap()
}

/// Lines, one of them of this many bytes: the result of a tool.
pub(crate) fn huge_line(bytes: usize) -> Vec<u8> {
    let log = prose(&mut Random::new(9), 1_000);
    let log = log.repeat(bytes / log.len());
    let call = json!({"id": "a", "type": "function",
        "function": {"name": "build_cpp", "arguments": "{}"}});
    let lines = [
        json!({"role": "system", "content": "Be brief."}),
        json!({"role": "user", "content": "Build it."}),
        json!({"role": "assistant", "content": null, "tool_calls": [call]}),
        json!({"role": "tool", "tool_call_id": "a", "content": log}),
        json!({"role": "user", "content": "And?"}),
    ];
    lines.iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

//! What was read is written again without a difference to the provider.

use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::{Value, json};
use vibeue_core::Result;
use vibeue_core::conversation::transcript::{Format, ReadOptions, anthropic, openai, read};
use vibeue_core::conversation::{Message, MessageId, MessageKind, Part, Role, pairing};

use crate::{parse, parse_value, repairs, samples, written};

#[test]
fn every_field_of_an_openai_request_goes_back() {
    let sample = samples::openai();
    let transcript = parse_value(&sample);
    assert_eq!(repairs(&transcript), [""; 0]);
    assert_eq!(transcript.format, Format::OpenAiObject);
    assert_eq!(written(&transcript), sample);
    assert_eq!(pairing::check_pairs(&transcript.conversation.messages), Ok(()));
    let ids: Vec<u64> = transcript.conversation.messages.iter().map(|m| m.id.0).collect();
    assert_eq!(ids, (1..=16).collect::<Vec<_>>());
    let strict = read(sample.to_string().as_bytes(), &ReadOptions::default().strict());
    assert_eq!(strict.unwrap(), transcript);
}

#[test]
fn every_block_of_an_anthropic_request_goes_back() {
    let sample = samples::anthropic();
    let transcript = parse_value(&sample);
    assert_eq!(repairs(&transcript), [""; 0]);
    assert_eq!(transcript.format, Format::Anthropic);
    assert_eq!(written(&transcript), sample);
    assert_eq!(pairing::check_pairs(&transcript.conversation.messages), Ok(()));
    let roles: Vec<Role> = transcript.conversation.messages.iter().map(|m| m.role).collect();
    use Role::{Assistant, System, Tool, User};
    assert_eq!(roles, [System, User, Assistant, Tool, Assistant, User, Assistant]);
}

#[test]
fn real_conversations_go_back_unchanged() {
    let folder = shared().map(|shared| shared.join("data/transcripts")).filter(|dir| dir.is_dir());
    let Some(folder) = folder else {
        eprintln!("skipped: no shared data beside the repository");
        return;
    };
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let transcript = parse(&text);
        let expected: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(repairs(&transcript), [""; 0], "{}", path.display());
        assert!(written(&transcript) == expected, "{}", path.display());
        assert_eq!(transcript.to_text().unwrap().len(), text.len(), "{}", path.display());
        pairing::check_pairs(&transcript.conversation.messages).unwrap();
    }
}

/// Finds the data that may be next to the repository.
fn shared() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("VIBEUE_SHARED") {
        return Some(folder.into());
    }
    let mut folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    while folder.pop() {
        let shared = folder.join("shared");
        if shared.is_dir() {
            return Some(shared);
        }
    }
    None
}

#[test]
fn a_file_is_written_in_the_style_in_which_it_was_read() {
    for text in [
        "[\n  {\n    \"role\": \"user\",\n    \"content\": \"hi\"\n  }\n]\n",
        "{\n\t\"messages\": [\n\t\t{\n\t\t\t\"role\": \"user\",\n\t\t\t\"content\": \"ü\"\n\t\t}\n\t],\n\t\"model\": \"m\"\n}",
        "[{\"role\": \"user\", \"content\": \"\\u00fc \\ud83d\\ude00\"}]\n",
        "[{\"role\":\"user\",\"content\":\"hi\"}]",
        "{\"role\":\"user\",\"content\":\"hi\"}\n{\"role\":\"assistant\",\"content\":\"ho\"}\n",
        "{\"temperature\":0.10,\"messages\":[],\"model\":\"m\"}",
        "[]",
    ] {
        let expected = text.replace("0.10", "0.1");
        assert_eq!(parse(text).to_text().unwrap(), expected);
    }
}

#[test]
fn arguments_keep_their_text() {
    let call = r#"{"type":"tool_use","id":"a","name":"f","input":{"n": 123456789012345678901234567890, "x":1.50, "\u0041":1e999}}"#;
    let text = format!(
        r#"{{"system":"s","messages":[{{"role":"user","content":"u"}},{{"role":"assistant","content":[{call}]}},{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"a","content":"r"}}]}}]}}"#
    );
    let transcript = parse(&text);
    assert_eq!(repairs(&transcript), [""; 0]);
    let Part::ToolCall(call) = &transcript.conversation.messages[2].parts[0] else {
        panic!("no call: {:?}", transcript.conversation.messages[2]);
    };
    assert_eq!(
        call.arguments,
        r#"{"n": 123456789012345678901234567890, "x":1.50, "\u0041":1e999}"#
    );
    assert_eq!(transcript.to_text().unwrap(), text.replace(": 1", ":1").replace(", \"", ",\""));
}

#[test]
fn the_indentation_of_a_file_is_not_part_of_the_arguments() {
    let text = serde_json::to_string_pretty(&samples::anthropic()).unwrap();
    let transcript = parse(&text);
    let arguments: Vec<&str> = transcript
        .conversation
        .messages
        .iter()
        .flat_map(Message::tool_calls)
        .map(|call| call.arguments.as_str())
        .collect();
    assert_eq!(arguments, [r#"{"z":1,"a":[1.5,{"b":null}]}"#, "{}", "{}", "{}", r#"{"n":2}"#]);
    assert_eq!(transcript.to_text().unwrap(), text);
}

#[test]
fn our_own_summary_is_recognized() {
    let text = "<conversation-summary check=\"83815eca\">\nnotes</conversation-summary>";
    let transcript = parse_value(&json!([
        {"role": "user", "content": text},
        {"role": "assistant", "content": text},
        {"role": "user", "content": format!(" {text}")},
        {"role": "user", "content": [{"type": "text", "text": text}]},
        {"role": "user", "content": [{"type": "text", "text": text}, {"type": "text", "text": "go"}]},
        {"role": "user", "content": "<conversation-summary>\nnotes</conversation-summary>"},
        {"role": "user", "content": text.replace("notes", "never ask again")}
    ]));
    let kinds: Vec<MessageKind> = transcript.conversation.messages.iter().map(|m| m.kind).collect();
    use MessageKind::{Normal, Summary};
    // What the user said after the notes makes the message the user's, and so does a block that was
    // typed or changed.
    assert_eq!(kinds, [Summary, Normal, Normal, Summary, Normal, Normal, Normal]);
}

#[test]
fn blocks_that_a_log_wrote_one_by_one_are_one_turn() {
    let use_of = |id: &str| json!({"type": "tool_use", "id": id, "name": "f", "input": {}});
    let result_of = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": id});
    let transcript = parse_value(&json!([
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [use_of("a")]},
        {"role": "assistant", "content": [use_of("b")]},
        {"role": "user", "content": [result_of("a")]},
        {"role": "user", "content": [result_of("b")]}
    ]));
    assert_eq!(transcript.format, Format::AnthropicArray);
    assert_eq!(repairs(&transcript), [""; 0]);
    assert_eq!(
        written(&transcript),
        json!([
            {"role": "user", "content": "go"},
            {"role": "assistant", "content": [use_of("a"), use_of("b")]},
            {"role": "user", "content": [result_of("a"), result_of("b")]}
        ])
    );
}

#[test]
fn a_single_message_is_read_and_written() {
    for (json, read, write) in [
        (
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
            openai::message_from_json as fn(&str, MessageId) -> Result<_>,
            openai::messages_to_json as fn(&[Message]) -> Vec<Value>,
        ),
        (
            r#"{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{"x":1}}],"id":"msg_1"}"#,
            anthropic::message_from_json,
            anthropic::messages_to_json,
        ),
    ] {
        let (message, repairs) = read(json, MessageId(7)).unwrap();
        assert_eq!((message.id, repairs), (MessageId(7), vec![]));
        assert_eq!(write(&[message]), [serde_json::from_str::<Value>(json).unwrap()]);
        assert_eq!(
            read("3", MessageId(1)).unwrap_err().to_string(),
            "the JSON is not a message (a message is an object with `role` and `content`)"
        );
        assert!(read("{", MessageId(1)).is_err());
    }
}

fn words() -> impl Strategy<Value = String> {
    // Never blank: a provider refuses that, and so it is repaired.
    prop_oneof!["[a-z\\\\\"\n\t{}ü😀<>]{0,12}x", Just("\u{1}\u{7f}\u{2028}w".to_owned())]
}

fn fields() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(Value::from),
        words().prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,3}", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    prop::collection::btree_map("x_[a-z]{1,3}", value, 0..3)
        .prop_map(|map| Value::Object(map.into_iter().collect()))
}

/// Adds unknown fields to an object.
fn with(mut object: Value, fields: Value) -> Value {
    if let (Value::Object(object), Value::Object(fields)) = (&mut object, fields) {
        object.extend(fields);
    }
    object
}

fn openai_content() -> impl Strategy<Value = Value> {
    let part = prop_oneof![
        (words(), fields()).prop_map(|(t, f)| with(json!({"type": "text", "text": t}), f)),
        (words(), fields(), fields()).prop_map(|(url, inner, outer)| {
            with(json!({"type": "image_url", "image_url": with(json!({"url": url}), inner)}), outer)
        }),
        "[A-Za-z0-9+/]{0,8}".prop_map(|data| json!({"type": "image_url",
            "image_url": {"url": format!("data:image/png;base64,{data}"), "detail": "high"}})),
        fields().prop_map(|f| with(json!({"type": "unheard_of"}), f)),
    ];
    prop_oneof![
        words().prop_map(Value::from),
        prop::collection::vec(part, 1..4).prop_map(Value::from),
    ]
}

/// One exchange: a message, and the answers if it makes calls.
fn openai_turn() -> impl Strategy<Value = Vec<Value>> {
    let call = (words(), words(), fields(), fields());
    prop_oneof![
        (
            prop_oneof![Just("system"), Just("developer"), Just("user"), Just("assistant")],
            openai_content(),
            fields()
        )
            .prop_map(|(role, c, f)| vec![with(json!({"role": role, "content": c}), f)]),
        (prop::option::of(openai_content()), prop::collection::vec(call, 1..4), any::<bool>())
            .prop_map(|(content, calls, backwards)| {
                let mut listed = Vec::new();
                let mut results = Vec::new();
                for (at, (name, arguments, outer, inner)) in calls.into_iter().enumerate() {
                    let function = with(json!({"name": name, "arguments": arguments}), inner);
                    let call = json!({"id": format!("c{at}"), "type": "function",
                        "function": function});
                    listed.push(with(call, outer.clone()));
                    let result = json!({"role": "tool", "tool_call_id": format!("c{at}"),
                        "content": name});
                    results.push(with(result, outer));
                }
                if backwards {
                    results.reverse();
                }
                let message =
                    json!({"role": "assistant", "content": content, "tool_calls": listed});
                let mut turn = vec![message];
                turn.append(&mut results);
                turn
            }),
    ]
}

fn anthropic_content() -> impl Strategy<Value = Vec<Value>> {
    let block = prop_oneof![
        (words(), fields()).prop_map(|(t, f)| with(json!({"type": "text", "text": t}), f)),
        (fields(), fields()).prop_map(|(source, f)| {
            with(json!({"type": "image", "source": with(json!({"type": "url"}), source)}), f)
        }),
        (words(), words())
            .prop_map(|(t, s)| json!({"type": "thinking", "thinking": t, "signature": s})),
        fields().prop_map(|f| with(json!({"type": "unheard_of"}), f)),
    ];
    prop::collection::vec(block, 1..4)
}

/// One exchange: the user, and the assistant with its calls and their answers.
fn anthropic_turn() -> impl Strategy<Value = Vec<Value>> {
    let result = prop_oneof![
        Just(json!({})),
        words().prop_map(|text| json!({"content": text})),
        anthropic_content().prop_map(|blocks| json!({"content": blocks})),
        any::<bool>().prop_map(|flag| json!({"content": "", "is_error": flag})),
    ];
    let call = (fields(), fields(), result);
    let calls = prop::collection::vec(call, 0..4);
    (anthropic_content(), words(), anthropic_content(), calls, anthropic_content()).prop_map(
        |(question, answer, mut said, calls, after)| {
            let mut results = Vec::new();
            for (at, (input, extra, result)) in calls.into_iter().enumerate() {
                let call = json!({"type": "tool_use", "id": format!("@{at}"), "name": "f",
                    "input": input});
                said.push(with(call, extra.clone()));
                let id = json!({"type": "tool_result", "tool_use_id": format!("@{at}")});
                results.push(with(with(id, result), extra));
            }
            let mut turn = vec![json!({"role": "user", "content": question})];
            turn.push(json!({"role": "assistant", "content": said}));
            if !results.is_empty() {
                results.reverse();
                if answer.len() % 2 == 0 {
                    results.extend(after);
                }
                turn.push(json!({"role": "user", "content": results}));
                turn.push(json!({"role": "assistant", "content": answer}));
            }
            turn
        },
    )
}

/// Numbers the calls of a conversation again, so that no id comes twice.
fn unique_ids(turns: Vec<Vec<Value>>) -> Vec<Value> {
    let mut messages = Vec::new();
    for (at, turn) in turns.into_iter().enumerate() {
        let text = Value::from(turn).to_string().replace("\"@", &format!("\"@{at}_"));
        messages.extend(serde_json::from_str::<Vec<Value>>(&text).unwrap());
    }
    messages
}

proptest! {
    #[test]
    fn well_formed_openai_messages_go_back_unchanged(
        turns in prop::collection::vec(openai_turn(), 0..5), top in fields(), array: bool
    ) {
        let messages = Value::from(turns.concat());
        let whole = if array { messages } else { with(json!({"messages": messages}), top) };
        let transcript = parse_value(&whole);
        prop_assert_eq!(repairs(&transcript), [""; 0]);
        prop_assert_eq!(written(&transcript), whole);
        prop_assert_eq!(pairing::check_pairs(&transcript.conversation.messages), Ok(()));
    }

    #[test]
    fn well_formed_anthropic_messages_go_back_unchanged(
        turns in prop::collection::vec(anthropic_turn(), 0..4), top in fields(),
        system in prop_oneof![
            words().prop_map(Value::from), anthropic_content().prop_map(Value::from)
        ],
    ) {
        let mut turns = unique_ids(turns);
        // A message that decides what format this is.
        turns.push(json!({"role": "user", "content": [{"type": "image", "source": {}}]}));
        let whole = with(json!({"system": system, "messages": turns}), top);
        let transcript = parse_value(&whole);
        prop_assert_eq!(repairs(&transcript), [""; 0]);
        prop_assert_eq!(transcript.format, Format::Anthropic);
        prop_assert_eq!(written(&transcript), whole);
        prop_assert_eq!(pairing::check_pairs(&transcript.conversation.messages), Ok(()));
    }
}

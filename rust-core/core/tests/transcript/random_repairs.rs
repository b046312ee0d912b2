//! Whatever is broken at random ends in whole pairs.

use proptest::prelude::*;
use serde_json::{Value, json};
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::transcript::{Format, ReadOptions, read, write};

use crate::repairs::call;
use crate::{parse_value, repairs, written};

/// Messages of either provider that are broken in every way at once.
fn broken() -> impl Strategy<Value = Value> {
    let id = prop_oneof![
        Just(json!(null)),
        Just(json!("")),
        Just(json!("a")),
        Just(json!("b")),
        Just(json!(1))
    ];
    let openai_call = id.clone().prop_map(call);
    let block = prop_oneof![
        id.clone().prop_map(|id| json!({"type": "tool_use", "id": id, "name": "f", "input": {}})),
        id.clone().prop_map(|id| json!({"type": "tool_result", "tool_use_id": id, "content": "r"})),
        Just(json!({"type": "text", "text": "words"})),
        Just(json!({"type": "text", "text": ""})),
        Just(json!({"type": "thinking", "thinking": "hm"})),
        Just(json!("bare")),
        Just(json!(null)),
    ];
    let content = prop_oneof![
        Just(json!(null)),
        Just(json!("")),
        Just(json!("words")),
        Just(json!(3)),
        prop::collection::vec(block, 0..4).prop_map(Value::from),
    ];
    let role = prop_oneof![
        Just("user"),
        Just("assistant"),
        Just("tool"),
        Just("system"),
        Just("function"),
        Just("x")
    ];
    let message = (role, content, prop::collection::vec(openai_call, 0..3), id, 0..8u8).prop_map(
        |(role, content, calls, id, shape)| {
            let mut message = json!({"role": role, "content": content});
            if shape & 1 > 0 {
                message["tool_calls"] = json!(calls);
            }
            if shape & 2 > 0 {
                message["tool_call_id"] = id;
            }
            if shape == 7 {
                message["function_call"] = json!({"name": "f", "arguments": "{}"});
            }
            message
        },
    );
    prop::collection::vec(message, 0..10).prop_map(Value::from)
}

/// Leaves only what one provider's format has, so that repairs cannot make a
/// file look like the other's.
fn purified(mut messages: Value, anthropic: bool) -> Value {
    for message in messages.as_array_mut().unwrap() {
        let message = message.as_object_mut().unwrap();
        if anthropic {
            message.retain(|name, _| name == "role" || name == "content");
            if message["role"] == "tool" || message["role"] == "function" {
                message["role"] = json!("x");
            }
        } else if let Some(Value::Array(blocks)) = message.get_mut("content") {
            blocks.retain(|block| {
                !block["type"].as_str().is_some_and(|kind| kind.starts_with("tool_"))
            });
        }
    }
    if anthropic {
        return json!({"system": "s", "messages": messages});
    }
    messages.as_array_mut().unwrap().insert(0, json!({"role": "system", "content": "s"}));
    messages
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn what_was_repaired_is_valid_and_needs_no_repair_again(messages in broken(), anthropic: bool) {
        let bytes = purified(messages, anthropic).to_string().into_bytes();
        let strict = read(&bytes, &ReadOptions::default().strict());
        let Ok(transcript) = read(&bytes, &ReadOptions::default()) else {
            prop_assert!(strict.is_err());
            return Ok(());
        };
        prop_assert_eq!(strict.is_ok(), transcript.repairs.is_empty());
        prop_assert_eq!(check_pairs(&transcript.conversation.messages), Ok(()));
        let again = parse_value(&written(&transcript));
        prop_assert_eq!(repairs(&again), [""; 0]);
        prop_assert_eq!(written(&again), written(&transcript));
        for format in [Format::OpenAiObject, Format::Anthropic] {
            let text = write(&transcript.conversation, format, &transcript.layout).unwrap();
            let crossed = read(text.as_bytes(), &ReadOptions::default());
            prop_assert_eq!(crossed.map(|crossed| repairs(&crossed)), Ok(vec![]), "{}", text);
        }
    }

    #[test]
    fn a_mixture_of_both_formats_ends_in_whole_pairs(messages in broken()) {
        if let Ok(transcript) = read(messages.to_string().as_bytes(), &ReadOptions::default()) {
            prop_assert_eq!(check_pairs(&transcript.conversation.messages), Ok(()));
        }
    }
}

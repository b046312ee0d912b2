//! What a provider would refuse is repaired, and reported.

use serde_json::{Value, json};
use vibeue_core::conversation::pairing::{NO_RESULT, check_pairs};
use vibeue_core::conversation::transcript::{Format, ReadOptions, read, repair};
use vibeue_core::conversation::{Message, MessageId, Role};

use crate::{parse_value, repairs, written};

/// Reads messages and returns the repaired ones, and why.
fn repaired(messages: &Value) -> (Value, Vec<String>) {
    let transcript = parse_value(messages);
    assert_eq!(check_pairs(&transcript.conversation.messages), Ok(()));
    (written(&transcript), repairs(&transcript))
}

fn strict_refusal(messages: &Value) -> String {
    let options = ReadOptions::default().named("chat.json").strict();
    read(messages.to_string().as_bytes(), &options).unwrap_err().to_string()
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

pub(super) fn call(id: impl Into<Value>) -> Value {
    json!({"id": id.into(), "type": "function", "function": {"name": "f", "arguments": "{}"}})
}

fn calls(ids: &[&str]) -> Value {
    let calls: Vec<Value> = ids.iter().map(|id| call(*id)).collect();
    json!({"role": "assistant", "content": null, "tool_calls": calls})
}

fn result(id: &str, text: &str) -> Value {
    json!({"role": "tool", "tool_call_id": id, "content": text})
}

#[test]
fn a_call_without_a_result_is_answered() {
    let torn = json!([user("go"), calls(&["a", "b"]), result("b", "1"), user("and?")]);
    let reason = format!(
        "message 1, tool_calls[0]: the call `a` has no result; it is answered with `{NO_RESULT}`"
    );
    assert_eq!(
        repaired(&torn),
        (
            json!([
                user("go"),
                calls(&["a", "b"]),
                result("b", "1"),
                result("a", NO_RESULT),
                user("and?")
            ]),
            vec![reason]
        )
    );
    assert_eq!(
        strict_refusal(&torn),
        "chat.json: message 1, tool_calls[0]: the call `a` has no result (fix the file, or read \
         it without strict and have it repaired)"
    );
}

#[test]
fn an_interrupted_conversation_is_answered_as_an_error() {
    let transcript = parse_value(&json!([
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "a", "name": "f", "input": {}}
        ]}
    ]));
    assert_eq!(
        repairs(&transcript),
        [format!(
            "message 1, content[1]: the call `a` has no result; it is answered with `{NO_RESULT}`"
        )]
    );
    assert_eq!(
        written(&transcript)[2],
        json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": NO_RESULT, "is_error": true}
        ]})
    );
}

#[test]
fn a_result_out_of_place_is_moved_to_its_call() {
    let late = json!([
        user("go"),
        calls(&["a", "b"]),
        result("a", "1"),
        user("an image"),
        result("b", "2"),
        user("and?")
    ]);
    assert_eq!(
        repaired(&late),
        (
            json!([
                user("go"),
                calls(&["a", "b"]),
                result("a", "1"),
                result("b", "2"),
                user("an image"),
                user("and?")
            ]),
            vec![
                "message 4, tool_call_id: the result of `b` does not follow its call; it was \
                 moved there"
                    .to_owned()
            ]
        )
    );
}

#[test]
fn results_without_calls_and_second_results_are_left_out() {
    let stray = json!([
        result("c", "before"),
        calls(&["a"]),
        result("a", "1"),
        result("a", "2"),
        user("and?"),
        result("z", "3"),
        calls(&["c"]),
        result("c", "4")
    ]);
    assert_eq!(
        repaired(&stray),
        (
            json!([calls(&["a"]), result("a", "1"), user("and?"), calls(&["c"]), result("c", "4")]),
            vec![
                "message 0, tool_call_id: the result comes before its call `c`; the result was \
                 left out"
                    .to_owned(),
                "message 3, tool_call_id: a second result of the call `a`; the result was left \
                 out"
                .to_owned(),
                "message 5, tool_call_id: no call has the id `z`; the result was left out"
                    .to_owned(),
            ]
        )
    );
}

#[test]
fn ids_that_come_twice_in_a_message_are_renamed_with_their_results() {
    let twins =
        json!([calls(&["a", "a", "a_2"]), result("a", "1"), result("a", "2"), result("a_2", "3")]);
    assert_eq!(
        repaired(&twins),
        (
            json!([
                calls(&["a", "a_3", "a_2"]),
                result("a", "1"),
                result("a_3", "2"),
                result("a_2", "3")
            ]),
            vec![
                "message 0, tool_calls[1].id: an earlier call has the same id `a`; it is now \
                 `a_3`"
                    .to_owned()
            ]
        )
    );
}

#[test]
fn ids_that_come_again_are_renamed_where_the_provider_refuses_them() {
    let turn = |id: &str| {
        [
            json!({"role": "assistant", "content": [
                {"type": "tool_use", "id": id, "name": "f", "input": {}}]}),
            json!({"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": id, "content": "r"}]}),
        ]
    };
    let again = [[user("go"), user("on")], turn("a"), turn("a")].concat();
    let (fixed, why) = repaired(&Value::from(again));
    assert_eq!(fixed, Value::from([[user("go"), user("on")], turn("a"), turn("a_2")].concat()));
    assert_eq!(
        why,
        ["message 4, content[0].id: an earlier call has the same id `a`; it is now `a_2`"]
    );
    let openai = json!([calls(&["0"]), result("0", "r"), calls(&["0"]), result("0", "s")]);
    assert_eq!(repaired(&openai), (openai.clone(), vec![]));
}

#[test]
fn lost_ids_are_found_by_place() {
    let lost = json!([
        {"role": "assistant", "content": null, "tool_calls": [call(Value::Null), call(7)]},
        {"role": "tool", "tool_call_id": null, "content": "1"},
        {"role": "tool", "content": "2"}
    ]);
    assert_eq!(
        repaired(&lost),
        (
            json!([calls(&["call_0_0", "7"]), result("call_0_0", "1"), result("7", "2")]),
            vec![
                "message 0, tool_calls[1].id: the id is a number; it is now a string".to_owned(),
                "message 0, tool_calls[0].id: the call has no id; it is now `call_0_0`".to_owned(),
                "message 1, tool_call_id: the result names no call; it is now `call_0_0`, going by its position"
                    .to_owned(),
                "message 2, tool_call_id: the result names no call; it is now `7`, going by its position"
                    .to_owned(),
            ]
        )
    );
}

#[test]
fn empty_messages_are_left_out() {
    let empty = json!([
        user("go"),
        user(" \n"),
        {"role": "assistant", "content": null},
        {"role": "assistant", "content": "", "reasoning_content": "hm"},
        {"role": "system", "content": ""},
        {"role": "user", "content": []},
        {"role": "system", "content": null}
    ]);
    assert_eq!(
        repaired(&empty),
        (
            json!([
                user("go"),
                {"role": "assistant", "content": "", "reasoning_content": "hm"},
                {"role": "system", "content": ""}
            ]),
            vec![
                "message 1, content: the user message is empty; it was left out".to_owned(),
                "message 2, content: the assistant message is empty; it was left out".to_owned(),
                "message 5, content: the user message is empty; it was left out".to_owned(),
                "message 6, content: the system message is empty; it was left out".to_owned(),
            ]
        )
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a transcript and its repairs")]
fn wrong_types_are_repaired() {
    let wrong = json!([
        {"content": "no role"},
        {"role": "human", "content": 5},
        {"role": 3, "content": {"a": 1}},
        "bare words",
        7,
        {"role": "ai", "content": ["a", 3, {"type": "text"}, {"text": "b"}]},
        {"role": "user", "content": "calls", "tool_calls": [call("a")]},
        {"role": "assistant", "content": "c", "tool_calls": []},
        {"role": "assistant", "tool_calls": [
            {"id": "a", "function": {"name": "f", "arguments": {"n": 12345678901234567890123u128.to_string()}}},
            {"id": "b", "type": "function", "function": {"name": "f"}},
            {"id": "c", "type": "function"}
        ], "content": []},
        {"role": "tool", "tool_call_id": "a", "content": null},
        {"role": "tool", "tool_call_id": "b", "content": {"ok": true}}
    ]);
    let (fixed, why) = repaired(&wrong);
    assert_eq!(
        fixed,
        json!([
            user("no role"),
            user("5"),
            user("{\"a\":1}"),
            user("bare words"),
            {"role": "assistant", "content": [
                {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
            user("calls"),
            {"role": "assistant", "content": "c"},
            {"role": "assistant", "content": null, "tool_calls": [
                {"id": "a", "type": "function", "function":
                    {"name": "f", "arguments": "{\"n\":\"12345678901234567890123\"}"}},
                {"id": "b", "type": "function", "function": {"name": "f", "arguments": "{}"}}
            ]},
            result("a", ""),
            result("b", "{\"ok\":true}")
        ])
    );
    assert_eq!(
        why,
        [
            "message 0, role: the role is missing; it is now `user`",
            "message 1, role: the role `human` is unknown; it is now `user`",
            "message 1, content: the content is a number; it is now this JSON as text",
            "message 2, role: the role is a number; it is now `user`",
            "message 2, content: the content is an object; it is now this JSON as text",
            "message 3: the message is a string, not an object; it is now a user message with this text",
            "message 4: the message is a number, not an object; it was left out",
            "message 5, role: the role `ai` is unknown; it is now `assistant`",
            "message 5, content[0]: the content part is a string, not an object; it is now a text \
             part",
            "message 5, content[1]: the content part is a number, not an object; it was left out",
            "message 5, content[2].text: a text part without text; it was left out",
            "message 5, content[3].type: the type is missing; it is now `text`",
            "message 6, tool_calls: a user message cannot make calls; they were left out",
            "message 7, tool_calls: the list of calls is empty; it was left out",
            "message 8, tool_calls[0].type: the type is missing; it is now `function`",
            "message 8, tool_calls[0].function.arguments: the arguments are an object; they are \
             now a string of this JSON",
            "message 8, tool_calls[1].function.arguments: the field is missing; it is now `{}`",
            "message 8, tool_calls[2]: the call has no function name; it was left out",
            "message 8, content: the list of parts is empty; it is now null",
            "message 9, content: the content of a tool message is null; it is now an empty text",
            "message 10, content: the content is an object; it is now this JSON as text",
        ]
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a transcript and its repairs")]
fn anthropic_blocks_are_repaired() {
    let wrong = json!({"system": "s", "messages": [
        {"role": "system", "content": "t"},
        {"role": "user", "content": [{"type": "text", "text": " "}, "words"]},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "a", "name": "f", "input": "{\"x\":1}"},
            {"type": "tool_use", "id": "b", "name": "f", "input": "x"},
            {"type": "tool_use", "id": "c", "name": "f"},
            {"type": "tool_use", "id": "d", "input": {}}
        ]},
        {"role": "user", "content": [
            {"type": "text", "text": "first words"},
            {"type": "tool_result", "tool_use_id": "a", "content": null},
            {"type": "tool_result", "tool_use_id": "b", "content": 5, "is_error": "yes"}
        ]}
    ]});
    let (fixed, why) = repaired(&wrong);
    assert_eq!(
        fixed,
        json!({
            "system": [{"type": "text", "text": "s"}, {"type": "text", "text": "t"}],
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": "words"}]},
                {"role": "assistant", "content": [
                    {"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}},
                    {"type": "tool_use", "id": "b", "name": "f", "input": {"arguments": "x"}},
                    {"type": "tool_use", "id": "c", "name": "f", "input": {}}
                ]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "c", "content": NO_RESULT,
                     "is_error": true},
                    {"type": "tool_result", "tool_use_id": "a"},
                    {"type": "tool_result", "tool_use_id": "b", "content": "5"},
                    {"type": "text", "text": "first words"}
                ]}
            ]
        })
    );
    assert_eq!(
        why,
        [
            "message 0, role: the role `system` is not allowed among the messages; it is now part \
             of `system`",
            "message 1, content[0]: the text block is empty; it was left out",
            "message 1, content[1]: the block is a string, not an object; it is now a text block",
            "message 2, content[0].input: the input is a string, not an object; it is now the \
             object in this string",
            "message 2, content[1].input: the input is a string, not an object; it is now the \
             field `arguments` of an object",
            "message 2, content[2].input: the input is missing; it is now `{}`",
            "message 2, content[3].name: the call has no name; it was left out",
            "message 2, content[2]: the call `c` has no result; it is answered with `(no result: \
             the conversation was interrupted here)`",
            "message 3, content[1].content: the content is null; it was left out",
            "message 3, content[2].content: the content is a number; it is now this JSON as \
             text",
            "message 3, content[2].is_error: the value is a string; it was left out",
            "message 3, content[1]: the result of `a` comes after text; it comes first now",
            "message 3, content[2]: the result of `b` comes after text; it comes first now",
        ]
    );
    assert_eq!(parse_value(&fixed).repairs, []);
}

#[test]
fn a_number_that_does_not_fit_is_reported() {
    let text =
        r#"[{"role":"user","content":"12345678901234567890123","n":12345678901234567890123}]"#;
    let transcript = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(
        repairs(&transcript),
        ["message 0, n: an integer of 23 digits does not fit into 64 bits; it is kept as the \
          nearest floating point number"]
    );
}

#[test]
fn a_field_that_occurs_twice_counts_once() {
    let text = r#"[{"role":"user","role":"assistant","content":"a"}]"#;
    let transcript = read(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(
        repairs(&transcript),
        ["message 0, role: the field occurs more than once; the last one counts"]
    );
    assert_eq!(transcript.conversation.messages[0].role, Role::Assistant);
}

#[test]
fn repaired_messages_keep_their_ids_and_new_ones_get_higher_ones() {
    let transcript = parse_value(&json!([user("go"), calls(&["a"]), result("a", "1")]));
    let mut messages = transcript.conversation.messages;
    messages.pop();
    messages.push(Message::text(MessageId(9), Role::User, "next"));
    let (fixed, why) = repair(messages);
    assert_eq!(fixed.iter().map(|m| m.id.0).collect::<Vec<_>>(), [1, 2, 10, 9]);
    assert_eq!(why.len(), 1);
    assert_eq!(check_pairs(&fixed), Ok(()));
}

/// What is doubled was read as OpenAI's, whose readers keep a result of
/// Anthropic's as it is, and as Anthropic's when it was read again.
#[test]
fn a_field_that_occurs_twice_does_not_hide_whose_message_it_is() {
    for text in [
        r#"[{"role":"user","content":"What is","content":[{"type":"tool_result","is_error":true,
            "content":"no"},{"type":"text","text":"and now?"}]},{"role":"assistant","content":"A"}]"#,
        r#"[{"role":"user","content":[{"type":"text","type":"tool_result","tool_use_id":"c",
            "content":"no"},{"type":"text","text":"and now?"}]},{"role":"assistant","content":"A"}]"#,
    ] {
        let once = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(once.format, Format::AnthropicArray, "{text}");
        let again = read(once.to_text().unwrap().as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!((again.repairs, again.conversation), (Vec::new(), once.conversation), "{text}");
    }
}

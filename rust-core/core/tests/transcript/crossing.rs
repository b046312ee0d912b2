//! From one provider's format to the other's.

use serde_json::{Value, json};
use vibeue_core::conversation::transcript::{
    Format, Layout, Transcript, anthropic, openai, read, write,
};
use vibeue_core::conversation::{Conversation, pairing};

use crate::{parse_value, samples};

fn written_as(transcript: &Transcript, format: Format) -> Value {
    let text = write(&transcript.conversation, format, &transcript.layout).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn an_anthropic_request_becomes_an_openai_request() {
    let picture = json!({"type": "image_url",
        "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}});
    let look = |id: &str, arguments: &str| {
        json!({"id": id, "type": "function",
            "function": {"name": "look", "arguments": arguments}})
    };
    assert_eq!(
        written_as(&parse_value(&samples::anthropic()), Format::OpenAiObject),
        json!({
            "model": "claude-sonnet-5",
            "max_tokens": 1024,
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": [
                    {"type": "text", "text": "What is it?"},
                    picture,
                    {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
                    {"type": "text",
                     "text": "(an image that only its provider can read was left out)"},
                    {"type": "text", "text": "words"}
                ]},
                {"role": "assistant", "content": "I look.", "tool_calls": [
                    look("toolu_1", "{\"z\":1,\"a\":[1.5,{\"b\":null}]}"),
                    look("toolu_2", "{}"), look("toolu_3", "{}"), look("toolu_4", "{}")
                ]},
                {"role": "tool", "tool_call_id": "toolu_2", "content": "nothing"},
                {"role": "tool", "tool_call_id": "toolu_1", "content": [
                    {"type": "text", "text": "a lamp"},
                    {"type": "text", "text": "(an image: see below)"}
                ]},
                {"role": "tool", "tool_call_id": "toolu_3", "content": ""},
                {"role": "tool", "tool_call_id": "toolu_4", "content": "one"},
                {"role": "user", "content": [
                    {"type": "text", "text": "(the images of the tool results above)"}, picture
                ]},
                {"role": "assistant", "content": "Again.",
                 "tool_calls": [look("toolu_5", "{\"n\":2}")]},
                {"role": "tool", "tool_call_id": "toolu_5", "content": "seen"},
                {"role": "user", "content": "And now?"},
                {"role": "assistant", "content": "A lamp."}
            ],
            "tools": [
                {"type": "function", "function":
                    {"name": "look", "description": "Looks.", "parameters": {"type": "object"}}},
                {"type": "web_search_20250305", "name": "web_search"}
            ]
        })
    );
}

#[test]
fn an_openai_request_becomes_an_anthropic_request() {
    let text = |text: &str| json!({"type": "text", "text": text});
    let call = |id: &str, name: &str, input: Value| json!({"type": "tool_use", "id": id, "name": name, "input": input});
    let result = |id: &str, content: &str| json!({"type": "tool_result", "tool_use_id": id, "content": content});
    assert_eq!(
        written_as(&parse_value(&samples::openai()), Format::Anthropic),
        json!({
            "model": "gpt-5",
            "system": [text("Be brief."), text("Be kind.")],
            "messages": [
                {"role": "user", "content": [
                    text("What is on it?"),
                    {"type": "image", "source":
                        {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}},
                    {"type": "image", "source":
                        {"type": "url", "url": "https://example.org/a.png"}},
                    {"type": "image", "source": {"type": "url", "url": "data:text/plain,hello"}},
                    text("(a sound that only its provider can read was left out)"),
                    text("(a file that only its provider can read was left out)")
                ]},
                {"role": "assistant", "content": [
                    call("a", "look", json!({"x": 1.5})),
                    call("b", "code", json!({"arguments": "print(1)"})),
                    call("c", "look", json!({}))
                ]},
                {"role": "user", "content": [result("b", "1"), result("a", "a lamp"),
                    result("c", "")]},
                {"role": "assistant", "content": [
                    call("d", "look", json!({"arguments": "not json"}))
                ]},
                {"role": "user", "content": [result("d", "no")]},
                {"role": "assistant", "content": "I cannot."},
                {"role": "user", "content": "Then call the old way."},
                {"role": "assistant", "content": [call("call_11_0", "look", json!({}))]},
                {"role": "user", "content": [result("call_11_0", "seen")]},
                {"role": "assistant", "content": [
                    call("call_13_0", "look", json!({"again": true}))
                ]},
                {"role": "user", "content": [result("call_13_0", "seen again")]},
                {"role": "assistant", "content": "A lamp."}
            ],
            "tools": [
                {"name": "look", "description": "Looks.",
                 "input_schema": {"type": "object", "properties": {}}},
                {"type": "custom", "custom": {"name": "code"}}
            ],
            "temperature": 0.1
        })
    );
}

#[test]
fn what_was_crossed_is_read_without_a_repair_and_comes_back() {
    for (sample, there, back) in [
        (samples::openai(), Format::Anthropic, Format::OpenAiObject),
        (samples::anthropic(), Format::OpenAiObject, Format::Anthropic),
    ] {
        let crossed = parse_value(&written_as(&parse_value(&sample), there));
        assert_eq!(crossed.repairs, []);
        assert_eq!(crossed.format, there);
        assert_eq!(pairing::check_pairs(&crossed.conversation.messages), Ok(()));
        let returned = parse_value(&written_as(&crossed, back));
        assert_eq!(returned.repairs, []);
        assert_eq!(written_as(&returned, there), written_as(&crossed, there));
    }
}

#[test]
fn ids_that_anthropic_refuses_are_replaced_in_call_and_result() {
    let call = |id: &str| {
        json!({"role": "assistant", "content": null, "tool_calls": [
            {"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}}]})
    };
    let result = |id: &str| json!({"role": "tool", "tool_call_id": id, "content": "r"});
    let transcript = parse_value(&json!([
        {"role": "user", "content": "go"},
        call("f.0:1"), result("f.0:1"), call("f_0_1"), result("f_0_1"), call("f.0:1"),
        result("f.0:1")
    ]));
    assert_eq!(transcript.repairs, []);
    let written = written_as(&transcript, Format::AnthropicArray);
    let ids: Vec<&str> = (1..7)
        .map(|at| {
            let block = &written[at]["content"][0];
            block.get("id").or(block.get("tool_use_id")).unwrap().as_str().unwrap()
        })
        .collect();
    // The call that has an id of this form keeps it.
    assert_eq!(ids, ["f_0_1_2", "f_0_1_2", "f_0_1", "f_0_1", "f_0_1_3", "f_0_1_3"]);
    assert_eq!(parse_value(&written).repairs, []);
}

#[test]
fn a_conversation_without_an_origin_keeps_its_fields() {
    let conversation = parse_value(&samples::openai()).conversation;
    let text = write(&conversation, Format::OpenAiArray, &Layout::pretty()).unwrap();
    let messages: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(messages, samples::openai()["messages"]);
    assert_eq!(Value::from(openai::messages_to_json(&conversation.messages)), messages);

    let conversation = parse_value(&samples::anthropic()).conversation;
    assert_eq!(
        Value::from(anthropic::messages_to_json(&conversation.messages)),
        samples::anthropic()["messages"]
    );
    assert_eq!(
        anthropic::system_to_json(&conversation.messages),
        Some(samples::anthropic()["system"].clone())
    );
    assert_eq!(anthropic::system_to_json(&conversation.messages[1..]), None);
}

#[test]
fn top_level_fields_cross_where_both_providers_have_them() {
    let request = |fields: Value| {
        let mut request = json!({"messages": [{"role": "user", "content": "go"}]});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        request
    };
    for (fields, crossed) in [
        (json!({"max_completion_tokens": 9, "n": 1}), json!({"max_tokens": 9})),
        (json!({"max_completion_tokens": 9, "max_tokens": 8}), json!({"max_tokens": 8})),
        (json!({"max_tokens": 8, "max_completion_tokens": 9}), json!({"max_tokens": 8})),
        (json!({"tools": [], "top_p": 0.5}), json!({"top_p": 0.5})),
    ] {
        let transcript = parse_value(&request(fields.clone()));
        assert_eq!(crate::written(&transcript), request(fields));
        assert_eq!(written_as(&transcript, Format::Anthropic), request(crossed));
    }
}

#[test]
fn a_summary_stays_a_message_of_its_own() {
    let text = "<conversation-summary check=\"83815eca\">notes</conversation-summary>";
    let summary = json!({"role": "user", "content": text});
    let request = json!({"role": "user", "content": "go on"});
    let transcript = parse_value(&json!([summary, request]));
    // Plain words are the same for both providers: the summary says whose these are now.
    let named = text.replace("check=\"83815eca\"", "check=\"83815eca\" format=\"anthropic\"");
    let summary = json!({"role": "user", "content": named});
    let written = written_as(&transcript, Format::AnthropicArray);
    assert_eq!(written, json!([summary, request]));
}

#[test]
fn a_summary_that_names_one_format_names_the_other_one_after_crossing() {
    let text = "<conversation-summary check=\"83815eca\" format=\"anthropic\">notes\
                </conversation-summary>";
    let transcript = parse_value(&json!([{"role": "user", "content": text}]));
    assert_eq!(transcript.format, Format::AnthropicArray);
    let written = written_as(&transcript, Format::OpenAiArray);
    let named = text.replace("anthropic", "openai");
    assert_eq!(written, json!([{"role": "user", "content": named}]));
}

#[test]
fn a_conversation_that_begins_with_the_assistant_gets_an_opening() {
    let transcript = parse_value(&json!([{"role": "assistant", "content": "Welcome."}]));
    assert_eq!(
        written_as(&transcript, Format::AnthropicArray),
        json!([
            {"role": "user", "content": "(the conversation begins)"},
            {"role": "assistant", "content": "Welcome."}
        ])
    );
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let conversation = parse_value(&samples::anthropic()).conversation;
    let layout = Layout::compact();
    assert_eq!(
        write(&conversation, Format::AnthropicArray, &layout).unwrap_err().to_string(),
        "a list of Anthropic messages has no place for the system prompt (write an Anthropic \
         request instead)"
    );
    assert_eq!(
        write(&Conversation::default(), Format::Journal, &layout).unwrap_err().to_string(),
        "a journal is not written as a transcript (create it as a journal instead)"
    );
}

#[test]
fn arguments_too_deep_for_a_value_still_become_one() {
    let deep = "[".repeat(10_000) + &"]".repeat(10_000);
    let text = json!([
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function",
            "function": {"name": "f", "arguments": format!("{{\"deep\":{deep}}}")}}]},
        {"role": "tool", "tool_call_id": "a", "content": "r"}
    ]);
    let transcript = parse_value(&text);
    let messages = anthropic::messages_to_json(&transcript.conversation.messages);
    let input = &messages[1]["content"][0]["input"];
    assert_eq!(input, &json!({"arguments": format!("{{\"deep\":{deep}}}")}));
    let whole = write(&transcript.conversation, Format::AnthropicArray, &Layout::compact());
    let again = read(whole.unwrap().as_bytes(), &Default::default()).unwrap();
    assert_eq!(again.conversation.messages[1].parts, transcript.conversation.messages[1].parts);
}

//! A file's format is decided once.

use serde_json::{Value, json};
use vibeue_core::conversation::transcript::{Format, ReadOptions, detect, read, settle, write};
use vibeue_core::conversation::{Conversation, Message, MessageId, MessageKind, Role};
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;

use crate::{parse, parse_value, repairs, written};

fn words(role: &str, text: &str) -> Value {
    json!({"role": role, "content": text})
}

/// An OpenAI request with the prompt where Anthropic has it.
fn mixed(system: &Value) -> Value {
    json!({"model": "m", "system": system, "messages": [
        words("user", "go"),
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "a", "content": "done"}
    ]})
}

#[test]
fn a_system_prompt_beside_openai_messages_is_a_message_and_goes_back_where_it_stood() {
    let blocks = json!([{"type": "text", "text": "Be brief.",
        "cache_control": {"type": "ephemeral"}}]);
    for system in [json!("Be brief."), blocks] {
        let request = mixed(&system);
        let transcript = parse_value(&request);
        assert_eq!(transcript.format, Format::OpenAiObject);
        assert_eq!(repairs(&transcript), [""; 0]);
        let first = &transcript.conversation.messages[0];
        assert_eq!((first.role, first.joined_text().as_str()), (Role::System, "Be brief."));
        assert_eq!(transcript.places, [None, Some(0), Some(1), Some(2)]);
        assert_eq!(written(&transcript), request);
        let without = parse_value(&json!({"messages": request["messages"]}));
        let counter = Counter::for_encoding(Encoding::O200kBase);
        let count = |conversation: &Conversation| counter.conversation(conversation).total();
        assert!(count(&transcript.conversation) > count(&without.conversation));
    }
    // Nothing is said there, or nothing that is a prompt.
    for system in [json!(null), json!(""), json!([]), json!(7), json!({"a": 1})] {
        let transcript = parse_value(&mixed(&system));
        assert_eq!(transcript.conversation.messages.len(), 3, "{system}");
        assert_eq!(written(&transcript), mixed(&system));
    }
}

#[test]
fn a_system_prompt_beside_openai_messages_is_a_message_in_every_other_format() {
    let transcript = parse_value(&mixed(&json!("Be brief.")));
    for (format, at) in [(Format::OpenAiArray, "/0/content"), (Format::Anthropic, "/system")] {
        let text = write(&transcript.conversation, format, &transcript.layout).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json.pointer(at), Some(&json!("Be brief.")), "{text}");
    }
}

/// What a compaction leaves: a summary and words.
fn condensed(conversation: &Conversation) -> Conversation {
    let text = "<conversation-summary id=\"s1\" check=\"83815eca\">notes</conversation-summary>";
    let mut summary = Message::text(MessageId(90), Role::User, text);
    summary.kind = MessageKind::Summary;
    let system = conversation.messages.iter().filter(|message| message.role == Role::System);
    let mut messages: Vec<Message> = system.cloned().collect();
    messages.push(summary);
    messages.push(Message::text(MessageId(91), Role::User, "And now?"));
    Conversation { messages, tools: Vec::new(), extra: conversation.extra.clone() }
}

#[test]
fn what_is_left_of_a_condensed_file_is_read_in_its_format_again() {
    let call = json!({"type": "tool_use", "id": "a", "name": "f", "input": {}});
    let result = json!({"type": "tool_result", "tool_use_id": "a", "content": "done"});
    let anthropic = json!([
        words("user", "go"),
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]}
    ]);
    let with_system =
        json!([anthropic[0], words("system", "Be kind."), anthropic[1], anthropic[2]]);
    let lines = |list: &Value| -> String {
        list.as_array().unwrap().iter().map(|message| format!("{message}\n")).collect()
    };
    for (text, format) in [
        (mixed(&json!("Be brief.")).to_string(), Format::OpenAiObject),
        (mixed(&json!("Be brief."))["messages"].to_string(), Format::OpenAiArray),
        (lines(&mixed(&json!(""))["messages"]), Format::OpenAiLines),
        (json!({"system": "Be brief.", "messages": anthropic}).to_string(), Format::Anthropic),
        (json!({"messages": anthropic}).to_string(), Format::Anthropic),
        (anthropic.to_string(), Format::AnthropicArray),
        (with_system.to_string(), Format::AnthropicArray),
        (lines(&anthropic), Format::AnthropicLines),
        (lines(&with_system), Format::AnthropicLines),
    ] {
        let transcript = parse(&text);
        assert_eq!(transcript.format, format, "{text}");
        assert_eq!(repairs(&transcript), [""; 0], "{text}");
        assert_eq!(transcript.to_text().unwrap(), text);
        let mut after = condensed(&transcript.conversation);
        let short = write(&after, format, &transcript.layout).unwrap();
        assert_eq!(detect(short.as_bytes()), Ok(format), "{short}");
        // A caller that settled it before, to count it, writes the same.
        settle(&mut after, format, &transcript.layout).unwrap();
        assert_eq!(write(&after, format, &transcript.layout).unwrap(), short);
        let again = read(short.as_bytes(), &ReadOptions::default()).unwrap();
        let said = |conversation: &Conversation| -> Vec<(Role, MessageKind, String)> {
            let messages = conversation.messages.iter();
            messages.map(|it| (it.role, it.kind, it.joined_text())).collect()
        };
        assert_eq!(said(&again.conversation), said(&after), "{short}");
        assert_eq!(again.to_text().unwrap(), short);
    }
}

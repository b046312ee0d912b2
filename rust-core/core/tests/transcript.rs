//! Reading and writing conversations as a caller sees it.

use std::path::PathBuf;

use serde_json::{Value, json};
use vibeue_core::conversation::transcript::{Format, Layout, ReadOptions, Transcript, read, write};
use vibeue_core::conversation::{MessageKind, Part, Role, pairing};

fn parse(text: &str) -> Transcript {
    read(text.as_bytes(), &ReadOptions::default().named("chat.json")).unwrap()
}

fn parse_value(value: &Value) -> Transcript {
    parse(&value.to_string())
}

/// Writes a transcript as it was read, as a value.
fn written(transcript: &Transcript) -> Value {
    serde_json::from_str(&transcript.to_text().unwrap()).unwrap()
}

fn written_as(transcript: &Transcript, format: Format) -> Value {
    serde_json::from_str(&write(&transcript.conversation, format, &transcript.layout).unwrap())
        .unwrap()
}

fn repairs(transcript: &Transcript) -> Vec<String> {
    transcript.repairs.iter().map(ToString::to_string).collect()
}

fn refusal(text: &[u8]) -> String {
    read(text, &ReadOptions::default().named("chat.json")).unwrap_err().to_string()
}

fn strict_refusal(value: &Value) -> String {
    read(value.to_string().as_bytes(), &ReadOptions::default().named("chat.json").strict())
        .unwrap_err()
        .to_string()
}

/// An OpenAI request with every kind of field.
fn openai_sample() -> Value {
    json!({
        "model": "gpt-5",
        "messages": [
            {"role": "developer", "content": "Be brief.", "name": "host"},
            {"role": "system", "content": [
                {"type": "text", "text": "Be kind.", "cache_control": {"type": "ephemeral"}}
            ]},
            {"role": "user", "name": "mia", "content": [
                {"type": "text", "text": "What is on it?"},
                {"type": "image_url", "image_url":
                    {"url": "data:image/png;base64,iVBORw0KGgo=", "detail": "low"}},
                {"type": "image_url", "image_url":
                    {"url": "https://example.org/a.png", "format": "png"}},
                {"type": "image_url", "image_url": {"url": "data:text/plain,hello"}},
                {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
                {"type": "file", "file": {"file_id": "file-1"}},
                {"type": "hologram", "depth": 3.5}
            ]},
            {"role": "assistant", "content": null, "refusal": null, "reasoning_content": "hm",
             "tool_calls": [
                {"id": "a", "type": "function",
                 "function": {"name": "look", "arguments": "{\"x\": 1.50}"},
                 "extra_content": {"google": {"thought_signature": "c2ln"}}},
                {"id": "b", "type": "custom", "custom": {"name": "code", "input": "print(1)"}},
                {"id": "c", "type": "function", "index": 2,
                 "function": {"name": "look", "arguments": "", "strict": true}}
            ]},
            {"role": "tool", "tool_call_id": "b", "content": "1"},
            {"role": "tool", "tool_call_id": "a", "name": "look",
             "content": [{"type": "text", "text": "a lamp"}]},
            {"role": "tool", "tool_call_id": "c", "content": "", "took_ms": 17},
            {"role": "assistant", "content": "", "tool_calls": [
                {"id": "d", "type": "function",
                 "function": {"name": "look", "arguments": "not json"}}
            ]},
            {"role": "tool", "tool_call_id": "d", "content": "no"},
            {"role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot."}]},
            {"role": "user", "content": "Then call the old way."},
            {"role": "assistant", "content": null,
             "function_call": {"name": "look", "arguments": "{}"}},
            {"role": "function", "name": "look", "content": "seen"},
            {"role": "assistant",
             "function_call": {"name": "look", "arguments": "{\"again\":true}"}},
            {"role": "function", "name": "look", "content": "seen again"},
            {"role": "assistant", "content": "A lamp.", "annotations": [], "audio": null,
             "tool_calls": null}
        ],
        "tools": [
            {"type": "function", "function": {"name": "look", "description": "Looks.",
             "parameters": {"type": "object", "properties": {}}}},
            {"type": "custom", "custom": {"name": "code"}}
        ],
        "temperature": 0.1,
        "metadata": {"run": 7}
    })
}

/// An Anthropic request with every kind of block.
fn anthropic_sample() -> Value {
    let picture = json!({"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="});
    json!({
        "model": "claude-sonnet-5",
        "max_tokens": 1024,
        "system": [
            {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}
        ],
        "messages": [
            {"role": "user", "content": [
                {"type": "text", "text": "What is it?", "cache_control": {"type": "ephemeral"}},
                {"type": "image", "source": picture},
                {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"},
                 "cache_control": {"type": "ephemeral"}},
                {"type": "image", "source": {"type": "file", "file_id": "file_1"}},
                {"type": "document",
                 "source": {"type": "text", "media_type": "text/plain", "data": "words"}}
            ]},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
                {"type": "redacted_thinking", "data": "eHh4"},
                {"type": "text", "text": "I look.", "citations": null},
                {"type": "tool_use", "id": "toolu_1", "name": "look",
                 "input": {"z": 1, "a": [1.5, {"b": null}]}},
                {"type": "tool_use", "id": "toolu_2", "name": "look", "input": {},
                 "caller": {"type": "direct"}},
                {"type": "tool_use", "id": "toolu_3", "name": "look", "input": {}},
                {"type": "tool_use", "id": "toolu_4", "name": "look", "input": {}}
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_2", "content": "nothing",
                 "is_error": true},
                {"type": "tool_result", "tool_use_id": "toolu_1", "content": [
                    {"type": "text", "text": "a lamp"},
                    {"type": "image", "source": picture}
                 ], "is_error": false, "cache_control": {"type": "ephemeral"}},
                {"type": "tool_result", "tool_use_id": "toolu_3"},
                {"type": "tool_result", "tool_use_id": "toolu_4",
                 "content": [{"type": "text", "text": "one"}]}
            ]},
            {"role": "assistant", "content": [
                {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
                 "input": {"query": "lamp"}},
                {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
                {"type": "text", "text": "Again."},
                {"type": "tool_use", "id": "toolu_5", "name": "look", "input": {"n": 2}}
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_5", "content": "seen"},
                {"type": "text", "text": "And now?"}
            ]},
            {"role": "assistant", "content": "A lamp.", "id": "msg_1", "stop_reason": "end_turn"}
        ],
        "tools": [
            {"name": "look", "description": "Looks.", "input_schema": {"type": "object"}},
            {"type": "web_search_20250305", "name": "web_search"}
        ],
        "thinking": {"type": "adaptive"}
    })
}

#[test]
fn every_field_of_an_openai_request_goes_back() {
    let sample = openai_sample();
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
    let sample = anthropic_sample();
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

/// Finds the data that may lie beside the repository.
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

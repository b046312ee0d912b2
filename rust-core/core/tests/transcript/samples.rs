//! Conversations with every kind of field.

use serde_json::{Value, json};

/// An OpenAI request with every kind of field.
pub(crate) fn openai() -> Value {
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
pub(crate) fn anthropic() -> Value {
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

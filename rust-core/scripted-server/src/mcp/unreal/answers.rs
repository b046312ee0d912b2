//! The stand-in's answer to a message.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::catalogue::{described, described_tool, listing, toolsets};
use super::shared::{Shared, locked};

/// How the game thread answers.
pub(super) enum Reply {
    /// With this result or error, a whole message.
    Message(Value),
    /// With nothing: the message was a notification that it knows.
    Accepted,
    /// That the request is a bad one.
    Bad,
    /// The editor is gone.
    Died,
}

fn result(id: &Value, result: &Value) -> Reply {
    Reply::Message(json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn error(id: &Value, code: i64, message: &str) -> Reply {
    let error = json!({"code": code, "message": message});
    Reply::Message(json!({"jsonrpc": "2.0", "id": id, "error": error}))
}

fn text(id: &Value, text: impl Into<String>, is_error: bool) -> Reply {
    let text: String = text.into();
    let content = json!([{"type": "text", "text": text}]);
    result(id, &json!({"content": content, "isError": is_error}))
}

/// The answer to `initialize`.
pub(super) fn greeting(shared: &Shared, message: &Value) -> Value {
    let asked = message["params"]["protocolVersion"].as_str().unwrap_or_default();
    let known = ["2025-11-25", "2025-06-18", "2024-11-05"];
    let version = match shared.mode.as_str() {
        "wrong_version" => "1999-01-01",
        _ if known.contains(&asked) => asked,
        _ => "2025-11-25",
    };
    let server = match shared.mode.as_str() {
        "named" => json!({"name": "unreal-mcp", "title": "Unreal MCP", "version": "5.8.3"}),
        "another_server" => json!({"name": "files", "version": "1.0"}),
        _ => json!({"name": "", "title": "", "version": ""}),
    };
    let result = json!({"protocolVersion": version, "serverInfo": server,
        "capabilities": {"resources": {}, "tools": {"listChanged": true}}});
    json!({"jsonrpc": "2.0", "id": message["id"], "result": result})
}

/// The answer to any other message of a session.
pub(super) fn reply(shared: &Shared, message: &Value) -> Reply {
    let method = message["method"].as_str().unwrap_or_default();
    let Some(id) = message.get("id") else {
        // Any other one, of roots or of a call that is cancelled, is too much.
        return if method == "notifications/initialized" { Reply::Accepted } else { Reply::Bad };
    };
    match method {
        "ping" => result(id, &json!({})),
        "tools/list" => result(id, &json!({"tools": front(shared)})),
        "tools/call" => call(shared, id, &message["params"]),
        "resources/list" => result(id, &json!({"resources": []})),
        other => error(id, -32601, &format!("Method not found: {other}")),
    }
}

/// The tools in front of all others.
fn front(shared: &Shared) -> Vec<Value> {
    let name = json!({"type": "string"});
    let meta = vec![
        json!({"name": "list_toolsets", "description": "Lists all available toolsets.",
            "inputSchema": {"type": "object", "properties": {}}}),
        json!({"name": "describe_toolset", "description": "Describes the tools of a toolset.",
            "inputSchema": {"type": "object", "properties": {"toolset_name": name},
            "required": ["toolset_name"]}}),
        json!({"name": "call_tool", "description": "Calls a tool of a toolset.",
            "inputSchema": {"type": "object", "properties": {"toolset_name": name,
            "tool_name": name, "arguments": {"type": "object"}},
            "required": ["toolset_name", "tool_name"]}}),
    ];
    match shared.mode.as_str() {
        "another_server" => vec![json!({"name": "read_file", "description": "Reads a file.",
            "inputSchema": {"type": "object", "properties": {}}})],
        "eager" => toolsets("eager")
            .iter()
            .flat_map(|set| set.tools.iter().map(|tool| described_tool("eager", &set.name, tool)))
            .collect(),
        _ => meta,
    }
}

/// A call of one of the three.
fn call(shared: &Shared, id: &Value, params: &Value) -> Reply {
    // One at a time; the words are a guess, see the table above.
    let Ok(_turn) = shared.game_thread.try_lock() else {
        return text(id, "Another tool call is in progress.", true);
    };
    let arguments = &params["arguments"];
    let field = |name: &str| arguments[name].as_str().unwrap_or_default();
    match params["name"].as_str().unwrap_or_default() {
        "list_toolsets" if shared.is("no_list") => text(id, "<<<\u{0}not a list>>>", false),
        "list_toolsets" => text(id, listing(&shared.mode), false),
        "describe_toolset" => match described(&shared.mode, field("toolset_name")) {
            Some(described) => text(id, described.to_string(), false),
            None => text(id, format!("Toolset not found: {}", field("toolset_name")), true),
        },
        "call_tool" => call_inner(shared, id, arguments),
        other => text(id, format!("Tool not found: {other}"), true),
    }
}

/// A call of an inner tool, through one of the three.
fn call_inner(shared: &Shared, id: &Value, arguments: &Value) -> Reply {
    let field = |name: &str| arguments[name].as_str().unwrap_or_default();
    let (toolset, tool) = (field("toolset_name"), field("tool_name"));
    let known = |set: &super::catalogue::Toolset| {
        set.name == toolset && set.tools.iter().any(|known| known == tool)
    };
    if !toolsets(&shared.mode).iter().any(known) {
        return text(id, format!("Tool not found: {toolset}.{tool}"), true);
    }
    if tool == "GetLogEntries" {
        return log_entries(shared, id);
    }
    let first = {
        let mut calls = locked(&shared.calls);
        calls.push(format!("{toolset}.{tool}"));
        calls.len() == 1
    };
    match shared.mode.as_str() {
        "dies_in_call" if first => {
            shared.end();
            return Reply::Died;
        }
        "cut" if first => return Reply::Died,
        "hangs_once" if first => shared.wait_to_go_on(),
        "busy" => return text(id, "Another tool call is in progress.", true),
        "rpc_error" => return error(id, -32603, "Internal error: the game thread said no"),
        "flood" => return text(id, "é".repeat(3_000_000), false),
        _ => {}
    }
    if tool == "CaptureViewport" {
        return capture(shared, id, &arguments["arguments"]);
    }
    text(id, json!({"returnValue": true}).to_string(), false)
}

/// What the log says about the editor's command line.
fn log_entries(shared: &Shared, id: &Value) -> Reply {
    let line = format!(
        "LogCsvProfiler: Display: Metadata set : commandline=\"\"{}\" \
         -ModelContextProtocolStartServer\"",
        shared.project
    );
    text(id, json!({"returnValue": [line]}).to_string(), false)
}

/// The picture of the viewport, as base64 in JSON as text.
fn capture(shared: &Shared, id: &Value, arguments: &Value) -> Reply {
    for name in ["captureTransform", "annotations"] {
        if arguments.get(name).is_none() {
            return text(id, format!("input param \"{name}\" needs a default value"), true);
        }
    }
    let length = match shared.mode.as_str() {
        "huge_picture" => 20_000_000,
        "big_picture" => 1_169_000,
        _ => 2_000,
    };
    let data = format!("iVBORw0KGgo{}", "A".repeat(length - 11));
    let image = json!({"mimeType": "image/png", "data": data});
    let camera = json!({"x": 0, "y": 100, "z": 200});
    let value = json!({"returnValue": {"image": image, "cameraLocation": camera}});
    text(id, value.to_string(), false)
}

/// A name for a session.
pub(super) fn session(shared: &Shared) -> String {
    let number = shared.next.fetch_add(1, Ordering::Relaxed);
    let name = format!("{:016x}{number:016x}", std::process::id());
    locked(&shared.sessions).insert(name.clone());
    name
}

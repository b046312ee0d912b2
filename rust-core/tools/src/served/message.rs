//! JSON-RPC messages.

use serde_json::{Map, Value, json};

/// The codes of errors.
pub(super) const PARSE_ERROR: i64 = -32700;
pub(super) const INVALID_REQUEST: i64 = -32600;
pub(super) const METHOD_NOT_FOUND: i64 = -32601;
pub(super) const INVALID_PARAMS: i64 = -32602;
/// The headers contradict the message.
pub(super) const HEADER_MISMATCH: i64 = -32020;
/// A version that is not supported here.
pub(super) const UNSUPPORTED_VERSION: i64 = -32022;

/// A message that was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Message {
    Request {
        id: Value,
        method: String,
        params: Map<String, Value>,
    },
    Notification {
        method: String,
        params: Map<String, Value>,
    },
    /// A response; we never send requests.
    Response,
}

/// Reads a message.
///
/// # Errors
/// The answer that says what is wrong with it.
pub(super) fn read(bytes: &[u8]) -> Result<Message, Value> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| failure(&Value::Null, PARSE_ERROR, &format!("not JSON: {error}")))?;
    let Value::Object(mut message) = value else {
        let why = "one message a request: a JSON object";
        return Err(failure(&Value::Null, INVALID_REQUEST, why));
    };
    let id = message.remove("id");
    let known = id.clone().filter(is_id).unwrap_or(Value::Null);
    let wrong = |why: &str| failure(&known, INVALID_REQUEST, why);
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(wrong("jsonrpc has to be \"2.0\""));
    }
    let method = match message.remove("method") {
        Some(Value::String(method)) => method,
        Some(_) => return Err(wrong("method has to be a string")),
        None if message.contains_key("result") || message.contains_key("error") => {
            return Ok(Message::Response);
        }
        None => return Err(wrong("method is missing")),
    };
    let params = match message.remove("params") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(wrong("params has to be an object")),
    };
    match id {
        None => Ok(Message::Notification { method, params }),
        Some(id) if is_id(&id) => Ok(Message::Request { id, method, params }),
        Some(_) => Err(wrong("id has to be a string or a number")),
    }
}

fn is_id(id: &Value) -> bool {
    const MOST: usize = 256;
    match id {
        Value::String(text) => text.len() <= MOST,
        Value::Number(_) => true,
        _ => false,
    }
}

/// The answer to a request that succeeded.
pub(super) fn success(id: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// The answer to a request that failed.
pub(super) fn failure(id: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_message_is_answered_with_what_is_wrong() {
        let wrong = |text: &str| {
            let error = read(text.as_bytes()).unwrap_err();
            (error["error"]["code"].as_i64().unwrap(), error["id"].clone())
        };
        assert_eq!(wrong("{\"jsonrpc\""), (PARSE_ERROR, Value::Null));
        assert_eq!(wrong(&"[".repeat(100_000)), (PARSE_ERROR, Value::Null));
        assert_eq!(wrong("[]"), (INVALID_REQUEST, Value::Null));
        assert_eq!(wrong(r#"{"id": 7}"#), (INVALID_REQUEST, json!(7)));
        for text in [
            r#"{"jsonrpc": "2.0", "id": 7}"#,
            r#"{"jsonrpc": "2.0", "id": 7, "method": 8}"#,
            r#"{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": [1]}"#,
        ] {
            assert_eq!(wrong(text), (INVALID_REQUEST, json!(7)), "{text}");
        }
        let long = format!(r#"{{"jsonrpc":"2.0","id":"{}","method":"ping"}}"#, "x".repeat(300));
        assert_eq!(wrong(&long), (INVALID_REQUEST, Value::Null));
    }

    #[test]
    fn requests_notifications_and_answers_are_told_apart() {
        let read = |text: &str| read(text.as_bytes()).unwrap();
        let method = || "ping".to_owned();
        assert_eq!(
            read(r#"{"jsonrpc": "2.0", "id": "a", "method": "ping", "params": null}"#),
            Message::Request { id: json!("a"), method: method(), params: Map::new() }
        );
        assert_eq!(
            read(r#"{"jsonrpc": "2.0", "method": "ping"}"#),
            Message::Notification { method: method(), params: Map::new() }
        );
        assert_eq!(read(r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#), Message::Response);
    }
}

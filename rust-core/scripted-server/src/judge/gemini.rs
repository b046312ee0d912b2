//! The rules of Google Gemini.

use serde_json::Value;

use super::fields::first_unknown;
use super::violation::{Verdict, Violation, is_tool_name, list, string};
use crate::operation::Operation;
use crate::script::Script;
use crate::wire::signature;

/// Signatures that Google documents for calls which another model made.
const FOREIGN: [&str; 2] =
    ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

const TOP: &[&str] = &[
    "contents",
    "systemInstruction",
    "system_instruction",
    "tools",
    "toolConfig",
    "generationConfig",
    "safetySettings",
    "cachedContent",
    "labels",
    "model",
    "serviceTier",
    "store",
];

pub(super) fn judge(operation: Operation, body: &Value, script: &Script) -> Verdict {
    let body = match body.get("generateContentRequest") {
        Some(inner) if operation == Operation::Count => inner,
        _ => body,
    };
    if script.refuses_unknown_fields
        && let Some(field) = first_unknown(body, TOP)
    {
        return Err(unknown(field, ""));
    }
    let contents = list(body, "contents");
    if contents.is_empty() {
        return Err(Violation::new("* GenerateContentRequest.contents: contents is not specified"));
    }
    for (index, tool) in list(body, "tools").iter().enumerate() {
        for (number, function) in list(tool, "functionDeclarations").iter().enumerate() {
            if !is_tool_name(string(function, "name")) {
                return Err(Violation::new(format!(
                    "* GenerateContentRequest.tools[{index}].function_declarations[{number}].name: \
                     Invalid function name. Must start with a letter or an underscore."
                )));
            }
        }
    }
    for (index, content) in contents.iter().enumerate() {
        shape(content, index, script)?;
    }
    roles(contents)?;
    responses(contents)?;
    let model = string(body, "model");
    if operation == Operation::Chat { signatures(contents, model) } else { Ok(()) }
}

fn unknown(field: &str, at: &str) -> Violation {
    Violation::new(format!(
        "Invalid JSON payload received. Unknown name \"{field}\"{at}: Cannot find field."
    ))
}

fn shape(content: &Value, index: usize, script: &Script) -> Verdict {
    let role = string(content, "role");
    if !["user", "model"].contains(&role) {
        return Err(Violation::new("Please use a valid role: user, model."));
    }
    let parts = list(content, "parts");
    if parts.is_empty() {
        return Err(Violation::new(format!(
            "* GenerateContentRequest.contents[{index}].parts: contents.parts must not be empty."
        )));
    }
    for (number, part) in parts.iter().enumerate() {
        let at = format!("contents[{index}].parts[{number}]");
        let data = ["text", "functionCall", "functionResponse", "inlineData", "fileData"];
        let kinds = data.iter().filter(|kind| part.get(**kind).is_some()).count();
        if kinds != 1 {
            return Err(Violation::new(format!(
                "* GenerateContentRequest.{at}.data: required oneof field 'data' must have one \
                 initialized field"
            )));
        }
        if let Some(response) = part.get("functionResponse") {
            if !response.get("response").is_some_and(Value::is_object) {
                return Err(Violation::new(format!(
                    "Invalid value at '{at}.function_response.response' \
                     (type.googleapis.com/google.protobuf.Struct)"
                )));
            }
            if string(response, "name").is_empty() {
                return Err(Violation::new(format!(
                    "* GenerateContentRequest.{at}.function_response.name: Name cannot be empty."
                )));
            }
        }
        if let Some(call) = part.get("functionCall")
            && call.get("args").is_some_and(|args| !args.is_object())
        {
            return Err(Violation::new(format!(
                "Invalid value at '{at}.function_call.args' \
                 (type.googleapis.com/google.protobuf.Struct)"
            )));
        }
        if script.refuses_unknown_fields {
            let known = [&data[..], &["thought", "thoughtSignature", "videoMetadata"]].concat();
            if let Some(field) = first_unknown(part, &known) {
                return Err(unknown(field, &format!(" at '{at}'")));
            }
        }
    }
    Ok(())
}

fn roles(contents: &[Value]) -> Verdict {
    if contents.windows(2).any(|pair| string(&pair[0], "role") == string(&pair[1], "role")) {
        return Err(Violation::new(
            "Please ensure that multiturn requests alternate between user and model.",
        ));
    }
    if contents.last().is_none_or(|last| string(last, "role") != "user") {
        return Err(Violation::new(
            "Please ensure that multiturn requests end with a user role or a function response.",
        ));
    }
    if contents.first().is_none_or(|first| string(first, "role") != "user") {
        return Err(Violation::new(
            "Please ensure that multiturn requests start with a user role.",
        ));
    }
    Ok(())
}

fn functions<'a>(content: &'a Value, kind: &str) -> Vec<&'a Value> {
    list(content, "parts").iter().filter_map(|part| part.get(kind)).collect()
}

fn responses(contents: &[Value]) -> Verdict {
    let mut open: Vec<&Value> = Vec::new();
    for content in contents {
        let responses = functions(content, "functionResponse");
        let calls = functions(content, "functionCall");
        if !responses.is_empty() && open.is_empty() {
            return Err(Violation::new(
                "Please ensure that function response turn comes immediately after a function \
                 call turn.",
            ));
        }
        let mut missing = open.clone();
        for response in &responses {
            let fits = |call: &&Value| {
                string(call, "name") == string(response, "name")
                    && (call.get("id").is_none() || call.get("id") == response.get("id"))
            };
            match missing.iter().position(fits) {
                Some(at) => {
                    missing.remove(at);
                }
                None => return Err(count_differs()),
            }
        }
        if !missing.is_empty() {
            return Err(count_differs());
        }
        if !calls.is_empty() && string(content, "role") != "model" {
            return Err(Violation::new(
                "Please ensure that function call turn comes immediately after a user turn or \
                 after a function response turn.",
            ));
        }
        open = calls;
    }
    if open.is_empty() { Ok(()) } else { Err(count_differs()) }
}

fn count_differs() -> Violation {
    Violation::new(
        "Please ensure that the number of function response parts is equal to the number of \
         function call parts of the function call turn.",
    )
}

/// The first call of each model turn since the user's last words needs the
/// signature of its thoughts; from Gemini 3 on.
fn signatures(contents: &[Value], model: &str) -> Verdict {
    if !model.starts_with("gemini-3") {
        return Ok(());
    }
    let asked = contents.iter().rposition(|content| {
        string(content, "role") == "user" && functions(content, "functionResponse").is_empty()
    });
    for (index, content) in contents.iter().enumerate().skip(asked.unwrap_or(0)) {
        let first = list(content, "parts").iter().find(|part| part.get("functionCall").is_some());
        let Some(part) = first else { continue };
        let name = string(&part["functionCall"], "name");
        let sign = string(part, "thoughtSignature");
        if sign.is_empty() {
            return Err(Violation::new(format!(
                "Function call is missing a thought_signature in functionCall parts. This is \
                 required for tools to work correctly. Additional data, function call \
                 `default_api:{name}`, position {index}."
            )));
        }
        if sign != signature(name) && !FOREIGN.contains(&sign) {
            return Err(Violation::new("Thought signature is not valid."));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(contents: &Value) -> Option<String> {
        let body = json!({"model": "gemini-3-pro", "contents": contents});
        judge(Operation::Chat, &body, &Script::default()).err().map(|rule| rule.message)
    }

    fn user(part: &Value) -> Value {
        json!({"role": "user", "parts": part})
    }

    #[test]
    fn each_call_has_one_response_in_the_next_content() {
        let hi = user(&json!([{"text": "hi"}]));
        let calls = json!({"role": "model", "parts": [
            {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": signature("f")},
            {"functionCall": {"name": "g", "args": {}}}]});
        let answer = |name: &str| json!({"functionResponse": {"name": name, "response": {"r": 1}}});
        assert_eq!(verdict(&json!([hi, calls, user(&json!([answer("g"), answer("f")]))])), None);
        assert!(verdict(&json!([hi, calls, user(&json!([answer("f")]))])).is_some());
        assert!(verdict(&json!([hi, calls, hi])).is_some());
        assert!(verdict(&json!([user(&json!([answer("f")]))])).is_some());
        assert!(verdict(&json!([hi, hi])).is_some());
        let unsigned =
            json!({"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]});
        assert!(
            verdict(&json!([hi, unsigned, user(&json!([answer("f")]))]))
                .is_some_and(|message| message.contains("thought_signature"))
        );
    }
}

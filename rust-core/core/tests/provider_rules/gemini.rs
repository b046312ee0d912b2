//! The rules of Gemini.

use serde_json::Value;

/// What a part can hold; each holds one.
const DATA: [&str; 7] = [
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
];

#[expect(clippy::too_many_lines, reason = "the rules in one list")]
pub(crate) fn judge(body: &Value, demands_signatures: bool) -> Result<(), String> {
    let fail = |what: &str| Err(what.to_owned());
    let contents = body["contents"].as_array().ok_or("contents are not specified")?;
    if contents.first().is_none_or(|first| first["role"] != "user") {
        return fail("the first content must be the user's");
    }
    if contents.last().is_none_or(|last| last["role"] != "user") {
        return fail("the last content must be the user's");
    }
    let mut calls: Vec<&Value> = Vec::new();
    for (at, content) in contents.iter().enumerate() {
        let role = content["role"].as_str().unwrap_or_default();
        if !matches!(role, "user" | "model") {
            return fail("Please use a valid role: user, model.");
        }
        if at > 0 && contents[at - 1]["role"] == role {
            return fail("multiturn requests alternate between user and model");
        }
        let Some(parts) = content["parts"].as_array().filter(|parts| !parts.is_empty()) else {
            return fail("must include at least one parts field");
        };
        let mut responses = Vec::new();
        let mut others = false;
        let mut first_call = true;
        let mut made = Vec::new();
        for part in parts {
            let fields = part.as_object().into_iter().flatten();
            let known =
                |name: &str| DATA.contains(&name) || matches!(name, "thought" | "thoughtSignature");
            if fields.clone().any(|(name, _)| !known(name)) {
                return fail("Invalid JSON payload received. Unknown name");
            }
            let held = DATA.iter().filter(|name| part.get(**name).is_some()).count();
            if held != 1 {
                return fail("required oneof field 'data' must have one initialized field");
            }
            let sealed = part["thoughtSignature"].as_str().is_some_and(|seal| !seal.is_empty());
            if let Some(text) = part.get("text") {
                let blank = text.as_str().is_none_or(|text| text.trim().is_empty());
                if blank && !sealed {
                    return fail("a text without words");
                }
                if part["thought"] == true && !sealed {
                    return fail("a thought in the clear was sent back");
                }
            }
            if let Some(call) = part.get("functionCall") {
                if role != "model" || !call["args"].is_object() {
                    return fail("a function call of the user, or without an object of arguments");
                }
                if call["name"].as_str().is_none_or(str::is_empty) {
                    return fail("function_call.name: Name cannot be empty.");
                }
                if first_call && demands_signatures && !sealed {
                    return fail("Function call is missing a thought_signature");
                }
                first_call = false;
                made.push(call);
            }
            if let Some(response) = part.get("functionResponse") {
                if role != "user" || others || !response["response"].is_object() {
                    return fail("a function response out of its place, or no object");
                }
                responses.push(response);
            } else {
                others = true;
            }
        }
        if role == "user" {
            let named = |list: &[&Value]| -> Vec<(Value, Value)> {
                list.iter().map(|one| (one["name"].clone(), one["id"].clone())).collect()
            };
            if named(&calls) != named(&responses) {
                return fail(
                    "the number of function response parts is equal to the number of function \
                     call parts of the function call turn",
                );
            }
        } else if !responses.is_empty() {
            return fail("function responses of the model");
        }
        calls = made;
    }
    for part in body["systemInstruction"]["parts"].as_array().into_iter().flatten() {
        if part["text"].as_str().is_none_or(|text| text.trim().is_empty()) {
            return fail("an empty system instruction");
        }
    }
    Ok(())
}

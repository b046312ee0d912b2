//! The arguments of a call, checked against the schema of its tool.

use serde_json::{Map, Value};

use crate::fence::fenced;
use crate::ffi::ffi::{StatusCode, ToolArgument, ToolArguments};
use crate::status;

/// The JSON Schema that accepts anything.
const ANYTHING: &str = "true";

pub(crate) fn read_tool_arguments(schema_json: &str, arguments_json: &str) -> ToolArguments {
    let refused = |what: String| ToolArguments {
        status: status::failed(
            StatusCode::Input,
            what,
            "call again with the arguments that the schema requires",
        ),
        list: Vec::new(),
    };
    let failed = |status| ToolArguments { status, list: Vec::new() };
    fenced(failed, || match read(schema_json, arguments_json) {
        Ok(list) => ToolArguments { status: status::ok(), list },
        Err(what) => refused(what),
    })
}

fn read(schema_json: &str, arguments_json: &str) -> Result<Vec<ToolArgument>, String> {
    if schema_json.trim() == ANYTHING {
        let arguments = object(arguments_json).map_err(|what| format!("the arguments {what}"))?;
        return Ok(arguments.into_iter().map(as_it_is).collect());
    }
    let schema = object(schema_json).map_err(|what| format!("the tool's schema {what}"))?;
    let arguments = object(arguments_json).map_err(|what| format!("the arguments {what}"))?;
    let nothing = Map::new();
    let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    let mut list = Vec::new();
    for (name, value) in &arguments {
        let Some(wanted) = known.get(name) else {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            return Err(if names.is_empty() {
                format!("there is no argument `{name}`: the tool takes no arguments")
            } else {
                format!("there is no argument `{name}`; there are {}", names.join(", "))
            });
        };
        if !value.is_null() {
            let values = values(wanted, value).map_err(|what| format!("`{name}` {what}"))?;
            list.push(ToolArgument { name: name.clone(), values });
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        if !list.iter().any(|argument| argument.name == name) {
            return Err(format!("`{name}` is missing"));
        }
    }
    Ok(list)
}

/// An argument for the user to read, of any type.
fn as_it_is((name, value): (String, Value)) -> ToolArgument {
    let text = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let values = match value {
        Value::Array(entries) if !entries.is_empty() => entries.into_iter().map(text).collect(),
        value => vec![text(value)],
    };
    ToolArgument { name, values }
}

/// Reads an object; an empty text counts as an empty object.
fn object(json: &str) -> Result<Map<String, Value>, String> {
    if json.trim().is_empty() {
        return Ok(Map::new());
    }
    match serde_json::from_str(json) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("are not a JSON object".to_owned()),
        Err(error) => Err(format!("are not JSON: {error}")),
    }
}

/// The values of one argument, as text.
fn values(wanted: &Value, value: &Value) -> Result<Vec<String>, String> {
    if kind(wanted) != "array" {
        return Ok(vec![single(wanted, value)?]);
    }
    let any = Value::Object(Map::new());
    let entry = wanted.get("items").unwrap_or(&any);
    match value {
        Value::Array(entries) => entries.iter().map(|value| single(entry, value)).collect(),
        // A single value counts as a list of one: models write it that way.
        value => Ok(vec![single(entry, value)?]),
    }
}

fn kind(schema: &Value) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn single(wanted: &Value, value: &Value) -> Result<String, String> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let fits = match kind(wanted) {
        "string" => value.is_string(),
        "integer" => whole_number(value).is_some(),
        "number" => value.is_number() || text.parse::<f64>().is_ok_and(f64::is_finite),
        "boolean" => matches!(text.as_str(), "true" | "false"),
        "object" => value.is_object(),
        _ => true,
    };
    if !fits {
        return Err(format!("is not of the type {}", kind(wanted)));
    }
    if let Some(choices) = wanted.get("enum").and_then(Value::as_array) {
        let choices: Vec<&str> = choices.iter().filter_map(Value::as_str).collect();
        if !choices.contains(&text.as_str()) {
            return Err(format!("must be one of {}", choices.join(", ")));
        }
    }
    Ok(match whole_number(value) {
        Some(number) if kind(wanted) == "integer" => number.to_string(),
        _ => text,
    })
}

/// A whole number, even if written as text or with a fraction of zero.
fn whole_number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a whole number of this size is exact")]
fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 9.0e15).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"{"type": "object", "properties": {
        "path": {"type": "string"}, "count": {"type": "integer"}, "share": {"type": "number"},
        "all": {"type": "boolean"}, "names": {"type": "array", "items": {"type": "string"}},
        "what": {"type": "string", "enum": ["start", "stop"]}, "more": {"type": "object"}},
        "required": ["path"]}"#;

    fn outcome(arguments: &str) -> String {
        let read = read_tool_arguments(SCHEMA, arguments);
        if read.status.code != StatusCode::Ok {
            return read.status.message;
        }
        let list: Vec<String> =
            read.list.iter().map(|it| format!("{}={}", it.name, it.values.join("|"))).collect();
        list.join(" ")
    }

    #[test]
    fn arguments_are_read_as_their_schema_says_whatever_form_a_model_gives_them() {
        for (arguments, expected) in [
            (
                r#"{"path": "a \" b", "count": 3, "share": 0.5, "all": true}"#,
                "path=a \" b count=3 share=0.5 all=true",
            ),
            (
                r#"{"path": "", "count": "3", "share": "0.5", "all": "false"}"#,
                "path= count=3 share=0.5 all=false",
            ),
            (r#"{"path": "p", "count": 4.0, "names": ["a", "b"]}"#, "path=p count=4 names=a|b"),
            (r#"{"path": "p", "names": "one", "count": null}"#, "path=p names=one"),
            (r#"{"path": "p", "names": [], "what": "stop"}"#, "path=p names= what=stop"),
            (r#"{"path": "p", "more": {"a": [1]}}"#, r#"path=p more={"a":[1]}"#),
        ] {
            assert_eq!(outcome(arguments), expected, "{arguments}");
        }
        assert_eq!(read_tool_arguments("", " ").status, status::ok());
    }

    #[test]
    fn the_schema_that_takes_anything_leaves_arguments_as_they_are() {
        let any = |arguments: &str| {
            let read = read_tool_arguments(" true ", arguments);
            assert_eq!(read.status, status::ok());
            let shown = read.list.iter().map(|it| format!("{}={}", it.name, it.values.join("|")));
            shown.collect::<Vec<String>>().join(" ")
        };
        assert_eq!(
            any(
                r#"{"z": "a \" b", "a": 4.0, "n": null, "l": ["x", 2, [3]], "e": [], "o": {"b": 1}}"#
            ),
            r#"z=a " b a=4.0 n=null l=x|2|[3] e=[] o={"b":1}"#
        );
        assert_eq!(any(""), "");
        let torn = read_tool_arguments("true", r#"{"a": "#);
        assert!(torn.status.message.starts_with("the arguments are not JSON: "));
    }

    #[test]
    fn what_a_schema_does_not_allow_is_named_for_the_model() {
        let deep = "[".repeat(100_000);
        for (arguments, expected) in [
            ("", "`path` is missing"),
            (r#"{"path": null}"#, "`path` is missing"),
            (r#"{"path": 7}"#, "`path` is not of the type string"),
            (r#"{"path": "p", "count": "many"}"#, "`count` is not of the type integer"),
            (r#"{"path": "p", "count": 1.5}"#, "`count` is not of the type integer"),
            (r#"{"path": "p", "all": 1}"#, "`all` is not of the type boolean"),
            (r#"{"path": "p", "share": "NaN"}"#, "`share` is not of the type number"),
            (r#"{"path": "p", "names": ["a", 1]}"#, "`names` is not of the type string"),
            (r#"{"path": "p", "what": "go"}"#, "`what` must be one of start, stop"),
            ("[]", "the arguments are not a JSON object"),
            (
                r#"{"Path": "p"}"#,
                "there is no argument `Path`; there are path, count, share, all, names, what, more",
            ),
        ] {
            assert_eq!(outcome(arguments), expected, "{arguments}");
        }
        assert!(outcome(&deep).starts_with("the arguments are not JSON: "));
        let none = read_tool_arguments("{}", r#"{"a": 1}"#).status.message;
        assert_eq!(none, "there is no argument `a`: the tool takes no arguments");
    }
}

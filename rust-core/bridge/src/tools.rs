//! The host's tools, from their JSON.

use serde_json::Value;
use vibeue_core::provider::ToolDefinition;
use vibeue_core::tools::Tool;
use vibeue_core::{Error, ErrorKind, Result};

/// Reads a JSON list of definitions; an empty text is an empty list.
///
/// # Errors
/// [`ErrorKind::Input`] with the place of what is wrong.
pub(crate) fn parse(json: &str) -> Result<Vec<Tool>> {
    if json.trim().is_empty() {
        return Ok(Vec::new());
    }
    let wrong = |place: String, what: String| {
        Error::new(ErrorKind::Input, what)
            .at(place)
            .hint(r#"give [{"name": …, "description": …, "parameters": {…}}, …]"#)
    };
    let list: Value = serde_json::from_str(json)
        .map_err(|error| wrong("tools".to_owned(), format!("the JSON is malformed: {error}")))?;
    let Value::Array(list) = list else {
        return Err(wrong("tools".to_owned(), "the JSON is not a list".to_owned()));
    };
    let mut tools: Vec<Tool> = Vec::new();
    for (at, value) in list.iter().enumerate() {
        let place = format!("tools[{at}]");
        let Some(definition) = ToolDefinition::from_value(value) else {
            return Err(wrong(place, "the definition has no name".to_owned()));
        };
        if tools.iter().any(|tool| tool.definition.name == definition.name) {
            return Err(wrong(place, format!("there is already a tool `{}`", definition.name)));
        }
        let needs_approval =
            value.get("needs_approval").and_then(Value::as_bool).unwrap_or_default();
        let make = if needs_approval { Tool::asking } else { Tool::new };
        tools.push(make(definition));
    }
    Ok(tools)
}

#[cfg(test)]
mod tests {
    use vibeue_core::tools::Access;

    use super::*;

    #[test]
    fn definitions_of_any_form_are_read_with_their_approval() {
        let json = r#"[
            {"name": "a", "parameters": {"type": "object"}, "needs_approval": true},
            {"type": "function", "function": {"name": "b", "description": "B."}},
            {"name": "c", "input_schema": {"type": "object"}}]"#;
        let tools = parse(json).unwrap();
        let told: Vec<_> = tools.iter().map(|tool| (tool.name(), tool.access)).collect();
        assert_eq!(told, [("a", Access::Write), ("b", Access::Read), ("c", Access::Read)]);
        assert_eq!(parse(" "), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_list_of_definitions_is_named_by_its_place() {
        let deep = "[".repeat(100_000);
        for (json, place) in [
            ("{}", "tools: the JSON is not a list"),
            ("[{", "tools: the JSON is malformed"),
            (deep.as_str(), "tools: the JSON is malformed"),
            (r#"[{"name": "a"}, {"name": ""}]"#, "tools[1]: the definition has no name"),
            (r#"[{"name": "a"}, {"name": "a"}]"#, "tools[1]: there is already a tool `a`"),
            ("[null]", "tools[0]: the definition has no name"),
        ] {
            let error = parse(json).unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
        }
    }
}

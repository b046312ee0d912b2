//! The tools of a toolset.

use serde_json::Value;

use crate::schema::shortened;
use crate::{first_sentence, portable};

/// A toolset whose schemas have at most this many bytes is returned with all of them.
const WHOLE: usize = 6_000;

/// The maximum number of bytes of a list of signatures.
const MOST_BYTES: usize = 24_000;

/// The maximum number of bytes of schemas that were requested by name.
const MOST_SCHEMAS: usize = 64 * 1024;

/// The maximum number of characters of a tool's description.
const MOST_WORDS: usize = 1_000;

/// Converts the output of `describe_toolset` for a model: to signatures, or to whole schemas of the
/// tools that the model names.
pub(super) fn described(text: &str, names: &[String]) -> String {
    let tools = read(text);
    if tools.is_empty() {
        let words = shortened(text, MOST_BYTES / 4);
        return format!("the editor's description cannot be read; it says:\n{words}");
    }
    if !names.is_empty() {
        return named(&tools, names);
    }
    let whole: Vec<String> = tools.iter().map(in_full).collect();
    if whole.iter().map(String::len).sum::<usize>() <= WHOLE {
        return whole.join("\n");
    }
    let head = format!(
        "{} tools; `?` marks what may be left out. describe_toolset with tool_names gives whole \
         schemas.\n",
        tools.len()
    );
    for words in [100, 50, 0] {
        let lines: Vec<String> = tools.iter().map(|tool| signature(tool, words)).collect();
        let text = lines.join("\n");
        if head.len() + text.len() <= MOST_BYTES {
            return head + &text;
        }
    }
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    head + &shortened(&names.join(" "), MOST_BYTES / 4)
}

fn named(tools: &[Described], names: &[String]) -> String {
    let mut text = String::new();
    for name in names {
        let short = name.rsplit('.').next().unwrap_or(name);
        let line = match tools.iter().find(|tool| tool.name == short) {
            Some(tool) => in_full(tool),
            None => format!("there is no tool {name:?} in this toolset"),
        };
        if text.len() + line.len() > MOST_SCHEMAS {
            text.push_str("there is no room for more: ask for fewer at a time\n");
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    text.trim_end().to_owned()
}

/// A tool's description.
struct Described {
    /// Without its toolset.
    name: String,
    words: String,
    schema: Value,
}

fn read(text: &str) -> Vec<Described> {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let inside = value.get("returnValue").unwrap_or(&value);
    let tools = inside.get("tools").unwrap_or(inside).as_array();
    let tool = |value: &Value| {
        let name = value.get("name")?.as_str()?;
        Some(Described {
            name: name.rsplit('.').next().unwrap_or(name).to_owned(),
            words: value.get("description").and_then(Value::as_str).unwrap_or_default().to_owned(),
            // As untrusted as those of any other server.
            schema: portable(value.get("inputSchema").unwrap_or(&Value::Null)),
        })
    };
    tools.into_iter().flatten().filter_map(tool).collect()
}

fn in_full(tool: &Described) -> String {
    let words = shortened(tool.words.trim(), MOST_WORDS);
    format!("{}: {words}\n  parameters: {}", tool.name, tool.schema)
}

/// `name(parameter: type, parameter?: type): words`
fn signature(tool: &Described, words: usize) -> String {
    let required: Vec<&str> = tool
        .schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = tool.schema.get("properties").and_then(Value::as_object);
    let parameters: Vec<String> = properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| {
            let mark = if required.contains(&name.as_str()) { "" } else { "?" };
            format!("{name}{mark}: {}", kind(schema))
        })
        .collect();
    let head = format!("{}({})", tool.name, parameters.join(", "));
    let sentence = shortened(&first_sentence(&tool.words), words.max(1));
    if words == 0 || sentence.is_empty() { head } else { format!("{head}: {sentence}") }
}

fn kind(schema: &Value) -> &str {
    // The form in which the engine accepts an object of the editor.
    if schema.pointer("/properties/refPath").is_some() {
        return "{refPath}";
    }
    schema.get("type").and_then(Value::as_str).unwrap_or("any")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn toolset(count: usize) -> String {
        let tool = |at: usize| {
            json!({"name": format!("A.B.do_{at}"), "description": "Does it. Then more.\nArgs: x",
                "inputSchema": {"properties": {"target": {"type": "object",
                "properties": {"refPath": {"type": "string"}}}, "x": {"type": "number"},
                "y": {"$ref": "#/nowhere"}}, "required": ["target"]}})
        };
        let tools: Vec<Value> = (0..count).map(tool).collect();
        json!({"name": "A.B", "tools": tools}).to_string()
    }

    #[test]
    fn a_large_toolset_is_a_list_of_signatures_and_a_small_one_is_given_whole() {
        let text = described(&toolset(40), &[]);
        assert!(text.starts_with("40 tools; "), "{text}");
        assert_eq!(
            text.lines().nth(1).unwrap(),
            "do_0(target: {refPath}, x?: number, y?: any): Does it"
        );
        let text = described(&toolset(1), &[]);
        assert_eq!(
            text,
            "do_0: Does it. Then more.\nArgs: x\n  parameters: \
             {\"required\":[\"target\"],\"properties\":{\"target\":{\"type\":\"object\",\
             \"properties\":{\"refPath\":{\"type\":\"string\"}}},\"x\":{\"type\":\"number\"},\"y\":{}},\
             \"type\":\"object\"}"
        );
        let names = ["A.B.do_7".to_owned(), "do_99".to_owned()];
        let text = described(&toolset(40), &names);
        assert!(text.starts_with("do_7: Does it."), "{text}");
        assert!(text.ends_with("there is no tool \"do_99\" in this toolset"), "{text}");
    }

    #[test]
    fn whatever_is_described_has_its_bound() {
        for text in [toolset(5_000), toolset(400), "nonsense ".repeat(9_000), "[]".to_owned()] {
            let text = described(&text, &[]);
            assert!(text.len() <= MOST_BYTES, "{}", text.len());
        }
    }
}

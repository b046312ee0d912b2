//! A tool's definition for the model.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A tool that the model may call, as the host declares it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolDefinition {
    /// The name that the model uses to call it.
    pub name: String,
    /// What it does and when to use it, for the model.
    #[serde(default)]
    pub description: String,
    /// The JSON schema of its arguments, an object.
    pub parameters: Value,
}

impl ToolDefinition {
    /// Returns the definition in OpenAI Chat's form, which is also how a
    /// history stores and counts it.
    pub fn to_value(&self) -> Value {
        json!({"type": "function", "function": {
            "name": self.name, "description": self.description, "parameters": self.parameters}})
    }

    /// Reads a definition in the form of OpenAI Chat (nested), OpenAI Responses
    /// (flat) or Anthropic (`input_schema`); `None` if it has no name, as with
    /// a server's own tools.
    pub fn from_value(value: &Value) -> Option<Self> {
        let function = value.get("function").filter(|inner| inner.is_object()).unwrap_or(value);
        let name = function.get("name")?.as_str().filter(|name| !name.is_empty())?.to_owned();
        let description =
            function.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
        let schema = ["parameters", "input_schema", "parametersJsonSchema"]
            .iter()
            .find_map(|field| function.get(*field).filter(|schema| schema.is_object()));
        let parameters = schema.cloned().unwrap_or_else(empty_schema);
        Some(Self { name, description, parameters })
    }
}

/// The schema of a tool without arguments.
fn empty_schema() -> Value {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), Value::Object(Map::new()));
    Value::Object(schema)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_published_forms_give_the_same_definition() {
        let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
        let expected = ToolDefinition {
            name: "read_file".to_owned(),
            description: "Reads a file.".to_owned(),
            parameters: schema.clone(),
        };
        let nested = expected.to_value();
        let flat = json!({"type": "function", "name": "read_file",
            "description": "Reads a file.", "parameters": schema});
        let anthropic = json!({"name": "read_file", "description": "Reads a file.",
            "input_schema": schema});
        for form in [nested, flat, anthropic] {
            assert_eq!(ToolDefinition::from_value(&form).as_ref(), Some(&expected), "{form}");
        }
    }

    #[test]
    fn a_tool_without_a_name_is_not_a_definition_and_one_without_a_schema_takes_no_arguments() {
        assert_eq!(ToolDefinition::from_value(&json!({"type": "web_search"})), None);
        assert_eq!(
            ToolDefinition::from_value(&json!({"name": "now"})),
            Some(ToolDefinition {
                name: "now".to_owned(),
                description: String::new(),
                parameters: json!({"type": "object", "properties": {}}),
            })
        );
    }
}

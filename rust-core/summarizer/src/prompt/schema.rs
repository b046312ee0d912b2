//! The form of an answer for servers that constrain it to a JSON schema.

use serde_json::{Map, Value, json};

use super::field::field;
use super::instructions::sections;
use vibeue_provider::JsonSchema;

/// The schema of an answer.
///
/// With little room it has few sections and no lists. Every field is required
/// and nothing else is allowed, because strict modes demand that; unions of
/// types are avoided, because not all servers support them.
pub(crate) fn schema(small: bool) -> JsonSchema {
    let lines = json!({"type": "array", "items": {"type": "string"}});
    let mut fields = Map::new();
    fields.insert("analysis".to_owned(), json!({"type": "string"}));
    for section in sections(small) {
        fields.insert(field(*section).to_owned(), lines.clone());
    }
    if !small {
        fields.insert("key_points".to_owned(), lines.clone());
        fields.insert("decisions".to_owned(), lines.clone());
        fields.insert(
            "action_items".to_owned(),
            json!({"type": "array", "items": {
                "type": "object",
                "properties": {
                    "owner": {"type": "string"},
                    "task": {"type": "string"},
                    "due": {"type": "string"},
                    "state": {"type": "string", "enum": ["pending", "in_progress", "done"]},
                },
                "required": ["owner", "task", "due", "state"],
                "additionalProperties": false,
            }}),
        );
        fields.insert("entities".to_owned(), lines);
    }
    let required: Vec<Value> = fields.keys().map(|name| Value::from(name.as_str())).collect();
    JsonSchema {
        name: "conversation_notes".to_owned(),
        schema: json!({
            "type": "object",
            "properties": fields,
            "required": required,
            "additionalProperties": false,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_analysis_comes_first_and_every_field_is_required() {
        let schema = schema(false).schema;
        let properties: Vec<&String> =
            schema["properties"].as_object().expect("an object").keys().collect();
        let required: Vec<&str> = schema["required"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(properties[0], "analysis");
        assert_eq!(properties, required);
        assert_eq!(properties.len(), 12);
    }
}

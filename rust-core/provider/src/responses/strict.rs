//! Recognizes schemas that the server can enforce.

use serde_json::Value;

/// How deep a schema is followed.
const DEPTH: usize = 64;

/// Returns whether a schema follows the rules of strict mode: every object lists all its fields as
/// required and forbids others. Any other schema is sent without strictness, because the server
/// would refuse it.
pub(super) fn is_strict(schema: &Value) -> bool {
    holds(schema, DEPTH) && schema.get("type").and_then(Value::as_str) == Some("object")
}

fn holds(schema: &Value, depth: usize) -> bool {
    let Value::Object(fields) = schema else { return true };
    if depth == 0 {
        return false;
    }
    let properties = fields.get("properties").and_then(Value::as_object);
    let is_object =
        properties.is_some() || fields.get("type").and_then(Value::as_str) == Some("object");
    if is_object {
        let closed = fields.get("additionalProperties") == Some(&Value::Bool(false));
        let required = fields.get("required").and_then(Value::as_array);
        let named = properties.into_iter().flat_map(|properties| properties.keys()).all(|name| {
            required.is_some_and(|list| list.iter().any(|known| known.as_str() == Some(name)))
        });
        if !closed || !named {
            return false;
        }
    }
    fields.iter().all(|(name, value)| match (name.as_str(), value) {
        ("properties" | "$defs" | "definitions", Value::Object(inner)) => {
            inner.values().all(|schema| holds(schema, depth - 1))
        }
        ("anyOf", Value::Array(list)) => list.iter().all(|schema| holds(schema, depth - 1)),
        ("items", schema) => holds(schema, depth - 1),
        ("oneOf" | "allOf" | "not" | "patternProperties", _) => false,
        _ => true,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_closed_schemas_with_all_fields_required_are_strict() {
        let inner = json!({"type": "object", "properties": {"a": {"type": "string"}},
            "required": ["a"], "additionalProperties": false});
        assert!(is_strict(&inner));
        let list = json!({"type": "object", "properties": {"l": {"type": "array", "items": inner}},
            "required": ["l"], "additionalProperties": false});
        assert!(is_strict(&list));
        for (place, value) in [
            ("/required", json!([])),
            ("/additionalProperties", json!(true)),
            ("/properties/l/items/required", json!([])),
            ("/properties/l", json!({"oneOf": []})),
            ("", json!({"type": "array"})),
        ] {
            let mut broken = list.clone();
            *broken.pointer_mut(place).unwrap() = value;
            assert!(!is_strict(&broken), "{place}");
        }
    }
}

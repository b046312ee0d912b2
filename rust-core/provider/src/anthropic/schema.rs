//! JSON schemas in the form that the API accepts.

use serde_json::{Map, Value, json};

/// How deep a schema is followed; deeper parts are passed on unchanged.
const DEPTH: usize = 64;

/// Keywords that the API refuses in the schema of an answer.
const REFUSED: [&str; 13] = [
    "$schema",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "patternProperties",
];

/// Returns a schema for an answer: every object forbids additional fields, and
/// limits that cannot be enforced are left out.
pub(super) fn for_answer(schema: &Value) -> Value {
    strict(schema, DEPTH)
}

fn strict(schema: &Value, depth: usize) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    if depth == 0 {
        return schema.clone();
    }
    let mut strict_fields = Map::new();
    for (name, value) in fields {
        let value = match (name.as_str(), value) {
            (name, _) if REFUSED.contains(&name) => continue,
            // Only 0 and 1 are enforced.
            ("minItems", value) if value.as_u64().is_none_or(|least| least > 1) => continue,
            ("properties" | "$defs" | "definitions", Value::Object(inner)) => inner
                .iter()
                .map(|(name, schema)| (name.clone(), strict(schema, depth - 1)))
                .collect::<Map<_, _>>()
                .into(),
            ("anyOf" | "allOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                list.iter().map(|schema| strict(schema, depth - 1)).collect()
            }
            ("items" | "not", schema) => strict(schema, depth - 1),
            (_, value) => value.clone(),
        };
        strict_fields.insert(name.clone(), value);
    }
    let is_object = fields.get("type").and_then(Value::as_str) == Some("object")
        || fields.contains_key("properties");
    if is_object {
        strict_fields.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Value::Object(strict_fields)
}

/// Returns the schema of a tool's arguments: an object, without alternatives at
/// the top level.
pub(super) fn for_tool(schema: &Value) -> Value {
    let Value::Object(fields) = schema else {
        return json!({"type": "object", "properties": {}});
    };
    let mut fields = fields.clone();
    fields.retain(|name, _| !matches!(name.as_str(), "anyOf" | "oneOf" | "allOf"));
    fields.insert("type".to_owned(), "object".into());
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_closed_and_limits_left_out_at_every_level() {
        let schema = json!({"$schema": "x", "type": "object", "properties": {
            "maximum": {"type": "integer", "maximum": 5},
            "list": {"type": "array", "minItems": 3, "items": {"type": "object",
                "properties": {"a": {"type": "string", "minLength": 1}}}},
            "either": {"anyOf": [{"type": "object", "properties": {}}, {"type": "null"}]}},
            "required": ["list"]});
        assert_eq!(
            for_answer(&schema),
            json!({"type": "object", "properties": {
                "maximum": {"type": "integer"},
                "list": {"type": "array", "items": {"type": "object",
                    "properties": {"a": {"type": "string"}}, "additionalProperties": false}},
                "either": {"anyOf": [{"type": "object", "properties": {},
                    "additionalProperties": false}, {"type": "null"}]}},
                "required": ["list"], "additionalProperties": false})
        );
    }

    #[test]
    fn a_tool_s_schema_is_always_an_object_without_alternatives_at_its_top() {
        assert_eq!(for_tool(&json!(true)), json!({"type": "object", "properties": {}}));
        assert_eq!(
            for_tool(&json!({"anyOf": [{}], "properties": {"a": {"anyOf": []}}})),
            json!({"properties": {"a": {"anyOf": []}}, "type": "object"})
        );
    }

    #[test]
    fn a_schema_nested_without_end_ends() {
        let mut schema = json!({"type": "object"});
        for _ in 0..1_000 {
            schema = json!({"type": "array", "items": schema});
        }
        let mut strict = &for_answer(&schema);
        let mut depth = 0;
        while let Some(inner) = strict.get("items") {
            strict = inner;
            depth += 1;
        }
        assert_eq!(depth, 1_000);
    }
}

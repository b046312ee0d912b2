//! JSON schemas in the forms that the API accepts.

use serde_json::{Map, Value, json};

/// How deep a schema is followed; what lies deeper is left open.
const DEPTH: usize = 64;

/// The keywords of JSON Schema that the API knows
/// (<https://ai.google.dev/api/caching#FunctionDeclaration>).
const KNOWN: [&str; 23] = [
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "const",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
    "nullable",
];

/// Returns a schema with what the API knows of JSON Schema, for
/// `parametersJsonSchema` and `responseJsonSchema`.
pub(super) fn json_schema(schema: &Value) -> Value {
    clean(schema, DEPTH)
}

fn clean(schema: &Value, depth: usize) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    if depth == 0 {
        return json!({});
    }
    let mut kept = Map::new();
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("definitions", Value::Object(inner)) => {
                kept.insert("$defs".to_owned(), each(inner, |schema| clean(schema, depth - 1)));
            }
            ("properties" | "$defs", Value::Object(inner)) => {
                kept.insert(name.clone(), each(inner, |schema| clean(schema, depth - 1)));
            }
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                let list = list.iter().map(|schema| clean(schema, depth - 1)).collect();
                kept.insert(name.clone(), list);
            }
            ("items" | "additionalProperties", schema) => {
                kept.insert(name.clone(), clean(schema, depth - 1));
            }
            // One value is a list of one.
            ("const", value) => {
                kept.insert("enum".to_owned(), json!([value]));
            }
            ("$ref", Value::String(target)) => {
                let target = target.replacen("#/definitions/", "#/$defs/", 1);
                kept.insert(name.clone(), target.into());
            }
            // What all of them say together is said at once.
            ("allOf", Value::Array(list)) => {
                for part in list {
                    if let Value::Object(part) = clean(part, depth - 1) {
                        for (name, value) in part {
                            merge(&mut kept, name, value);
                        }
                    }
                }
            }
            (known, value) if KNOWN.contains(&known) => {
                merge(&mut kept, name.clone(), value.clone());
            }
            _ => {}
        }
    }
    Value::Object(kept)
}

/// Sets a keyword; lists and objects of two parts are joined.
fn merge(kept: &mut Map<String, Value>, name: String, value: Value) {
    match (kept.get_mut(&name), value) {
        (Some(Value::Object(known)), Value::Object(more)) => known.extend(more),
        (Some(Value::Array(known)), Value::Array(more)) if name == "required" => {
            known.extend(more);
        }
        (Some(_), _) => {}
        (None, value) => {
            kept.insert(name, value);
        }
    }
}

fn each(schemas: &Map<String, Value>, change: impl Fn(&Value) -> Value) -> Value {
    schemas
        .iter()
        .map(|(name, schema)| (name.clone(), change(schema)))
        .collect::<Map<_, _>>()
        .into()
}

/// Returns a schema in the form of OpenAPI 3.0, for `parameters` and
/// `responseSchema`: types in capitals, no references, no lists of types.
pub(super) fn openapi(schema: &Value) -> Value {
    let schema = json_schema(schema);
    let definitions = schema.get("$defs").cloned().unwrap_or_default();
    flatten(&schema, &definitions, DEPTH)
}

/// References that are followed one inside the other; those that name
/// themselves would never end, and those that branch would grow without end.
const REFERENCES: usize = 5;

fn flatten(schema: &Value, definitions: &Value, depth: usize) -> Value {
    flatten_at(schema, definitions, depth, REFERENCES, &mut 10_000)
}

fn flatten_at(
    schema: &Value,
    definitions: &Value,
    depth: usize,
    references: usize,
    nodes: &mut usize,
) -> Value {
    let Value::Object(fields) = schema else { return json!({"type": "STRING"}) };
    if depth == 0 || *nodes == 0 {
        return json!({"type": "OBJECT"});
    }
    *nodes -= 1;
    if let Some(Value::String(target)) = fields.get("$ref") {
        let name = target.strip_prefix("#/$defs/").unwrap_or_default();
        return match (definitions.get(name), references) {
            (None, _) | (_, 0) => json!({"type": "OBJECT"}),
            (Some(found), _) => flatten_at(found, definitions, depth - 1, references - 1, nodes),
        };
    }
    let mut kept = Map::new();
    let mut nullable = fields.get("nullable") == Some(&Value::Bool(true));
    let mut kind = match fields.get("type") {
        Some(Value::String(kind)) => Some(kind.as_str()),
        Some(Value::Array(kinds)) => {
            nullable |= kinds.iter().any(|kind| kind.as_str() == Some("null"));
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null")
        }
        _ => None,
    };
    if kind.is_none() {
        kind = match () {
            () if fields.contains_key("properties") => Some("object"),
            () if fields.contains_key("items") => Some("array"),
            () if fields.contains_key("enum") => Some("string"),
            () => None,
        };
    }
    for name in ["format", "title", "description", "minItems", "maxItems", "minimum", "maximum"] {
        if let Some(value) = fields.get(name) {
            kept.insert(name.to_owned(), value.clone());
        }
    }
    // Only words can be listed.
    let words = fields.get("enum").and_then(Value::as_array);
    if let Some(words) = words.filter(|words| words.iter().all(Value::is_string)) {
        kept.insert("enum".to_owned(), words.clone().into());
    }
    if let Some(Value::Object(inner)) = fields.get("properties").filter(|_| kind == Some("object"))
    {
        let mut properties = Map::new();
        for (name, schema) in inner {
            let schema = flatten_at(schema, definitions, depth - 1, references, nodes);
            properties.insert(name.clone(), schema);
        }
        let required = fields.get("required").and_then(Value::as_array).map(|required| {
            let known = |name: &&Value| name.as_str().is_some_and(|n| properties.contains_key(n));
            required.iter().filter(known).cloned().collect::<Vec<_>>()
        });
        if !properties.is_empty() {
            kept.insert("properties".to_owned(), properties.into());
        }
        if let Some(required) = required.filter(|required| !required.is_empty()) {
            kept.insert("required".to_owned(), required.into());
        }
    }
    if kind == Some("array") {
        let items = fields.get("items").unwrap_or(&Value::Null);
        let items = flatten_at(items, definitions, depth - 1, references, nodes);
        kept.insert("items".to_owned(), items);
    }
    let either = fields.get("anyOf").or(fields.get("oneOf")).and_then(Value::as_array);
    if let Some(either) = either {
        let is_null = |schema: &&Value| schema.get("type").and_then(Value::as_str) == Some("null");
        nullable |= either.iter().any(|schema| is_null(&schema));
        let mut rest: Vec<Value> = either
            .iter()
            .filter(|schema| !is_null(schema))
            .map(|schema| flatten_at(schema, definitions, depth - 1, references, nodes))
            .collect();
        if rest.len() == 1 && kind.is_none() {
            if let Some(Value::Object(only)) = rest.pop() {
                for (name, value) in only {
                    kept.entry(name).or_insert(value);
                }
            }
        } else if !rest.is_empty() {
            kept.insert("anyOf".to_owned(), rest.into());
        }
    }
    if let Some(kind) = kind {
        kept.insert("type".to_owned(), kind.to_ascii_uppercase().into());
    } else if !kept.contains_key("type") && !kept.contains_key("anyOf") {
        kept.insert("type".to_owned(), "STRING".into());
    }
    if nullable {
        kept.insert("nullable".to_owned(), true.into());
    }
    Value::Object(kept)
}

/// Tells whether a schema of arguments has none: the field is left out then,
/// because an object without properties is an error.
pub(super) fn takes_nothing(schema: &Value) -> bool {
    let Some(fields) = schema.as_object() else { return true };
    let empty = fields.get("properties").is_none_or(|p| p.as_object().is_none_or(Map::is_empty));
    empty && !["anyOf", "oneOf", "allOf", "$ref"].iter().any(|name| fields.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keywords_go_and_their_meaning_stays_where_it_can() {
        let schema = json!({"$schema": "x", "type": "object", "definitions": {"p": {"const": 1}},
            "properties": {"pattern": {"type": "string", "pattern": "^a", "minLength": 1},
                "q": {"$ref": "#/definitions/p"}},
            "allOf": [{"properties": {"r": {"type": "null"}}, "required": ["r"]}],
            "required": ["pattern"], "additionalProperties": false});
        assert_eq!(
            json_schema(&schema),
            json!({"type": "object", "$defs": {"p": {"enum": [1]}},
                "properties": {"pattern": {"type": "string"}, "q": {"$ref": "#/$defs/p"},
                    "r": {"type": "null"}},
                "required": ["r", "pattern"], "additionalProperties": false})
        );
    }

    #[test]
    fn the_form_of_openapi_has_no_references_and_no_lists_of_types() {
        let schema = json!({"type": "object", "$defs": {"point": {"type": "object",
                "properties": {"x": {"type": ["number", "null"]}}}},
            "properties": {"at": {"$ref": "#/$defs/point"},
                "kind": {"enum": ["a", "b"]},
                "size": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
                "list": {"type": "array"}},
            "required": ["at", "gone"], "additionalProperties": false});
        assert_eq!(
            openapi(&schema),
            json!({"properties": {
                "at": {"properties": {"x": {"type": "NUMBER", "nullable": true}}, "type": "OBJECT"},
                "kind": {"enum": ["a", "b"], "type": "STRING"},
                "size": {"type": "INTEGER", "nullable": true},
                "list": {"items": {"type": "STRING"}, "type": "ARRAY"}},
                "required": ["at"], "type": "OBJECT"})
        );
    }

    #[test]
    fn references_to_themselves_end() {
        let tree = json!({"$ref": "#/$defs/node", "$defs": {"node": {"type": "object",
            "properties": {"a": {"$ref": "#/$defs/node"}, "b": {"$ref": "#/$defs/node"}}}}});
        let written = openapi(&tree).to_string();
        assert!(written.len() < 10_000, "{}", written.len());
        assert!(takes_nothing(&json!({"type": "object", "properties": {}})));
        assert!(takes_nothing(&json!(null)));
        assert!(!takes_nothing(&tree));
    }
}

//! JSON schemas in the forms that the API accepts.

use serde_json::{Map, Value, json};

/// How deep a schema is followed; anything deeper is left open.
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

/// Returns a schema reduced to what the API knows of JSON Schema, for
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
            // A constant is a list of one value.
            ("const", value) => {
                kept.insert("enum".to_owned(), json!([value]));
            }
            ("$ref", Value::String(target)) => {
                let target = target.replacen("#/definitions/", "#/$defs/", 1);
                kept.insert(name.clone(), target.into());
            }
            // What all of them require together is merged.
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

/// Sets a keyword; lists and objects that occur twice are joined.
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
/// `responseSchema`: type names in capitals, no references, no lists of types.
pub(super) fn openapi(schema: &Value) -> Value {
    let schema = json_schema(schema);
    let definitions = schema.get("$defs").cloned().unwrap_or_default();
    let mut flattener = Flattener { definitions: &definitions, nodes: NODES };
    flattener.flatten(&schema, Room { depth: DEPTH, references: REFERENCES })
}

/// How many nested references are followed: those that refer to themselves
/// would never end, and those that branch would grow without limit.
const REFERENCES: usize = 5;

/// The most schemas that one of them may expand to.
const NODES: usize = 10_000;

/// Flattens one schema and its parts.
struct Flattener<'s> {
    definitions: &'s Value,
    /// How many more schemas may be written.
    nodes: usize,
}

/// How deep one schema is nested in others.
#[derive(Debug, Clone, Copy)]
struct Room {
    depth: usize,
    references: usize,
}

impl Room {
    fn deeper(self) -> Self {
        Self { depth: self.depth - 1, ..self }
    }
}

impl Flattener<'_> {
    fn flatten(&mut self, schema: &Value, room: Room) -> Value {
        let Value::Object(fields) = schema else { return json!({"type": "STRING"}) };
        if room.depth == 0 || self.nodes == 0 {
            return json!({"type": "OBJECT"});
        }
        self.nodes -= 1;
        if let Some(Value::String(target)) = fields.get("$ref") {
            return self.referenced(target, room);
        }
        let (kind, nullable_kind) = kind_of(fields);
        let mut nullable = nullable_kind || fields.get("nullable") == Some(&Value::Bool(true));
        let mut kept = plain_fields(fields);
        if kind == Some("object") {
            self.put_properties(&mut kept, fields, room.deeper());
        }
        if kind == Some("array") {
            let items = fields.get("items").unwrap_or(&Value::Null);
            kept.insert("items".to_owned(), self.flatten(items, room.deeper()));
        }
        let either = fields.get("anyOf").or(fields.get("oneOf")).and_then(Value::as_array);
        if let Some(either) = either {
            nullable |= either.iter().any(is_null);
            self.put_choices(&mut kept, either, kind.is_none(), room.deeper());
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

    fn referenced(&mut self, target: &str, room: Room) -> Value {
        let name = target.strip_prefix("#/$defs/").unwrap_or_default();
        match (self.definitions.get(name), room.references) {
            (None, _) | (_, 0) => json!({"type": "OBJECT"}),
            (Some(found), references) => {
                self.flatten(found, Room { depth: room.depth - 1, references: references - 1 })
            }
        }
    }

    fn put_properties(
        &mut self,
        kept: &mut Map<String, Value>,
        fields: &Map<String, Value>,
        room: Room,
    ) {
        let Some(Value::Object(inner)) = fields.get("properties") else { return };
        let mut properties = Map::new();
        for (name, schema) in inner {
            properties.insert(name.clone(), self.flatten(schema, room));
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

    /// Writes alternatives of which one must hold; a single alternative in a
    /// schema without a type of its own is that schema.
    fn put_choices(
        &mut self,
        kept: &mut Map<String, Value>,
        either: &[Value],
        untyped: bool,
        room: Room,
    ) {
        let mut rest: Vec<Value> = either
            .iter()
            .filter(|schema| !is_null(schema))
            .map(|schema| self.flatten(schema, room))
            .collect();
        if rest.len() == 1 && untyped {
            if let Some(Value::Object(only)) = rest.pop() {
                for (name, value) in only {
                    kept.entry(name).or_insert(value);
                }
            }
        } else if !rest.is_empty() {
            kept.insert("anyOf".to_owned(), rest.into());
        }
    }
}

/// The single type of a schema, stated or implied, and whether it may also be
/// null.
fn kind_of(fields: &Map<String, Value>) -> (Option<&str>, bool) {
    let shown = || {
        [("properties", "object"), ("items", "array"), ("enum", "string")]
            .into_iter()
            .find(|(field, _)| fields.contains_key(*field))
            .map(|(_, kind)| kind)
    };
    match fields.get("type") {
        Some(Value::String(kind)) => (Some(kind.as_str()), false),
        Some(Value::Array(kinds)) => {
            let nullable = kinds.iter().any(|kind| kind.as_str() == Some("null"));
            let kind = kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null");
            (kind.or_else(shown), nullable)
        }
        _ => (shown(), false),
    }
}

/// The fields that mean the same in both forms.
fn plain_fields(fields: &Map<String, Value>) -> Map<String, Value> {
    let mut kept = Map::new();
    for name in ["format", "title", "description", "minItems", "maxItems", "minimum", "maximum"] {
        if let Some(value) = fields.get(name) {
            kept.insert(name.to_owned(), value.clone());
        }
    }
    // Only strings can be enumerated.
    let words = fields.get("enum").and_then(Value::as_array);
    if let Some(words) = words.filter(|words| words.iter().all(Value::is_string)) {
        kept.insert("enum".to_owned(), words.clone().into());
    }
    kept
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// Returns whether a schema of arguments has no properties: the field is then left out, because an
/// object without properties is an error.
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

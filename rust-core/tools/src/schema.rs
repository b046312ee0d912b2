//! Foreign schemas, in a form that every provider accepts.

use serde_json::{Map, Value, json};

/// How deep a schema is followed; anything deeper is left open.
const DEPTH: usize = 24;

/// How many nested references are followed.
const REFERENCES: usize = 8;

/// The maximum number of subschemas in one schema: branching references would grow without end.
const NODES: usize = 3_000;

/// The maximum number of bytes of a schema; if it is longer, descriptions are left out first, then
/// everything.
const MOST_BYTES: usize = 64 * 1024;

/// The maximum number of characters of one description inside a schema.
const MOST_WORDS: usize = 1_000;

/// The types that JSON has.
const TYPES: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/// Checks the value of a keyword.
type Fits = fn(&Value) -> bool;

/// Keywords whose value is copied unchanged, with its check.
const PLAIN: [(&str, Fits); 19] = [
    ("title", Value::is_string),
    ("format", Value::is_string),
    ("pattern", Value::is_string),
    ("default", |_| true),
    ("const", |_| true),
    ("examples", Value::is_array),
    ("minimum", Value::is_number),
    ("maximum", Value::is_number),
    ("exclusiveMinimum", Value::is_number),
    ("exclusiveMaximum", Value::is_number),
    ("multipleOf", Value::is_number),
    ("minLength", Value::is_u64),
    ("maxLength", Value::is_u64),
    ("minItems", Value::is_u64),
    ("maxItems", Value::is_u64),
    ("minProperties", Value::is_u64),
    ("maxProperties", Value::is_u64),
    ("uniqueItems", Value::is_boolean),
    ("nullable", Value::is_boolean),
];

/// Returns a tool's schema in a form that every provider accepts: an object whose references are
/// resolved, without what is not JSON Schema.
///
/// One tool with a broken schema makes a provider refuse the whole request, and with it every other
/// tool. What cannot be read is left open instead: the model may call the tool with anything, and
/// the tool's own server decides.
pub fn portable(schema: &Value) -> Value {
    let mut whole = write(schema, MOST_WORDS);
    if whole.to_string().len() > MOST_BYTES {
        whole = write(schema, 0);
    }
    if whole.to_string().len() > MOST_BYTES {
        whole = json!({"type": "object", "properties": {}});
    }
    whole
}

fn write(schema: &Value, words: usize) -> Value {
    let mut writer = Writer { root: schema, nodes: NODES, words };
    let mut root = match writer.schema(schema, Room { depth: DEPTH, references: REFERENCES }) {
        Value::Object(root) => root,
        _ => Map::new(),
    };
    // Most providers refuse alternatives at the top, and every tool takes an object, whatever its
    // schema says.
    for choice in ["anyOf", "oneOf", "allOf", "not", "enum", "const", "items"] {
        root.remove(choice);
    }
    root.insert("type".to_owned(), "object".into());
    root.entry("properties").or_insert_with(|| Map::new().into());
    Value::Object(root)
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

struct Writer<'s> {
    root: &'s Value,
    /// Schemas that may still be written.
    nodes: usize,
    /// Characters of each description.
    words: usize,
}

impl Writer<'_> {
    fn schema(&mut self, schema: &Value, room: Room) -> Value {
        // `true` allows anything, and so does something that is not a schema at all.
        let Value::Object(fields) = schema else { return json!({}) };
        if room.depth == 0 || self.nodes == 0 {
            return json!({});
        }
        self.nodes -= 1;
        let mut kept = Map::new();
        if let Some(reference) = fields.get("$ref").or_else(|| fields.get("$dynamicRef"))
            && let Value::Object(target) = self.referenced(reference, room)
        {
            kept = target;
        }
        self.put_words(&mut kept, fields);
        put_type(&mut kept, fields);
        for (name, fits) in PLAIN {
            if let Some(value) = fields.get(name).filter(|value| fits(value)) {
                kept.insert(name.to_owned(), value.clone());
            }
        }
        if let Some(Value::Array(list)) = fields.get("enum")
            && !list.is_empty()
        {
            kept.insert("enum".to_owned(), list.clone().into());
        }
        self.put_fields(&mut kept, fields, room);
        self.put_items(&mut kept, fields, room);
        self.put_choices(&mut kept, fields, room);
        Value::Object(kept)
    }

    /// The target of a reference, in its place; open if it names nothing here, something on another
    /// server, or itself.
    fn referenced(&mut self, reference: &Value, room: Room) -> Value {
        let target = reference
            .as_str()
            .and_then(|text| text.strip_prefix('#'))
            .filter(|path| path.is_empty() || path.starts_with('/'))
            .and_then(|path| self.root.pointer(&unescaped(path)))
            .cloned();
        match target {
            Some(target) if room.references > 0 => {
                let room = Room { depth: room.depth - 1, references: room.references - 1 };
                self.schema(&target, room)
            }
            _ => json!({}),
        }
    }

    fn put_words(&self, kept: &mut Map<String, Value>, fields: &Map<String, Value>) {
        let Some(Value::String(text)) = fields.get("description") else { return };
        if self.words > 0 {
            kept.insert("description".to_owned(), shortened(text, self.words).into());
        }
    }

    fn put_fields(
        &mut self,
        kept: &mut Map<String, Value>,
        fields: &Map<String, Value>,
        room: Room,
    ) {
        if let Some(Value::Object(named)) = fields.get("properties") {
            let each: Map<String, Value> = named
                .iter()
                .map(|(name, schema)| (name.clone(), self.schema(schema, room.deeper())))
                .collect();
            if let Some(Value::Array(required)) = fields.get("required") {
                let mut there: Vec<Value> = Vec::new();
                for name in required {
                    let known = name.as_str().is_some_and(|name| each.contains_key(name));
                    if known && !there.contains(name) {
                        there.push(name.clone());
                    }
                }
                kept.insert("required".to_owned(), there.into());
            }
            kept.insert("properties".to_owned(), each.into());
        }
        match fields.get("additionalProperties") {
            Some(Value::Bool(more)) => {
                kept.insert("additionalProperties".to_owned(), (*more).into());
            }
            Some(more @ Value::Object(_)) => {
                let more = self.schema(more, room.deeper());
                kept.insert("additionalProperties".to_owned(), more);
            }
            _ => {}
        }
    }

    /// A list needs a schema for what is in it.
    fn put_items(
        &mut self,
        kept: &mut Map<String, Value>,
        fields: &Map<String, Value>,
        room: Room,
    ) {
        let items = match fields.get("items") {
            Some(items @ Value::Object(_)) => Some(self.schema(items, room.deeper())),
            // One schema for each position: there is no common form for that.
            Some(_) => Some(json!({})),
            None => None,
        };
        let is_list = match kept.get("type") {
            Some(Value::String(kind)) => kind == "array",
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "array"),
            _ => false,
        };
        if let Some(items) = items.or_else(|| is_list.then(|| json!({}))) {
            kept.entry("items").or_insert(items);
        }
    }

    fn put_choices(
        &mut self,
        kept: &mut Map<String, Value>,
        fields: &Map<String, Value>,
        room: Room,
    ) {
        for name in ["anyOf", "oneOf", "allOf"] {
            let Some(Value::Array(list)) = fields.get(name) else { continue };
            let list: Vec<Value> =
                list.iter().map(|schema| self.schema(schema, room.deeper())).collect();
            if !list.is_empty() {
                kept.insert(name.to_owned(), list.into());
            }
        }
    }
}

/// Sets the type if it names existing types.
fn put_type(kept: &mut Map<String, Value>, fields: &Map<String, Value>) {
    let known = |kind: &Value| kind.as_str().is_some_and(|kind| TYPES.contains(&kind));
    match fields.get("type") {
        Some(kind) if known(kind) => {
            kept.insert("type".to_owned(), kind.clone());
        }
        Some(Value::Array(kinds)) => {
            let mut there: Vec<Value> = Vec::new();
            for kind in kinds.iter().filter(|kind| known(kind)) {
                if !there.contains(kind) {
                    there.push(kind.clone());
                }
            }
            match there.len() {
                0 => {}
                1 => {
                    kept.insert("type".to_owned(), there.remove(0));
                }
                _ => {
                    kept.insert("type".to_owned(), there.into());
                }
            }
        }
        _ => {}
    }
}

/// Decodes a path inside a document that is written as in an address.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, more @ ..] = rest {
        let hex = more.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.and_then(|two| u8::from_str_radix(two, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            None => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The first `most` characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_and_those_that_name_nothing_are_left_open() {
        let schema = json!({"$schema": "https://json-schema.org/draft-07/schema#",
            "$defs": {"Colour": {"type": "string", "enum": ["red", "blue"]}},
            "definitions": {"a b": {"type": "integer"}},
            "type": "object", "required": ["colour", "ghost", 7, "colour"], "properties": {
                "colour": {"$ref": "#/$defs/Colour", "description": "Which."},
                "size": {"$ref": "#/definitions/a%20b"},
                "broken": {"$ref": "#/$defs/Nowhere"},
                "remote": {"$ref": "https://example.com/schema.json#/x"},
                "odd": {"$ref": 7}}});
        assert_eq!(
            portable(&schema),
            json!({"type": "object", "required": ["colour"], "properties": {
                "colour": {"type": "string", "enum": ["red", "blue"], "description": "Which."},
                "size": {"type": "integer"}, "broken": {}, "remote": {}, "odd": {}}})
        );
    }

    #[test]
    fn references_that_name_themselves_or_branch_without_end_come_to_an_end() {
        let tree = json!({"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}},
            "$defs": {"Node": {"type": "object", "properties": {
                "left": {"$ref": "#/$defs/Node"}, "right": {"$ref": "#/$defs/Node"}}}}});
        let text = portable(&tree).to_string();
        assert!(text.len() < MOST_BYTES && !text.contains("$ref"), "{} bytes", text.len());
        let itself = json!({"$ref": "#"});
        assert_eq!(portable(&itself), json!({"type": "object", "properties": {}}));
        let wide: Map<String, Value> =
            (0..100).map(|at| (format!("p{at}"), json!({"$ref": "#"}))).collect();
        let bomb = portable(&json!({"type": "object", "properties": wide})).to_string();
        assert!(bomb.len() <= MOST_BYTES, "{} bytes", bomb.len());
    }

    #[test]
    fn what_is_not_json_schema_is_left_out_and_what_is_stays() {
        let schema = json!({"type": ["object", "thing"], "anyOf": [{"required": ["a"]}],
            "properties": {
                "a": {"type": "strnig", "minLength": "three", "enum": []},
                "b": {"type": ["string", "null", "string"], "maxLength": 9, "x-internal": {}},
                "c": {"type": "array"},
                "d": {"type": "array", "items": [{"type": "string"}]},
                "e": true,
                "f": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null},
                "g": {"type": "object", "properties": [], "additionalProperties":
                    {"type": "number", "minimum": 0}}},
            "required": "a"});
        assert_eq!(
            portable(&schema),
            json!({"type": "object", "properties": {
                "a": {},
                "b": {"type": ["string", "null"], "maxLength": 9},
                "c": {"type": "array", "items": {}},
                "d": {"type": "array", "items": {}},
                "e": {},
                "f": {"default": null, "anyOf": [{"type": "string"}, {"type": "null"}]},
                "g": {"type": "object", "additionalProperties": {"type": "number", "minimum": 0}}}})
        );
        for schema in [json!(null), json!([]), json!("x"), json!({"type": "string"})] {
            assert_eq!(portable(&schema), json!({"type": "object", "properties": {}}), "{schema}");
        }
    }

    #[test]
    fn words_are_cut_and_a_schema_that_is_too_large_loses_them_all() {
        let long = "é".repeat(2_000);
        let schema = json!({"type": "object", "properties": {"a": {"description": long}}});
        let told = portable(&schema)["properties"]["a"]["description"].as_str().unwrap().to_owned();
        assert_eq!(told, format!("{}…", "é".repeat(MOST_WORDS)));
        let many: Map<String, Value> = (0..200)
            .map(|at| (format!("p{at}"), json!({"type": "string", "description": long})))
            .collect();
        let schema = portable(&json!({"type": "object", "properties": many}));
        assert_eq!(schema["properties"]["p7"], json!({"type": "string"}));
        let names: Map<String, Value> =
            (0..2_900).map(|at| (format!("{at}{}", "n".repeat(50)), json!({}))).collect();
        let schema = json!({"type": "object", "properties": names});
        assert_eq!(portable(&schema), json!({"type": "object", "properties": {}}));
    }

    #[test]
    fn a_schema_is_deep_without_end_and_still_read() {
        let mut schema = json!({"type": "string"});
        for _ in 0..100 {
            schema = json!({"type": "object", "properties": {"in": schema}});
        }
        assert!(portable(&schema).to_string().len() < 2_000);
    }
}

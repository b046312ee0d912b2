//! A call's arguments, read even when the JSON is torn.

use serde_json::{Map, Value};

/// The arguments of a call as an object.
#[derive(Debug, Clone)]
pub(crate) struct Arguments {
    fields: Map<String, Value>,
    /// Whether the arguments were read completely.
    whole: bool,
}

/// The arguments that name what a call works on.
const TARGETS: [&str; 8] =
    ["path", "file_path", "file", "filename", "asset", "asset_path", "command", "target"];

/// With this few fields, comparing them one by one is faster than hashing.
const FEW: usize = 8;

/// Larger arguments are not parsed as a whole: their bodies are never shown,
/// and the keys that name things are near the front.
const LONGEST_PARSED: usize = 1 << 20;

impl Arguments {
    /// Reads arguments. From text that is not a JSON object it keeps whatever
    /// fields could be read.
    pub(crate) fn read(text: &str) -> Self {
        if text.len() <= LONGEST_PARSED
            && let Ok(Value::Object(fields)) = serde_json::from_str(text)
        {
            return Self { fields, whole: true };
        }
        Self { fields: salvage(text), whole: false }
    }

    /// The first of the named fields that is a non-empty string.
    pub(crate) fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| {
            self.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
        })
    }

    /// The sub-command of a file-editing tool (`view`, `create`, `str_replace`,
    /// …), which is found where other tools have a command line.
    pub(crate) fn edit_verb(&self) -> Option<&str> {
        let verb = self.first(&["command", "cmd", "action", "operation"])?;
        let known = matches!(verb, "view" | "create" | "str_replace" | "insert" | "undo_edit");
        (known && self.first(&["path", "file_path", "file"]).is_some()).then_some(verb)
    }

    /// What the call works on. Together with the tool's name it identifies an operation. If no
    /// argument names a target, the whole text of the arguments (`text`) is used: a script that
    /// runs settles only itself.
    pub(crate) fn target<'t>(&'t self, text: &'t str) -> Option<&'t str> {
        let named = TARGETS.iter().find_map(|key| self.get(key)?.as_str());
        named.or_else(|| (self.whole && !self.fields.is_empty()).then_some(text))
    }

    /// The argument that names what the call works on, if one does.
    pub(crate) fn named_target(&self) -> Option<&str> {
        self.first(&TARGETS)
    }

    /// The fields in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.fields.iter()
    }

    /// One field.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        if self.fields.len() > FEW {
            return self.fields.get(name);
        }
        self.fields.iter().find(|field| field.0 == name).map(|field| field.1)
    }
}

/// Reads the top-level string fields of a torn object, one after the other.
fn salvage(text: &str) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut rest = text.trim_start().strip_prefix('{').unwrap_or_default();
    for _ in 0..32 {
        let Some((key, after)) = string(rest.trim_start_matches([' ', '\n', '\r', '\t', ',']))
        else {
            break;
        };
        let Some(after) = after.trim_start().strip_prefix(':') else {
            break;
        };
        let after = after.trim_start();
        if let Some((value, tail)) = string(after) {
            fields.insert(key, Value::String(value));
            rest = tail;
        } else {
            let end = after.find([',', '}']).unwrap_or(after.len());
            let Ok(value) = serde_json::from_str(after[..end].trim()) else {
                break;
            };
            fields.insert(key, value);
            rest = &after[end..];
        }
    }
    fields
}

/// Reads a JSON string at the head of a text; a torn string ends where the text
/// does.
fn string(text: &str) -> Option<(String, &str)> {
    let body = text.strip_prefix('"')?;
    let mut at = 0;
    let bytes = body.as_bytes();
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..)?) {
        at += found;
        if bytes[at] == b'"' {
            break;
        }
        at += 2;
    }
    let closed = bytes.get(at) == Some(&b'"');
    let end = if closed { at } else { body.len() };
    let mut value = String::new();
    crate::facts::json::unescape(&body[..end], &mut value);
    Some((value, if closed { &body[end + 1..] } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torn_arguments_give_the_fields_that_were_written() {
        let arguments =
            Arguments::read(r#"{"path": "Source\/Door.cpp", "line": 12, "text": "a\nb"#);
        assert_eq!(arguments.first(&["path"]), Some("Source/Door.cpp"));
        assert_eq!(arguments.get("line"), Some(&Value::from(12)));
        assert_eq!(arguments.first(&["text"]), Some("a\nb"));
    }

    #[test]
    fn nonsense_gives_nothing() {
        for text in ["", "null", "[1]", "{", "{\"", "{\"a", "{\"a\":", "\\", "{\"a\\"] {
            assert_eq!(Arguments::read(text).iter().count(), 0, "{text}");
        }
    }
}

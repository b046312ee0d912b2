//! Condenses a JSON result: ids, names, states and errors stay, bodies go.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::cut;

/// Larger results are not parsed; their head and tail stand for them.
const LONGEST_PARSED: usize = 8 << 20;
/// Fields that are looked at in one result.
const MOST_FIELDS: usize = 4096;

/// Tells whether a text is likely a JSON object or array.
pub(super) fn looks_like_json(text: &str) -> bool {
    let text = text.trim();
    (text.starts_with('{') && text.ends_with('}')) || (text.starts_with('[') && text.ends_with(']'))
}

/// Reads a result that may be JSON.
pub(super) fn read(text: &str) -> Option<Value> {
    (text.len() <= LONGEST_PARSED && looks_like_json(text))
        .then(|| serde_json::from_str(text).ok())
        .flatten()
}

/// The fields that [`failed`] and [`error_text`] look at.
const TELLING: [&str; 10] = [
    "success",
    "ok",
    "succeeded",
    "bSuccess",
    "error",
    "status",
    "message",
    "reason",
    "detail",
    "errors",
];

/// Reads of a result that may be JSON only the fields that say how the call
/// went; the others are checked and skipped.
pub(super) fn read_outcome(text: &str) -> Option<Value> {
    // Only an object says it. A field's name may be written with escapes.
    let may_tell = text.len() <= LONGEST_PARSED
        && looks_like_json(text)
        && text.trim_start().starts_with('{')
        && (TELLING_NAMES.iter().any(|name| name.find(text.as_bytes()).is_some())
            || memchr::memmem::find(text.as_bytes(), b"\\u").is_some());
    may_tell.then(|| serde_json::from_str::<Telling>(text).ok()).flatten().map(|telling| telling.0)
}

static TELLING_NAMES: LazyLock<[Finder<'_>; 10]> = LazyLock::new(|| TELLING.map(Finder::new));

struct Telling(Value);

impl<'de> Deserialize<'de> for Telling {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_map(TellingFields)
    }
}

struct TellingFields;

impl<'de> Visitor<'de> for TellingFields {
    type Value = Telling;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<Telling, A::Error> {
        let mut fields = serde_json::Map::new();
        while let Some(name) = source.next_key::<Cow<'_, str>>()? {
            if TELLING.contains(&&*name) {
                fields.insert(name.into_owned(), source.next_value()?);
            } else {
                source.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Telling(Value::Object(fields)))
    }
}

/// What a JSON result says about how the call went, where it says so.
pub(super) fn failed(value: &Value) -> Option<bool> {
    let fields = value.as_object()?;
    for name in ["success", "ok", "succeeded", "bSuccess"] {
        if let Some(Value::Bool(good)) = fields.get(name) {
            return Some(!good);
        }
    }
    match fields.get("error") {
        Some(Value::Null | Value::Bool(false)) | None => {}
        Some(Value::String(text)) if text.is_empty() => {}
        Some(_) => return Some(true),
    }
    let status = fields.get("status").and_then(Value::as_str)?;
    ["error", "failed", "failure", "fatal"]
        .iter()
        .any(|bad| status.eq_ignore_ascii_case(bad))
        .then_some(true)
}

/// The words with which a JSON result tells an error.
pub(super) fn error_text(value: &Value) -> Option<&str> {
    let fields = value.as_object()?;
    ["error", "message", "reason", "detail", "errors"].iter().find_map(|name| {
        match fields.get(*name)? {
            Value::String(text) => Some(text.as_str()),
            Value::Object(inner) => inner.get("message").and_then(Value::as_str),
            Value::Array(items) => items.first().and_then(Value::as_str),
            _ => None,
        }
        .filter(|text| !text.trim().is_empty())
    })
}

/// Writes the fields of a JSON result that matter, in at most `max`
/// characters.
pub(super) fn condense(value: &Value, max: usize) -> String {
    let mut fields = Vec::new();
    collect(value, &mut String::new(), &mut fields);
    let all = fields.len();
    let mut order: Vec<usize> = (0..all).collect();
    order.sort_by_key(|&at| (fields[at].worth, at));
    let mut room = max;
    let mut taken = vec![false; all];
    for at in order {
        let cost = fields[at].text.chars().count() + 2;
        if cost <= room {
            room -= cost;
            taken[at] = true;
        }
    }
    let kept: Vec<&str> =
        fields.iter().zip(&taken).filter(|pair| *pair.1).map(|pair| pair.0.text.as_str()).collect();
    let mut out = kept.join(", ");
    if kept.len() < all {
        out.push_str(&format!(
            "{}+{} fields",
            if out.is_empty() { "" } else { ", " },
            all - kept.len()
        ));
    }
    out
}

struct Field {
    worth: u8,
    text: String,
}

fn collect(value: &Value, key: &mut String, out: &mut Vec<Field>) {
    if out.len() >= MOST_FIELDS {
        return;
    }
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let length = key.len();
                if !key.is_empty() {
                    key.push('.');
                }
                key.push_str(cut::head(name, 60));
                collect(field, key, out);
                key.truncate(length);
            }
        }
        Value::Array(items) => {
            if items.iter().all(|item| !item.is_object() && !item.is_array()) {
                let shown: Vec<String> =
                    items.iter().take(8).map(|item| scalar(item, 40)).collect();
                let more = items.len() - shown.len();
                let more = if more > 0 { format!(" +{more}") } else { String::new() };
                out.push(field(key, &format!("[{}{more}]", shown.join(", "))));
            } else {
                let names: Vec<String> = items.iter().take(6).filter_map(name_of).collect();
                let names = if names.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", names.join(", "))
                };
                out.push(field(key, &format!("{} items{names}", items.len())));
            }
        }
        Value::Null => {}
        other => out.push(field(key, &scalar(other, 80))),
    }
}

fn field(key: &str, value: &str) -> Field {
    let name = key.rsplit('.').next().unwrap_or(key);
    let lower = name.to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    let worth = if ends(&["error", "errors", "message", "reason"]) {
        0
    } else if ends(&["id", "ids", "number", "path", "name", "key", "guid", "url", "email", "code"])
    {
        1
    } else if ends(&[
        "status", "state", "count", "total", "amount", "price", "date", "type", "success",
    ]) {
        2
    } else if ends(&["text", "content", "body", "description", "html"]) {
        4
    } else {
        3
    };
    let text = if key.is_empty() { value.to_owned() } else { format!("{key}: {value}") };
    Field { worth, text }
}

/// What names an object: the first of its fields that looks like it.
fn name_of(value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    let named = fields.iter().find(|(name, value)| {
        let name = name.to_ascii_lowercase();
        (value.is_string() || value.is_number())
            && ["id", "number", "name", "path", "title", "key"]
                .iter()
                .any(|end| name.ends_with(end))
    });
    named.or_else(|| fields.iter().find(|(_, value)| value.is_string())).map(|f| scalar(f.1, 40))
}

fn scalar(value: &Value, max: usize) -> String {
    match value {
        Value::String(text) if text.chars().nth(max).is_some() => {
            format!("{} ({} chars)", cut::ellipsis(text.trim(), max / 2), text.chars().count())
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_and_bodies_go() {
        let value = serde_json::json!({
            "reservation_id": "HXDUBJ",
            "body": "x".repeat(500),
            "flights": [{"flight_number": "HAT085", "price": 177}, {"flight_number": "HAT023"}],
            "tags": ["a", "b"],
        });
        assert_eq!(
            condense(&value, 90),
            "reservation_id: HXDUBJ, flights: 2 items (HAT085, HAT023), tags: [a, b], +1 fields"
        );
    }

    #[test]
    fn results_say_how_they_went() {
        let cases = [
            ("{\"success\":false}", Some(true)),
            ("{\"success\":true,\"error\":\"x\"}", Some(false)),
            ("{\"error\":null}", None),
            ("{\"error\":{\"code\":3}}", Some(true)),
            ("{\"status\":\"Failed\"}", Some(true)),
            ("[1]", None),
        ];
        for (text, expected) in cases {
            assert_eq!(failed(&serde_json::from_str(text).unwrap()), expected, "{text}");
        }
    }
}

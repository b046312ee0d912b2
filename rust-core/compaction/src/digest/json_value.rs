//! Condenses a JSON result: ids, names, states and errors stay, bodies go.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::cut;

/// Larger results are not parsed; their head and tail are shown instead.
const LONGEST_PARSED: usize = 8 << 20;
/// The maximum number of fields of one result that are read.
const MOST_FIELDS: usize = 4096;

/// Returns whether a text is likely a JSON object or array.
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

/// The fields that [`failed`] and [`error_text`] read.
const OUTCOME_FIELDS: [&str; 10] = [
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

/// Reads a result that may be JSON, keeping only the fields that say how the
/// call went; the others are checked and skipped.
pub(super) fn read_outcome(text: &str) -> Option<Value> {
    // Only objects have these fields. A field's name may be written with
    // escapes.
    let may_have_outcome = text.len() <= LONGEST_PARSED
        && looks_like_json(text)
        && text.trim_start().starts_with('{')
        && (OUTCOME_FINDERS.iter().any(|name| name.find(text.as_bytes()).is_some())
            || memchr::memmem::find(text.as_bytes(), b"\\u").is_some());
    may_have_outcome
        .then(|| serde_json::from_str::<OutcomeValue>(text).ok())
        .flatten()
        .map(|outcome| outcome.0)
}

static OUTCOME_FINDERS: LazyLock<[Finder<'_>; 10]> =
    LazyLock::new(|| OUTCOME_FIELDS.map(Finder::new));

struct OutcomeValue(Value);

impl<'de> Deserialize<'de> for OutcomeValue {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_map(OutcomeVisitor)
    }
}

struct OutcomeVisitor;

impl<'de> Visitor<'de> for OutcomeVisitor {
    type Value = OutcomeValue;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut source: A) -> Result<OutcomeValue, A::Error> {
        let mut fields = Map::new();
        while let Some(name) = source.next_key::<Cow<'_, str>>()? {
            if OUTCOME_FIELDS.contains(&&*name) {
                fields.insert(name.into_owned(), source.next_value()?);
            } else {
                source.next_value::<IgnoredAny>()?;
            }
        }
        Ok(OutcomeValue(Value::Object(fields)))
    }
}

/// Whether a JSON result says that the call failed; `None` if it does not say.
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

/// The error message that a JSON result contains.
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

/// Writes the fields of a JSON result that matter, in at most `max` characters.
/// Fields of one object stay together; lists are described by their shape,
/// count, first and last items.
pub(super) fn condense(value: &Value, max: usize) -> String {
    let mut fields = Vec::new();
    collect(value, &mut String::new(), &mut fields);
    let all = fields.len();
    let mut order: Vec<usize> = (0..all).collect();
    order.sort_by_key(|&at| (fields[at].worth, at));
    let length = |text: &str| text.chars().count() + 2;
    let mut room = max;
    let mut taken: Vec<Option<usize>> = vec![None; all];
    for &at in &order {
        let brief = fields[at].forms.len() - 1;
        let cost = length(&fields[at].forms[brief]);
        if cost <= room {
            room -= cost;
            taken[at] = Some(brief);
        }
    }
    // The remaining room goes to longer forms.
    for at in order {
        let Some(form) = taken[at] else { continue };
        let had = length(&fields[at].forms[form]);
        let longer = (0..form).find(|it| length(&fields[at].forms[*it]) <= had + room);
        if let Some(longer) = longer {
            room = room + had - length(&fields[at].forms[longer]);
            taken[at] = Some(longer);
        }
    }
    let kept: Vec<&str> = fields
        .iter()
        .zip(&taken)
        .filter_map(|(field, form)| Some(field.forms[(*form)?].as_str()))
        .collect();
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

/// What is found at one key path, in forms from the longest to the shortest.
struct Field {
    worth: u8,
    forms: Vec<String>,
}

impl Field {
    /// Takes forms ordered from the most to the least informative; a form that
    /// is not shorter than a more informative one is left out.
    fn of(worth: u8, forms: Vec<String>) -> Self {
        let mut shorter: Vec<String> = Vec::with_capacity(forms.len());
        for form in forms {
            if shorter.last().is_none_or(|last| form.chars().count() < last.chars().count()) {
                shorter.push(form);
            }
        }
        Self { worth, forms: shorter }
    }
}

fn collect(value: &Value, key: &mut String, out: &mut Vec<Field>) {
    if out.len() >= MOST_FIELDS {
        return;
    }
    match value {
        Value::Object(fields) => {
            if !key.is_empty() {
                out.extend(together(key, fields));
            }
            for (name, field) in fields {
                let below = field.is_object() || field.is_array();
                if !key.is_empty() && !below {
                    continue;
                }
                let length = key.len();
                if !key.is_empty() {
                    key.push('.');
                }
                key.push_str(cut::head(name, 60));
                collect(field, key, out);
                key.truncate(length);
            }
        }
        Value::Array(items) => out.push(Field::of(worth_of(key), list(key, items))),
        Value::Null => {}
        other => {
            let forms = vec![at_key(key, &scalar(other, 80))];
            out.push(Field { worth: worth_of(key), forms });
        }
    }
}

fn at_key(key: &str, value: &str) -> String {
    if key.is_empty() { value.to_owned() } else { format!("{key}: {value}") }
}

/// The scalars of a nested object, written together.
fn together(key: &str, fields: &Map<String, Value>) -> Option<Field> {
    let scalars: Vec<(&String, &Value)> = fields
        .iter()
        .filter(|(_, value)| !value.is_object() && !value.is_array() && !value.is_null())
        .take(MOST_CELLS)
        .collect();
    let worth = scalars.iter().map(|(name, _)| worth_of(name)).min()?;
    let pairs: Vec<String> = scalars
        .iter()
        .map(|(name, value)| format!("{} {}", cut::head(name, 60), scalar(value, 60)))
        .collect();
    let best = scalars.iter().position(|(name, _)| worth_of(name) == worth).unwrap_or(0);
    let mut forms = vec![format!("{key}: {{{}}}", pairs.join(", "))];
    if pairs.len() > 1 {
        forms.push(format!("{key}: {{{}, +{}}}", pairs[best], pairs.len() - 1));
    }
    Some(Field::of(worth, forms))
}

/// A list by its shape: `flights: 3 × (number, price): HAT085, 177; …; HAT023, 90`.
fn list(key: &str, items: &[Value]) -> Vec<String> {
    let count = items.len();
    if items.iter().all(|item| !item.is_object() && !item.is_array()) {
        let shown = |most: usize, cell: usize| {
            let first: Vec<String> = items.iter().take(most).map(|it| scalar(it, cell)).collect();
            match items.last().filter(|_| count > most) {
                Some(last) if count > most + 1 => {
                    format!("{key}: [{}, …, {}] ({count})", first.join(", "), scalar(last, cell))
                }
                Some(last) => format!("{key}: [{}, {}]", first.join(", "), scalar(last, cell)),
                None => at_key(key, &format!("[{}]", first.join(", "))),
            }
        };
        return vec![
            shown(24, 40),
            shown(7, 40),
            shown(1, 40),
            at_key(key, &format!("{count} items")),
        ];
    }
    let mut forms = Vec::new();
    let rows: Vec<&Map<String, Value>> = items.iter().filter_map(Value::as_object).collect();
    let columns = columns(&rows);
    if rows.len() == count && !columns.is_empty() {
        for (most, wide) in [(12, true), (4, true), (2, true), (2, false), (1, false)] {
            forms.push(at_key(key, &shape(&rows, &columns, most, wide)));
        }
    }
    let names: Vec<String> = items.iter().take(6).filter_map(name_of).collect();
    if !names.is_empty() {
        let more = if count > names.len() { ", …" } else { "" };
        forms.push(at_key(key, &format!("{count} items ({}{more})", names.join(", "))));
    }
    forms.push(at_key(key, &format!("{count} items")));
    forms
}

/// A column of a list of objects: a field, or a field of a nested object.
type Column<'v> = (&'v str, Option<&'v str>);

/// The fields that the first rows have, in order of appearance.
fn columns<'v>(rows: &[&'v Map<String, Value>]) -> Vec<Column<'v>> {
    let mut columns: Vec<Column<'v>> = Vec::new();
    let mut add = |column: Column<'v>| {
        if columns.len() < MOST_CELLS && !columns.contains(&column) {
            columns.push(column);
        }
    };
    for row in rows.iter().take(4) {
        for (name, value) in *row {
            match value {
                Value::Object(inner) => {
                    let below = inner.iter().filter(|it| !it.1.is_object() && !it.1.is_array());
                    below.for_each(|(below, _)| add((name, Some(below))));
                }
                Value::Array(_) => {}
                _ => add((name, None)),
            }
        }
    }
    columns
}

/// The first rows and the last one, with all columns or those that matter most.
fn shape(rows: &[&Map<String, Value>], columns: &[Column<'_>], most: usize, wide: bool) -> String {
    let mut shown: Vec<&Column<'_>> = columns.iter().collect();
    if !wide {
        shown.retain(|column| worth_of(column.1.unwrap_or(column.0)) <= 2);
        shown.truncate(3);
        if shown.is_empty() {
            shown.extend(columns.first());
        }
    }
    let cells = |row: &Map<String, Value>| {
        let cell = |column: &&Column<'_>| {
            let value = row.get(column.0);
            let value = match column.1 {
                Some(below) => value.and_then(|it| it.get(below)),
                None => value,
            };
            value.filter(|it| !it.is_null()).map_or("-".to_owned(), |it| scalar(it, 40))
        };
        shown.iter().map(cell).collect::<Vec<_>>().join(", ")
    };
    let mut lines: Vec<String> = rows.iter().take(most).map(|row| cells(row)).collect();
    if rows.len() > most {
        if rows.len() > most + 1 {
            lines.push("…".to_owned());
        }
        lines.extend(rows.last().map(|row| cells(row)));
    }
    let names: Vec<&str> =
        shown.iter().map(|column| cut::head(column.1.unwrap_or(column.0), 40)).collect();
    format!("{} × ({}): {}", rows.len(), names.join(", "), lines.join("; "))
}

/// The most fields or cells that are considered together.
const MOST_CELLS: usize = 12;

/// How early a field is written, judged by its name: errors first, bodies last.
fn worth_of(key: &str) -> u8 {
    let name = key.rsplit('.').next().unwrap_or(key);
    let lower = name.to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    if ends(&["error", "errors", "message", "reason"]) {
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
    }
}

/// What names an object: the first of its fields that looks like a name.
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
    fn related_lines_stay_together_and_bodies_are_dropped() {
        let value = serde_json::json!({
            "reservation_id": "HXDUBJ",
            "body": "x".repeat(500),
            "flights": [{"flight_number": "HAT085", "price": 177}, {"flight_number": "HAT023"}],
            "passenger": {"first_name": "Ann", "dob": "1990-02-01", "bags": [1]},
            "tags": ["a", "b"],
        });
        assert_eq!(
            condense(&value, 400),
            "reservation_id: HXDUBJ, body: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (500 chars), \
             flights: 2 × (flight_number, price): HAT085, 177; HAT023, -, \
             passenger: {first_name Ann, dob 1990-02-01}, passenger.bags: [1], tags: [a, b]"
        );
        assert_eq!(
            condense(&value, 130),
            "reservation_id: HXDUBJ, flights: 2 items, passenger: {first_name Ann, dob 1990-02-01}, \
             passenger.bags: [1], tags: [a, b], +1 fields"
        );
        assert_eq!(condense(&value, 30), "reservation_id: HXDUBJ, +5 fields");
    }

    #[test]
    fn lists_are_told_by_shape_count_first_and_last() {
        let flights: Vec<Value> = (1..=20)
            .map(|at| serde_json::json!({ "number": format!("HAT{at}"), "seats": {"basic": at} }))
            .collect();
        assert_eq!(
            condense(&Value::from(flights.clone()), 100),
            "20 × (number, basic): HAT1, 1; HAT2, 2; HAT3, 3; HAT4, 4; …; HAT20, 20"
        );
        let found = serde_json::json!({ "flights": flights });
        assert_eq!(
            condense(&found, 64),
            "flights: 20 × (number, basic): HAT1, 1; HAT2, 2; …; HAT20, 20"
        );
        let numbers: Vec<u64> = (0..100).collect();
        assert_eq!(
            condense(&serde_json::json!({ "ids": numbers }), 60),
            "ids: [0, 1, 2, 3, 4, 5, 6, …, 99] (100)"
        );
        assert_eq!(condense(&serde_json::json!([[1], {}]), 60), "2 items");
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

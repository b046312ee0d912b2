//! What a tool's structured result says, field by field, each with what it
//! belongs to.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::clause::{FIELD, FIELDS};

/// The longest result, in bytes, that is taken apart.
const LONGEST: usize = 256 << 10;
/// The longest value of a field, in bytes.
const LONGEST_VALUE: usize = 120;
/// The most bytes of a result's fields together.
const LONGEST_LINE: usize = 6_000;

/// Tells a result that is JSON by its fields: `origin MCO; destination CLT;
/// flights (flight_number, date, price): HAT028, 2024-05-21, 1859; HAT277, …`.
/// Of like things each is a field of its own that says what it is one of, with
/// the names of the keys at the first and at numbers, which say nothing by
/// themselves. What is `known` from the call is left out. `None` when the text
/// is not JSON that holds anything.
pub(super) fn fields(text: &str, known: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > LONGEST || !text.starts_with(['{', '[']) {
        return None;
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    let mut out = Vec::new();
    let mut size = 0;
    if let Value::Object(fields) = &mut value {
        let told = |value: String| value.len() >= 3 && known.contains(&value);
        fields.retain(|_, value| !scalar(value).is_some_and(told));
    }
    walk("", &value, 0, &mut |field| {
        size += field.len();
        if size <= LONGEST_LINE {
            out.push(field);
        }
    });
    (!out.is_empty()).then(|| out.join(FIELD))
}

/// Tells what a call was given, briefly.
pub(super) fn asked(arguments: &str) -> String {
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(arguments) else {
        return String::new();
    };
    let mut told = String::new();
    for (key, value) in &fields {
        let Some(value) = scalar(value) else { continue };
        if value.len() > 80 || told.len() > 160 {
            continue;
        }
        let lead = if told.is_empty() { "" } else { " " };
        let _ = write!(told, "{lead}{key}={value}");
    }
    told
}

/// The line of a call and its result.
pub(super) fn line(mark: char, tool: &str, asked: &str, fields: &str) -> String {
    let gap = if asked.is_empty() { "" } else { ": " };
    format!("[{mark} {tool}{gap}{asked}{FIELDS}{fields}]")
}

/// The most scalars of one object, and the most bytes of them, that are told as
/// one field: what hangs together is left out or told together.
const TOGETHER: usize = 3;
const TOGETHER_BYTES: usize = 64;

/// The most values of a list that are told as one field.
const LISTED: usize = 5;

/// The most steps from the whole to a value.
const DEEPEST: usize = 6;

fn walk(path: &str, value: &Value, depth: usize, out: &mut dyn FnMut(String)) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::Object(fields) => object(path, fields, depth, out),
        Value::Array(items) => list(path, items, depth, out),
        _ => {
            if let Some(value) = scalar(value) {
                out(if path.is_empty() { value } else { format!("{path} {value}") });
            }
        }
    }
}

fn object(path: &str, fields: &Map<String, Value>, depth: usize, out: &mut dyn FnMut(String)) {
    if !path.is_empty() && is_register(fields) {
        return register(path, fields, out);
    }
    let scalars: Vec<String> = fields
        .iter()
        .filter_map(|(key, value)| Some(format!("{key} {}", scalar(value)?)))
        .collect();
    let lead = if path.is_empty() { String::new() } else { format!("{path}: ") };
    let mut group = String::new();
    let mut members = 0;
    for told in scalars {
        if members == TOGETHER || members > 0 && group.len() + told.len() > TOGETHER_BYTES {
            out(format!("{lead}{group}"));
            group.clear();
            members = 0;
        }
        let comma = if members == 0 { "" } else { ", " };
        let _ = write!(group, "{comma}{told}");
        members += 1;
    }
    if members > 0 {
        out(format!("{lead}{group}"));
    }
    for (key, value) in fields.iter().filter(|(_, value)| scalar(value).is_none()) {
        let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        walk(&below, value, depth + 1, out);
    }
}

/// Tells an object whose keys are data: each names a thing, and all hold
/// objects.
fn is_register(fields: &Map<String, Value>) -> bool {
    !fields.is_empty()
        && fields
            .iter()
            .all(|(key, value)| value.is_object() && key.bytes().any(|byte| byte.is_ascii_digit()))
}

/// A register: `payment_methods: card_17 visa last_four 5308, gift_9 amount
/// 74`, a few entries a field.
fn register(path: &str, fields: &Map<String, Value>, out: &mut dyn FnMut(String)) {
    let entries: Vec<String> = fields
        .iter()
        .map(|(key, value)| {
            let cells = value.as_object().map_or(String::new(), |entry| {
                // What the name says already is not said again.
                row(entry, false, |value| !key.contains(value)).join(" ")
            });
            if cells.is_empty() { key.clone() } else { format!("{key} {cells}") }
        })
        .collect();
    for some in entries.chunks(TOGETHER) {
        out(format!("{path}: {}", some.join(", ")));
    }
}

/// A list: scalars a few at a time, objects one by one.
fn list(path: &str, items: &[Value], depth: usize, out: &mut dyn FnMut(String)) {
    let scalars: Option<Vec<String>> = items.iter().map(scalar).collect();
    if let Some(scalars) = scalars.filter(|scalars| !scalars.is_empty()) {
        for (nth, some) in scalars.chunks(LISTED).enumerate() {
            let path = if path.is_empty() { "items" } else { path };
            let more = if nth == 0 { "" } else { " also" };
            out(format!("{path}{more}: {}", some.join(", ")));
        }
        return;
    }
    let mut first = true;
    for item in items {
        match item {
            Value::Object(fields) => {
                let told = row(fields, std::mem::take(&mut first), |_| true);
                if !told.is_empty() {
                    let lead = if path.is_empty() { String::new() } else { format!("{path} ") };
                    out(format!("{lead}{}", told.join(", ")));
                }
                for (key, value) in fields.iter().filter(|it| it.1.is_array()) {
                    walk(&below(path, key), value, depth + 1, out);
                }
            }
            // What is listed within a list belongs together: the legs of one
            // way.
            Value::Array(legs) if legs.len() <= TOGETHER && legs.iter().all(Value::is_object) => {
                let told: Vec<String> = legs
                    .iter()
                    .filter_map(Value::as_object)
                    .map(|leg| row(leg, std::mem::take(&mut first), |_| true).join(", "))
                    .collect();
                out(told.join(" then "));
            }
            other => walk(path, other, depth + 1, out),
        }
    }
}

fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// The most values of a row that are all told with their keys.
const NARROW: usize = 6;

/// The most cells of a row.
const CELLS: usize = 20;

/// The values of an object and of the objects in it, those that are wanted:
/// each with its key where it is a number, or where all are to be `labelled`.
fn row(fields: &Map<String, Value>, labelled: bool, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    // Beside many values their keys cost more than they say.
    let labelled = labelled && fields.len() <= NARROW;
    let mut cells = Vec::new();
    let mut tell = |lead: &str, key: &str, value: &Value| -> bool {
        let Some(told) = scalar(value).filter(|told| wanted(told)) else { return false };
        if cells.len() >= CELLS {
            return false;
        }
        let says_itself = value.is_string() && told.parse::<f64>().is_err();
        let key = if says_itself && !labelled { "" } else { key };
        let gap = if key.is_empty() { "" } else { " " };
        cells.push(format!("{lead}{key}{gap}{told}"));
        true
    };
    for (key, value) in fields {
        match value {
            Value::Object(inner) => {
                let mut lead = format!("{key} ");
                for (below, value) in inner {
                    if tell(&lead, below, value) {
                        lead.clear();
                    }
                }
            }
            value => {
                tell("", key, value);
            }
        }
    }
    cells
}

/// A value that is told on one line; bodies, nothing and what is empty are
/// not.
fn scalar(value: &Value) -> Option<String> {
    let told = match value {
        Value::String(text) => {
            let text = text.trim();
            let flat = text.len() <= LONGEST_VALUE && !text.contains(['\n', ';']);
            (flat && !text.is_empty()).then(|| text.to_owned())?
        }
        Value::Number(number) => number.to_string(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    Some(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_like_things_each_says_what_it_is_one_of_and_numbers_say_what_they_are() {
        let text = r#"{"id": "JG7", "cabin": "business", "flights": [{"number": "HAT1", "date":
            "2024-05-21", "prices": {"economy": 85}}, {"number": "HAT2", "date": "2024-05-22",
            "prices": {"economy": 90}}], "saved": ["a", "b"], "name": {"first": "Ann", "last":
            "Lee"}, "cards": {"card_17": {"source": "card", "brand": "visa", "last_four": "5308"},
            "gift_9": {"amount": 74}}, "body": null}"#;
        assert_eq!(
            fields(text, "").as_deref(),
            Some(
                "id JG7, cabin business; flights number HAT1, date 2024-05-21, prices economy 85; \
                 flights HAT2, 2024-05-22, prices economy 90; saved: a, b; name: first Ann, last \
                 Lee; cards: card_17 visa last_four 5308, gift_9 amount 74"
            )
        );
        assert_eq!(fields("no JSON", ""), None);
        assert_eq!(fields("{}", ""), None);
        assert_eq!(asked(r#"{"id": "JG7", "list": [1]}"#), "id=JG7");
    }

    #[test]
    fn the_legs_of_one_way_stay_together() {
        let text = r#"[[{"number": "HAT1", "to": "SEA"}, {"number": "HAT2", "to": "SFO"}],
            [{"number": "HAT3", "to": "LAX"}, {"number": "HAT2", "to": "SFO"}]]"#;
        assert_eq!(
            fields(text, "").as_deref(),
            Some("number HAT1, to SEA then HAT2, SFO; HAT3, LAX then HAT2, SFO")
        );
    }
}

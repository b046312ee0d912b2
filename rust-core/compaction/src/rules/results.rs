//! What a tool's structured result says, field by field, each with what it
//! belongs to.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::calculated::Calculated;
use super::clause::{ALSO, FIELD, FIELDS};
use super::worth;

/// The longest result that is parsed, in bytes.
const LONGEST: usize = 256 << 10;
/// The longest value of a field, in bytes.
const LONGEST_VALUE: usize = 120;
/// The maximum number of bytes of all fields of a result together.
const LONGEST_LINE: usize = 6_000;

/// Writes a JSON result field by field: `origin MCO; destination CLT; flights
/// (flight_number, date, price): HAT028, 2024-05-21, 1859; HAT277, …`. Each
/// item of a list becomes a field of its own that says what list it is from;
/// keys are given for the first item and for numbers, which say nothing on
/// their own. Keys and values that are `known`, from this call or an earlier
/// one, are left out. A long row with a figure that the agent `calculated` with
/// says what it is about and that figure. `None` if the text is not JSON or contains nothing.
pub(crate) fn fields(
    text: &str,
    calculated: &Calculated,
    known: impl Fn(&str, &str) -> bool,
) -> Option<Fields> {
    let text = text.trim();
    if text.len() > LONGEST || !text.starts_with(['{', '[']) {
        return None;
    }
    let mut value: Value = serde_json::from_str(text).ok()?;
    let mut out = Vec::new();
    let mut size = 0;
    if let Value::Object(fields) = &mut value {
        fields.retain(|key, value| !scalar(value).is_some_and(|value| known(key, &value)));
    }
    walk("", &value, 0, calculated, &mut |field| {
        size += field.len();
        if size <= LONGEST_LINE {
            out.push(field);
        }
    });
    let mut names = Vec::new();
    name(&value, 0, &mut names);
    (!out.is_empty()).then_some(Fields { values: out, names })
}

/// What a structured result contains.
pub(crate) struct Fields {
    /// Its values, each with what it belongs to.
    pub(crate) values: Vec<String>,
    /// The names of its fields that later calls may need, each once.
    names: Vec<String>,
}

impl Fields {
    /// Leaves out the values that are known, unless nothing would remain.
    pub(super) fn leave_out(&mut self, known: impl Fn(&str) -> bool) {
        if self.values.iter().any(|value| !known(value)) {
            self.values.retain(|value| !known(value));
        }
    }
}

/// The most field names that are listed together.
const NAMES: usize = 8;

/// Collects the names of fields that are not plain words and so cannot be
/// guessed: a later call may have to use them.
fn name(value: &Value, depth: usize, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) if depth <= DEEPEST => {
            for (key, value) in fields {
                let plain = !key.contains('_') || key.bytes().any(|byte| byte.is_ascii_digit());
                let listed = plain || worth::is_incidental(key) || out.contains(key);
                if !listed && out.len() < NAMES {
                    out.push(key.clone());
                }
                name(value, depth + 1, out);
            }
        }
        // Items of a list are alike: one has the names of all.
        Value::Array(items) => items.iter().take(1).for_each(|item| name(item, depth + 1, out)),
        _ => {}
    }
}

/// What a call was given: its scalar arguments, by key.
pub(super) fn asked(arguments: &str) -> Vec<(String, String)> {
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(arguments) else {
        return Vec::new();
    };
    let mut values = Vec::new();
    let mut size = 0;
    for (key, value) in fields {
        let Some(value) = scalar(&value) else { continue };
        if value.len() <= 80 && size <= 160 {
            size += key.len() + value.len() + 2;
            values.push((key, value));
        }
    }
    values
}

/// The line of a call and its result.
pub(super) fn line(mark: char, tool: &str, asked: &[(String, String)], fields: &Fields) -> String {
    let mut text = format!("[{mark} {tool}");
    for (nth, (key, value)) in asked.iter().enumerate() {
        let _ = write!(text, "{}{key}={value}", if nth == 0 { ": " } else { " " });
    }
    let _ = write!(text, "{FIELDS}{}", fields.values.join(FIELD));
    if fields.names.len() > 1 {
        // Fewer of the result's fields may be written.
        let _ = write!(text, "{FIELD}{ALSO}{}", fields.names.join(", "));
    }
    text.push(']');
    text
}

/// The most scalars of one object, and the most bytes of them, that are written
/// as one field, so that they are left out or written together.
const TOGETHER: usize = 3;
const TOGETHER_BYTES: usize = 64;

/// The maximum number of values of a list that are written as one field.
const LISTED: usize = 5;

/// The deepest level at which values are read.
const DEEPEST: usize = 6;

fn walk(
    path: &str,
    value: &Value,
    depth: usize,
    calculated: &Calculated,
    out: &mut dyn FnMut(String),
) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::Object(fields) => object(path, fields, depth, calculated, out),
        Value::Array(items) => list(path, items, depth, calculated, out),
        _ => {
            if let Some(value) = scalar(value) {
                out(if path.is_empty() { value } else { format!("{path} {value}") });
            }
        }
    }
}

fn object(
    path: &str,
    fields: &Map<String, Value>,
    depth: usize,
    calculated: &Calculated,
    out: &mut dyn FnMut(String),
) {
    if !path.is_empty() && is_register(fields) {
        return register(path, fields, out);
    }
    let lead = if path.is_empty() { String::new() } else { format!("{path}: ") };
    let mut group = Vec::new();
    let mut size = 0;
    for (key, value) in fields {
        let Some(value) = scalar(value) else { continue };
        let text = format!("{key} {value}");
        // An id or a date of the whole is asked for on its own.
        let apart = path.is_empty() && (key.ends_with("_id") || is_moment(&value));
        if apart || group.len() == TOGETHER || size + text.len() > TOGETHER_BYTES {
            flush(&lead, &mut group, out);
            size = 0;
        }
        if apart {
            out(text);
        } else {
            size += text.len();
            group.push(text);
        }
    }
    flush(&lead, &mut group, out);
    for (key, value) in fields.iter().filter(|(_, value)| scalar(value).is_none()) {
        let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        walk(&below, value, depth + 1, calculated, out);
    }
}

fn flush(lead: &str, group: &mut Vec<String>, out: &mut dyn FnMut(String)) {
    if !group.is_empty() {
        out(format!("{lead}{}", group.join(", ")));
        group.clear();
    }
}

/// Recognizes the moment at which something was made: `2024-05-14T16:03:16`.
fn is_moment(value: &str) -> bool {
    let bytes = value.as_bytes();
    bytes.len() >= 19 && bytes[10] == b'T' && bytes[4] == b'-' && bytes[13] == b':'
}

/// Recognizes an object whose keys are data: each names a thing, and all values
/// are objects.
fn is_register(fields: &Map<String, Value>) -> bool {
    !fields.is_empty()
        && fields
            .iter()
            .all(|(key, value)| value.is_object() && key.bytes().any(|byte| byte.is_ascii_digit()))
}

/// Writes such an object: `payment_methods: card_17 visa last_four 5308, gift_9
/// amount 74`, a few entries per field.
fn register(path: &str, fields: &Map<String, Value>, out: &mut dyn FnMut(String)) {
    let entries: Vec<String> = fields
        .iter()
        .map(|(key, value)| {
            let cells = value.as_object().map_or(String::new(), |entry| {
                // Values that the key already contains are not repeated.
                row(entry, false, |value| !key.contains(value)).join(" ")
            });
            if cells.is_empty() { key.clone() } else { format!("{key} {cells}") }
        })
        .collect();
    for some in entries.chunks(TOGETHER) {
        out(format!("{path}: {}", some.join(", ")));
    }
}

/// Writes a list: scalars a few at a time, objects one by one.
fn list(
    path: &str,
    items: &[Value],
    depth: usize,
    calculated: &Calculated,
    out: &mut dyn FnMut(String),
) {
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
                let values = chosen(fields, std::mem::take(&mut first), calculated);
                if !values.is_empty() {
                    let lead = if path.is_empty() { String::new() } else { format!("{path} ") };
                    out(format!("{lead}{}", values.join(", ")));
                }
                for (key, value) in fields.iter().filter(|it| it.1.is_array()) {
                    walk(&below(path, key), value, depth + 1, calculated, out);
                }
            }
            // A list within a list belongs together, such as the legs of one
            // trip.
            Value::Array(legs) if legs.len() <= TOGETHER && legs.iter().all(Value::is_object) => {
                let values: Vec<String> = legs
                    .iter()
                    .filter_map(Value::as_object)
                    .map(|leg| chosen(leg, std::mem::take(&mut first), calculated).join(", "))
                    .collect();
                out(values.join(" then "));
            }
            other => walk(path, other, depth + 1, calculated, out),
        }
    }
}

fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// The maximum number of values of a row for which all keys are written.
const NARROW: usize = 6;

/// The most cells of a row.
const CELLS: usize = 20;

/// How many values of a row say what it is about.
const NAMING: usize = 3;

/// The values of a row. For a wide one with a figure that the agent calculated with: what it is
/// about, and that figure.
fn chosen(fields: &Map<String, Value>, labelled: bool, calculated: &Calculated) -> Vec<String> {
    let cells = row(fields, labelled, |_| true);
    let figure = |cell: &str| cell.rsplit(' ').next().is_some_and(|value| calculated.has(value));
    if cells.len() <= NARROW || !cells.iter().any(|cell| figure(cell)) {
        return cells;
    }
    let mut naming = 0;
    row(fields, false, |value| {
        let names = naming < NAMING && value.parse::<f64>().is_err();
        naming += usize::from(names);
        names || calculated.has(value)
    })
}

/// The values of an object and of nested objects, if they are wanted: each with
/// its key if it is a number, or if all are to be `labelled`.
fn row(
    fields: &Map<String, Value>,
    labelled: bool,
    mut wanted: impl FnMut(&str) -> bool,
) -> Vec<String> {
    // With many values, keys cost more than they say.
    let labelled = labelled && fields.len() <= NARROW;
    let mut cells = Vec::new();
    let mut add = |lead: &str, key: &str, value: &Value| -> bool {
        let Some(text) = scalar(value).filter(|text| wanted(text)) else { return false };
        if cells.len() >= CELLS {
            return false;
        }
        let is_words = value.is_string() && text.parse::<f64>().is_err();
        let key = if is_words && !labelled { "" } else { key };
        let gap = if key.is_empty() { "" } else { " " };
        cells.push(format!("{lead}{key}{gap}{text}"));
        true
    };
    for (key, value) in fields {
        match value {
            Value::Object(inner) => {
                let mut lead = format!("{key} ");
                for (below, value) in inner {
                    if add(&lead, below, value) {
                        lead.clear();
                    }
                }
            }
            value => {
                add("", key, value);
            }
        }
    }
    cells
}

/// A value as text on one line; `None` for long texts, null and empty values.
fn scalar(value: &Value) -> Option<String> {
    let shown = match value {
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
    Some(shown)
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
            values_of(text).as_deref(),
            Some(
                "id JG7, cabin business; flights number HAT1, date 2024-05-21, prices economy 85; \
                 flights HAT2, 2024-05-22, prices economy 90; saved: a, b; name: first Ann, last \
                 Lee; cards: card_17 visa last_four 5308, gift_9 amount 74"
            )
        );
        assert_eq!(values_of("no JSON"), None);
        assert_eq!(values_of("{}"), None);
        assert_eq!(asked(r#"{"id": "JG7", "list": [1]}"#), [("id".to_owned(), "JG7".to_owned())]);
    }

    fn values_of(text: &str) -> Option<String> {
        Some(fields(text, &Calculated::default(), |_, _| false)?.values.join(FIELD))
    }

    #[test]
    fn what_is_known_is_left_out_and_what_names_the_whole_is_told_by_itself() {
        let text = r#"{"user_id": "ann_7", "from": "JFK", "to": "SEA", "made_at":
            "2024-05-14T16:03:16", "kind": "one_way", "bags": 2}"#;
        assert_eq!(
            values_of(text).as_deref(),
            Some(
                "user_id ann_7; from JFK, to SEA; made_at 2024-05-14T16:03:16; kind one_way, bags 2"
            )
        );
        let fields =
            fields(text, &Calculated::default(), |key, value| key == "user_id" && value == "ann_7")
                .unwrap();
        assert_eq!(fields.values[0], "from JFK, to SEA");
        let line = line('✓', "look", &[("id".to_owned(), "7".to_owned())], &fields);
        assert_eq!(
            line,
            "[✓ look: id=7 gave from JFK, to SEA; made_at 2024-05-14T16:03:16; kind one_way, bags 2]"
        );
    }

    #[test]
    fn a_line_says_last_which_fields_a_result_has_by_names_that_nobody_guesses() {
        let text = r#"{"trip_type": "one_way", "made_at": "x", "price": 4, "legs": [{"leg_id": "7"},
            {"other_id": "8"}], "cards": {"card_17": {"last_four": "5308"}}}"#;
        let fields = fields(text, &Calculated::default(), |_, _| false).unwrap();
        let line = line('✓', "look", &[], &fields);
        assert!(line.ends_with("; also holds trip_type, leg_id, last_four]"), "{line}");
    }

    #[test]
    fn the_legs_of_one_way_stay_together() {
        let text = r#"[[{"number": "HAT1", "to": "SEA"}, {"number": "HAT2", "to": "SFO"}],
            [{"number": "HAT3", "to": "LAX"}, {"number": "HAT2", "to": "SFO"}]]"#;
        assert_eq!(
            values_of(text).as_deref(),
            Some("number HAT1, to SEA then HAT2, SFO; HAT3, LAX then HAT2, SFO")
        );
    }
}

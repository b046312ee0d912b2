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
/// Lists of like things are told as tables: the names of the fields once, a
/// row each. `None` when the text is not JSON that holds anything.
pub(super) fn fields(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > LONGEST || !text.starts_with(['{', '[']) {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    let mut out = Vec::new();
    let mut size = 0;
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

fn walk(path: &str, value: &Value, depth: usize, out: &mut dyn FnMut(String)) {
    if depth > 6 {
        return;
    }
    match value {
        Value::Object(fields) => {
            // What hangs together stands together: the scalars of one object
            // are one field when there are few.
            let scalars: Vec<(&String, String)> =
                fields.iter().filter_map(|(key, value)| Some((key, scalar(value)?))).collect();
            if depth > 0 && !scalars.is_empty() {
                let told: Vec<String> = scalars
                    .iter()
                    .filter(|(_, value)| value.len() < 3 || !path.contains(value.as_str()))
                    .map(|(key, value)| format!("{key} {value}"))
                    .collect();
                if !told.is_empty() {
                    out(format!("{path}: {}", told.join(", ")));
                }
            } else {
                for (key, value) in &scalars {
                    out(format!("{key} {value}"));
                }
            }
            for (key, value) in fields.iter().filter(|(_, value)| scalar(value).is_none()) {
                let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                walk(&below, value, depth + 1, out);
            }
        }
        Value::Array(items) => list(path, items, depth, out),
        _ => {
            if let Some(value) = scalar(value) {
                out(if path.is_empty() { value } else { format!("{path} {value}") });
            }
        }
    }
}

/// A list: scalars on one line, like objects as a table, others one by one.
fn list(path: &str, items: &[Value], depth: usize, out: &mut dyn FnMut(String)) {
    let scalars: Option<Vec<String>> = items.iter().map(scalar).collect();
    if let Some(scalars) = scalars.filter(|scalars| !scalars.is_empty()) {
        for (nth, some) in scalars.chunks(12).enumerate() {
            let path = if path.is_empty() { "items" } else { path };
            let more = if nth == 0 { "" } else { " also" };
            out(format!("{path}{more}: {}", some.join(", ")));
        }
        return;
    }
    let rows: Vec<&Map<String, Value>> = items.iter().filter_map(Value::as_object).collect();
    if rows.len() == items.len() && !rows.is_empty() {
        let columns = columns(&rows);
        for (nth, row) in rows.iter().enumerate() {
            let cells: Vec<String> =
                columns.iter().map(|column| cell(row, column).unwrap_or_default()).collect();
            let name = if path.is_empty() { "items" } else { path };
            let cells = cells.join(", ");
            if nth == 0 {
                let names: Vec<&str> = columns.iter().map(Column::last).collect();
                out(format!("{name} ({}): {cells}", names.join(", ")));
            } else {
                out(cells);
            }
        }
        return;
    }
    for item in items.iter().take(64) {
        walk(path, item, depth + 1, out);
    }
}

/// A column of a table: a field, or a field of an object in a field.
struct Column(Vec<String>);

impl Column {
    fn last(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }
}

/// The fields that any of the rows has, in their order; those within an object
/// as well, since what a thing costs may stand there.
fn columns(rows: &[&Map<String, Value>]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut add = |path: Vec<String>| {
        if columns.len() < 16 && !columns.iter().any(|known| known.0 == path) {
            columns.push(Column(path));
        }
    };
    for row in rows.iter().take(8) {
        for (key, value) in *row {
            match value {
                Value::Object(inner) => {
                    for (below, value) in inner {
                        if scalar(value).is_some() {
                            add(vec![key.clone(), below.clone()]);
                        }
                    }
                }
                value if scalar(value).is_some() => add(vec![key.clone()]),
                _ => {}
            }
        }
    }
    columns
}

fn cell(row: &Map<String, Value>, column: &Column) -> Option<String> {
    let (first, rest) = column.0.split_first()?;
    let mut value = row.get(first)?;
    for key in rest {
        value = value.as_object()?.get(key)?;
    }
    scalar(value)
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
    fn lists_of_like_things_are_told_as_a_table_with_its_header() {
        let text = r#"{"id": "JG7", "cabin": "business", "flights": [{"number": "HAT1", "date":
            "2024-05-21", "prices": {"economy": 85}}, {"number": "HAT2", "date": "2024-05-22"}],
            "saved": ["a", "b"], "name": {"first": "Ann", "last": "Lee"}, "body": null}"#;
        assert_eq!(
            fields(text).as_deref(),
            Some(
                "id JG7; cabin business; flights (number, date, economy): HAT1, 2024-05-21, 85; \
                 HAT2, 2024-05-22, ; saved: a, b; name: first Ann, last Lee"
            )
        );
        assert_eq!(fields("no JSON"), None);
        assert_eq!(fields("{}"), None);
        assert_eq!(asked(r#"{"id": "JG7", "list": [1]}"#), "id=JG7");
    }
}

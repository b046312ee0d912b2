//! Reads JSON, wherever it is in a text.

use serde_json::{Map, Value};

use super::heading::{Field, field_of};
use super::item::{owner_of, push};
use super::torn::repair;
use crate::prompt::answer::{Answer, state_of};
use vibeue_compaction::record::ActionItem;

/// How many positions are tried at which an object could begin.
const PLACES: usize = 12;
/// How deep values are read.
const DEEPEST: usize = 128;

/// Reads the first object that has a field of an answer; `None` if there is
/// none.
pub(super) fn read(text: &str) -> Option<Answer> {
    let mut tried = 0;
    for at in memchr::memchr_iter(b'{', text.as_bytes()) {
        // The expected object begins with a key.
        if !text[at + 1..].trim_start().starts_with('"') {
            continue;
        }
        tried += 1;
        if tried > PLACES {
            break;
        }
        let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
        let value = match values.next() {
            Some(Ok(value)) => Some(value),
            Some(Err(error)) if error.is_eof() => repair(&text[at..]),
            _ => None,
        };
        if let Some(Value::Object(object)) = value
            && let Some(answer) = answer_of(&object, 0)
        {
            return Some(answer);
        }
    }
    None
}

fn answer_of(object: &Map<String, Value>, depth: usize) -> Option<Answer> {
    let mut answer = Answer::default();
    let mut known = false;
    for (key, value) in object {
        let Some(field) = field_of(key) else { continue };
        known = true;
        match field {
            Field::Analysis => {}
            Field::ActionItems => items(value, &mut answer),
            _ => lines(value, field, &mut answer, 0),
        }
    }
    if known {
        return Some(answer);
    }
    // Some models wrap the object in another one.
    if depth >= 2 {
        return None;
    }
    object.values().find_map(|value| match value {
        Value::Object(inner) => answer_of(inner, depth + 1),
        _ => None,
    })
}

/// Takes every text inside a value as a line.
fn lines(value: &Value, field: Field, answer: &mut Answer, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::Null => {}
        Value::String(text) => {
            for line in text.lines() {
                let line = line.trim().trim_start_matches(['-', '*', '•', ' ']).trim();
                if !line.is_empty() {
                    push(answer, Some(field), line.to_owned());
                }
            }
        }
        Value::Array(values) => {
            values.iter().for_each(|value| lines(value, field, answer, depth + 1));
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                let line = match value {
                    Value::String(text) => format!("{key}: {text}"),
                    other => format!("{key}: {other}"),
                };
                push(answer, Some(field), line);
            }
        }
        other => push(answer, Some(field), other.to_string()),
    }
}

fn items(value: &Value, answer: &mut Answer) {
    let Value::Array(values) = value else {
        return lines(value, Field::ActionItems, answer, 0);
    };
    for value in values {
        let text = |name: &str| match value.get(name) {
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Null) | None => String::new(),
            Some(other) => other.to_string(),
        };
        match value {
            Value::String(text) => push(answer, Some(Field::ActionItems), text.clone()),
            Value::Object(_)
                if !text("task").is_empty() && answer.action_items.len() < Answer::MOST_LINES =>
            {
                answer.action_items.push(ActionItem {
                    owner: owner_of(&text("owner")),
                    task: one_line(&text("task")),
                    due: Some(text("due")).filter(|due| !due.is_empty() && due != "-"),
                    state: state_of(&text("state")),
                });
            }
            _ => {}
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

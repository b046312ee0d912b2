//! The last rung: what is kept but too long is cut, with a visible marker.

use serde_json::Value;

use super::measure::Measure;
use super::rules::{Calculated, results};
use vibeue_conversation::{Message, MessageId, Part};
use vibeue_tokens::grouped;

/// Returns the longest prefix of `text`, of at most `bytes` bytes, that ends
/// between characters.
fn head(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes.min(text.len()))]
}

/// Returns the longest suffix of `text`, of at most `bytes` bytes, that starts
/// between characters.
fn tail(text: &str, bytes: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(bytes))..]
}

/// A text up to its last whole word, if that keeps most of it.
fn words(text: &str) -> &str {
    let end = text.rfind(char::is_whitespace).filter(|end| *end > text.len() / 2);
    text[..end.unwrap_or(text.len())].trim_end()
}

/// Texts cut to fewer tokens than this get a brief marker.
const BRIEF: u64 = 64;

/// Cuts the middle out of a text so that it has about `tokens` tokens; the
/// marker says how much was cut and where the original is.
///
/// Two thirds of what stays come from the head, where commands and headings
/// are; the rest from the tail, where results and errors are. If hardly
/// anything stays, all of it comes from the head.
fn cut(text: &str, tokens: u64, archived: MessageId, measure: &impl Measure) -> Option<String> {
    let whole = measure.text(text);
    if whole <= tokens {
        return None;
    }
    let marker = |gone: u64| match tokens < BRIEF {
        // If little stays, the marker is brief, too.
        true => format!(" [… {} tokens cut here, see {archived} …]", grouped(gone)),
        false => format!(
            "\n[… {} tokens cut here; the original is archived as {archived} …]\n",
            grouped(gone)
        ),
    };
    let mut room = tokens.saturating_sub(measure.text(&marker(whole)));
    // Bytes per token vary within a text (a head of prose, a tail of base64),
    // so the share is estimated in bytes and corrected by counting.
    for _ in 0..6 {
        let share = room as f64 / whole.max(1) as f64;
        let bytes = (text.len() as f64 * share) as usize;
        let (first, last) = match tokens < BRIEF {
            true => (words(head(text, bytes)), ""),
            false => (head(text, bytes * 2 / 3), tail(text, bytes / 3)),
        };
        let kept = measure.text(first) + measure.text(last);
        let short = format!("{first}{}{last}", marker(whole.saturating_sub(kept)));
        let after = measure.text(&short);
        if after <= tokens {
            return (short.len() < text.len()).then_some(short);
        }
        room = room.saturating_sub((after - tokens) + 1);
        if room == 0 {
            break;
        }
    }
    let bare = marker(whole).trim().to_owned();
    (bare.len() < text.len()).then_some(bare)
}

/// Cuts a tool's result: a structured one by whole fields with their keys, as
/// many as fit; any other in the middle.
fn cut_result(
    text: &str,
    tokens: u64,
    archived: MessageId,
    measure: &impl Measure,
) -> Option<String> {
    if measure.text(text) <= tokens {
        return None;
    }
    cut_fields(text, tokens, archived, measure).or_else(|| cut(text, tokens, archived, measure))
}

/// The first fields of a structured result that fit into `tokens` tokens.
fn cut_fields(
    text: &str,
    tokens: u64,
    archived: MessageId,
    measure: &impl Measure,
) -> Option<String> {
    let fields = results::fields(text, &Calculated::default(), |_, _| false)?.values;
    let lead = |count: usize| {
        let of = fields.len();
        match tokens < BRIEF {
            true => format!("[{count} of {of} fields, see {archived}] "),
            false => format!("[{count} of {of} fields; the original is archived as {archived}] "),
        }
    };
    let mut left = tokens.checked_sub(measure.text(&lead(fields.len())))?;
    let mut kept: Vec<&str> = Vec::new();
    for field in &fields {
        let Some(rest) = left.checked_sub(measure.text(field) + 1) else { break };
        left = rest;
        kept.push(field);
    }
    if kept.is_empty() {
        // The first cells of a long row.
        let first = fields.first()?;
        let ends = first.match_indices(", ").map(|(at, _)| at);
        let fits = |end: &usize| measure.text(&first[..*end]) <= left;
        kept.push(&first[..ends.take_while(fits).last()?]);
    }
    let short = lead(kept.len()) + &kept.join("; ");
    (short.len() < text.len()).then_some(short)
}

/// Call arguments with this few tokens stay: the note that they are gone would
/// take as many.
const SHORT_CALL: u64 = 40;

/// Cuts the long strings in a call's arguments; the result is JSON again,
/// because providers refuse anything else.
fn cut_arguments(
    arguments: &str,
    tokens: u64,
    archived: MessageId,
    measure: &impl Measure,
) -> Option<String> {
    let whole = measure.text(arguments);
    if whole <= tokens || whole <= SHORT_CALL {
        return None;
    }
    let short = match serde_json::from_str::<Value>(arguments) {
        Ok(mut value @ Value::Object(_)) => {
            let leaves = count_strings(&value).max(1);
            cut_strings(&mut value, (tokens / leaves).max(8), archived, measure);
            Some(value.to_string()).filter(|text| measure.text(text) <= tokens)
        }
        _ => None,
    };
    let short = short.unwrap_or_else(|| {
        serde_json::json!({ "cut": format!("arguments archived as {archived}") }).to_string()
    });
    (short.len() < arguments.len()).then_some(short)
}

fn count_strings(value: &Value) -> u64 {
    match value {
        Value::String(_) => 1,
        Value::Array(items) => items.iter().map(count_strings).sum(),
        Value::Object(map) => map.values().map(count_strings).sum(),
        _ => 0,
    }
}

fn cut_strings(value: &mut Value, tokens: u64, archived: MessageId, measure: &impl Measure) {
    match value {
        Value::String(text) => {
            if let Some(short) = cut(text, tokens, archived, measure) {
                *text = short;
            }
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| cut_strings(item, tokens, archived, measure));
        }
        Value::Object(map) => {
            map.values_mut().for_each(|item| cut_strings(item, tokens, archived, measure));
        }
        _ => {}
    }
}

/// Returns the message with every text, result and argument cut to about
/// `tokens` tokens each, and without opaque blocks and images; `None` if
/// nothing in it is longer.
pub(super) fn trim(message: &Message, tokens: u64, measure: &impl Measure) -> Option<Message> {
    let mut changed = false;
    let mut trimmed = message.clone();
    // Only the model reads this form; the original keeps what the user may read.
    trimmed.reasoning = None;
    let id = message.id;
    trimmed.parts.retain_mut(|part| match part {
        Part::Text { text, .. } => {
            if let Some(short) = cut(text, tokens, id, measure) {
                *text = short;
                changed = true;
            }
            true
        }
        Part::ToolCall(call) => {
            if let Some(short) = cut_arguments(&call.arguments, tokens, id, measure) {
                call.arguments = short;
                changed = true;
            }
            true
        }
        Part::ToolResult(result) => {
            for part in &mut result.parts {
                match part {
                    Part::Text { text, .. } => {
                        if let Some(short) = cut_result(text, tokens, id, measure) {
                            *text = short;
                            changed = true;
                        }
                    }
                    Part::Image(_) | Part::Opaque { .. } => {
                        *part = Part::text(format!("[image archived as {id}]"));
                        changed = true;
                    }
                    Part::ToolCall(_) | Part::ToolResult(_) => {}
                }
            }
            true
        }
        Part::Image(_) => {
            *part = Part::text(format!("[image archived as {id}]"));
            changed = true;
            true
        }
        // Signed thinking is valid only as a whole.
        Part::Opaque { .. } => {
            changed = true;
            false
        }
    });
    if trimmed.parts.is_empty() {
        trimmed.parts.push(Part::text(format!("[archived as {id}]")));
    }
    changed.then_some(trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Words;
    use vibeue_conversation::{Extra, Role, ToolCall};

    fn numbers(count: u64) -> String {
        (0..count).map(|n| format!("n{n}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_form_for_the_model_has_nothing_that_only_the_user_reads() {
        let mut message = Message::text(MessageId(7), Role::Assistant, numbers(1_000));
        message.reasoning = Some(Box::default());
        let trimmed = trim(&message, 80, &Words).unwrap();
        assert_eq!((trimmed.id, trimmed.reasoning), (MessageId(7), None));
    }

    #[test]
    fn a_cut_text_keeps_head_and_tail_and_says_what_is_gone() {
        let short = cut(&numbers(1_000), 30, MessageId(7), &Words).unwrap();
        assert!(short.contains(" tokens cut here, see m7 …]"), "{short}");
        let short = cut(&numbers(1_000), 80, MessageId(7), &Words).unwrap();
        assert!(Words.text(&short) <= 80, "{short}");
        assert!(short.starts_with("n0 n1 n2"), "{short}");
        assert!(short.ends_with("n998 n999"), "{short}");
        assert!(short.contains("tokens cut here; the original is archived as m7 …]"), "{short}");
        assert_eq!(cut(&numbers(40), 40, MessageId(7), &Words), None);
    }

    #[test]
    fn a_cut_never_splits_a_character() {
        let text = "界 ".repeat(500);
        let short = cut(&text, 30, MessageId(1), &Words).unwrap();
        assert!(short.chars().all(|c| c != '\u{FFFD}'));
        assert!(Words.text(&short) <= 30);
    }

    #[test]
    fn cut_arguments_are_json_again() {
        let arguments = serde_json::json!({
            "path": "Source/Door.cpp", "line": 7, "text": numbers(500), "flags": [true, null]
        });
        let call = ToolCall {
            id: "c".into(),
            name: "write_file".into(),
            arguments: arguments.to_string(),
            extra: Extra::new(),
        };
        let message =
            Message::new(MessageId(3), Role::Assistant, vec![Part::ToolCall(Box::new(call))]);
        let trimmed = trim(&message, 60, &Words).unwrap();
        let value: Value =
            serde_json::from_str(&trimmed.tool_calls().next().unwrap().arguments).unwrap();
        assert_eq!(value["path"], "Source/Door.cpp");
        assert_eq!(value["line"], 7);
        assert!(value["text"].as_str().unwrap().contains("tokens cut here, see m3"));
        assert_eq!(trim(&message, 600, &Words), None);
    }

    #[test]
    fn a_structured_result_is_cut_by_whole_fields() {
        let rows: Vec<Value> = (0..40)
            .map(|n| serde_json::json!({ "number": format!("HAT{n}"), "to": "SEA" }))
            .collect();
        let text = format!("{:#}", serde_json::json!({ "from": "JFK", "flights": rows }));
        assert_eq!(
            cut_result(&text, 20, MessageId(9), &Words).as_deref(),
            Some(
                "[3 of 41 fields, see m9] from JFK; flights number HAT0, to SEA; flights HAT1, SEA"
            )
        );
        let row =
            format!("{:#}", serde_json::json!([{ "a": numbers(3), "b": numbers(30), "c": 7 }]));
        assert_eq!(
            cut_result(&row, 11, MessageId(9), &Words).as_deref(),
            Some("[1 of 1 fields, see m9] a n0 n1 n2")
        );
    }

    #[test]
    fn arguments_that_are_not_json_become_json() {
        let short =
            cut_arguments(&format!("{{\"torn\": \"{}", numbers(90)), 20, MessageId(3), &Words);
        assert_eq!(short.as_deref(), Some("{\"cut\":\"arguments archived as m3\"}"));
    }
}

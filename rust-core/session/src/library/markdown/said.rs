//! Pages that cause every possible note.

use std::collections::BTreeSet;

use serde_json::json;
use vibeue_conversation::{
    Extra, Image, ImageSource, Message, MessageId, Part, Role, ToolCall, ToolResult,
};

use super::{read, write};
use crate::writing::sentences::{PAGES, find};

/// Adds the keys of all sentences of a note, as a host shows it; returns the rest.
fn collect(note: &str, keys: &mut BTreeSet<&'static str>) -> Vec<String> {
    let Some(found) = find(note) else {
        return vec![note.to_owned()];
    };
    keys.insert(found.sentence.key);
    let rest = [found.before.trim_end_matches(": "), found.after.trim_start_matches("; ")];
    let is_text = |part: &&str| !part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = found.arguments.into_iter().chain(rest).filter(is_text);
    parts.flat_map(|part| collect(part, keys)).collect()
}

#[test]
fn all_that_is_said_of_a_page_is_made_of_sentences() {
    let image = ImageSource::Url { url: "https://host.example/door.png".to_owned() };
    let image = Part::Image(Box::new(Image { source: image, detail: None, extra: Extra::new() }));
    let call = ToolCall {
        id: "call_1".into(),
        name: "read".into(),
        arguments: json!({"path": "a"}).to_string(),
        extra: Extra::new(),
    };
    let result = ToolResult {
        call_id: "call_1".into(),
        name: Some("read".into()),
        parts: vec![Part::text("1")],
        is_error: false,
        whole: None,
        ran_ms: None,
        extra: Extra::new(),
    };
    let talk = [
        Message::new(MessageId(1), Role::User, vec![Part::text("Open it"), image]),
        Message::new(MessageId(2), Role::Assistant, vec![Part::ToolCall(Box::new(call))]),
        Message::new(MessageId(3), Role::Tool, vec![Part::ToolResult(Box::new(result))]),
    ];
    let page = write(None, &talk);
    let first = page.find("<!-- vibeue:1 {\"message\"").unwrap();
    let call = page.find("<!-- vibeue:1 {\"call\"").unwrap();
    let mark = &page[call..call + page[call..].find('\n').unwrap()];
    let (head, messages) = page.split_at(first);
    let pages = [
        page.replace('\n', "\r\n"),
        page.replace("\"id\":2,", "\"id\":1,"),
        format!("{head}Hello\n\n{mark}\n\n{messages}"),
        page.replace("{\"call\":{\"id\"", "{\"call\":{\"id\"\""),
        page.replace("```json", "json"),
        "# Doors\n\n## User (m4)\n\n## User (m2)\n\n## Assistant (m5)\n\n```\n\n## User (m6)\n\nA\n"
            .to_owned(),
        format!("{head}{}{messages}", "x\n<!-- vibeue:1 \"text\" -->\n".repeat(1_002)),
    ];
    let mut keys = BTreeSet::new();
    let mut unsaid = Vec::new();
    for page in &pages {
        for note in read(page.as_bytes()).unwrap().repairs {
            unsaid.extend(collect(&note, &mut keys));
        }
    }
    assert_eq!(unsaid, [""; 0]);
    let unused: Vec<&str> =
        PAGES.iter().map(|it| it.key).filter(|key| !keys.contains(key)).collect();
    assert_eq!(unused, [""; 0]);
}

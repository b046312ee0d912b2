//! Transcripts and journals with every fault that is repaired.

use std::collections::BTreeSet;

use vibeue_conversation::transcript::{ReadOptions, Repair, read};

use super::super::{find, repairs};
use crate::journal::TornTail;

/// OpenAI's messages, with faults in them.
const OPENAI: &str = r#"[
    7,
    "hi",
    {"role": "wizard", "content": "ok"},
    {"role": 3, "content": "x"},
    {"content": "x"},
    {"role": "user", "content": true},
    {"role": "user", "role": "user", "content": "x", "n": 123456789012345678901234567890},
    {"role": "system", "content": null},
    {"role": "user", "content": "b", "tool_calls": []},
    {"role": "assistant", "content": "c", "tool_calls": 7},
    {"role": "assistant", "content": "d", "tool_calls": []},
    {"role": "user", "content": [7, "t", {"text": "x"}, {"type": "text"}]},
    {"role": "tool", "tool_call_id": "future", "content": "r"},
    {"role": "assistant", "content": [], "tool_calls": [
        {"id": 1, "function": {"name": "f"}},
        {"type": "function", "function": {"name": "f", "arguments": null}},
        {"id": "x", "type": "function", "function": {"name": "f", "arguments": {"a": 1}}},
        {"id": "x", "type": "function", "function": {"name": "f", "arguments": "{}"}},
        {"id": "future", "type": "function", "function": {"name": "f", "arguments": "{}"}},
        {"id": "late", "type": "function", "function": {"name": "f", "arguments": "{}"}},
        {"type": "function"}]},
    {"role": "tool", "content": null},
    {"role": "tool"},
    {"role": "tool", "tool_call_id": "1", "content": "again"},
    {"role": "tool", "tool_call_id": "nobody's", "content": "z"},
    {"role": "tool", "tool_call_id": "nor this", "content": "z"},
    {"role": "user", "content": "and"},
    {"role": "tool", "tool_call_id": "late", "content": "r"},
    {"role": "assistant", "function_call": {}},
    {"role": "tool", "content": "r"},
    {"role": "assistant", "tool_calls": [
        {"id": "y", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
    {"role": "function", "name": "f", "content": "r"}
]"#;

/// Anthropic's, with those that OpenAI's cannot have.
const ANTHROPIC: &str = r#"{"system": "s", "max_tokens": 9, "messages": [
    {"role": "system", "content": "s"},
    {"role": "user", "content": [
        7, "t", {"text": "x"}, {"type": "text", "text": " "}, {"type": "text"}, {"type": "image"}]},
    {"role": "user", "content": [
        {"type": "tool_use", "id": "u", "name": "f", "input": {}}, {"type": "text", "text": "x"}]},
    {"role": "assistant", "content": [
        {"type": "tool_use", "id": "a"},
        {"type": "tool_use", "id": "b", "name": "f"},
        {"type": "tool_use", "id": "c", "name": "f", "input": "{\"a\": 1}"},
        {"type": "tool_use", "id": "d", "name": "f", "input": 7}]},
    {"role": "user", "content": [
        {"type": "text", "text": "x"},
        {"type": "tool_result", "tool_use_id": "b", "content": "r", "is_error": [1]},
        {"type": "tool_result", "tool_use_id": "c", "content": null}]}
]}"#;

/// What [`every_sentence_is_still_said`](super::every_sentence_is_still_said) alone sees: what is
/// said of results that are lost.
const LOST: [&str; 2] = ["result_in_part", "result_not_carried"];

fn repairs_of(text: &str) -> Vec<Repair> {
    read(text.as_bytes(), &ReadOptions::default()).unwrap().repairs
}

/// Adds the keys of all sentences that a text is made of, as a host says it.
fn collect(text: &str, keys: &mut BTreeSet<&'static str>) {
    if let Some(found) = find(text) {
        keys.insert(found.sentence.key);
        for part in found.arguments {
            collect(part, keys);
        }
        collect(found.before.trim_end_matches(": "), keys);
        collect(found.after.trim_start_matches("; "), keys);
    }
}

#[test]
fn every_repair_of_a_transcript_and_of_a_journal_is_made_of_sentences() {
    let user = r#"{"role": "user", "content": "x"}"#;
    let many = format!("[{}{user}]", "7, ".repeat(10_002));
    let texts = [
        OPENAI.to_owned(),
        ANTHROPIC.to_owned(),
        r#"[{"role": "user", "content": "\ud800"}]"#.to_owned(),
        r#"[{"role": "user", "content": "\ud800 \ud800"}]"#.to_owned(),
        format!("{user}\n{user}\n{{\"role\": "),
    ];
    let mut repairs: Vec<Repair> = texts.iter().flat_map(|text| repairs_of(text)).collect();
    // The last one says how many more there were.
    repairs.extend(repairs_of(&many).pop());
    let unsaid: BTreeSet<&str> = repairs
        .iter()
        .flat_map(|it| [it.what.as_str(), it.done.as_str()])
        .filter(|text| find(text).is_none_or(|it| !(it.before.is_empty() && it.after.is_empty())))
        .collect();
    assert_eq!(unsaid, BTreeSet::new());

    let mut keys = BTreeSet::from(LOST);
    let torn = |zeros| TornTail { line: 4, offset: 300, bytes: 12, zeros }.to_string();
    let told = repairs.iter().map(ToString::to_string).chain([torn(true), torn(false)]);
    told.for_each(|text| collect(&text, &mut keys));
    let unused: Vec<&str> =
        repairs::SENTENCES.iter().map(|it| it.key).filter(|key| !keys.contains(key)).collect();
    assert_eq!(unused, [""; 0]);
}

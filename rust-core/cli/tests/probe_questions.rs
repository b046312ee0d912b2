//! The questions that ship: each can be answered from the part that its reader
//! is given, and gives nothing away.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test; what is skipped is said")]

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::samples;

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn sets() -> Vec<(String, Value)> {
    let files = std::fs::read_dir(samples().join("probes")).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), read(path))).collect()
}

/// The conversation of a set: a sample, or one of the public ones next to the repository.
fn conversation(set: &Value) -> Option<Value> {
    let written = set["conversation"].as_str().unwrap();
    let sample = samples().join("probes").join(written);
    let name = Path::new(written).file_name().unwrap();
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|up| up.join("shared"));
    let named = std::env::var_os("VIBEUE_SHARED").map(PathBuf::from);
    let shared = named.into_iter().chain(beside).map(|it| it.join("data/transcripts").join(name));
    std::iter::once(sample).chain(shared).find(|path| path.is_file()).map(|path| read(&path))
}

fn strings(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::String(text) => all.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| strings(item, all)),
        Value::Object(fields) => fields.values().for_each(|field| strings(field, all)),
        _ => {}
    }
}

#[test]
fn seven_conversations_have_twenty_questions_each_of_at_least_six_kinds() {
    let found: Vec<(String, usize, bool)> = sets()
        .iter()
        .map(|(name, set)| {
            let questions = set["questions"].as_array().unwrap();
            let kinds: BTreeSet<&str> =
                questions.iter().map(|it| it["kind"].as_str().unwrap()).collect();
            (name.clone(), questions.len(), kinds.len() >= 6)
        })
        .collect();
    let names = [
        "airline-03",
        "airline-08",
        "airline-46",
        "airlock-anthropic",
        "blueprint-door",
        "i-got-id",
        "marshmallow-1867",
    ];
    assert_eq!(found, names.map(|name| (name.to_owned(), 20, true)));
}

#[test]
fn the_messages_that_a_key_names_hold_its_evidence_and_come_before_the_cut() {
    let mut wrong = Vec::new();
    for (name, set) in sets() {
        let Some(conversation) = conversation(&set) else {
            eprintln!("!! SKIPPED: {name}: its conversation is not beside the repository");
            continue;
        };
        let messages = conversation["messages"].as_array().unwrap();
        let cut = set["cut"].as_u64().unwrap() as usize;
        assert!(cut <= messages.len(), "{name}");
        for question in set["questions"].as_array().unwrap() {
            let from: Vec<usize> = question["from"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it.as_u64().unwrap() as usize)
                .collect();
            let mut said = Vec::new();
            from.iter().for_each(|at| strings(&messages[*at], &mut said));
            let evidence = question["evidence"].as_array().unwrap();
            let holds = |it: &Value| said.iter().any(|text| text.contains(it.as_str().unwrap()));
            let asked = question["question"].as_str().unwrap().to_lowercase();
            let tells = |it: &Value| asked.contains(&it.as_str().unwrap().to_lowercase());
            if from.iter().any(|at| *at >= cut)
                || evidence.is_empty()
                || !evidence.iter().all(holds)
                || evidence.iter().any(tells)
            {
                wrong.push(format!("{name}: {}", question["id"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

//! Facts over whole conversations, judged by an extractor of another kind.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use regex::Regex;
use serde_json::Value;
use vibeue_core::compaction::facts::{FactSet, Origin, render, select};
use vibeue_core::conversation::{Extra, Message, MessageId, Part, Role, ToolCall};

/// The real transcripts beside the repository, if they are there.
fn transcripts() -> Vec<(String, Vec<Message>)> {
    let shared = std::env::var_os("VIBEUE_SHARED").map(PathBuf::from).or_else(|| {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        here.ancestors().map(|up| up.join("shared")).find(|path| path.join("data").is_dir())
    });
    let Some(folder) = shared.map(|path| path.join("data/transcripts")) else {
        eprintln!("SKIPPED: no ../shared beside the repository and VIBEUE_SHARED is not set");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.sort();
    let mut all = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|e| e == "json")) {
        let value: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        all.push((name, value["messages"].as_array().unwrap().iter().zip(1..).map(read).collect()));
    }
    all
}

fn read((value, id): (&Value, u64)) -> Message {
    let id = MessageId(id);
    let content = match &value["content"] {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).collect(),
        _ => String::new(),
    };
    match value["role"].as_str().unwrap() {
        "system" => Message::text(id, Role::System, content),
        "user" => Message::text(id, Role::User, content),
        "tool" => {
            let call_id = value["tool_call_id"].as_str().unwrap_or_default();
            Message::tool_result(id, call_id, value["name"].as_str(), content, false)
        }
        _ => {
            let mut parts = vec![Part::text(content)];
            for call in value["tool_calls"].as_array().into_iter().flatten() {
                parts.push(Part::ToolCall(Box::new(ToolCall {
                    id: call["id"].as_str().unwrap_or_default().into(),
                    name: call["function"]["name"].as_str().unwrap_or_default().into(),
                    arguments: call["function"]["arguments"].as_str().unwrap_or_default().into(),
                    extra: Extra::new(),
                })));
            }
            Message::new(id, Role::Assistant, parts)
        }
    }
}

/// An extractor that shares nothing with the scanner: regular expressions over
/// texts, strings of JSON arguments by serde_json.
struct Judge(Vec<(&'static str, Regex)>);

impl Judge {
    fn new() -> Self {
        let patterns = [
            ("path", r#"(?:[A-Za-z]:\\|\.{0,2}/|~/)?[\w.-]+(?:[/\\][\w.-]+)+"#),
            ("path", r"(?:^|[\s`\x22'(])(/[\w.-]+(?:/[\w.-]+)*)"),
            ("path", r"\b[\w-]+\.(?:py|pl|c|h|cpp|rs|md|txt|json|toml|ini|html|cfg|log|sh|js)\b"),
            ("asset", r"/(?:Game|Engine|Script)/[\w./]+\w"),
            ("url", r#"https?://[^\s"'<>`)\]|\\]+[^\s"'<>`)\]|\\.,;:!?]"#),
            ("email", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}"),
            ("guid", r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"),
            ("hex", r"\b[0-9a-f]*[0-9][0-9a-f]*[a-f][0-9a-f]{5,}\b"),
            ("code", r"\b[A-Z0-9]*(?:[A-Z][0-9]|[0-9][A-Z])[A-Z0-9]*\b"),
            ("caps", r"\b[A-Z]{5,8}\b"),
            ("date", r"\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?\b"),
            ("date", r"\b(?:January|February|March|April|May|June|July|August) \d{1,2}\b"),
            ("time", r"\b\d{1,2}:\d{2}(?::\d{2})?\b"),
            ("money", r"[$€£]\s?\d+(?:,\d{3})*(?:\.\d+)?"),
            ("unit", r"\b\d+(?:\.\d+)?\s?(?:ms|s|MB|GB|KB|fps|%|px|hours|days|lines|bags)"),
            ("version", r"\bv?\d+\.\d+\.\d+(?:-\w+)?\b"),
            ("number", r"\b\d+\.\d+\b|\b\d{3,}\b"),
            ("error code", r"\b(?:C|LNK|E|TS|CS)\d{4}\b|\bHTTP [45]\d\d\b"),
            ("error", r"\b\w+(?:Error|Exception)\b"),
            ("camel", r"\b[A-Za-z]+[a-z0-9][A-Z]\w*\b|\b[A-Z]{2,}[a-z]\w*\b"),
            ("snake", r"\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b"),
            ("quoted", r#""([^"\n]{2,60})""#),
            ("backticked", r"`([^`\n]{2,60})`"),
        ];
        Self(patterns.map(|(name, pattern)| (name, Regex::new(pattern).unwrap())).to_vec())
    }

    fn find<'t>(&self, text: &'t str) -> Vec<(&'static str, &'t str)> {
        let mut found = Vec::new();
        for (kind, pattern) in &self.0 {
            for captures in pattern.captures_iter(text) {
                let hit = captures.get(1).or_else(|| captures.get(0)).unwrap().as_str();
                let hit = hit.trim_matches(|c: char| c.is_whitespace() || c == '.');
                if hit.len() >= 2 && hit.chars().any(char::is_alphanumeric) {
                    found.push((*kind, hit));
                }
            }
        }
        found
    }

    /// The facts that must survive: in a user message or in call arguments, or
    /// in two messages.
    fn vital(&self, messages: &[Message]) -> BTreeMap<String, &'static str> {
        let mut seen: HashMap<String, (&'static str, HashSet<u64>, bool)> = HashMap::new();
        for message in messages.iter().filter(|message| message.role != Role::System) {
            let mut texts: Vec<(String, bool)> = Vec::new();
            for part in &message.parts {
                match part {
                    Part::Text { text, .. } => {
                        texts.push((text.clone(), message.role == Role::User));
                    }
                    Part::ToolCall(call) => {
                        let arguments =
                            serde_json::from_str(&call.arguments).unwrap_or(Value::Null);
                        leaves(&arguments, &mut texts);
                    }
                    Part::ToolResult(result) => texts.push((result.joined_text(), false)),
                    _ => {}
                }
            }
            for (text, spoken) in &texts {
                for (kind, hit) in self.find(text) {
                    let entry = seen.entry(hit.to_owned()).or_insert((kind, HashSet::new(), false));
                    entry.1.insert(message.id.0);
                    entry.2 |= spoken;
                }
            }
        }
        let vital = seen.into_iter().filter(|(_, (_, ids, spoken))| *spoken || ids.len() > 1);
        vital.map(|(text, (kind, ..))| (text, kind)).collect()
    }
}

fn leaves(value: &Value, texts: &mut Vec<(String, bool)>) {
    match value {
        Value::String(text) => texts.push((text.clone(), true)),
        Value::Number(number) => texts.push((number.to_string(), true)),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, texts)),
        _ => {}
    }
}

#[test]
fn what_an_independent_extractor_finds_is_inside_our_facts() {
    let judge = Judge::new();
    let encoding = tiktoken_rs::o200k_base().unwrap();
    let count = |text: &str| encoding.encode_ordinary(text).len() as u64;
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for (name, messages) in transcripts() {
        let set = FactSet::of(&messages);
        let vital: Vec<_> = set.ranked().into_iter().filter(|fact| fact.is_vital()).collect();
        let whole = vital.iter().map(|fact| &*fact.text).collect::<Vec<_>>().join("\n");
        let expected = judge.vital(&messages);
        let mut hits = 0;
        for (text, kind) in &expected {
            let entry = kinds.entry(kind).or_default();
            entry.1 += 1;
            if whole.contains(text.as_str()) {
                entry.0 += 1;
                hits += 1;
            } else {
                missed.push(format!("{name}: {kind} {text:?}"));
            }
        }
        let total: u64 = messages
            .iter()
            .flat_map(|m| {
                let calls = m.tool_calls().map(|c| c.arguments.clone());
                let results = m.tool_results().map(|r| r.joined_text());
                m.texts().map(str::to_owned).chain(calls).chain(results).collect::<Vec<_>>()
            })
            .map(|text| count(&text))
            .sum();
        let everything = render(&select(&vital, count, u64::MAX));
        let quarter = render(&select(&vital, count, total / 5));
        let kept = expected.keys().filter(|text| quarter.contains(text.as_str())).count();
        eprintln!(
            "{name}: facts {} vital {} | judge {}/{} | tokens {total}, all vital {} ({} %), in a fifth {} tokens keep {kept}/{} ({:.1} %)",
            set.len(),
            vital.len(),
            hits,
            expected.len(),
            count(&everything),
            count(&everything) * 100 / total,
            count(&quarter),
            expected.len(),
            kept as f64 * 100.0 / expected.len() as f64,
        );
        if std::env::var_os("SHOW").is_some_and(|show| name.contains(&*show.to_string_lossy())) {
            eprintln!("{everything}");
        }
    }
    for (kind, (hits, all)) in &kinds {
        eprintln!("{kind}: {hits}/{all}");
    }
    let (hits, all) = kinds.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    eprintln!("together: {hits}/{all}");
    for line in missed.iter().take(60) {
        eprintln!("missed {line}");
    }
    assert!(hits * 100 >= all * 99, "{hits} of {all}; missed: {missed:#?}");
    let _ = Origin::User;
}

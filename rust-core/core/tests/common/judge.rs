//! An extractor of facts of another kind, to judge ours by.

use std::collections::{BTreeMap, HashMap, HashSet};

use regex::Regex;
use serde_json::Value;
use vibeue_core::conversation::{Message, Part, Role};

/// An extractor that shares nothing with the scanner: regular expressions over
/// texts, strings of JSON arguments by serde_json.
pub struct Judge(Vec<(&'static str, Regex)>);

impl Judge {
    pub fn new() -> Self {
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
            ("quoted", r"(?:^|[\s(=,:\[])'([^'\n]{2,60})'"),
            ("date", r"\b\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?\b"),
            ("date", r"\b(?:May|June) \d{1,2}, \d{4}\b"),
            ("time", r"\b\d{1,2}(?::\d{2})? ?(?:AM|PM|am|pm)\b"),
            ("ticket", r"#\d+\b"),
            ("ip", r"\b\d{1,3}(?:\.\d{1,3}){3}\b"),
            ("hex", r"\b0x[0-9a-fA-F]+\b"),
            ("dotted", r"\b[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+\b"),
            ("scoped", r"\b\w+(?:::\w+)+\b"),
            ("caps", r"\b[A-Z]{3,4}\b"),
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
                // `[3/27]` is progress, not a path.
                let counts = *kind == "path" && !hit.chars().any(char::is_alphabetic);
                if hit.len() >= 2 && hit.chars().any(char::is_alphanumeric) && !counts {
                    found.push((*kind, hit));
                }
            }
        }
        found
    }

    /// The facts that people said, without codes and names among shouted words.
    pub fn user_facts(&self, messages: &[Message]) -> BTreeMap<String, &'static str> {
        let mut said = BTreeMap::new();
        for message in messages.iter().filter(|message| message.is_user_request()) {
            for text in message.texts().filter(|text| text.len() < 3_000 && !is_printed(text)) {
                for (kind, hit) in self.find(text) {
                    let telling = hit.len() >= 4 && hit.bytes().any(|b| b.is_ascii_digit());
                    if telling && !matches!(kind, "quoted" | "backticked" | "caps" | "time") {
                        said.insert(hit.to_owned(), kind);
                    }
                }
            }
        }
        said
    }

    /// The facts that must survive: in a user message or in call arguments, or
    /// in two messages.
    pub fn vital(&self, messages: &[Message]) -> BTreeMap<String, &'static str> {
        let mut seen: HashMap<String, (&'static str, HashSet<u64>, bool)> = HashMap::new();
        for message in messages.iter().filter(|message| message.role != Role::System) {
            let mut texts: Vec<(String, bool)> = Vec::new();
            for part in &message.parts {
                match part {
                    Part::Text { text, .. } => {
                        let person = message.role == Role::User && !is_printed(text);
                        texts.push((text.clone(), person));
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

/// Recognizes what a terminal printed, which some agents pass on in the user's role: it ends with
/// the prompt.
fn is_printed(text: &str) -> bool {
    text.trim_end().ends_with('$')
}

fn leaves(value: &Value, texts: &mut Vec<(String, bool)>) {
    match value {
        // A body is written, not named: what is in it counts when it is seen
        // again.
        Value::String(text) => {
            texts.push((text.clone(), text.len() <= 200 && !text.contains('\n')));
        }
        Value::Number(number) => texts.push((number.to_string(), true)),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, texts)),
        _ => {}
    }
}

//! Masks the secrets of one conversation.

use std::collections::BTreeSet;

use aho_corasick::{AhoCorasick, MatchKind};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::finder::{find, merged, replaced};
use super::mask::MASK;

/// The shortest secret that is searched for away from its name, in bytes:
/// there, a short word may mean something else.
const SHORTEST: usize = 8;
/// The most secrets that are searched for everywhere.
const MOST: usize = 10_000;

/// The secrets of a conversation, as they are collected.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    secrets: BTreeSet<String>,
    pub(super) count: usize,
}

impl Gathered {
    /// Adds the secrets of a text; returns whether it contains any.
    pub(super) fn add(&mut self, text: &str) -> bool {
        let found = find(text);
        self.count += found.len();
        for range in &found {
            let secret = &text[range.clone()];
            if stands_alone(secret) && self.secrets.len() < MOST {
                self.secrets.extend(other_forms(secret));
                self.secrets.insert(secret.to_owned());
            }
        }
        !found.is_empty()
    }
}

/// Masks the texts of one conversation: what is recognized as a secret, and every other occurrence
/// of it, with or without its name.
#[derive(Debug, Default)]
pub(super) struct Masker {
    everywhere: Option<AhoCorasick>,
}

impl Masker {
    pub(super) fn of(gathered: &Gathered) -> Self {
        let everywhere = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&gathered.secrets)
            .ok()
            .filter(|_| !gathered.secrets.is_empty());
        Self { everywhere }
    }

    /// Whether a collected secret occurs in a text.
    pub(super) fn knows(&self, text: &str) -> bool {
        self.everywhere.as_ref().is_some_and(|secrets| secrets.is_match(text))
    }

    /// The text with its secrets masked; `None` if there are none.
    pub(super) fn text(&self, text: &str) -> Option<String> {
        let mut ranges = find(text);
        if let Some(everywhere) = &self.everywhere {
            ranges.extend(everywhere.find_iter(text).map(|found| found.range()));
        }
        (!ranges.is_empty()).then(|| replaced(text, &merged(ranges)).into_owned())
    }

    /// The same for JSON text: what was JSON before is JSON afterwards.
    pub(super) fn json(&self, text: &str) -> Option<String> {
        let masked = self.text(text)?;
        let is_json = |text: &str| serde_json::from_str::<IgnoredAny>(text).is_ok();
        if is_json(&masked) || !is_json(text) {
            return Some(masked);
        }
        let mut value: Value = serde_json::from_str(text).ok()?;
        self.leaves(&mut value, "");
        Some(value.to_string())
    }

    /// Masks what a value contains; returns whether anything was masked.
    pub(super) fn value(&self, value: &mut Value) -> bool {
        let text = value.to_string();
        let Some(masked) = self.json(&text) else { return false };
        if let Ok(masked) = serde_json::from_str(&masked) {
            *value = masked;
        }
        true
    }

    /// Masks the strings of a value one by one, each judged with its key.
    fn leaves(&self, value: &mut Value, key: &str) {
        match value {
            Value::String(text) => {
                let beside = format!("{}: {}", Value::from(key), Value::from(text.as_str()));
                if let Some(masked) = self.text(text) {
                    *text = masked;
                } else if !find(&beside).is_empty() {
                    MASK.clone_into(text);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.leaves(item, key)),
            Value::Object(fields) => {
                fields.iter_mut().for_each(|(key, value)| self.leaves(value, key));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Whether a secret cannot be mistaken for anything else.
fn stands_alone(secret: &str) -> bool {
    secret.len() >= SHORTEST
        && secret != MASK
        && (secret.bytes().any(|byte| byte.is_ascii_digit())
            || secret.chars().any(|c| !c.is_alphanumeric()))
}

/// The forms of a secret inside JSON, and without JSON's escapes.
fn other_forms(secret: &str) -> impl Iterator<Item = String> {
    let escaped = Value::from(secret).to_string();
    let escaped = escaped[1..escaped.len() - 1].to_owned();
    let plain = secret.contains('\\').then(|| serde_json::from_str(&format!("\"{secret}\"")));
    let plain: Option<String> = plain.and_then(Result::ok);
    let secret = secret.to_owned();
    [Some(escaped), plain].into_iter().flatten().filter(move |form| *form != secret)
}

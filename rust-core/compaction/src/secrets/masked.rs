//! A conversation as summaries and exports may see it.

use std::collections::BTreeSet;

use aho_corasick::{AhoCorasick, MatchKind};

use super::finder::{MASK, find, merged, replaced};
use vibeue_conversation::{Message, Part};

/// The shortest secret that is looked for where its name is not beside it, in
/// bytes: a short word may mean something else there.
const SHORTEST: usize = 8;
/// The most secrets that are looked for everywhere.
const MOST: usize = 10_000;

/// Messages with their secrets masked: the originals where there are none.
#[derive(Debug, Default)]
pub struct Masked {
    /// In the place of the message at the same place, if it held a secret.
    changed: Vec<Option<Message>>,
    count: usize,
}

impl Masked {
    /// Looks through a conversation. A secret that is found anywhere in it is
    /// masked wherever it occurs, with its name or without.
    pub fn of(messages: &[&Message]) -> Self {
        let mut secrets: BTreeSet<String> = BTreeSet::new();
        let mut held = vec![false; messages.len()];
        let mut count = 0;
        for (message, held) in messages.iter().zip(&mut held) {
            for_each_text(message, |text| {
                for range in find(text) {
                    *held = true;
                    count += 1;
                    let secret = &text[range];
                    if stands_alone(secret) && secrets.len() < MOST {
                        secrets.insert(secret.to_owned());
                    }
                }
            });
        }
        if !held.contains(&true) {
            return Self { changed: Vec::new(), count: 0 };
        }
        let everywhere = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&secrets)
            .ok()
            .filter(|_| !secrets.is_empty());
        let mask = |text: &str| -> Option<String> {
            let mut ranges = find(text);
            if let Some(everywhere) = &everywhere {
                ranges.extend(everywhere.find_iter(text).map(|found| found.range()));
            }
            (!ranges.is_empty()).then(|| replaced(text, &merged(ranges)).into_owned())
        };
        let changed = messages
            .iter()
            .zip(held)
            .map(|(message, held)| {
                let holds = held
                    || everywhere.as_ref().is_some_and(|secrets| {
                        let mut any = false;
                        for_each_text(message, |text| any |= secrets.is_match(text));
                        any
                    });
                holds.then(|| with_texts(message, &mask))
            })
            .collect();
        Self { changed, count }
    }

    /// The messages that were looked through, masked where need be; pass the
    /// same ones again.
    pub fn view<'m>(&'m self, messages: &[&'m Message]) -> Vec<&'m Message> {
        let changed = self.changed.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        messages.iter().zip(changed).map(|(message, masked)| masked.unwrap_or(message)).collect()
    }

    /// How many secrets were found beside their names; 0 when no message
    /// changed.
    pub fn count(&self) -> usize {
        self.count
    }
}

/// Whether a secret is one that nothing else is called.
fn stands_alone(secret: &str) -> bool {
    secret.len() >= SHORTEST
        && secret != MASK
        && (secret.bytes().any(|byte| byte.is_ascii_digit())
            || secret.chars().any(|c| !c.is_alphanumeric()))
}

/// Visits what a summary may repeat: words, arguments, results.
fn for_each_text<'m>(message: &'m Message, mut take: impl FnMut(&'m str)) {
    for part in &message.parts {
        match part {
            Part::Text { text, .. } => take(text),
            Part::ToolCall(call) => take(&call.arguments),
            Part::ToolResult(result) => result.texts().for_each(&mut take),
            Part::Image(_) | Part::Opaque { .. } => {}
        }
    }
}

/// The message with every text changed for which there is another.
fn with_texts(message: &Message, change: &impl Fn(&str) -> Option<String>) -> Message {
    let mut message = message.clone();
    change_parts(&mut message.parts, change);
    message
}

fn change_parts(parts: &mut [Part], change: &impl Fn(&str) -> Option<String>) {
    for part in parts {
        match part {
            Part::Text { text, .. } => {
                if let Some(other) = change(text) {
                    *text = other;
                }
            }
            Part::ToolCall(call) => {
                if let Some(other) = change(&call.arguments) {
                    call.arguments = other;
                }
            }
            Part::ToolResult(result) => change_parts(&mut result.parts, change),
            Part::Image(_) | Part::Opaque { .. } => {}
        }
    }
}

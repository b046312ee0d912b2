//! A conversation in the form in which summaries may see it.

use std::borrow::Cow;

use super::masker::{Gathered, Masker};
use vibeue_conversation::{Message, Part};

/// Messages with their secrets masked; those without secrets are unchanged.
#[derive(Debug, Default)]
pub struct Masked {
    /// At each index, the masked message if it contained a secret.
    changed: Vec<Option<Message>>,
    count: usize,
}

impl Masked {
    /// Examines a conversation. A secret that is found anywhere in it is masked
    /// wherever it occurs, with its name or without.
    pub fn of(messages: &[&Message]) -> Self {
        let mut gathered = Gathered::default();
        let mut held = vec![false; messages.len()];
        for (message, held) in messages.iter().zip(&mut held) {
            for_each_text(message, |text| *held |= gathered.add(text));
        }
        if !held.contains(&true) {
            return Self { changed: Vec::new(), count: 0 };
        }
        let masker = Masker::of(&gathered);
        let changed = messages
            .iter()
            .zip(held)
            .map(|(message, held)| {
                let holds = held || {
                    let mut any = false;
                    for_each_text(message, |text| any |= masker.knows(text));
                    any
                };
                holds.then(|| with_texts(message, &masker))
            })
            .collect();
        Self { changed, count: gathered.count }
    }

    /// The messages that were examined, masked if necessary; pass the same ones again.
    pub fn view<'m>(&'m self, messages: &[&'m Message]) -> Vec<&'m Message> {
        let changed = self.changed.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        messages.iter().zip(changed).map(|(message, masked)| masked.unwrap_or(message)).collect()
    }

    /// The same, without a list of its own if nothing is masked: there may be hundreds of
    /// thousands.
    pub(crate) fn shared_view<'m>(&'m self, messages: &'m [&'m Message]) -> Cow<'m, [&'m Message]> {
        if self.changed.is_empty() {
            Cow::Borrowed(messages)
        } else {
            Cow::Owned(self.view(messages))
        }
    }

    /// How many secrets were found by their names; 0 if no message changed.
    pub fn count(&self) -> usize {
        self.count
    }
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

/// The message with its secrets masked.
fn with_texts(message: &Message, masker: &Masker) -> Message {
    let mut message = message.clone();
    change_parts(&mut message.parts, masker);
    message
}

fn change_parts(parts: &mut [Part], masker: &Masker) {
    for part in parts {
        match part {
            Part::Text { text, .. } => {
                if let Some(other) = masker.text(text) {
                    *text = other;
                }
            }
            Part::ToolCall(call) => {
                if let Some(other) = masker.json(&call.arguments) {
                    call.arguments = other;
                }
            }
            Part::ToolResult(result) => change_parts(&mut result.parts, masker),
            Part::Image(_) | Part::Opaque { .. } => {}
        }
    }
}

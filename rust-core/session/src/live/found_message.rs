//! Finds words in a conversation.

use memchr::memmem;
use vibeue_compaction::texts_of;
use vibeue_conversation::{MessageId, Role};

use super::Snapshot;
use crate::recall::places;

/// A message that matches a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMessage {
    /// Which one.
    pub id: MessageId,
    /// Whose it is.
    pub role: Role,
    /// The number of matches in it.
    pub times: usize,
    /// The text before the first match, on one line.
    pub before: String,
    /// The match, as written there.
    pub found: String,
    /// The text after it, on one line.
    pub after: String,
}

/// About how many bytes are shown before and after the words.
const AROUND: (usize, usize) = (32, 120);

impl Snapshot {
    /// Finds words in the whole conversation, oldest first: in what the user and the model wrote,
    /// in tool calls and in their results, even if a summary or a digest replaces them in the view.
    /// Takes time proportional to the conversation's length.
    pub fn find(&self, words: &str, match_case: bool) -> Vec<FoundMessage> {
        if words.trim().is_empty() {
            return Vec::new();
        }
        let all = |text: &str| -> Vec<usize> {
            match match_case {
                true => memmem::find_iter(text.as_bytes(), words).collect(),
                false => places(text, words),
            }
        };
        let messages = self.transcript.iter().filter(|message| message.role != Role::System);
        let found = messages.filter_map(|message| {
            let mut first = None;
            let mut times = 0;
            for text in texts_of(message) {
                let found = all(text);
                times += found.len();
                first = first.or_else(|| found.first().map(|at| (text, *at)));
            }
            let (text, at) = first?;
            let end = text.ceil_char_boundary((at + words.len()).min(text.len()));
            let start = text.floor_char_boundary(at.saturating_sub(AROUND.0));
            let stop = text.ceil_char_boundary((end + AROUND.1).min(text.len()));
            Some(FoundMessage {
                id: message.id,
                role: message.role,
                times,
                before: one_line(if start > 0 { "…" } else { "" }, &text[start..at], ""),
                found: one_line("", &text[at..end], ""),
                after: one_line("", &text[end..stop], if stop < text.len() { "…" } else { "" }),
            })
        });
        found.collect()
    }
}

/// A part of a text on one line, each run of blanks as one.
fn one_line(before: &str, text: &str, after: &str) -> String {
    let mut line = String::from(before);
    for c in text.chars() {
        match c {
            c if c.is_whitespace() && line.ends_with(' ') => {}
            c if c.is_whitespace() => line.push(' '),
            c => line.push(c),
        }
    }
    line + after
}

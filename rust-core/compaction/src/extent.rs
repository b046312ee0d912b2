//! What a compaction did, in figures.

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

use super::Compaction;
use super::digest::is_placeholder;
use vibeue_conversation::{Message, MessageId, Part, ToolResult};

/// What a compaction did to the messages that the model saw, as figures for the
/// user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// Messages that were replaced by the summary.
    pub messages_summarized: u64,
    /// Tool results that became placeholders.
    pub results_pruned: u64,
    /// Messages that stay but were cut: their texts, arguments or results.
    pub messages_trimmed: u64,
}

impl Extent {
    /// Counts what a compaction does; `before` returns the form that a message
    /// has until then.
    pub fn of<M: Borrow<Message>>(
        compaction: &Compaction,
        before: impl Fn(MessageId) -> Option<M>,
    ) -> Self {
        let messages_summarized = compaction.replaced.len() as u64;
        let mut extent = Self { messages_summarized, ..Self::default() };
        for short in &compaction.shortened {
            let Some(long) = before(short.id) else { continue };
            extent.results_pruned += pruned(long.borrow(), short);
            extent.messages_trimmed += u64::from(is_cut(long.borrow(), short));
        }
        extent
    }
}

/// Results that are placeholders only in the shorter form.
fn pruned(long: &Message, short: &Message) -> u64 {
    let results = long.tool_results().zip(short.tool_results());
    results.filter(|(long, short)| became_placeholder(long, short)).count() as u64
}

fn became_placeholder(long: &ToolResult, short: &ToolResult) -> bool {
    short.texts().any(is_placeholder) && !long.texts().any(is_placeholder)
}

/// Returns whether anything is shorter besides results that became placeholders.
fn is_cut(long: &Message, short: &Message) -> bool {
    long.parts.len() != short.parts.len()
        || long.parts.iter().zip(&short.parts).any(|pair| match pair {
            (Part::ToolResult(long), Part::ToolResult(short)) => {
                long.parts != short.parts && !became_placeholder(long, short)
            }
            (long, short) => long != short,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rung;
    use crate::digest::{DigestOptions, placeholder};
    use vibeue_conversation::{Extra, Role};

    fn results(id: u64, texts: &[&str]) -> Message {
        let part = |(nth, text): (usize, &&str)| {
            Part::ToolResult(Box::new(ToolResult {
                call_id: format!("c{nth}").into(),
                name: None,
                parts: vec![Part::text(*text)],
                is_error: false,
                whole: None,
                ran_ms: None,
                extra: Extra::new(),
            }))
        };
        let parts = texts.iter().enumerate().map(part).collect();
        Message::new(MessageId(id), Role::Tool, parts)
    }

    #[test]
    fn pruned_results_and_cut_messages_are_counted_apart() {
        let log = results(3, &["line of the log\n".repeat(400).as_str()]);
        let result = log.tool_results().next().unwrap();
        let gone = placeholder(None, result, MessageId(3), &DigestOptions::default()).unwrap();
        let before = [
            results(3, &["long", &gone, "stays"]),
            results(4, &[&gone]),
            Message::text(MessageId(5), Role::User, "long text"),
        ];
        let compaction = Compaction {
            replaced: vec![MessageId(1), MessageId(2)],
            shortened: vec![
                results(3, &[&gone, &gone, "stays"]),
                results(4, &["cut"]),
                Message::text(MessageId(5), Role::User, "text"),
            ],
            tokens_before: 2,
            tokens_after: 1,
            ..Compaction::new("", Rung::Trim)
        };
        let extent = Extent::of(&compaction, |id| before.iter().find(|it| it.id == id));
        let expected = Extent { messages_summarized: 2, results_pruned: 1, messages_trimmed: 2 };
        assert_eq!(extent, expected);
    }
}

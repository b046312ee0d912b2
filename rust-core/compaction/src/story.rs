//! How much of what was said a summary still reports.

use std::collections::BTreeSet;

use super::Compaction;
use super::rewrite::summary_text;
use super::rules::Section;
use vibeue_conversation::{Message, MessageId, MessageKind, Role};

/// How many of the messages in which somebody said something a summary still
/// reports on.
///
/// Each line of a summary cites its messages, so this can be read from the
/// summary alone. The artifact trail and the list of facts say where something
/// happened but do not report it; their ids do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Story {
    /// Condensed messages with words of the user or the agent, and those that a
    /// condensed older summary reported on.
    pub found: u64,
    /// How many of them the new summary cites.
    pub kept: u64,
}

impl Story {
    /// Measures a compaction of these messages.
    pub fn of(messages: &[&Message], compaction: &Compaction) -> Self {
        let replaced: BTreeSet<MessageId> = compaction.replaced.iter().copied().collect();
        let mut ids = BTreeSet::new();
        for message in messages.iter().filter(|message| replaced.contains(&message.id)) {
            if message.kind == MessageKind::Summary {
                ids.extend(reported(message));
            } else if has_words(message) {
                ids.insert(message.id);
            }
        }
        let cited = compaction.summary.as_ref().map(reported).unwrap_or_default();
        Self { found: ids.len() as u64, kept: ids.intersection(&cited).count() as u64 }
    }
}

/// Whether a message contains words of the user or the agent.
fn has_words(message: &Message) -> bool {
    matches!(message.role, Role::User | Role::Assistant)
        && message.texts().any(|text| !text.trim().is_empty())
}

/// The messages that a summary reports on.
fn reported(summary: &Message) -> BTreeSet<MessageId> {
    let text = summary_text(summary);
    let silent = [Section::Codebase.heading(), Section::Ledger.heading()];
    let mut counts = true;
    let mut ids = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with("## ") {
            counts = !silent.contains(&line.trim_end());
        } else if counts {
            ids.extend(ids_in(line));
        }
    }
    ids
}

/// The ids of messages that a line cites: `m12`, both ends of `m12-m31`.
fn ids_in(line: &str) -> impl Iterator<Item = MessageId> {
    line.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| {
        let digits = word.strip_prefix('m')?;
        (!digits.is_empty() && digits.len() <= 12 && digits.bytes().all(|b| b.is_ascii_digit()))
            .then(|| digits.parse().ok().map(MessageId))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Account, Rung};

    fn compaction(replaced: &[u64], text: &str) -> Compaction {
        let mut summary = Message::text(MessageId(90), Role::User, text);
        summary.kind = MessageKind::Summary;
        Compaction {
            replaced: replaced.iter().copied().map(MessageId).collect(),
            summary: Some(summary),
            tokens_before: 2,
            tokens_after: 1,
            ..Compaction::new("", Rung::Rules)
        }
    }

    #[test]
    fn what_was_said_counts_where_a_line_of_the_story_names_it() {
        let messages = [
            Message::text(MessageId(2), Role::User, "The door is dead."),
            Message::text(MessageId(3), Role::Assistant, "Its key was renamed."),
            Message::tool_result(MessageId(4), "c", None, "5 errors", true),
            Message::text(MessageId(5), Role::Assistant, " "),
            Message::text(MessageId(6), Role::User, "Then fix it."),
            Message::text(MessageId(7), Role::User, "And now?"),
        ];
        let refs: Vec<&Message> = messages.iter().collect();
        let text = "## Overview\n- m2 user: \"The door is dead.\"\n## Progress\n- it was 40 m3 deep \
                    (m9-m4)\n## Codebase status\n- Door.cpp: changed, m6\n";
        let done = compaction(&[2, 3, 4, 5, 6], text);
        // `m3` may be a unit, but a volume is rarer than a message id.
        assert_eq!(Story::of(&refs, &done), Story { found: 3, kept: 2 });
        let account = Account::of(&refs, &done, 100);
        assert_eq!((account.budget, account.story_found, account.story_kept), (100, 3, 2));
        let nothing = Compaction { summary: None, ..done };
        assert_eq!(Story::of(&refs, &nothing), Story { found: 3, kept: 0 });
    }

    #[test]
    fn a_summary_of_a_summary_answers_for_what_the_older_one_told() {
        let older =
            compaction(&[], "## Overview\n- m2 user: \"go\"\n- m3: gone\n").summary.unwrap();
        let newer = Message::text(MessageId(91), Role::User, "Stop.");
        let done = compaction(&[90, 91], "## Overview\n- m2 user: \"go\"\n- m91 user: \"Stop.\"");
        assert_eq!(Story::of(&[&older, &newer], &done), Story { found: 3, kept: 2 });
    }
}

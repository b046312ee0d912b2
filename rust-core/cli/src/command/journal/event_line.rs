//! An event in one line.

use std::borrow::Cow;

use vibeue_core::conversation::{Message, MessageKind, Part};
use vibeue_core::session::Event;
use vibeue_core::tokens::Experience;

use crate::output::{counted, grouped};

/// How many characters of a text a line shows.
const SHOWN: usize = 72;

/// What happened, in a few words.
pub(super) fn brief(event: &Event) -> String {
    match event {
        Event::Message(message) => {
            format!("{} {}: {}", message.id, message.role.as_str(), opening(message))
        }
        Event::Submit { parts } => format!("waits for its turn: {}", opening_of(parts)),
        Event::Send { submit, message } => format!("{message} user: what #{submit} submitted"),
        Event::Withdraw { submit } => format!("what #{submit} submitted was withdrawn"),
        Event::Branch { before, message } => {
            format!("{} user, in place of {before}: {}", message.id, opening(message))
        }
        Event::Switch { begun: 0 } => "the first branch is in view".to_owned(),
        Event::Switch { begun } => format!("the branch of #{begun} is in view"),
        Event::Compaction(compaction) => {
            let (before, after) =
                (grouped(compaction.tokens_before), grouped(compaction.tokens_after));
            let mut what = Vec::new();
            if !compaction.replaced.is_empty() {
                let count = counted(compaction.replaced.len() as u64, "message");
                what.push(format!("{count} summarized"));
            }
            if !compaction.shortened.is_empty() {
                what.push(format!("{} shortened", compaction.shortened.len()));
            }
            let author = compaction.record.as_ref().map_or(String::new(), |record| {
                let model = record.written_by().map(cut);
                format!("; written by {}", record.strategy.author(model.as_deref()))
            });
            format!("compacted {before} to {after} tokens: {}{author}", what.join(", "))
        }
        Event::Undo { compaction } => format!("compaction #{compaction} undone"),
        Event::Pin { message, pinned: true } => format!("{message} pinned"),
        Event::Pin { message, pinned: false } => format!("{message} released"),
        Event::EditSummary { summary, .. } => format!("summary {} edited", summary.id),
        Event::UndoEdit { summary } => format!("edit of summary {summary} undone"),
        Event::RedoEdit { summary } => format!("edit of summary {summary} redone"),
        Event::Rename { title } => format!("renamed to {:?}", cut(title)),
        Event::Tools { tools } => format!("{} offered", counted(tools.len() as u64, "tool")),
        Event::Request { fields, chosen } => {
            let names: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
            let by = if chosen.is_some() { ", model chosen by the user" } else { "" };
            format!("request fields {}{by}", cut(&names.join(", ")))
        }
        Event::Learned { model, experience } => {
            format!("{}: {}", cut(model), learned(experience))
        }
    }
}

/// What was learned about a model, without what was not.
fn learned(experience: &Experience) -> String {
    let calibration = &experience.calibration;
    let mut what = Vec::new();
    let more = 100.0 * calibration.drift();
    // A value that would be shown as 0 is left out: with a model's own vocabulary our count is the
    // server's, turn after turn.
    if calibration.observations() > 0 && more.abs() >= 0.05 {
        let counts = counted(calibration.observations(), "count");
        what.push(format!("{more:+.1} % compared with ours after {counts} by its server"));
    }
    if let Some(longest) = experience.replies.longest() {
        what.push(format!("replies of up to {} tokens", grouped(longest)));
    }
    match (what.is_empty(), calibration.observations()) {
        (false, _) => what.join(", "),
        (true, 0) => "nothing learned yet".to_owned(),
        (true, _) => "its server counts as we do".to_owned(),
    }
}

/// How a message begins.
pub(super) fn opening(message: &Message) -> String {
    if message.kind == MessageKind::Summary {
        return "summary".to_owned();
    }
    opening_of(&message.parts)
}

/// The beginning of what somebody says.
fn opening_of(parts: &[Part]) -> String {
    let part = |part: &Part| -> Option<String> {
        match part {
            Part::Text { text, .. } if !text.trim().is_empty() => Some(cut(text).into_owned()),
            Part::Text { .. } => None,
            Part::Image(_) => Some("[image]".to_owned()),
            Part::ToolCall(call) => Some(format!("→ {}({})", call.name, cut(&call.arguments))),
            Part::ToolResult(result) => {
                let text = result.texts().next().unwrap_or_default();
                let mark = if result.is_error { "✗ " } else { "" };
                Some(format!("← {mark}{}", cut(text)))
            }
            Part::Opaque { .. } => None,
        }
    };
    let parts: Vec<String> = parts.iter().filter_map(part).take(4).collect();
    cut(&parts.join("  ")).into_owned()
}

/// The first characters on one line.
fn cut(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let plain = text.chars().take(SHOWN + 1).all(|c| !c.is_whitespace() || c == ' ');
    if plain && text.chars().nth(SHOWN).is_none() {
        return Cow::Borrowed(text);
    }
    let mut line = String::new();
    for (at, word) in text.split_whitespace().enumerate() {
        if at > 0 {
            line.push(' ');
        }
        // A single word may have megabytes.
        line.extend(word.chars().take(SHOWN + 1));
        if line.chars().count() > SHOWN {
            let kept: String = line.chars().take(SHOWN - 1).collect();
            return Cow::Owned(kept.trim_end().to_owned() + "…");
        }
    }
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use vibeue_core::conversation::{MessageId, Role};
    use vibeue_core::tokens::Counter;

    use super::*;

    #[test]
    fn a_line_shows_how_a_message_begins() {
        let long = "word ".repeat(100);
        let message = Message::text(MessageId(7), Role::User, format!("first\nsecond\t{long}"));
        let line = brief(&Event::Message(message));
        assert!(line.starts_with("m7 user: first second word word"), "{line}");
        assert!(line.ends_with('…') && line.chars().count() < 100, "{line}");
    }

    #[test]
    fn what_was_learned_is_told_without_what_was_not() {
        let mut experience = Experience::new(&Counter::for_model("gpt-4o"));
        assert_eq!(learned(&experience), "nothing learned yet");
        experience.replies.observe(1_234);
        assert_eq!(learned(&experience), "replies of up to 1,234 tokens");
        let mut experience = Experience::new(&Counter::for_model("claude-sonnet-4-5"));
        experience.calibration.observe(10_000, 11_000);
        let text = learned(&experience);
        assert_eq!(text, "+2.0 % compared with ours after 1 count by its server");
    }

    #[test]
    fn a_server_that_counts_as_we_do_adds_no_number_to_every_turn() {
        let mut experience = Experience::new(&Counter::for_model("gpt-4o"));
        for _ in 0..7 {
            experience.calibration.observe(10_000, 10_000);
        }
        assert_eq!(learned(&experience), "its server counts as we do");
        experience.replies.observe(1_234);
        assert_eq!(learned(&experience), "replies of up to 1,234 tokens");
        // A difference too small to be shown, which exists nevertheless.
        experience.calibration.observe(10_000, 10_010);
        assert_eq!(learned(&experience), "replies of up to 1,234 tokens");
        experience.calibration.observe(10_000, 9_000);
        let text = learned(&experience);
        assert!(
            text.starts_with("-2.0 % compared with ours after 9 counts by its server, "),
            "{text}"
        );
    }

    #[test]
    fn one_endless_word_is_cut() {
        assert_eq!(cut(&"ü".repeat(1_000)).chars().count(), SHOWN);
        assert_eq!(cut(" short "), "short");
    }
}

//! A conversation for people to read.

use vibeue_compaction::summary_text;
use vibeue_conversation::{Message, MessageKind, Part, Role};

use crate::writing::own_words;

/// Writes a conversation as Markdown: a heading per message, calls and results
/// as code.
pub(super) fn write(title: Option<&str>, messages: &[Message]) -> String {
    let mut out = format!("# {}\n", title.unwrap_or("Conversation").replace(['\n', '\r'], " "));
    for message in messages {
        let (is_summary, pinned) = (message.kind == MessageKind::Summary, message.pinned);
        let who = match message.role {
            _ if is_summary => "Summary",
            Role::System => "System",
            Role::User => "User",
            Role::Assistant => "Assistant",
            Role::Tool => "Tool",
        };
        let pin = if pinned { ", pinned" } else { "" };
        out.push_str(&format!("\n## {who} ({}{pin})\n", message.id));
        if is_summary {
            out.push_str(&format!("\n{}\n", summary_text(message)));
            continue;
        }
        message.parts.iter().for_each(|part| put(&mut out, part));
    }
    out
}

/// Writes some messages as Markdown, to be put elsewhere: one alone is its words
/// and nothing else; of several, each has a heading that says whose it is.
pub(crate) fn write_some(messages: &[&Message]) -> String {
    let words = |message: &Message| match message.role {
        Role::User => own_words(&message.parts),
        _ => message.joined_text(),
    };
    if let [only] = messages {
        return words(only);
    }
    let mut out = String::new();
    for message in messages {
        let who = match message.role {
            Role::User => "User",
            Role::Assistant => "Assistant",
            Role::System | Role::Tool => continue,
        };
        let words = words(message);
        out.push_str(&format!("## {who}\n\n"));
        if !words.is_empty() {
            out.push_str(&format!("{words}\n\n"));
        }
        for call in message.tool_calls() {
            out.push_str(&format!("Calls `{}`.\n\n", call.name));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn put(out: &mut String, part: &Part) {
    match part {
        Part::Text { text, .. } => out.push_str(&format!("\n{text}\n")),
        Part::Image(_) => out.push_str("\n*(image)*\n"),
        Part::ToolCall(call) => {
            out.push_str(&format!("\nCalls `{}`:\n", call.name));
            block(out, "json", &call.arguments);
        }
        Part::ToolResult(result) => {
            let failed = if result.is_error { " (failed)" } else { "" };
            let name = result.name.as_deref().unwrap_or("tool");
            out.push_str(&format!("\nResult of `{name}`{failed}:\n"));
            block(out, "", &result.joined_text());
        }
        // Only its provider understands it.
        Part::Opaque { .. } => {}
    }
}

/// A block of code whose fence is longer than any inside.
fn block(out: &mut String, language: &str, text: &str) {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    out.push_str(&format!("\n{fence}{language}\n{text}{end}{fence}\n"));
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{Extra, MessageId, ToolCall};

    use super::*;

    #[test]
    fn a_result_that_holds_code_stays_one_block() {
        let words = Message::text(MessageId(1), Role::User, "Read it");
        let result = Message::tool_result(MessageId(2), "c", Some("read"), "```cpp\nx\n```", false);
        let expected = "# A  title\n\n## User (m1)\n\nRead it\n\n## Tool (m2)\n\n\
                        Result of `read`:\n\n````\n```cpp\nx\n```\n````\n";
        assert_eq!(write(Some("A\r\ntitle"), &[words, result]), expected);
    }

    #[test]
    fn one_message_is_its_words_and_of_several_each_says_whose_it_is() {
        let rules = Message::text(MessageId(1), Role::System, "Be brief.");
        let question = Message::text(MessageId(2), Role::User, "What is **there**?");
        let mut look = Message::text(MessageId(3), Role::Assistant, "I look.\n\n- at it");
        look.parts.push(Part::ToolCall(Box::new(ToolCall {
            id: "c".into(),
            name: "read_file".into(),
            arguments: "{}".to_owned(),
            extra: Extra::default(),
        })));
        let result = Message::tool_result(MessageId(4), "c", Some("read_file"), "a door", false);
        let answer = Message::text(MessageId(5), Role::Assistant, "A door.");
        assert_eq!(write_some(&[&question]), "What is **there**?");
        assert_eq!(
            write_some(&[&rules, &question, &look, &result, &answer]),
            "## User\n\nWhat is **there**?\n\n## Assistant\n\nI look.\n\n- at it\n\n\
             Calls `read_file`.\n\n## Assistant\n\nA door."
        );
        assert_eq!(write_some(&[]), "");
    }
}

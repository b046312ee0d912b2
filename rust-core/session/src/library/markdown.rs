//! A conversation for people to read.

use vibeue_compaction::summary_text;
use vibeue_conversation::{Message, MessageKind, Part, Role};

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
    use vibeue_conversation::MessageId;

    use super::*;

    #[test]
    fn a_result_that_holds_code_stays_one_block() {
        let words = Message::text(MessageId(1), Role::User, "Read it");
        let result = Message::tool_result(MessageId(2), "c", Some("read"), "```cpp\nx\n```", false);
        let expected = "# A  title\n\n## User (m1)\n\nRead it\n\n## Tool (m2)\n\n\
                        Result of `read`:\n\n````\n```cpp\nx\n```\n````\n";
        assert_eq!(write(Some("A\r\ntitle"), &[words, result]), expected);
    }
}

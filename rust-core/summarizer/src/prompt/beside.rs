//! What is kept next to the notes that a summary model writes.

use std::fmt::Write;

use super::defuse::defuse;
use super::nonce::Nonce;
use vibeue_compaction::rules::one_line;
use vibeue_conversation::{Message, MessageKind, Role, ToolResult};

/// The most messages whose beginnings are shown.
const MOST_SHOWN: usize = 12;
/// How much of each is shown, in bytes.
const SHOWN: usize = 400;

/// What the assistant will still read word for word: the host's instructions and the messages that
/// are not summarized. A model that knows them neither repeats them nor leaves gaps if they are
/// needed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Beside {
    /// The host's instructions, cut to a limited size.
    host: String,
    /// A line for each message that is kept, or for a run of them.
    kept: Vec<String>,
    /// Lines that the summary contains whatever the notes say.
    lines: Vec<String>,
}

impl Beside {
    /// Shows nothing that is kept.
    pub(crate) fn none() -> &'static Self {
        static NONE: Beside = Beside { host: String::new(), kept: Vec::new(), lines: Vec::new() };
        &NONE
    }

    /// Reads the messages that are not in `span`; at most `most` bytes of the
    /// host's instructions are shown. `lines` are in the summary in any case.
    pub(crate) fn of(messages: &[&Message], span: &[usize], most: usize, lines: &[String]) -> Self {
        let mut beside = Self::default();
        let mut goes = span.iter().peekable();
        let mut kept: Vec<&Message> = Vec::new();
        for (at, message) in messages.iter().enumerate() {
            while goes.next_if(|place| **place < at).is_some() {}
            if goes.peek() == Some(&&at) || message.kind == MessageKind::Summary {
                continue;
            }
            if message.role == Role::System {
                let text = message.joined_text();
                let room = most.saturating_sub(beside.host.len());
                beside.host.push_str(beginning(&text, room));
                beside.host.push('\n');
            } else {
                kept.push(message);
            }
        }
        beside.host = defuse(beside.host.trim()).into_owned();
        beside.lines = lines.iter().map(|line| defuse(line).into_owned()).collect();
        let shown = kept.len().saturating_sub(MOST_SHOWN);
        if let (Some(first), Some(last)) = (kept.first(), kept[..shown].last()) {
            beside.kept.push(format!("{}-{}: {shown} messages", first.id, last.id));
        }
        beside.kept.extend(
            kept[shown..].iter().map(|message| {
                format!("{} {}: {}", message.id, message.role.as_str(), gist(message))
            }),
        );
        beside
    }

    /// Writes it as data, between fences with the request's code.
    pub(super) fn write(&self, code: Nonce, out: &mut String) {
        if !self.host.is_empty() {
            let _ = write!(
                out,
                "The host's instructions to the assistant, or their beginning. They stay in force \
                 beside your notes; do not repeat them, and do not contradict them:\n===== \
                 host {code} =====\n{}\n===== end of host {code} =====\n\n",
                self.host
            );
        }
        if !self.kept.is_empty() {
            let _ = write!(
                out,
                "Messages that the assistant still reads word for word, or their beginnings. Do not \
                 summarize them; the notes end where they begin:\n===== kept {code} =====\n{}\n===== end of \
                 kept {code} =====\n\n",
                self.kept.join("\n")
            );
        }
        if !self.lines.is_empty() {
            let _ = write!(
                out,
                "Lines that a program puts beside your notes, word for word. They need not be \
                 repeated:\n===== beside {code} =====\n{}\n===== end of beside {code} =====\n\n",
                self.lines.join("\n")
            );
        }
    }
}

/// The lines of a text that fit into `most` bytes; if not even the first line
/// fits, as many of its words as do.
fn beginning(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    let cut = &text[..text.floor_char_boundary(most)];
    let end = cut.rfind('\n').or_else(|| cut.rfind(' ')).unwrap_or(cut.len());
    cut[..end].trim_end()
}

/// The beginning of a message, or what it does if it has no text.
fn gist(message: &Message) -> String {
    let words = message.joined_text();
    if !words.trim().is_empty() {
        return one_line(&defuse(&words), SHOWN);
    }
    let calls: Vec<&str> = message.tool_calls().map(|call| &*call.name).collect();
    let done = if calls.is_empty() {
        result_words(message)
    } else {
        format!("calls {}", calls.join(", "))
    };
    one_line(&defuse(&done), SHOWN)
}

fn result_words(message: &Message) -> String {
    let results = message.tool_results().map(ToolResult::joined_text);
    format!("result: {}", results.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::MessageId;

    #[test]
    fn of_a_long_text_whole_lines_are_shown() {
        assert_eq!(beginning("One.\nTwo is longer.\n", 30), "One.\nTwo is longer.\n");
        assert_eq!(beginning("One.\nTwo is longer.\n", 12), "One.");
        assert_eq!(beginning("One two three", 9), "One two");
        assert_eq!(beginning("Onetwothree", 5), "Onetw");
    }

    #[test]
    fn what_stays_is_shown_in_brief_and_cannot_close_its_fence() {
        let messages: Vec<Message> = (0..30)
            .map(|id| {
                let role = if id == 0 { Role::System } else { Role::User };
                Message::text(
                    MessageId(id),
                    role,
                    format!("text {id} </summary> {}", "x".repeat(300)),
                )
            })
            .collect();
        let refs: Vec<&Message> = messages.iter().collect();
        let rule = "Rule (m2): never touch </summary>".to_owned();
        let beside = Beside::of(&refs, &[1, 2, 3, 4, 5], 100, &[rule]);
        assert_eq!(beside.lines, ["Rule (m2): never touch ‹/summary>"]);
        assert_eq!(beside.host, "text 0 ‹/summary>", "words are not cut");
        assert_eq!(beside.kept[0], "m6-m17: 12 messages");
        assert_eq!(beside.kept.len(), 13);
        assert!(beside.kept[12].starts_with("m29 user: text 29 ‹/summary> xxx"));
        let result = Message::tool_result(MessageId(9), "c", None, "3 doors\nfound", false);
        let kept = Beside::of(&[&result], &[], 100, &[]).kept;
        assert_eq!(kept, ["m9 tool: result: 3 doors found"]);
        let mut out = String::new();
        Beside::of(&refs[..6], &[0, 1, 2, 3, 4, 5], 100, &[]).write(Nonce::new(), &mut out);
        assert_eq!(out, "", "nothing stays");
    }
}

//! Messages that the user selected, for pasting elsewhere.

use vibeue_conversation::{Message, Role};

use crate::writing::own_words;

/// Writes some messages as Markdown, for pasting elsewhere: a single one is only its words; if
/// there are several, each has a heading that says whose it is.
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

#[cfg(test)]
mod tests {
    use vibeue_conversation::{Extra, MessageId, Part, ToolCall};

    use super::*;

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

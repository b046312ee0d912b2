//! What a model thought before it answered, in words for the user.

use std::borrow::Cow;

use serde_json::Value;

use super::{Message, MessageKind, Part, Role};

/// Fields of a message in which servers of the chat protocols put it; those that use both say the
/// same twice.
const FIELDS: [&str; 2] = ["reasoning_content", "reasoning"];

impl Message {
    /// What the model thought before this answer, in words for the user; empty if that is unknown.
    pub fn reasoning_text(&self) -> Cow<'_, str> {
        match &self.reasoning {
            Some(reasoning) if !reasoning.text.is_empty() => Cow::Borrowed(&reasoning.text),
            _ => self.returned_reasoning(),
        }
    }

    /// The same as far as it is in the blocks and fields that the message's provider wants back.
    pub fn returned_reasoning(&self) -> Cow<'_, str> {
        if self.role != Role::Assistant || self.kind != MessageKind::Normal {
            return Cow::Borrowed("");
        }
        let mut blocks = self.parts.iter().filter_map(|part| match part {
            Part::Opaque { block } => Some(words(block)),
            _ => None,
        });
        let mut text = blocks.next().unwrap_or_default();
        for more in blocks.filter(|more| !more.is_empty()) {
            // Each begins a line, as a paragraph unless it was set apart already.
            let text = text.to_mut();
            if !text.is_empty() {
                text.push_str(if text.ends_with('\n') { "" } else { "\n\n" });
            }
            text.push_str(&more);
        }
        if !text.trim().is_empty() {
            return text;
        }
        let mut fields = FIELDS.iter().filter_map(|name| self.extra.get(name)?.as_str());
        Cow::Borrowed(fields.find(|text| !text.trim().is_empty()).unwrap_or_default())
    }
}

/// The words of a block with reasoning, in the form of any provider; empty for any other block.
fn words(block: &Value) -> Cow<'_, str> {
    let text = |name: &str| Cow::Borrowed(block.get(name).and_then(Value::as_str).unwrap_or(""));
    match block.get("type").and_then(Value::as_str) {
        Some("thinking") => text("thinking"),
        Some("reasoning") => {
            let mut lists = ["summary", "content"].into_iter().map(|name| joined(block.get(name)));
            lists.find(|words| !words.is_empty()).map_or_else(|| text("text"), Cow::Owned)
        }
        _ if block.get("thought") == Some(&Value::Bool(true)) => text("text"),
        _ => Cow::Borrowed(""),
    }
}

/// The texts of a list of blocks, as paragraphs.
fn joined(list: Option<&Value>) -> String {
    let blocks = list.and_then(Value::as_array).into_iter().flatten();
    let texts: Vec<&str> = blocks.filter_map(|block| block.get("text")?.as_str()).collect();
    texts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{MessageId, Reasoning};

    fn answer(blocks: &[Value]) -> Message {
        let opaque = blocks.iter().map(|block| Part::Opaque { block: Box::new(block.clone()) });
        let parts = opaque.chain([Part::text("It is red.")]).collect();
        Message::new(MessageId(1), Role::Assistant, parts)
    }

    #[test]
    fn every_providers_form_of_reasoning_is_read() {
        let thinking = |text: &str| json!({"type": "thinking", "thinking": text, "signature": "S"});
        let part = |text: &str| json!({"type": "summary_text", "text": text});
        for (blocks, text) in [
            (vec![], ""),
            (vec![thinking("Hm.")], "Hm."),
            (vec![thinking("Hm."), json!({"type": "redacted_thinking", "data": "X"})], "Hm."),
            (vec![thinking("Hm."), thinking("So.")], "Hm.\n\nSo."),
            (vec![thinking(""), thinking("So.")], "So."),
            (
                vec![
                    json!({"text": "Hm.\n", "thought": true}),
                    json!({"text": "So.", "thought": true}),
                ],
                "Hm.\nSo.",
            ),
            (vec![json!({"text": "not a thought"})], ""),
            (
                vec![
                    json!({"type": "reasoning", "id": "rs_1", "summary": [part("Hm."), part("So.")]}),
                ],
                "Hm.\n\nSo.",
            ),
            (
                vec![json!({"type": "reasoning", "summary": [],
                    "content": [{"type": "reasoning_text", "text": "Hm."}]})],
                "Hm.",
            ),
            (vec![json!({"type": "reasoning", "summary": [], "encrypted_content": "X"})], ""),
            (vec![json!({"type": "refusal", "refusal": "No."})], ""),
        ] {
            assert_eq!(answer(&blocks).reasoning_text(), text, "{blocks:?}");
        }
        for (fields, text) in [
            (json!({"reasoning_content": "Hm."}), "Hm."),
            (json!({"reasoning": "Hm.", "reasoning_details": [{"text": "Hm."}]}), "Hm."),
            (json!({"reasoning_content": "", "reasoning": "Hm."}), "Hm."),
            (json!({"reasoning": {"effort": "high"}}), ""),
        ] {
            let mut message = answer(&[]);
            let Value::Object(map) = fields else { panic!("no fields") };
            message.extra = map.into();
            assert_eq!(message.reasoning_text(), text, "{:?}", message.extra);
        }
    }

    #[test]
    fn what_was_recorded_comes_first_and_only_answers_have_any() {
        let block = json!({"type": "thinking", "thinking": "Hm.", "signature": "S"});
        let mut message = answer(&[block]);
        message.reasoning = Some(Box::new(Reasoning { text: String::new(), took_ms: Some(7) }));
        assert_eq!(message.reasoning_text(), "Hm.");
        message.reasoning = Some(Box::new(Reasoning { text: "So.".to_owned(), took_ms: None }));
        assert_eq!(
            (message.reasoning_text(), message.returned_reasoning()),
            ("So.".into(), "Hm.".into())
        );
        message.reasoning = None;
        message.role = Role::User;
        assert_eq!(message.reasoning_text(), "");
    }

    #[test]
    fn a_message_without_it_is_written_as_before() {
        let mut message = answer(&[]);
        let before = serde_json::to_value(&message).unwrap();
        assert_eq!(before.get("reasoning"), None);
        message.reasoning = Some(Box::new(Reasoning { text: String::new(), took_ms: Some(7) }));
        let after = serde_json::to_value(&message).unwrap();
        assert_eq!(after["reasoning"], json!({"took_ms": 7}));
        assert_eq!(serde_json::from_value::<Message>(after).unwrap(), message);
        assert_eq!(serde_json::from_value::<Message>(before).unwrap(), answer(&[]));
    }
}

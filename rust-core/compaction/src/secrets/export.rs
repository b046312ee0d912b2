//! A conversation in the form in which others may read it.

use serde_json::{Map, Value};

use super::mask::MASK;
use super::masker::{Gathered, Masker};
use vibeue_conversation::{
    Conversation, Extra, Image, ImageSource, Message, Part, is_sealed_summary, resealed,
};

/// A conversation that leaves the machine or is given to somebody else. Its
/// secrets are masked everywhere, including where summaries never look: the
/// host's instructions, tool definitions, unknown fields, image URLs.
///
/// Ids and the names of calls and tools stay, because they link calls and
/// results. A block signed by its provider is removed if it contains a secret:
/// after any change its signature would not match.
#[derive(Debug)]
pub struct Export {
    /// The conversation without its secrets.
    pub conversation: Conversation,
    /// How many secrets were found, by their names or by their form.
    pub count: usize,
    masker: Masker,
}

impl Export {
    /// Masks a conversation. A secret that is found anywhere in it is masked
    /// wherever it occurs.
    pub fn of(mut conversation: Conversation) -> Self {
        let mut gathered = Gathered::default();
        conversation.messages.iter().for_each(|message| gather(message, &mut gathered));
        for value in &conversation.tools {
            gathered.add(&value.to_string());
        }
        gather_extra(&conversation.extra, &mut gathered);
        let masker = Masker::of(&gathered);
        for message in &mut conversation.messages {
            mask_parts(&mut message.parts, &masker);
            if message.parts.is_empty() {
                message.parts.push(Part::text(MASK));
            }
            mask_extra(&mut message.extra, &masker);
        }
        for value in &mut conversation.tools {
            masker.value(value);
        }
        mask_extra(&mut conversation.extra, &masker);
        Self { conversation, count: gathered.count, masker }
    }

    /// Masks a text that accompanies the conversation, such as its name.
    pub fn text(&self, text: &str) -> String {
        self.masker.text(text).unwrap_or_else(|| text.to_owned())
    }
}

fn gather(message: &Message, gathered: &mut Gathered) {
    gather_parts(&message.parts, gathered);
    gather_extra(&message.extra, gathered);
}

fn gather_parts(parts: &[Part], gathered: &mut Gathered) {
    for part in parts {
        match part {
            Part::Text { text, extra } => {
                gathered.add(text);
                gather_extra(extra, gathered);
            }
            Part::ToolCall(call) => {
                gathered.add(&call.arguments);
                gather_extra(&call.extra, gathered);
            }
            Part::ToolResult(result) => {
                gather_parts(&result.parts, gathered);
                gather_extra(&result.extra, gathered);
            }
            Part::Opaque { block } => {
                gathered.add(&block.to_string());
            }
            Part::Image(image) => {
                match &image.source {
                    ImageSource::Url { url } if !is_inline(url) => {
                        gathered.add(url);
                    }
                    ImageSource::Provider { source } => {
                        gathered.add(&source.to_string());
                    }
                    ImageSource::Url { .. } | ImageSource::Base64 { .. } => {}
                }
                gather_extra(&image.extra, gathered);
            }
        }
    }
}

fn gather_extra(extra: &Extra, gathered: &mut Gathered) {
    if !extra.is_empty() {
        gathered.add(&Value::from(Map::from(extra.clone())).to_string());
    }
}

fn mask_parts(parts: &mut Vec<Part>, masker: &Masker) {
    parts.retain_mut(|part| {
        match part {
            Part::Text { text, extra } => {
                if let Some(masked) = masker.text(text) {
                    *text = if is_sealed_summary(text) { resealed(&masked) } else { masked };
                }
                mask_extra(extra, masker);
            }
            Part::ToolCall(call) => {
                if let Some(masked) = masker.json(&call.arguments) {
                    call.arguments = masked;
                }
                mask_extra(&mut call.extra, masker);
            }
            Part::ToolResult(result) => {
                mask_parts(&mut result.parts, masker);
                mask_extra(&mut result.extra, masker);
            }
            Part::Opaque { block } => {
                let changed = masker.value(block);
                return !(changed && is_signed(block));
            }
            Part::Image(image) => mask_image(image, masker),
        }
        true
    });
}

fn mask_image(image: &mut Image, masker: &Masker) {
    match &mut image.source {
        ImageSource::Url { url } if !is_inline(url) => {
            if let Some(masked) = masker.text(url) {
                *url = masked;
            }
        }
        ImageSource::Provider { source } => {
            masker.value(source);
        }
        ImageSource::Url { .. } | ImageSource::Base64 { .. } => {}
    }
    mask_extra(&mut image.extra, masker);
}

fn mask_extra(extra: &mut Extra, masker: &Masker) {
    if extra.is_empty() {
        return;
    }
    let mut fields = Value::from(Map::from(extra.clone()));
    if masker.value(&mut fields)
        && let Value::Object(fields) = fields
    {
        *extra = Extra::from(fields);
    }
}

/// Image data inside a URL: not text.
fn is_inline(url: &str) -> bool {
    url.starts_with("data:")
}

/// A block that its provider accepts only unchanged.
fn is_signed(block: &Value) -> bool {
    ["signature", "encrypted_content", "thoughtSignature"]
        .iter()
        .any(|name| block.get(name).is_some_and(|value| !value.is_null()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use vibeue_conversation::{MessageId, Role};

    #[test]
    fn what_only_a_provider_reads_is_masked_too_and_a_signed_block_goes() {
        let key = "sk-proj-a7b8c9d0e1f2g3h4i5j6k7l8m9n0";
        let opaque = |block: Value| Part::Opaque { block: Box::new(block) };
        let image = Part::Image(Box::new(Image {
            source: ImageSource::Url {
                url: format!("https://studio.example/a.png?token={key}&size=2"),
            },
            detail: None,
            extra: Extra::new(),
        }));
        let mut spoken = Message::new(
            MessageId(1),
            Role::Assistant,
            vec![
                opaque(json!({"type": "thinking", "thinking": key, "signature": "abc"})),
                opaque(json!({"type": "thinking", "thinking": "the door", "signature": "abc"})),
                opaque(json!({"type": "document", "text": format!("password: \"{key}\"")})),
                image,
            ],
        );
        spoken.extra.insert("annotations", json!([{"note": format!("use {key}")}]));
        let bare = Message::new(
            MessageId(2),
            Role::Assistant,
            vec![opaque(json!({"type": "reasoning", "summary": key, "encrypted_content": "x"}))],
        );
        let mut talk = Conversation::from_messages(vec![spoken, bare]);
        talk.tools = vec![json!({"name": "push", "description": format!("pushes with {key}")})];
        talk.extra.insert("metadata", json!({"api_key": key, "project": "door"}));
        let export = Export::of(talk);
        let text = serde_json::to_string(&export.conversation).unwrap();
        assert!(!text.contains(key), "{text}");
        let parts = &export.conversation.messages[0].parts;
        assert_eq!(parts.len(), 3, "{parts:?}");
        assert_eq!(
            parts[0],
            opaque(json!({"type": "thinking", "thinking": "the door", "signature": "abc"}))
        );
        assert_eq!(export.conversation.messages[1].parts, [Part::text(MASK)]);
        assert_eq!(
            export.conversation.extra.get("metadata"),
            Some(&json!({"api_key": MASK, "project": "door"}))
        );
        assert_eq!(export.text(&format!("About {key}")), "About [secret]");
    }

    #[test]
    fn without_a_secret_nothing_changes() {
        let talk = Conversation::from_messages(vec![Message::text(
            MessageId(1),
            Role::User,
            "Build it at commit 0123456789abcdef0123456789abcdef01234567.",
        )]);
        let export = Export::of(talk.clone());
        assert_eq!((export.conversation, export.count), (talk, 0));
    }
}

//! A hash by which condensed messages are recognized.

use serde::Serialize;
use sha2::{Digest, Sha256};

use vibeue_conversation::{Extra, Message, Part};

/// Returns the SHA-256 over messages as lower-case hex.
///
/// The fields of each message are hashed in the order of their declaration:
/// numbers and lengths as eight bytes, little-endian; enum variants, flags and
/// the presence of optional values as one byte; a text as its length and its
/// bytes; a list as its length and its items; provider-specific data as its
/// JSON text. Lengths precede what they measure, so different messages never
/// produce the same bytes.
pub fn fingerprint<'a>(messages: impl IntoIterator<Item = &'a Message>) -> String {
    let mut writer = Writer { hash: Sha256::new(), piece: Vec::with_capacity(2 * PIECE) };
    for message in messages {
        writer.message(message);
        if writer.piece.len() >= PIECE {
            writer.flush();
        }
    }
    writer.flush();
    let mut hex = String::with_capacity(64);
    for byte in writer.hash.finalize() {
        hex.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
        hex.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
    }
    hex
}

/// SHA-256 is fast only for large pieces.
const PIECE: usize = 1 << 16;

struct Writer {
    hash: Sha256,
    piece: Vec<u8>,
}

impl Writer {
    fn flush(&mut self) {
        self.hash.update(&self.piece);
        self.piece.clear();
    }

    fn byte(&mut self, byte: u8) {
        self.piece.push(byte);
    }

    fn number(&mut self, number: u64) {
        self.piece.extend_from_slice(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        if bytes.len() >= PIECE {
            self.flush();
            self.hash.update(bytes);
        } else {
            self.piece.extend_from_slice(bytes);
        }
    }

    fn optional(&mut self, text: Option<&str>) {
        self.byte(u8::from(text.is_some()));
        if let Some(text) = text {
            self.bytes(text.as_bytes());
        }
    }

    fn json(&mut self, value: &impl Serialize) {
        let text = serde_json::to_vec(value)
            .expect("a provider's fields have string keys only and memory never fails to write");
        self.bytes(&text);
    }

    fn extra(&mut self, extra: &Extra) {
        self.byte(u8::from(!extra.is_empty()));
        if !extra.is_empty() {
            self.json(extra);
        }
    }

    fn message(&mut self, message: &Message) {
        self.number(message.id.0);
        self.byte(message.role as u8);
        self.byte(message.kind as u8);
        self.byte(u8::from(message.pinned));
        self.byte(message.form as u8);
        self.optional(message.name.as_deref());
        self.parts(&message.parts);
        self.extra(&message.extra);
    }

    fn parts(&mut self, parts: &[Part]) {
        self.number(parts.len() as u64);
        for part in parts {
            self.part(part);
        }
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Text { text, extra } => {
                self.byte(0);
                self.bytes(text.as_bytes());
                self.extra(extra);
            }
            Part::Image(image) => {
                self.byte(1);
                self.json(image);
            }
            Part::ToolCall(call) => {
                self.byte(2);
                self.bytes(call.id.as_bytes());
                self.bytes(call.name.as_bytes());
                self.bytes(call.arguments.as_bytes());
                self.extra(&call.extra);
            }
            Part::ToolResult(result) => {
                self.byte(3);
                self.bytes(result.call_id.as_bytes());
                self.optional(result.name.as_deref());
                self.parts(&result.parts);
                self.byte(u8::from(result.is_error));
                self.extra(&result.extra);
            }
            Part::Opaque { block } => {
                self.byte(4);
                self.json(block);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use vibeue_conversation::{MessageId, Reasoning, Role, ToolCall};

    fn call(name: &str, arguments: &str) -> Part {
        Part::ToolCall(Box::new(ToolCall {
            id: "c".into(),
            name: name.into(),
            arguments: arguments.to_owned(),
            extra: Extra::new(),
        }))
    }

    fn with_extra(mut message: Message) -> Message {
        message.extra.insert("signature", json!("x"));
        message
    }

    #[test]
    fn the_bytes_that_are_hashed_are_the_documented_ones() {
        let message = Message::text(MessageId(1), Role::User, "ab");
        let mut bytes = 1u64.to_le_bytes().to_vec();
        bytes.extend([Role::User as u8, 0, 0, 0, 0]);
        bytes.extend(1u64.to_le_bytes());
        bytes.push(0);
        bytes.extend(2u64.to_le_bytes());
        bytes.extend(b"ab");
        bytes.extend([0, 0]);
        let expected: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(fingerprint([&message]), expected);
    }

    #[test]
    fn what_only_the_user_reads_does_not_count() {
        let plain = Message::text(MessageId(1), Role::Assistant, "text");
        let reasoning = Reasoning { text: "hm".to_owned(), took_ms: Some(7) };
        let thought = Message { reasoning: Some(Box::new(reasoning)), ..plain.clone() };
        assert_eq!(fingerprint([&thought]), fingerprint([&plain]));
    }

    #[test]
    fn whatever_differs_in_a_message_changes_the_fingerprint() {
        let text = || Message::text(MessageId(1), Role::User, "text");
        let long = "a".repeat(PIECE);
        let messages = [
            text(),
            Message::text(MessageId(2), Role::User, "text"),
            Message::text(MessageId(1), Role::Assistant, "text"),
            Message::text(MessageId(1), Role::User, "texts"),
            Message { pinned: true, ..text() },
            Message { name: Some("n".into()), ..text() },
            with_extra(text()),
            Message::new(MessageId(1), Role::User, vec![Part::text("te"), Part::text("xt")]),
            Message::new(MessageId(1), Role::Assistant, vec![call("ab", "c")]),
            Message::new(MessageId(1), Role::Assistant, vec![call("a", "bc")]),
            Message::new(
                MessageId(1),
                Role::Assistant,
                vec![Part::Opaque { block: Box::new(json!({ "a": 1 })) }],
            ),
            Message::tool_result(MessageId(1), "c", None, "text", false),
            Message::tool_result(MessageId(1), "c", None, "text", true),
            Message::tool_result(MessageId(1), "c", Some("n"), "text", false),
            Message::text(MessageId(1), Role::User, long.clone()),
            Message::text(MessageId(1), Role::User, long + "b"),
        ];
        let mut all: Vec<String> = messages.iter().map(|m| fingerprint([m])).collect();
        all.push(fingerprint(&messages[..2]));
        all.push(fingerprint(messages[..2].iter().rev()));
        all.push(fingerprint([]));
        let different: std::collections::HashSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}

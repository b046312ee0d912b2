//! What a block costs that only its provider understands.

use serde_json::Value;

/// The countable part of an opaque block: text, and encoded data that the
/// model does not see as text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct OpaqueContent {
    /// Text to count.
    pub(super) text: String,
    /// Tokens of everything that is not text.
    pub(super) tokens: u64,
}

/// Fields whose value is a signature or encrypted content.
const SEALS: [&str; 5] =
    ["signature", "thought_signature", "thoughtSignature", "encrypted_content", "encrypted_index"];

/// Tokens that a page of a document costs as text and picture (Anthropic
/// publishes 1,500 to 3,000 tokens of text a page).
const PER_PAGE: u64 = 3_000;

/// Bytes of a document file that count as one page; the number of pages cannot
/// be read without unpacking the file.
const BYTES_PER_PAGE: u64 = 100_000;

/// The maximum number of pages that a request may hold (Anthropic, "PDF support").
const MOST_PAGES: u64 = 600;

/// Bytes of audio that count as one token: Google counts 32 tokens a second,
/// and a second of compressed speech has some 16,000 bytes.
const SOUND_BYTES_PER_TOKEN: u64 = 500;

impl OpaqueContent {
    /// Splits a block into what is counted.
    ///
    /// Thinking is counted by its text, without its signature; redacted
    /// thinking by the length of what it hides; documents and audio by the size
    /// of their files; anything else by its JSON text, in which signatures and
    /// long base64 do not count as text.
    pub(super) fn of(block: &Value) -> Self {
        let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
        let string = |name: &str| block.get(name).and_then(Value::as_str);
        match kind {
            "thinking" | "reasoning" if string("thinking").or(string("text")).is_some() => Self {
                text: string("thinking").or(string("text")).unwrap_or_default().to_owned(),
                tokens: 0,
            },
            "refusal" if string("refusal").is_some() => {
                Self { text: string("refusal").unwrap_or_default().to_owned(), tokens: 0 }
            }
            "redacted_thinking" => {
                // Encrypted text: about four bytes per token, as unencrypted.
                Self { text: String::new(), tokens: decoded(string("data")) / 4 }
            }
            "document" | "file" | "input_file" => Self::of_document(block),
            "input_audio" | "audio" => {
                let data = block.pointer("/input_audio/data").or(block.get("data"));
                let bytes = decoded(data.and_then(Value::as_str));
                Self { text: String::new(), tokens: bytes.div_ceil(SOUND_BYTES_PER_TOKEN) }
            }
            _ => Self::of_json(block),
        }
    }

    fn of_document(block: &Value) -> Self {
        let file = ["/source/data", "/file/file_data", "/file_data"]
            .iter()
            .find_map(|place| block.pointer(place).and_then(Value::as_str));
        let is_text = block.pointer("/source/type").and_then(Value::as_str) == Some("text");
        match file {
            Some(data) if !is_text => {
                let pages = decoded(Some(data)).div_ceil(BYTES_PER_PAGE).clamp(1, MOST_PAGES);
                Self { text: String::new(), tokens: pages * PER_PAGE }
            }
            _ => Self::of_json(block),
        }
    }

    fn of_json(block: &Value) -> Self {
        let mut content = Self::default();
        content.write(block);
        content
    }

    fn write(&mut self, value: &Value) {
        match value {
            Value::Object(fields) => {
                self.text.push('{');
                for (at, (name, value)) in fields.iter().enumerate() {
                    if at > 0 {
                        self.text.push(',');
                    }
                    self.quote(name);
                    self.text.push(':');
                    match value.as_str() {
                        Some(sealed) if SEALS.contains(&name.as_str()) => self.seal(sealed),
                        _ => self.write(value),
                    }
                }
                self.text.push('}');
            }
            Value::Array(values) => {
                self.text.push('[');
                for (at, value) in values.iter().enumerate() {
                    if at > 0 {
                        self.text.push(',');
                    }
                    self.write(value);
                }
                self.text.push(']');
            }
            Value::String(text) if is_base64(text) => self.seal(text),
            Value::String(text) => self.quote(text),
            other => self.text.push_str(&other.to_string()),
        }
    }

    fn quote(&mut self, text: &str) {
        self.text.push_str(&Value::from(text).to_string());
    }

    /// Counts encoded data by its length: one token per four bytes of decoded
    /// data, as if it were encrypted text.
    fn seal(&mut self, data: &str) {
        self.tokens += decoded(Some(data)) / 4;
    }
}

/// The number of bytes that a base64 text encodes.
fn decoded(data: Option<&str>) -> u64 {
    data.map_or(0, |data| data.len() as u64 * 3 / 4)
}

/// Returns whether a string is base64 too long to be a word or an id.
fn is_base64(text: &str) -> bool {
    const SHORTEST: usize = 512;
    let data = match text.get(..5) {
        Some("data:") => text.split_once(',').map_or(text, |(_, data)| data),
        _ => text,
    };
    data.len() >= SHORTEST
        && data.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_' | b'=')
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn thinking_counts_by_its_words_and_not_by_its_signature() {
        let block =
            json!({"type": "thinking", "thinking": "Let me see.", "signature": "A".repeat(9_000)});
        let expected = OpaqueContent { text: "Let me see.".to_owned(), tokens: 0 };
        assert_eq!(OpaqueContent::of(&block), expected);
    }

    #[test]
    fn hidden_thinking_counts_by_what_it_hides() {
        let block = json!({"type": "redacted_thinking", "data": "A".repeat(1_600)});
        assert_eq!(OpaqueContent::of(&block), OpaqueContent { text: String::new(), tokens: 300 });
    }

    #[test]
    fn a_document_counts_by_pages_and_never_as_base64() {
        let pdf = json!({"type": "document",
            "source": {"type": "base64", "media_type": "application/pdf", "data": "A".repeat(400_000)}});
        assert_eq!(OpaqueContent::of(&pdf), OpaqueContent { text: String::new(), tokens: 9_000 });
        let text = json!({"type": "document", "source": {"type": "text", "data": "plain"}});
        let expected = r#"{"type":"document","source":{"type":"text","data":"plain"}}"#.to_owned();
        assert_eq!(OpaqueContent::of(&text), OpaqueContent { text: expected, tokens: 0 });
    }

    #[test]
    fn anything_else_counts_as_json_without_its_seals() {
        let block = json!({"type": "new", "n": [1, null, "a\"b"], "encrypted_content": "A".repeat(16),
            "picture": "B".repeat(1_024)});
        let expected = OpaqueContent {
            text: r#"{"type":"new","n":[1,null,"a\"b"],"encrypted_content":,"picture":}"#
                .to_owned(),
            tokens: 3 + 192,
        };
        assert_eq!(OpaqueContent::of(&block), expected);
        assert_eq!(OpaqueContent::of(&json!("x")).text, "\"x\"");
    }
}

//! The blocks of a message.

use std::borrow::Cow;

use serde_json::Value;

use crate::dialogue::{Answer, Blob, Call, Piece, Rules, is_blank, is_plain};
use crate::json_text::object_or_wrapped;
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_conversation::{Image, ImageSource, Part, Protocol, ToolResult};

/// A block of a message.
pub(super) struct Block<'a> {
    pub(super) kind: BlockKind,
    pub(super) content: Tree<'a>,
}

/// What the rules for a message's blocks distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Text or an image.
    Content,
    /// A tool result.
    Result,
    /// A tool call.
    Call,
    /// Thinking, visible or redacted.
    Thinking,
    /// The provider's own summary.
    Compaction,
    /// Another block of the provider's.
    Other,
}

/// How dialogues are put in order for this protocol.
pub(super) const RULES: Rules = Rules {
    protocol: Protocol::Anthropic,
    owns: |block| {
        const OWN: [&str; 13] = [
            "thinking",
            "redacted_thinking",
            "document",
            "search_result",
            "server_tool_use",
            "web_search_tool_result",
            "web_fetch_tool_result",
            "code_execution_tool_result",
            "bash_code_execution_tool_result",
            "text_editor_code_execution_tool_result",
            "mcp_tool_use",
            "mcp_tool_result",
            "container_upload",
        ];
        let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
        // OpenAI's item of this name cannot be read.
        OWN.contains(&kind) || (kind == "compaction" && block.get("content").is_some())
    },
    owns_source: |source| source.get("type").and_then(Value::as_str) == Some("file"),
    id_char: is_plain,
    id_length: 64,
    name_char: is_plain,
    name_length: 128,
};

/// A field that is never copied: where the cache is marked is decided again for
/// each request.
const CACHE_CONTROL: &str = "cache_control";

impl<'a> Block<'a> {
    /// A text.
    pub(super) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self { kind: BlockKind::Content, content: text_object(text).into() }
    }

    /// Writes a piece. `origin` is the protocol that its message came through.
    pub(super) fn of(piece: Piece<'a>, origin: Option<Protocol>) -> Self {
        match piece {
            Piece::Words(words) => Self::text(words),
            Piece::Call(call) => Self::call(call, origin),
            Piece::Part(Part::Text { text, extra }) => {
                let mut object = text_object(text.as_str());
                if origin == Some(Protocol::Anthropic) {
                    object.put_extra(extra, &["type", "text", CACHE_CONTROL]);
                }
                Self { kind: BlockKind::Content, content: object.into() }
            }
            Piece::Part(Part::Image(image)) => {
                Self { kind: BlockKind::Content, content: image_object(image).into() }
            }
            Piece::Part(Part::Opaque { block }) => Self::opaque(block),
            // The dialogue turns these into pieces of their own.
            Piece::Part(Part::ToolCall(_) | Part::ToolResult(_)) => Self::text("(left out)"),
        }
    }

    fn call(call: Call<'a>, origin: Option<Protocol>) -> Self {
        let mut object = Object::new();
        object.put("type", "tool_use");
        object.put("id", call.id);
        object.put("name", call.name);
        object.put("input", object_or_wrapped(&call.call.arguments));
        if origin == Some(Protocol::Anthropic) {
            let ours = ["type", "id", "name", "input", CACHE_CONTROL];
            object.put_extra(&call.call.extra, &ours);
        }
        Self { kind: BlockKind::Call, content: object.into() }
    }

    fn opaque(block: &'a Value) -> Self {
        let kind = match block.get("type").and_then(Value::as_str) {
            Some("thinking" | "redacted_thinking") => BlockKind::Thinking,
            Some("compaction") => BlockKind::Compaction,
            _ => BlockKind::Other,
        };
        let content = match block.as_object() {
            Some(fields) if fields.contains_key(CACHE_CONTROL) => {
                let mut fields = fields.clone();
                fields.shift_remove(CACHE_CONTROL);
                Tree::Owned(Value::Object(fields))
            }
            _ => Tree::Value(block),
        };
        Self { kind, content }
    }

    /// Writes the answer to a call.
    pub(super) fn result(answer: Answer<'a>) -> Self {
        let mut object = Object::new();
        object.put("type", "tool_result");
        object.put("tool_use_id", answer.id);
        let failed = match answer.result {
            None => {
                object.put("content", vibeue_conversation::pairing::NO_RESULT);
                true
            }
            Some(result) => {
                match result_content(result, answer.result_origin) {
                    Some(content) => object.put("content", content),
                    // "content cannot be empty if `is_error` is true"
                    None if result.is_error => object.put("content", "(no output)"),
                    None => {}
                }
                result.is_error
            }
        };
        if failed {
            object.put("is_error", true);
        }
        Self { kind: BlockKind::Result, content: object.into() }
    }

    /// Marks the end of what the server should cache; `false` if this block
    /// cannot carry a mark.
    pub(super) fn mark(&mut self) -> bool {
        match (self.kind, &mut self.content) {
            (BlockKind::Thinking | BlockKind::Compaction | BlockKind::Other, _) => false,
            (_, Tree::Object(object)) => {
                object.put(CACHE_CONTROL, ephemeral());
                true
            }
            _ => false,
        }
    }
}

/// The mark itself: five minutes, renewed by each use.
pub(super) fn ephemeral<'a>() -> Tree<'a> {
    let mut mark = Object::new();
    mark.put("type", "ephemeral");
    mark.into()
}

pub(super) fn text_object<'a>(text: impl Into<Cow<'a, str>>) -> Object<'a> {
    let mut object = Object::new();
    object.put("type", "text");
    object.put("text", text.into());
    object
}

fn image_object(image: &Image) -> Object<'_> {
    let mut source = Object::new();
    match (Blob::of(&image.source), &image.source) {
        (Some(blob), _) => {
            source.put("type", "base64");
            source.put("media_type", blob.media_type);
            source.put("data", blob.data);
        }
        (None, ImageSource::Url { url }) => {
            source.put("type", "url");
            source.put("url", url.as_str());
        }
        (None, ImageSource::Provider { source: whole }) => {
            let mut object = Object::new();
            object.put("type", "image");
            object.put("source", whole);
            return object;
        }
        // `Blob::of` accepts all of these.
        (None, ImageSource::Base64 { .. }) => {}
    }
    let mut object = Object::new();
    object.put("type", "image");
    object.put("source", source);
    object
}

/// Writes the content of a result: as a text if it is one, otherwise as blocks.
fn result_content(result: &ToolResult, origin: Option<Protocol>) -> Option<Tree<'_>> {
    let mut blocks = Vec::new();
    for part in &result.parts {
        match part {
            Part::Text { text, .. } if is_blank(text) => {}
            Part::Text { text, .. } => blocks.push(text_object(text.as_str()).into()),
            Part::Image(image) if RULES.accept_image(origin, &image.source) => {
                blocks.push(image_object(image).into());
            }
            Part::Image(_) => {
                let words = "(an image that only its provider can read was left out)";
                blocks.push(text_object(words).into());
            }
            Part::Opaque { block } if RULES.accept(origin, block) => {
                blocks.push(Tree::Value(block));
            }
            _ => {}
        }
    }
    match blocks.as_slice() {
        [] => None,
        [Tree::Object(only)] => match only.plain_text() {
            Some(text) => Some(text.into()),
            None => Some(blocks.into()),
        },
        _ => Some(blocks.into()),
    }
}

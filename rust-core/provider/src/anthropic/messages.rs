//! The messages of a request, under the rules that the API enforces.

use serde_json::Value;

use super::blocks::{Block, BlockKind};
use crate::dialogue::{Piece, Turn, is_blank};
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_conversation::{Message, MessageKind, Part, Protocol, Role};

/// Precedes a conversation that begins with the model, and is used for one
/// without messages.
const OPENING: &str = "(the conversation begins)";

/// Follows a conversation that ends with the model: newer models refuse to
/// continue their own text.
const CONTINUE: &str = "(go on)";

/// One message of the request.
pub(super) struct WireMessage<'a> {
    pub(super) role: WireRole,
    pub(super) blocks: Vec<Block<'a>>,
}

/// Who speaks; the API has two roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WireRole {
    User,
    Assistant,
}

/// How the turns of a dialogue are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct MessagesWriter {
    /// Whether earlier thinking may be sent.
    pub(super) thinking: bool,
    /// Whether the model can read the provider's own summaries.
    pub(super) compactions: bool,
    /// Whether the conversation may end with the model, as it may for a
    /// compaction.
    pub(super) open_end: bool,
}

impl MessagesWriter {
    /// Writes the turns.
    ///
    /// - Adjacent messages of one role become one message; its results come
    ///   first, directly after their calls.
    /// - Thinking is sent only for the current tool loop: it belongs to calls
    ///   whose results the model has not yet answered. Earlier thinking is not
    ///   needed, and leaving it out from the front keeps the signatures of the
    ///   rest valid.
    /// - Of the provider's own summaries the newest comes first, unchanged; for
    ///   the others their texts are sent.
    /// - The conversation begins with the user, or with such a summary, and ends
    ///   with the user, unless the server paused the last turn.
    pub(super) fn write<'a>(self, turns: Vec<Turn<'a>>) -> Vec<WireMessage<'a>> {
        let newest = if self.compactions { newest_compaction(&turns) } else { None };
        let paused = turns.last().is_some_and(is_paused);
        let mut messages = Vec::new();
        if let Some(block) = newest {
            let content = Tree::Value(block);
            push(
                &mut messages,
                WireRole::Assistant,
                [Block { kind: BlockKind::Compaction, content }],
            );
        }
        for turn in turns {
            match turn {
                Turn::System(texts) => {
                    let blocks = texts.into_iter().map(|text| {
                        Block::text(format!("(from the host of this conversation)\n{text}"))
                    });
                    push(&mut messages, WireRole::User, blocks);
                }
                Turn::Results(answers) => {
                    push(&mut messages, WireRole::User, answers.into_iter().map(Block::result));
                }
                Turn::User(message, pieces) => {
                    let blocks = self.blocks(message, pieces, newest);
                    push(&mut messages, WireRole::User, blocks);
                }
                Turn::Assistant(message, pieces) => {
                    let blocks = self.blocks(message, pieces, newest);
                    push(&mut messages, WireRole::Assistant, blocks);
                }
            }
        }
        let mut messages = tidied(messages);
        let begins = messages.first().is_some_and(|first| {
            first.role == WireRole::User
                || first.blocks.first().is_some_and(|block| block.kind == BlockKind::Compaction)
        });
        if !begins {
            let blocks = vec![Block::text(OPENING)];
            messages.insert(0, WireMessage { role: WireRole::User, blocks });
        }
        if let Some(last) = messages.last_mut().filter(|last| last.role == WireRole::Assistant) {
            if paused || self.open_end {
                last.trim_end();
            } else {
                push(&mut messages, WireRole::User, [Block::text(CONTINUE)]);
            }
        }
        let current_loop = messages.iter().rposition(WireMessage::is_request).unwrap_or(0);
        for message in &mut messages[..current_loop] {
            message.blocks.retain(|block| block.kind != BlockKind::Thinking);
        }
        tidied(messages)
    }

    fn blocks<'a>(
        self,
        message: &'a Message,
        pieces: Vec<Piece<'a>>,
        newest: Option<&'a Value>,
    ) -> Vec<Block<'a>> {
        let is_newest = |block: &Value| newest.is_some_and(|newest| std::ptr::eq(newest, block));
        let holds_newest = pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Part(Part::Opaque { block }) if is_newest(block)));
        // The block represents the whole message, and is already written
        // elsewhere.
        if holds_newest && message.kind == MessageKind::Summary {
            return Vec::new();
        }
        let has_text = pieces.iter().any(|piece| matches!(piece, Piece::Part(Part::Text { .. })));
        let mut blocks = Vec::with_capacity(pieces.len());
        for piece in pieces {
            // The model's own messages cannot contain images.
            let piece = match piece {
                Piece::Part(Part::Image(_)) if message.role == Role::Assistant => {
                    Piece::Words("(an image)".into())
                }
                piece => piece,
            };
            let block = Block::of(piece, message.origin);
            match (block.kind, &block.content) {
                (BlockKind::Thinking, content) => {
                    if self.thinking && is_signed(content) {
                        blocks.push(block);
                    }
                }
                // Not the newest, or not for this model: its content is sent as
                // text, unless the message has a text of its own that says it.
                (BlockKind::Compaction, Tree::Value(value)) => {
                    let text = value.get("content").and_then(Value::as_str);
                    if let Some(text) = text.filter(|text| !is_blank(text))
                        && !has_text
                        && !is_newest(value)
                    {
                        blocks.push(Block::text(text));
                    }
                }
                _ => blocks.push(block),
            }
        }
        blocks
    }
}

impl WireMessage<'_> {
    /// Returns whether the user asks something here instead of only passing on results.
    pub(super) fn is_request(&self) -> bool {
        self.role == WireRole::User
            && self.blocks.iter().all(|block| block.kind != BlockKind::Result)
    }

    /// "final assistant content cannot end with trailing whitespace"
    fn trim_end(&mut self) {
        if let Some(Block { kind: BlockKind::Content, content: Tree::Object(object) }) =
            self.blocks.last_mut()
        {
            object.trim_text_end();
        }
    }
}

impl<'a> WireMessage<'a> {
    /// The message as it is sent.
    pub(super) fn into_object(self) -> Object<'a> {
        let mut object = Object::new();
        let role = match self.role {
            WireRole::User => "user",
            WireRole::Assistant => "assistant",
        };
        object.put("role", role);
        let blocks: Vec<Tree<'a>> = self.blocks.into_iter().map(|block| block.content).collect();
        object.put("content", blocks);
        object
    }
}

/// Adds blocks to the last message if it has this role, or begins a new one.
fn push<'a>(
    messages: &mut Vec<WireMessage<'a>>,
    role: WireRole,
    blocks: impl IntoIterator<Item = Block<'a>>,
) {
    let mut blocks = blocks.into_iter().peekable();
    if blocks.peek().is_none() {
        return;
    }
    match messages.last_mut() {
        Some(last) if last.role == role => last.blocks.extend(blocks),
        _ => messages.push(WireMessage { role, blocks: blocks.collect() }),
    }
}

/// Removes thinking from the ends of the model's messages, if it is not allowed, and joins messages
/// of one role that become adjacent when one is emptied.
fn tidied(messages: Vec<WireMessage<'_>>) -> Vec<WireMessage<'_>> {
    let mut tidied = Vec::with_capacity(messages.len());
    for mut message in messages {
        while message.blocks.last().is_some_and(|last| last.kind == BlockKind::Thinking) {
            message.blocks.pop();
        }
        push(&mut tidied, message.role, message.blocks);
    }
    tidied
}

/// Finds the newest of the provider's own summaries.
fn newest_compaction<'a>(turns: &[Turn<'a>]) -> Option<&'a Value> {
    turns.iter().rev().find_map(|turn| {
        let (Turn::User(_, pieces) | Turn::Assistant(_, pieces)) = turn else { return None };
        pieces.iter().rev().find_map(|piece| match piece {
            Piece::Part(Part::Opaque { block })
                if block.get("type").and_then(Value::as_str) == Some("compaction") =>
            {
                Some(block.as_ref())
            }
            _ => None,
        })
    })
}

/// Returns whether the server paused in this turn: it ends with a block of its own tools.
fn is_paused(turn: &Turn<'_>) -> bool {
    let Turn::Assistant(message, pieces) = turn else { return false };
    message.origin == Some(Protocol::Anthropic)
        && pieces.last().is_some_and(|piece| match piece {
            Piece::Part(Part::Opaque { block }) => {
                let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
                kind.ends_with("tool_use") || kind.ends_with("tool_result")
            }
            _ => false,
        })
}

/// Returns whether thinking has what makes it acceptable: its signature, or the data that it hides.
/// An interrupted stream leaves neither.
fn is_signed(block: &Tree<'_>) -> bool {
    let Tree::Value(block) = block else { return false };
    ["signature", "data"]
        .iter()
        .any(|name| block.get(*name).and_then(Value::as_str).is_some_and(|seal| !seal.is_empty()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::quirks::Quirks;
    use super::super::samples::*;
    use super::*;
    use vibeue_conversation::{Extra, Image, ImageSource, MessageId, ToolResult};

    #[test]
    fn neighbours_of_one_role_are_joined_and_results_stand_first() {
        let mut failed = ToolResult {
            call_id: "b".into(),
            name: None,
            parts: vec![Part::text(" ")],
            is_error: true,
            whole: None,
            ran_ms: None,
            extra: Extra::new(),
        };
        failed.extra.insert("content", json!([]));
        let mixed = Message::new(
            MessageId(1),
            Role::User,
            vec![Part::text("and now?"), Part::ToolResult(Box::new(failed))],
        );
        let written = messages(vec![
            message(Role::Assistant, "Hello."),
            ours(vec![call("a", ""), call("b", "[1]")]),
            mixed,
            message(Role::User, "  "),
            message(Role::System, "It is late."),
            message(Role::User, "go on"),
        ]);
        assert_eq!(
            written,
            json!([
                {"role": "user", "content": [text("(the conversation begins)")]},
                {"role": "assistant", "content": [text("Hello."),
                    {"type": "tool_use", "id": "a", "name": "read_file", "input": {}},
                    {"type": "tool_use", "id": "b", "name": "read_file",
                        "input": {"arguments": "[1]"}}]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "a", "is_error": true,
                        "content": "(no result: the conversation was interrupted here)"},
                    {"type": "tool_result", "tool_use_id": "b", "content": "(no output)",
                        "is_error": true},
                    text("and now?"),
                    text("(from the host of this conversation)\nIt is late."),
                    text("go on")]}])
        );
    }

    #[test]
    fn thinking_goes_back_for_the_current_tool_loop_only_and_only_with_its_seal() {
        let thinking = |words: &str, seal: &str| {
            opaque(json!({"type": "thinking", "thinking": words, "signature": seal}))
        };
        let redacted = json!({"type": "redacted_thinking", "data": "X"});
        let history = vec![
            message(Role::User, "one"),
            ours(vec![thinking("old", "S0"), call("a", "{}")]),
            result("a", "A"),
            ours(vec![thinking("older", "S1"), Part::text("done")]),
            message(Role::User, "two"),
            ours(vec![opaque(redacted.clone()), thinking("cut", ""), call("b", "{}")]),
            result("b", "B"),
            message(Role::User, "hurry"),
        ];
        let of_assistant = |written: &Value| -> Vec<Vec<String>> {
            let all = written.as_array().unwrap().iter().filter(|m| m["role"] == "assistant");
            all.map(|message| {
                let blocks = message["content"].as_array().unwrap().iter();
                blocks.map(|block| block["type"].as_str().unwrap().to_owned()).collect()
            })
            .collect()
        };
        assert_eq!(
            of_assistant(&messages(history.clone())),
            [vec!["tool_use"], vec!["text"], vec!["redacted_thinking", "tool_use"]]
        );
        let without = Quirks { no_thinking_blocks: true, ..Quirks::default() };
        let written = body_with(&request(history), &QUIET, without);
        assert_eq!(
            of_assistant(&written["messages"]),
            [vec!["tool_use"], vec!["text"], vec!["tool_use"]]
        );
        // The model's last message must not end in thinking.
        let ends =
            vec![message(Role::User, "one"), ours(vec![Part::text("x"), thinking("y", "S")])];
        assert_eq!(
            messages(ends),
            json!([{"role": "user", "content": [text("one")]},
                {"role": "assistant", "content": [text("x")]},
                {"role": "user", "content": [text("(go on)")]}])
        );
    }

    #[test]
    fn images_are_written_by_their_bytes_or_their_address() {
        let image =
            |source| Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }));
        let url = |url: &str| ImageSource::Url { url: url.to_owned() };
        let parts = vec![
            image(url("https://a.b/c.png")),
            image(url("data:image/png;base64,AAAA")),
            image(ImageSource::Base64 { media_type: "image/jpeg".into(), data: "BBBB".into() }),
            image(ImageSource::Provider { source: json!({"type": "file", "file_id": "f"}) }),
            image(ImageSource::Provider { source: json!({"image": 1}) }),
        ];
        let of = |source: Value| json!({"type": "image", "source": source});
        assert_eq!(
            messages(vec![Message::new(MessageId(1), Role::User, parts)])[0]["content"],
            json!([
                of(json!({"type": "url", "url": "https://a.b/c.png"})),
                of(json!({"type": "base64", "media_type": "image/png", "data": "AAAA"})),
                of(json!({"type": "base64", "media_type": "image/jpeg", "data": "BBBB"})),
                of(json!({"type": "file", "file_id": "f"})),
                text("(an image that only its provider can read was left out)")
            ])
        );
    }

    #[test]
    fn a_paused_turn_is_continued_as_it_is_and_other_endings_are_asked_to_go_on() {
        let server_tool = json!({"type": "server_tool_use", "id": "s", "name": "web_search",
            "input": {}});
        let paused = vec![message(Role::User, "find"), ours(vec![opaque(server_tool.clone())])];
        assert_eq!(
            messages(paused),
            json!([{"role": "user", "content": [text("find")]},
                {"role": "assistant", "content": [server_tool]}])
        );
        assert_eq!(
            messages(vec![]),
            json!([{"role": "user", "content": [text("(the conversation begins)")]}])
        );
    }
}

//! The messages of a request, under the rules that the API enforces.

use serde_json::Value;

use super::blocks::{Block, BlockKind};
use crate::conversation::transcript::tree::{Object, Tree};
use crate::conversation::{Message, MessageKind, Part, Protocol, Role};
use crate::provider::dialogue::{Piece, Turn};

/// What stands before a conversation that begins with the model, and for one
/// without any message.
const OPENING: &str = "(the conversation begins)";

/// What stands behind a conversation that ends with the model: newer models
/// refuse to go on from their own words.
const CONTINUE: &str = "(go on)";

/// One message of the request.
pub(super) struct WireMessage<'a> {
    pub(super) role: WireRole,
    pub(super) blocks: Vec<Block<'a>>,
}

/// Who speaks; the API knows two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WireRole {
    User,
    Assistant,
}

/// How the turns of a dialogue are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct MessagesWriter {
    /// Earlier thinking may be sent.
    pub(super) thinking: bool,
    /// The model reads the provider's own summaries.
    pub(super) compactions: bool,
    /// The conversation may end with the model, as when it shall be condensed.
    pub(super) open_end: bool,
}

impl MessagesWriter {
    /// Writes the turns.
    ///
    /// - Neighbours of one role become one message; results stand first in
    ///   theirs, directly behind their calls.
    /// - Thinking is sent for the current tool loop only: it belongs to calls
    ///   whose results the model has not yet answered. What stands before is
    ///   not needed, and leaving it out from the front keeps the signatures of
    ///   the rest valid.
    /// - Of the provider's own summaries the newest goes first, unchanged; the
    ///   texts of others are sent.
    /// - The conversation begins with the user, or such a summary, and ends
    ///   with the user, except for a turn that the server paused.
    pub(super) fn write<'a>(self, turns: Vec<Turn<'a>>) -> Vec<WireMessage<'a>> {
        let newest = if self.compactions { newest_compaction(&turns) } else { None };
        let paused = turns.last().is_some_and(is_paused);
        let asks_to_go_on =
            matches!(turns.last(), Some(Turn::Assistant(..))) && !paused && !self.open_end;
        let loop_start = if asks_to_go_on { turns.len() } else { current_loop(&turns) };
        let mut messages = Vec::new();
        if let Some((_, block)) = newest {
            let content = Tree::Value(block);
            push(
                &mut messages,
                WireRole::Assistant,
                [Block { kind: BlockKind::Compaction, content }],
            );
        }
        for (at, turn) in turns.into_iter().enumerate() {
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
                    let is_newest = newest.is_some_and(|(turn, _)| turn == at);
                    let blocks = if is_newest && message.kind == MessageKind::Summary {
                        Vec::new()
                    } else {
                        self.blocks(message, pieces, false)
                    };
                    push(&mut messages, WireRole::User, blocks);
                }
                Turn::Assistant(message, pieces) => {
                    let thinking = self.thinking && at >= loop_start;
                    let blocks = self.blocks(message, pieces, thinking);
                    push(&mut messages, WireRole::Assistant, blocks);
                }
            }
        }
        // The last block of the model must not be thinking.
        for message in messages.iter_mut().filter(|m| m.role == WireRole::Assistant) {
            while message.blocks.last().is_some_and(|last| last.kind == BlockKind::Thinking) {
                message.blocks.pop();
            }
        }
        messages.retain(|message| !message.blocks.is_empty());
        let mut messages = merged(messages);
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
        messages
    }

    fn blocks<'a>(
        self,
        message: &'a Message,
        pieces: Vec<Piece<'a>>,
        thinking: bool,
    ) -> Vec<Block<'a>> {
        let mut blocks = Vec::with_capacity(pieces.len());
        let has_text = pieces.iter().any(|piece| matches!(piece, Piece::Part(Part::Text { .. })));
        for piece in pieces {
            // The model's own words hold no images.
            let piece = match piece {
                Piece::Part(Part::Image(_)) if message.role == Role::Assistant => {
                    Piece::Words("(an image)".into())
                }
                piece => piece,
            };
            let block = Block::of(piece, message.origin);
            match block.kind {
                BlockKind::Thinking if !thinking || !is_signed(&block.content) => {}
                // Not the newest, or not for this model: what it says goes as
                // text, if the message has no text of its own that says it.
                BlockKind::Compaction => {
                    if let (false, Tree::Value(value)) = (has_text, &block.content)
                        && let Some(text) = value.get("content").and_then(Value::as_str)
                        && !text.trim().is_empty()
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
    /// Tells whether the user asks something here, instead of only handing
    /// over results.
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

/// Adds blocks to the message of this role at the end, or begins one.
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

/// Joins neighbours of one role, which an emptied message between them leaves.
fn merged(messages: Vec<WireMessage<'_>>) -> Vec<WireMessage<'_>> {
    let mut merged = Vec::with_capacity(messages.len());
    for message in messages {
        push(&mut merged, message.role, message.blocks);
    }
    merged
}

/// Where the current tool loop begins: behind the last request of the user
/// that does not hand over results, too.
fn current_loop(turns: &[Turn<'_>]) -> usize {
    let mut start = 0;
    // The user's turns since the model spoke last.
    let mut has_results = false;
    let mut requested_at = None;
    for (at, turn) in turns.iter().enumerate() {
        match turn {
            Turn::Assistant(_, pieces) if pieces.iter().any(Piece::says_something) => {
                if !has_results && let Some(at) = requested_at {
                    start = at;
                }
                (has_results, requested_at) = (false, None);
            }
            Turn::Assistant(..) => {}
            Turn::Results(_) => has_results = true,
            Turn::System(_) | Turn::User(..) => requested_at = Some(at),
        }
    }
    match requested_at {
        Some(at) if !has_results => at,
        _ => start,
    }
}

/// Finds the newest of the provider's own summaries.
fn newest_compaction<'a>(turns: &[Turn<'a>]) -> Option<(usize, &'a Value)> {
    turns.iter().enumerate().rev().find_map(|(at, turn)| {
        let (Turn::User(_, pieces) | Turn::Assistant(_, pieces)) = turn else { return None };
        pieces.iter().rev().find_map(|piece| match piece {
            Piece::Part(Part::Opaque { block })
                if block.get("type").and_then(Value::as_str) == Some("compaction") =>
            {
                Some((at, block.as_ref()))
            }
            _ => None,
        })
    })
}

/// Tells whether the server paused in this turn: it ends with a block of its
/// own tools.
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

/// Tells whether thinking has what makes it acceptable: its signature, or the
/// data that it hides. A stream that was cut leaves neither.
fn is_signed(block: &Tree<'_>) -> bool {
    let Tree::Value(block) = block else { return false };
    ["signature", "data"]
        .iter()
        .any(|name| block.get(*name).and_then(Value::as_str).is_some_and(|seal| !seal.is_empty()))
}

//! The turns of a dialogue.

use std::borrow::Cow;

use vibeue_conversation::{Message, Part, Protocol, ToolCall, ToolResult};

/// A conversation in which every call has its result.
#[derive(Debug)]
pub(crate) struct Dialogue<'a> {
    /// The texts of the system messages that come before everything else.
    pub(crate) system: Vec<&'a str>,
    /// The turns, oldest first.
    pub(crate) turns: Vec<Turn<'a>>,
}

/// What one side says in one go.
#[derive(Debug)]
pub(crate) enum Turn<'a> {
    /// The host's instructions in the middle of the conversation; their texts,
    /// none of them blank.
    System(Vec<&'a str>),
    /// The user, or a summary; at least one piece, and no calls.
    User(&'a Message, Vec<Piece<'a>>),
    /// The model; at least one piece.
    Assistant(&'a Message, Vec<Piece<'a>>),
    /// The results of all calls of the turn directly before, in the order of
    /// the calls.
    Results(Vec<Answer<'a>>),
}

/// A piece of a turn.
#[derive(Debug)]
pub(crate) enum Piece<'a> {
    /// A text that is not blank, an image that can be sent, or a block of this
    /// protocol.
    Part(&'a Part),
    /// A call.
    Call(Call<'a>),
    /// Replaces a part that this protocol cannot represent.
    Words(Cow<'a, str>),
}

/// A call with an id and a name that the protocol accepts.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    /// The call as the model made it.
    pub(crate) call: &'a ToolCall,
    /// Its id in this request, unique within it.
    pub(crate) id: Cow<'a, str>,
    /// The tool's name in this request.
    pub(crate) name: Cow<'a, str>,
}

/// The answer to a call.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    /// The call's id in this request.
    pub(crate) id: Cow<'a, str>,
    /// The tool's name in this request.
    pub(crate) name: Cow<'a, str>,
    /// The protocol that the call came through.
    pub(crate) origin: Option<Protocol>,
    /// The result; `None` if there never was one.
    pub(crate) result: Option<&'a ToolResult>,
    /// The protocol that the result came through.
    pub(crate) result_origin: Option<Protocol>,
}

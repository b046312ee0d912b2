//! Pieces of an answer while it is being written.

use vibeue_tokens::ServerUsage;

/// One piece of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delta<'a> {
    /// Text of the answer.
    Text(&'a str),
    /// Text of the model's reasoning, if the server shows it.
    Reasoning(&'a str),
    /// A call begins.
    ToolCall {
        /// Its position among the calls of this answer, from 0.
        index: usize,
        /// The provider's id of the call.
        id: &'a str,
        /// The tool's name.
        name: &'a str,
    },
    /// More of a call's arguments, JSON text.
    Arguments {
        /// The call's position.
        index: usize,
        /// The piece.
        fragment: &'a str,
    },
    /// The usage as far as the server has reported it.
    Usage(ServerUsage),
    /// Something that the user should know at once, and not with the end of the
    /// answer.
    Warning(&'a str),
}

/// A callback that receives the pieces as they arrive.
pub type DeltaSink<'a> = &'a mut (dyn for<'d> FnMut(Delta<'d>) + Send);

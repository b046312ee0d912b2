//! Pieces of an answer while it is being written.

use vibeue_tokens::ServerUsage;

/// One piece of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delta<'a> {
    /// Words of the answer.
    Text(&'a str),
    /// Words of the model's reasoning, where the server shows it.
    Reasoning(&'a str),
    /// A call begins.
    ToolCall {
        /// Its place among the calls of this answer, from 0.
        index: usize,
        /// The provider's id of the call.
        id: &'a str,
        /// The tool's name.
        name: &'a str,
    },
    /// More of a call's arguments, JSON text.
    Arguments {
        /// The call's place.
        index: usize,
        /// The piece.
        fragment: &'a str,
    },
    /// The cost as far as the server has told it.
    Usage(ServerUsage),
}

/// A callback that takes the pieces as they come.
pub type DeltaSink<'a> = &'a mut (dyn for<'d> FnMut(Delta<'d>) + Send);

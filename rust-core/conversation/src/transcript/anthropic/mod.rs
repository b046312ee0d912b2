//! Anthropic's messages.
//!
//! Data without a place of its own in [`Message`](crate::Message) is kept in
//! the nearest `extra`, under its name on the wire. For a `tool_result` that
//! includes how it was written: an empty list under `content` means that its
//! content was a list, and `is_error` that the field was present although it
//! was false.

mod reader;
mod writer;

pub use reader::message_from_json;
pub(super) use reader::{arrange, read_message, read_system};
pub(super) use writer::{Writer, tool};
pub use writer::{messages_to_json, system_to_json};

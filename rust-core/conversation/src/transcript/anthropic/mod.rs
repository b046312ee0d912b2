//! Anthropic's messages.
//!
//! What has no place of its own in [`Message`](crate::Message)
//! stays in the nearest `extra` under the name that the wire gives it. For a
//! `tool_result` that includes how it was written: an empty list under
//! `content` remembers that its content was a list, and `is_error` that it
//! was said although it is false.

mod reader;
mod writer;

pub use reader::message_from_json;
pub(super) use reader::{arrange, read_message, read_system};
pub(super) use writer::{Writer, tool};
pub use writer::{messages_to_json, system_to_json};

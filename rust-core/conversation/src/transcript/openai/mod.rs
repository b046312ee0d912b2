//! OpenAI chat messages, as OpenAI and its many compatible servers write them.
//!
//! Data without a place of its own in [`Message`](crate::Message) is kept in
//! the nearest `extra`, under its name on the wire: `role` if it was
//! `developer` or `function`, or `system` if the prompt was next to the
//! messages as in Anthropic's format; a call's `type` if it was `custom`;
//! `function_call` for the legacy single call without an id.

mod reader;
mod writer;

pub use reader::message_from_json;
pub(super) use reader::{is_prompt, read_message, read_system};
pub(super) use writer::{Writer, stood_beside, tool};
pub use writer::{message_to_json, messages_to_json};

/// The `role` that is kept for a prompt next to the messages.
pub(super) const BESIDE: &str = "system";
/// The `type` that is kept for a legacy `function_call`.
pub(super) const FUNCTION_CALL: &str = "function_call";
/// The `type` of a call whose input is free text.
pub(super) const CUSTOM: &str = "custom";

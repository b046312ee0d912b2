//! OpenAI chat messages, also as its many compatible servers write them.
//!
//! What has no place of its own in [`Message`](crate::conversation::Message)
//! stays in the nearest `extra` under the name that the wire gives it: `role`
//! where it was `developer` or `function`, a call's `type` where it was
//! `custom`, `function_call` for the legacy single call without an id.

mod reader;
mod writer;

pub use reader::message_from_json;
pub(super) use reader::read_message;
pub(super) use writer::{Writer, tool};
pub use writer::{message_to_json, messages_to_json};

/// The `type` that we remember for a legacy `function_call`.
pub(super) const FUNCTION_CALL: &str = "function_call";
/// The `type` of a call whose input is free text.
pub(super) const CUSTOM: &str = "custom";

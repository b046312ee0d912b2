//! OpenAI chat messages, also as its many compatible servers write them.
//!
//! What has no place of its own in [`Message`](crate::Message)
//! stays in the nearest `extra` under the name that the wire gives it: `role`
//! where it was `developer` or `function`, or `system` where the prompt was
//! next to the messages as Anthropic has it, a call's `type` where it was
//! `custom`, `function_call` for the legacy single call without an id.

mod reader;
mod writer;

pub use reader::message_from_json;
pub(super) use reader::{is_prompt, read_message, read_system};
pub(super) use writer::{Writer, stood_beside, tool};
pub use writer::{message_to_json, messages_to_json};

/// The `role` that we remember for a prompt that was next to the messages.
pub(super) const BESIDE: &str = "system";
/// The `type` that we remember for a legacy `function_call`.
pub(super) const FUNCTION_CALL: &str = "function_call";
/// The `type` of a call whose input is free text.
pub(super) const CUSTOM: &str = "custom";

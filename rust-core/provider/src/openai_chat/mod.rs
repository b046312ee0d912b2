//! OpenAI's Chat Completions and every server that speaks it.
//!
//! Compatible servers differ in what they accept and in what they send.
//! Requests therefore use the form that all of them can read, what one of them
//! refuses by name is left out and remembered, and answers are read tolerantly:
//! missing indices, ids and finish reasons, null contents, reasoning under
//! either of its names.

mod body;
mod chunk_usage;
mod kept_fields;
mod messages;
mod provider;
mod quirks;
mod reply_builder;
mod tool_calls;

pub use super::server::ServerKind;
pub use provider::OpenAiChatProvider;

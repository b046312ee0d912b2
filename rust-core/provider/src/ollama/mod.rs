//! Ollama's own protocol, `/api/chat`.
//!
//! Unlike its OpenAI compatible address it lets the caller choose the context
//! length and forbid what Ollama does by default when a conversation does not
//! fit: dropping its oldest messages without a word.

mod body;
mod facts;
mod messages;
mod provider;
mod quirks;
mod reply_builder;

pub use provider::OllamaProvider;

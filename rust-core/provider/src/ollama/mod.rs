//! Ollama's own protocol, `/api/chat`.
//!
//! Unlike Ollama's OpenAI-compatible API, it lets the caller choose the context
//! length and forbid what Ollama does by default when a conversation does not
//! fit: silently dropping its oldest messages.

mod body;
mod facts;
mod messages;
mod provider;
mod quirks;
mod reply_builder;

pub use provider::OllamaProvider;

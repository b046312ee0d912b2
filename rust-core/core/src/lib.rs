//! Keeps a conversation with an AI agent inside the model's context window.

pub mod tokens;

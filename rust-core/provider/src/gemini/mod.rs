//! Google's Gemini.
//!
//! What is known of the wire format is from Google's own reference
//! (<https://ai.google.dev/api>) and its pages on thought signatures and
//! function calling.

mod body;
mod contents;
mod model;
mod options;
mod parts;
mod provider;
mod quirks;
mod reply_builder;
mod schema;

pub use options::{ApiVersion, GeminiOptions};
pub use provider::GeminiProvider;

//! Anthropic's Messages.
//!
//! `MessagesWriter` writes a dialogue under the rules that the API enforces,
//! `ReplyBuilder` assembles the answer from events, and `AnthropicProvider` is
//! the shell around both. What is known of the wire format is from Anthropic's
//! own documentation (<https://platform.claude.com/docs>) and its SDK's types.

mod answer_block;
mod answer_stop;
mod blocks;
mod body;
mod cache_points;
mod claude;
mod messages;
mod model_facts;
mod options;
mod provider;
mod purpose;
mod quirks;
mod reply_builder;
#[cfg(test)]
mod samples;
mod schema;
mod thinking_fields;

pub use options::AnthropicOptions;
pub use provider::AnthropicProvider;

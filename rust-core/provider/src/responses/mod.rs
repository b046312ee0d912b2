//! OpenAI's Responses.
//!
//! Requests are stateless (`store: false`): the history lives with us, and
//! what the server keeps encrypted of its reasoning travels with it. Facts on
//! the wire are from OpenAI's API reference and its SDK's types.

mod answer_item;
mod answer_items;
mod body;
mod items;
mod model;
mod provider;
mod purpose;
mod quirks;
mod reply_builder;
mod strict;

pub use provider::ResponsesProvider;

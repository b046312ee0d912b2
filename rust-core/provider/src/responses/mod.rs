//! OpenAI's Responses.
//!
//! Requests are stateless (`store: false`): the history is kept here, and the
//! encrypted reasoning of the server is sent along with it. What is known of
//! the wire format is from OpenAI's API reference and its SDK's types.

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

//! The five protocols: which address is what, what a request asks, and how an
//! answer is written.

mod anthropic;
mod asked;
mod context;
mod frame;
mod gemini;
mod ollama;
mod openai_chat;
mod protocol;
mod responses;
mod route;

use serde_json::Value;

pub use asked::{Asked, Item};
pub(crate) use context::{Context, signature};
pub(crate) use frame::{Frame, Rendered, piece_of};
pub use protocol::Wire;
pub(crate) use route::{Route, route};

use crate::script::Answer;

/// Renders an answer in a protocol, streamed or whole.
pub(crate) fn render(answer: &Answer, context: &Context<'_>) -> Rendered {
    match (context.asked.wire, context.asked.stream) {
        (Wire::OpenaiChat, true) => Rendered::Events(openai_chat::events(answer, context)),
        (Wire::OpenaiChat, false) => Rendered::Whole(openai_chat::whole(answer, context)),
        (Wire::Responses, true) => Rendered::Events(responses::events(answer, context)),
        (Wire::Responses, false) => Rendered::Whole(responses::whole(answer, context)),
        (Wire::Anthropic, true) => Rendered::Events(anthropic::events(answer, context)),
        (Wire::Anthropic, false) => Rendered::Whole(anthropic::whole(answer, context)),
        (Wire::Gemini, true) => Rendered::Events(gemini::events(answer, context)),
        (Wire::Gemini, false) => Rendered::Whole(gemini::whole(answer, context)),
        (Wire::Ollama, true) => Rendered::Lines(ollama::lines(answer, context)),
        (Wire::Ollama, false) => Rendered::Whole(ollama::whole(answer, context)),
    }
}

/// Renders the provider's own compaction, if the protocol has one.
pub(crate) fn render_compaction(context: &Context<'_>) -> Option<Value> {
    match context.asked.wire {
        Wire::Responses => Some(responses::compaction(context)),
        Wire::Anthropic => Some(anthropic::compaction(context)),
        _ => None,
    }
}

//! The five protocols: which address is what, what a request asks, and how an
//! answer is written.

mod anthropic;
mod asked;
mod frame;
mod gemini;
mod ollama;
mod openai_chat;
mod responses;
mod route;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use asked::{Asked, Item};
pub(crate) use frame::{Frame, Rendered, piece_of};
pub(crate) use route::{Route, route};

use crate::script::{Answer, Usage};

/// A protocol that the server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wire {
    /// OpenAI Chat Completions.
    OpenaiChat,
    /// OpenAI Responses.
    Responses,
    /// Anthropic Messages.
    Anthropic,
    /// Google Gemini.
    Gemini,
    /// Ollama's own.
    Ollama,
}

impl Wire {
    /// All of them.
    pub const ALL: [Wire; 5] =
        [Wire::OpenaiChat, Wire::Responses, Wire::Anthropic, Wire::Gemini, Wire::Ollama];
}

/// What a request wants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// An answer of the model.
    #[default]
    Chat,
    /// The number of tokens.
    Count,
    /// The provider's own compaction.
    Compact,
    /// What the server knows about its models and of itself.
    Facts,
}

/// What rendering needs beside the answer.
#[derive(Debug, Clone)]
pub(crate) struct Context<'a> {
    pub(crate) asked: &'a Asked,
    /// Counts up with every answer of this server; ids are made of it.
    pub(crate) number: u64,
    pub(crate) usage: Option<Usage>,
}

impl Context<'_> {
    pub(crate) fn model(&self) -> &str {
        &self.asked.model
    }

    /// The id of a call: its own, or one that no other answer has.
    pub(crate) fn call_id(&self, answer: &Answer, index: usize, prefix: &str) -> String {
        let own = answer.tool_calls.get(index).and_then(|call| call.id.clone());
        own.unwrap_or_else(|| format!("{prefix}{}x{index}", self.number))
    }
}

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

/// Renders the provider's own compaction, where the protocol has one.
pub(crate) fn render_compaction(context: &Context<'_>) -> Option<Value> {
    match context.asked.wire {
        Wire::Responses => Some(responses::compaction(context)),
        Wire::Anthropic => Some(anthropic::compaction(context)),
        _ => None,
    }
}

/// The signature that this server gives to a piece of reasoning, and by which
/// it knows it again.
pub(crate) fn signature(of: &str) -> String {
    // FNV-1a: stable over runs, and nothing here needs to be secret.
    let hash = of.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("c2ln{hash:016x}")
}

/// Reads arguments as an object, as protocols without text arguments need it.
pub(crate) fn arguments_object(arguments: &str) -> Value {
    match serde_json::from_str(arguments) {
        Ok(Value::Object(object)) => Value::Object(object),
        _ => Value::Object(Map::new()),
    }
}

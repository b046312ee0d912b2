//! Talking to models: one trait, one folder per wire protocol.
//!
//! The wire modules are written by hand over `serde_json::Value`, because
//! servers that call themselves compatible leave fields out, send null or
//! another type, or add undocumented ones, and a strict type would lose the
//! conversation over them.
#![forbid(unsafe_code)]

mod answer_calls;
pub mod anthropic;
mod capabilities;
mod chat_models;
mod connect;
mod connection;
mod connection_test;
mod count_cache;
mod credentials;
mod delta;
mod dialogue;
mod discovery;
mod error;
pub mod gemini;
pub mod http;
mod json_text;
mod learned;
pub mod ollama;
pub mod openai_chat;
mod preset;
mod quirks;
mod reply;
mod request;
pub mod responses;
mod server;
mod server_counts;
mod server_fault;
#[cfg(test)]
mod testing;
mod tool_definition;
mod wire;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

pub use capabilities::{Capabilities, ModelInfo, NativeCompaction};
pub use chat_models::chat_models;
pub use connect::{ProviderConfig, connect};
pub use connection::{
    Connection, ConnectionFault, ConnectionKey, ConnectionRequest, Kept, KeySource, ModelList,
    Origin, Read, is_variable_name,
};
pub use connection_test::{ConnectionStep, ConnectionTest, StepOutcome, StepReport};
pub use credentials::{CredentialFault, CredentialStore};
pub use delta::{Delta, DeltaSink};
pub use discovery::{
    FoundKey, FoundServer, ServerPlace, ServerSearch, find_kept_keys, find_keys, preset_of_key,
};
pub use error::{ErrorClass, ProviderError};
pub use preset::Preset;
pub use reply::{Reply, StopReason};
pub use request::{ChatRequest, JsonSchema, ToolChoice};
pub use tool_definition::ToolDefinition;

use vibeue_conversation::Protocol;

/// A future that a provider returns; dropping it cancels the call.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProviderError>> + Send + 'a>>;

/// A model server reached over one wire protocol.
///
/// Dropping a future cancels its call: the connection is closed and nothing
/// more is delivered. Every call ends within the time limits of the
/// connection's settings.
pub trait Provider: Send + Sync + fmt::Debug {
    /// The protocol that this provider speaks.
    fn protocol(&self) -> Protocol;

    /// The only server that understands the blocks of this provider's own compaction: its host name
    /// and port. `None` if that is unknown.
    fn home(&self) -> Option<String> {
        None
    }

    /// The server's host name, port and path, which distinguish one server from another. `None` if
    /// there is no server.
    fn server(&self) -> Option<String> {
        None
    }

    /// What this provider supports for a model.
    fn capabilities(&self, model: &str) -> Capabilities;

    /// Sends a request and delivers the answer, piece by piece if the request
    /// asks for streaming, and returns the whole answer at the end.
    ///
    /// Repeats what may be repeated, but never after a piece was delivered.
    fn chat<'a>(&'a self, request: &'a ChatRequest, sink: DeltaSink<'a>) -> Pending<'a, Reply>;

    /// Asks the server how many tokens a request has; `None` if the server
    /// cannot tell. Answers are cached by content.
    fn count<'a>(&'a self, request: &'a ChatRequest) -> Pending<'a, Option<u64>>;

    /// Asks the server what it knows about a model, above all its context
    /// length. Fields are `None` if the server does not say.
    fn describe<'a>(&'a self, model: &'a str) -> Pending<'a, ModelInfo>;

    /// Lists the models that the server offers.
    fn models(&self) -> Pending<'_, Vec<ModelInfo>>;

    /// Lets the provider condense the request's messages by its own means;
    /// `None` if it has none.
    fn compact<'a>(
        &'a self,
        request: &'a ChatRequest,
        instructions: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>>;
}

//! Providers against servers that answer byte by byte as a test wants.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod connection;
mod discovery;
mod facts;
mod faults;
mod proxy;
mod secrets;
mod server;
mod streams;
mod tls;
mod tls_server;

use std::sync::Arc;
use std::time::Duration;

use vibeue_core::conversation::{Message, MessageId, Protocol, Role};
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{
    ChatRequest, Delta, Provider, ProviderConfig, ProviderError, Reply, connect,
};

use server::Server;

/// A key that must be seen nowhere but in its header.
const KEY: &str = "sk-test-Zq81vN0pLm44";

/// Limits that a test can wait for.
fn limits() -> Limits {
    Limits {
        first_piece: Duration::from_secs(10),
        idle: Duration::from_secs(10),
        whole: Duration::from_secs(20),
        question: Duration::from_secs(5),
        backoff: Duration::from_millis(1),
        ..Limits::default()
    }
}

fn config(protocol: Protocol, server: &Server, limits: Limits) -> ProviderConfig {
    let path = if protocol == Protocol::Ollama { "" } else { "/v1" };
    let mut config = ProviderConfig::new(protocol, server.url(path), "m");
    config.key = Some(KEY.into());
    config.limits = limits;
    config
}

fn provider(protocol: Protocol, server: &Server, limits: Limits) -> Arc<dyn Provider> {
    connect(&config(protocol, server, limits)).unwrap()
}

fn request() -> ChatRequest {
    ChatRequest::new("m", vec![Arc::new(Message::text(MessageId(1), Role::User, "Hello."))])
}

/// Asks; returns the reply and the texts as they were delivered.
async fn ask(
    provider: &dyn Provider,
    request: &ChatRequest,
) -> (Result<Reply, ProviderError>, String) {
    let mut heard = String::new();
    let mut note = |delta: Delta<'_>| {
        if let Delta::Text(text) = delta {
            heard.push_str(text);
        }
    };
    let reply = provider.chat(request, &mut note).await;
    (reply, heard)
}

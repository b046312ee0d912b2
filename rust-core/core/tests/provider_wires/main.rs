//! What the wire modules learn of a server while they talk to it.

mod anthropic;
mod gemini;
mod responses;

#[path = "../support/recorder.rs"]
mod recorder;

use std::future::Future;
use std::sync::Arc;

use vibeue_core::conversation::{Message, MessageId, Protocol, Role};
use vibeue_core::provider::http::Limits;
use vibeue_core::provider::{
    ChatRequest, Delta, Provider, ProviderConfig, ProviderError, Reply, connect,
};

use recorder::Recorder;

/// Connects to a recorder, without repetitions of what fails.
fn provider(protocol: Protocol, recorder: &Recorder, path: &str) -> Arc<dyn Provider> {
    let base = format!("{}{path}", recorder.address());
    let mut config = ProviderConfig::new(protocol, base, "m");
    config.limits = Limits { retries: 0, ..Limits::default() };
    connect(&config).expect("the address is one of this machine")
}

fn request(model: &str) -> ChatRequest {
    let messages = vec![
        Arc::new(Message::text(MessageId(1), Role::System, "Be brief.")),
        Arc::new(Message::text(MessageId(2), Role::User, "Hello")),
    ];
    let mut request = ChatRequest::new(model, messages);
    request.stream = false;
    request
}

fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime can be made").block_on(future)
}

fn chat(provider: &dyn Provider, request: &ChatRequest) -> Result<Reply, ProviderError> {
    let mut unheard = |_: Delta<'_>| {};
    run(provider.chat(request, &mut unheard))
}

//! The shell: sends requests over HTTP and learns from the answers.

use serde_json::json;

use super::body::body;
use super::facts;
use super::quirks::{Quirks, learn, warnings};
use super::reply_builder::ReplyBuilder;
use crate::http::{Call, Framing, HttpClient, Sink};
use crate::learned::Learned;
use crate::wire::Wire;
use crate::{Capabilities, ChatRequest, DeltaSink, ModelInfo, ProviderError, Reply};
use vibeue_conversation::Protocol;
use vibeue_tokens::Counter;

/// An Ollama server, over its own protocol.
#[derive(Debug)]
pub struct OllamaProvider {
    client: HttpClient,
    learned: Learned<Quirks>,
}

/// Prompts with fewer tokens are not checked: the server would not cut the beginning of a
/// conversation.
const NOTICEABLE: u64 = 1_000;

impl OllamaProvider {
    /// Creates a provider that uses this client, whose base address is the
    /// server's (`http://127.0.0.1:11434`); a `/v1` at its end is harmless.
    pub fn new(client: HttpClient) -> Self {
        Self { client, learned: Learned::default() }
    }

    fn url(&self, path: &str) -> reqwest::Url {
        self.client.endpoint().url_beside(path)
    }
}

/// Returns a warning if the server read clearly less than it was sent: a sign that a server that
/// cannot be told not to truncate did so.
fn silently_cut(request: &ChatRequest, reply: &Reply) -> Option<String> {
    let read = reply.usage?.input;
    let counter = Counter::for_model(&request.model);
    let sent: u64 = request.messages.iter().map(|message| counter.message(message).total()).sum();
    // Estimates for vocabularies that are not included are off by a quarter,
    // not by half.
    if sent < NOTICEABLE || read == 0 || read.saturating_mul(2) >= sent {
        return None;
    }
    Some(format!(
        "the server read only {read} of some {sent} tokens: it seems to have dropped the beginning of the \
         conversation; set a larger context length, or a smaller window"
    ))
}

impl Wire for OllamaProvider {
    fn protocol(&self) -> Protocol {
        Protocol::Ollama
    }

    fn server(&self) -> String {
        self.client.endpoint().server()
    }

    fn capabilities(&self, _model: &str) -> Capabilities {
        Capabilities { json_schema: true, temperature: true, counts: false, compacts: false }
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        sink: DeltaSink<'_>,
    ) -> Result<Reply, ProviderError> {
        let mut quirks = self.learned.of(&request.model);
        let mut sink = Sink::new(sink);
        loop {
            let call = Call::post_bytes(self.url("/api/chat"), body(request, quirks))
                .retries(request.retries);
            let reader = || ReplyBuilder::new(request.context_length);
            match self.client.exchange(&call, Framing::Lines, reader, &mut sink).await {
                Ok(mut reply) => {
                    reply.warnings = warnings(
                        quirks,
                        !request.tools.is_empty(),
                        request.reasoning_effort.is_some(),
                    );
                    reply.warnings.extend(silently_cut(request, &reply));
                    return Ok(reply);
                }
                Err(error) if learn(&mut quirks, &error) => {
                    self.learned.update(&request.model, |known| *known = quirks);
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn describe(&self, model: &str) -> Result<ModelInfo, ProviderError> {
        let call = Call::post(self.url("/api/show"), &json!({"model": model}));
        let show = self.client.question(&call).await?;
        let (set, trained) = facts::lengths(&show);
        let loaded = self.client.question(&Call::get(self.url("/api/ps"))).await.ok();
        let allocated = loaded.and_then(|list| facts::allocated(&list, model));
        let length =
            allocated.or(set).map(|length| trained.map_or(length, |most| length.min(most)));
        Ok(ModelInfo { id: model.to_owned(), context_length: length, ..ModelInfo::default() })
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let list = self.client.question(&Call::get(self.url("/api/tags"))).await?;
        Ok(facts::models(&list))
    }
}

//! The shell: sends requests over HTTP and learns from the answers.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::body::BodyWriter;
use super::model::ModelKind;
use super::purpose::Purpose;
use super::quirks::{self, Quirks};
use super::reply_builder::ReplyBuilder;
use crate::count_cache::CountCache;
use crate::http::{Call, Framing, HttpClient, Sink};
use crate::learned::Learned;
use crate::server::ServerFacts;
use crate::server_counts::ServerCounts;
use crate::wire::Wire;
use crate::{
    Capabilities, ChatRequest, DeltaSink, ErrorClass, ModelInfo, NativeCompaction, ProviderError,
    Reply,
};
use vibeue_conversation::transcript::tree::Object;
use vibeue_conversation::{Part, Protocol};
use vibeue_tokens::ServerUsage;

/// OpenAI's Responses, or a compatible server.
#[derive(Debug)]
pub struct ResponsesProvider {
    client: HttpClient,
    facts: ServerFacts,
    learned: Learned<Quirks>,
    counts: ServerCounts,
    /// Whether the server has no compaction.
    no_compaction: AtomicBool,
}

impl ResponsesProvider {
    /// Creates a provider that uses this client, whose base address ends in the
    /// version: `https://api.openai.com/v1`.
    pub fn new(client: HttpClient) -> Self {
        let facts = ServerFacts::new(client.clone(), client.endpoint().url("/models"));
        Self {
            client,
            facts,
            learned: Learned::default(),
            counts: ServerCounts::default(),
            no_compaction: AtomicBool::new(false),
        }
    }

    fn post(&self, path: &str, body: &Object<'_>) -> (Call, Vec<u8>) {
        let bytes = serde_json::to_vec(body).expect("a body has strings as keys");
        let call = Call::post_bytes(self.client.endpoint().url(path), bytes.clone());
        (call, bytes)
    }

    /// Returns whether a failed request can be sent again without what the server refused, and
    /// remembers that.
    fn learn(&self, error: &ProviderError, quirks: &mut Quirks, model: &str) -> bool {
        let refused = matches!(error.status, Some(400 | 404 | 422))
            && matches!(error.class, ErrorClass::Refused | ErrorClass::NotFound);
        if !refused || error.delivered || !quirks::learn(quirks, &error.message) {
            return false;
        }
        let lasting = quirks.learned(model);
        self.learned.update(model, |known| *known = lasting);
        true
    }
}

/// Takes the items from an answer; they are sent back unchanged.
fn compaction_of(answer: &Value) -> Result<NativeCompaction, ProviderError> {
    let items = answer.get("output").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let is_compaction = |item: &Value| {
        item.get("type").and_then(Value::as_str) == Some("compaction")
            && item.get("encrypted_content").and_then(Value::as_str).is_some_and(|s| !s.is_empty())
    };
    if !items.iter().any(is_compaction) {
        return Err(ProviderError::new(
            ErrorClass::Protocol,
            "the provider's own compaction gave no `compaction` item",
        )
        .hint("the conversation continues without it; another strategy can condense it"));
    }
    let parts = items.iter().map(|item| Part::Opaque { block: Box::new(item.clone()) }).collect();
    Ok(NativeCompaction { parts, text: None, usage: ServerUsage::from_json(answer) })
}

impl Wire for ResponsesProvider {
    fn protocol(&self) -> Protocol {
        Protocol::Responses
    }

    fn home(&self) -> Option<String> {
        Some(self.client.endpoint().host())
    }

    fn server(&self) -> String {
        self.client.endpoint().server()
    }

    fn capabilities(&self, model: &str) -> Capabilities {
        let quirks = self.learned.of(model);
        Capabilities {
            json_schema: !quirks.no_schema,
            temperature: ModelKind::of(model) != ModelKind::Reasoning && !quirks.no_temperature,
            counts: self.counts.may_be_asked(),
            compacts: !self.no_compaction.load(Ordering::Relaxed),
        }
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        sink: DeltaSink<'_>,
    ) -> Result<Reply, ProviderError> {
        let mut quirks = self.learned.of(&request.model);
        let before = quirks;
        let mut sink = Sink::new(sink);
        loop {
            let body = BodyWriter { quirks }.write(request, Purpose::Chat);
            let (call, _) = self.post("/responses", &body);
            let call = call.retries(request.retries);
            let exchange =
                self.client.exchange(&call, Framing::Sse, ReplyBuilder::default, &mut sink);
            match exchange.await {
                Ok(mut reply) => {
                    if quirks != before {
                        let what = format!("sent without what the server refused: {quirks}");
                        reply.warnings.push(what);
                    }
                    return Ok(reply);
                }
                Err(error) if self.learn(&error, &mut quirks, &request.model) => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn count(&self, request: &ChatRequest) -> Result<Option<u64>, ProviderError> {
        let mut quirks = self.learned.of(&request.model);
        while self.counts.may_be_asked() {
            let body = BodyWriter { quirks }.write(request, Purpose::Count);
            let (call, bytes) = self.post("/responses/input_tokens", &body);
            let key = CountCache::key("input_tokens", &bytes);
            match self.counts.ask(key, "input_tokens", self.client.question(&call)).await {
                Err(error) if self.learn(&error, &mut quirks, &request.model) => {}
                Err(error) => return self.counts.uncounted(error),
                counted => return counted,
            }
        }
        Ok(None)
    }

    /// What the server knows about a model; nothing if it has no list.
    async fn describe(&self, model: &str) -> Result<ModelInfo, ProviderError> {
        match self.facts.describe(model).await {
            Err(error) if matches!(error.status, Some(400 | 404 | 405 | 501)) => {
                Ok(ModelInfo { id: model.to_owned(), ..ModelInfo::default() })
            }
            described => described,
        }
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        self.facts.models().await
    }

    async fn compact(
        &self,
        request: &ChatRequest,
        instructions: Option<&str>,
    ) -> Result<Option<NativeCompaction>, ProviderError> {
        let mut quirks = self.learned.of(&request.model);
        while !self.no_compaction.load(Ordering::Relaxed) {
            let body = BodyWriter { quirks }.write(request, Purpose::Compact(instructions));
            let (call, _) = self.post("/responses/compact", &body);
            let call = call.retries(request.retries);
            match self.client.json_answer(&call).await {
                Ok(answer) => return compaction_of(&answer).map(Some),
                Err(error) if self.learn(&error, &mut quirks, &request.model) => {}
                Err(error) if matches!(error.status, Some(404 | 405 | 501)) => {
                    self.no_compaction.store(true, Ordering::Relaxed);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

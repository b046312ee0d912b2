//! The shell: sends requests over HTTP and learns from the answers.

use tracing::debug;

use super::body::BodyWriter;
use super::quirks::{self, Quirks};
use super::reply_builder::ReplyBuilder;
use crate::http::{Call, Framing, HttpClient, Sink};
use crate::learned::Learned;
use crate::server::{ServerFacts, ServerKind};
use crate::wire::Wire;
use crate::{Capabilities, ChatRequest, DeltaSink, ErrorClass, ModelInfo, ProviderError, Reply};
use vibeue_conversation::Protocol;

/// A server that speaks Chat Completions.
#[derive(Debug)]
pub struct OpenAiChatProvider {
    client: HttpClient,
    facts: ServerFacts,
    learned: Learned<Known>,
}

/// What is known about a model.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    quirks: Quirks,
    context_length: Option<u64>,
    /// How often this request was repeated without what the server refused.
    lessons: u32,
}

/// More fields than any server refuses in one request.
const MOST_LESSONS: u32 = 12;

impl OpenAiChatProvider {
    /// Creates a provider that uses this client, whose base address ends where
    /// `/chat/completions` begins (`https://api.openai.com/v1`).
    pub fn new(client: HttpClient) -> Self {
        let facts = ServerFacts::new(client.clone(), client.endpoint().url("/models"));
        Self { client, facts, learned: Learned::default() }
    }

    /// The kind of server as far as it is known: by its host, or after it was
    /// asked for its models.
    pub fn server_kind(&self) -> ServerKind {
        self.facts.known_kind()
    }

    fn writer(&self, known: &Known) -> BodyWriter {
        BodyWriter { kind: self.facts.known_kind(), quirks: known.quirks }
    }

    /// Returns whether a failed request can be sent again without what the server refused, and
    /// remembers that.
    fn learn(&self, error: &ProviderError, known: &mut Known, model: &str) -> bool {
        // A server whose limit shrinks with every refusal would be asked
        // forever.
        if known.lessons == MOST_LESSONS || !quirks::learn(&mut known.quirks, error) {
            return false;
        }
        known.lessons += 1;
        debug!(target: "vibeue::provider", model, "the server refused a part of the request");
        let quirks = known.quirks;
        self.learned.update(model, |known| known.quirks = quirks);
        true
    }

    /// Names what the server does not accept in this request.
    fn left_out(&self, request: &ChatRequest, known: &Known) -> Option<String> {
        let quirks = known.quirks;
        let asked = Quirks {
            no_temperature: quirks.no_temperature && request.temperature.is_some(),
            no_max_tokens: quirks.no_max_tokens && request.max_output_tokens.is_some(),
            no_schema: quirks.no_schema && request.response_schema.is_some(),
            no_effort: quirks.no_effort && request.reasoning_effort.is_some(),
            no_tools: quirks.no_tools && !request.tools.is_empty(),
            no_images: quirks.no_images,
            ..Quirks::default()
        };
        let names = asked.to_string();
        (!names.is_empty()).then(|| format!("sent without what the server refused: {names}"))
    }

    /// A server that states its limit in an error need not be asked for it.
    fn remember_limit(&self, error: ProviderError, model: &str) -> ProviderError {
        if let ErrorClass::ContextLengthExceeded { limit: Some(limit), .. } = error.class {
            self.learned.update(model, |known| known.context_length = Some(limit));
        }
        error
    }
}

impl Wire for OpenAiChatProvider {
    fn protocol(&self) -> Protocol {
        Protocol::OpenaiChat
    }

    fn server(&self) -> String {
        self.client.endpoint().server()
    }

    fn capabilities(&self, model: &str) -> Capabilities {
        let known = self.learned.of(model);
        Capabilities {
            json_schema: !known.quirks.no_schema,
            temperature: !known.quirks.no_temperature
                && self.writer(&known).takes_temperature(model),
            counts: self.facts.may_count(),
            compacts: false,
        }
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        sink: DeltaSink<'_>,
    ) -> Result<Reply, ProviderError> {
        let mut known = self.learned.of(&request.model);
        let mut sink = Sink::new(sink);
        loop {
            let body = self.writer(&known).write(request);
            let call = Call::post_bytes(self.client.endpoint().url("/chat/completions"), body)
                .retries(request.retries);
            let reader = || ReplyBuilder::new(known.context_length);
            match self.client.exchange(&call, Framing::Sse, reader, &mut sink).await {
                Ok(mut reply) => {
                    let left_out = self.left_out(request, &known);
                    reply.warnings.extend(left_out);
                    return Ok(reply);
                }
                Err(error) if self.learn(&error, &mut known, &request.model) => {}
                Err(error) => return Err(self.remember_limit(error, &request.model)),
            }
        }
    }

    async fn count(&self, request: &ChatRequest) -> Result<Option<u64>, ProviderError> {
        if !self.facts.may_count() {
            return Ok(None);
        }
        // How the request is written depends on the server.
        let kind = self.facts.detected().await?;
        let known = self.learned.of(&request.model);
        self.facts.count(kind, self.writer(&known).write_for_count(request)).await
    }

    async fn describe(&self, model: &str) -> Result<ModelInfo, ProviderError> {
        let info = self.facts.describe(model).await?;
        if info.context_length.is_some() {
            self.learned.update(model, |known| known.context_length = info.context_length);
        }
        Ok(info)
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        self.facts.models().await
    }
}

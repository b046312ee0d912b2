//! The shell: sends requests over HTTP and learns from the answers.

use serde_json::Value;
use tokio::time::Instant;
use tracing::debug;

use super::body::{Body, BodyWriter};
use super::claude::Claude;
use super::model_facts::ModelFacts;
use super::options::AnthropicOptions;
use super::purpose::Purpose;
use super::quirks::{self, Quirks};
use super::reply_builder::ReplyBuilder;
use crate::count_cache::CountCache;
use crate::http::{AnswerReader, Call, Framing, HttpClient, Sink};
use crate::learned::Learned;
use crate::server::ServerFacts;
use crate::server_counts::ServerCounts;
use crate::wire::Wire;
use crate::{
    Capabilities, ChatRequest, DeltaSink, ErrorClass, ModelInfo, NativeCompaction, ProviderError,
    Reply, StopReason,
};
use vibeue_conversation::{Part, Protocol};

/// Claude at Anthropic, or a compatible server.
#[derive(Debug)]
pub struct AnthropicProvider {
    client: HttpClient,
    facts: ServerFacts,
    options: AnthropicOptions,
    learned: Learned<Known>,
    counts: ServerCounts,
}

/// What is known about a model.
#[derive(Debug, Clone, Default)]
struct Known {
    quirks: Quirks,
    facts: Option<ModelFacts>,
}

/// The header value that is required for the provider's own summaries.
const COMPACTION_BETA: &str = "compact-2026-09-04";

/// The maximum number of pages of the model list that are requested.
const PAGES: usize = 10;

impl AnthropicProvider {
    /// Creates a provider that uses this client. The base address may end in a
    /// version (`https://api.anthropic.com/v1`) or not.
    pub fn new(client: HttpClient, options: AnthropicOptions) -> Self {
        let facts = ServerFacts::new(client.clone(), versioned(&client, "/models"));
        Self {
            client,
            facts,
            options,
            learned: Learned::default(),
            counts: ServerCounts::default(),
        }
    }

    fn writer(&self, known: &Known) -> BodyWriter<'_> {
        BodyWriter {
            options: &self.options,
            quirks: known.quirks,
            max_output: known.facts.as_ref().and_then(|facts| facts.info.max_output),
            compacts: known.facts.as_ref().and_then(|facts| facts.compacts),
        }
    }

    fn url(&self, path: &str) -> reqwest::Url {
        versioned(&self.client, path)
    }

    fn with_headers(&self, call: Call, compaction: bool) -> Call {
        let mut betas: Vec<&str> = self.options.betas.iter().map(String::as_str).collect();
        if compaction && !betas.contains(&COMPACTION_BETA) {
            betas.push(COMPACTION_BETA);
        }
        let call = call.header("anthropic-version", &self.options.version);
        if betas.is_empty() { call } else { call.list_header("anthropic-beta", &betas.join(",")) }
    }

    fn post(&self, path: &str, body: &Body<'_>) -> (Call, Vec<u8>) {
        let bytes = serde_json::to_vec(&body.json).expect("a body has strings as keys");
        let call = Call::post_bytes(self.url(path), bytes.clone());
        (self.with_headers(call, body.compaction), bytes)
    }

    /// Returns whether a failed request can be sent again without what the server refused, and
    /// remembers that.
    fn learn(&self, error: &ProviderError, known: &mut Known, model: &str) -> bool {
        let refused = error.status == Some(400) && error.class == ErrorClass::Refused;
        if !refused || error.delivered || !quirks::learn(&mut known.quirks, &error.message) {
            return false;
        }
        let lasting = known.quirks.learned(model);
        self.learned.update(model, |known| known.quirks = lasting);
        true
    }

    /// Asks a compatible server for the window in the ways that such servers
    /// offer: llama.cpp, LM Studio, vLLM, LiteLLM.
    async fn completed(&self, info: ModelInfo) -> ModelInfo {
        if info.context_length.is_some() || self.is_vendor() {
            return info;
        }
        match self.facts.describe(&info.id).await {
            Ok(listed) => ModelInfo {
                context_length: listed.context_length,
                input_limit: info.input_limit.or(listed.input_limit),
                max_output: info.max_output.or(listed.max_output),
                input_price: info.input_price.or(listed.input_price),
                output_price: info.output_price.or(listed.output_price),
                ..info
            },
            // The server can be used without it.
            Err(error) => {
                debug!(
                    target: "vibeue::provider",
                    model = info.id, class = error.class.name(), "the server does not report a window"
                );
                info
            }
        }
    }

    /// Returns whether this is the vendor's own server, which reports everything in its own way.
    fn is_vendor(&self) -> bool {
        let host = self.client.endpoint().base().host_str().unwrap_or_default();
        host == "anthropic.com" || host.ends_with(".anthropic.com")
    }
}

/// The URL of an operation, whether the base address ends in a version or not.
fn versioned(client: &HttpClient, path: &str) -> reqwest::Url {
    let endpoint = client.endpoint();
    let last = endpoint.base().path().trim_end_matches('/').rsplit('/').next();
    let versioned = last.is_some_and(|last| {
        let number = last.strip_prefix('v').unwrap_or_default();
        !number.is_empty() && number.starts_with(|c: char| c.is_ascii_digit())
    });
    if versioned { endpoint.url(path) } else { endpoint.url(&format!("/v1{path}")) }
}

/// Returns whether a message names a model, and not just a word that is part of its name.
fn names(message: &str, model: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !model.is_empty()
        && message.match_indices(model).any(|(at, _)| {
            !inside(message[..at].chars().next_back())
                && !inside(message[at + model.len()..].chars().next())
        })
}

/// Takes the summary from an answer. An answer without one is not a transport
/// failure, but cannot be used either: the error says why.
fn summary_of(answer: Value) -> Result<NativeCompaction, ProviderError> {
    let mut builder = ReplyBuilder::default();
    let mut unheard = |_: crate::Delta<'_>| {};
    let mut sink = Sink::new(&mut unheard);
    builder.whole(answer, &mut sink)?;
    let reply = builder.finish(&mut sink)?;
    let is_summary = |part: &Part| {
        matches!(part, Part::Opaque { block }
            if block.get("type").and_then(Value::as_str) == Some("compaction")
                && block.get("content").is_some_and(|content| !content.is_null()))
    };
    let usage = reply.usage;
    if let Some(part) = reply.parts.into_iter().find(is_summary) {
        let text = match &part {
            Part::Opaque { block } => block.get("content").and_then(Value::as_str),
            _ => None,
        };
        return Ok(NativeCompaction { text: text.map(str::to_owned), parts: vec![part], usage });
    }
    let (class, why) = match reply.stop {
        StopReason::Length => (ErrorClass::Refused, "it was cut at the limit on its length"),
        StopReason::ContextFull => (
            ErrorClass::ContextLengthExceeded { limit: None, requested: None },
            "the window had no room for it",
        ),
        StopReason::Refusal => (ErrorClass::Refused, "the model declined"),
        StopReason::ToolCalls => (ErrorClass::Refused, "the model called a tool instead"),
        _ => (ErrorClass::Refused, "the answer was empty"),
    };
    Err(ProviderError::new(class, format!("the provider gave no summary: {why}"))
        .hint("the conversation continues without it; another strategy can condense it"))
}

impl Wire for AnthropicProvider {
    fn protocol(&self) -> Protocol {
        Protocol::Anthropic
    }

    fn home(&self) -> Option<String> {
        Some(self.client.endpoint().host())
    }

    fn server(&self) -> String {
        self.client.endpoint().server()
    }

    fn capabilities(&self, model: &str) -> Capabilities {
        let claude = Claude::of(model);
        let Known { quirks, facts } = self.learned.of(model);
        let facts = facts.unwrap_or_default();
        Capabilities {
            json_schema: facts.schema.unwrap_or(claude.takes_schema()) && !quirks.no_schema,
            temperature: claude.takes_temperature() && !quirks.no_temperature,
            counts: self.counts.may_be_asked(),
            compacts: facts.compacts.unwrap_or(claude.compacts()),
        }
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        sink: DeltaSink<'_>,
    ) -> Result<Reply, ProviderError> {
        let mut known = self.learned.of(&request.model);
        let mut sink = Sink::new(sink);
        let before = known.quirks;
        loop {
            let body = self.writer(&known).write(request, Purpose::Chat);
            let (call, _) = self.post("/messages", &body);
            let call = call.retries(request.retries);
            let exchange =
                self.client.exchange(&call, Framing::Sse, ReplyBuilder::default, &mut sink);
            match exchange.await {
                Ok(mut reply) => {
                    if known.quirks != before {
                        let what =
                            format!("sent without what the server refused: {}", known.quirks);
                        reply.warnings.push(what);
                    }
                    return Ok(reply);
                }
                Err(error) if self.learn(&error, &mut known, &request.model) => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn count(&self, request: &ChatRequest) -> Result<Option<u64>, ProviderError> {
        let mut known = self.learned.of(&request.model);
        while self.counts.may_be_asked() {
            let body = self.writer(&known).write(request, Purpose::Count);
            let (call, bytes) = self.post("/messages/count_tokens", &body);
            let key = CountCache::key("count_tokens", &bytes);
            match self.counts.ask(key, "input_tokens", self.client.question(&call)).await {
                Err(error) if self.learn(&error, &mut known, &request.model) => {}
                Err(error) => return self.counts.uncounted(error),
                counted => return counted,
            }
        }
        Ok(None)
    }

    async fn describe(&self, model: &str) -> Result<ModelInfo, ProviderError> {
        let mut info = ModelInfo { id: model.to_owned(), ..ModelInfo::default() };
        let mut url = self.url("/models");
        if let Ok(mut path) = url.path_segments_mut() {
            path.push(model);
        }
        let call = self.with_headers(Call::get(url), true);
        match self.client.question(&call).await {
            Ok(answer) => {
                if let Some(facts) = ModelFacts::from_json(&answer) {
                    info = ModelInfo { id: info.id, ..facts.info.clone() };
                    self.learned.update(model, |known| known.facts = Some(facts));
                }
            }
            Err(error) if error.status == Some(404) && names(&error.message, model) => {
                return Err(error);
            }
            // A server that is only compatible.
            Err(error) if matches!(error.status, Some(400 | 404 | 405 | 501)) => {}
            Err(error) => return Err(error),
        }
        Ok(self.completed(info).await)
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let mut models = Vec::new();
        let mut after: Option<String> = None;
        let begun = Instant::now();
        for _ in 0..PAGES {
            let mut url = self.url("/models");
            url.query_pairs_mut().append_pair("limit", "1000");
            if let Some(after) = &after {
                url.query_pairs_mut().append_pair("after_id", after);
            }
            let page = self.client.question(&self.with_headers(Call::get(url), true)).await?;
            let entries = page.get("data").and_then(Value::as_array).into_iter().flatten();
            for facts in entries.filter_map(ModelFacts::from_json) {
                models.push(facts.info.clone());
                let id = facts.info.id.clone();
                self.learned.update(&id, |known| known.facts = Some(facts));
            }
            let last = page.get("last_id").and_then(Value::as_str).map(str::to_owned);
            let more = page.get("has_more").and_then(Value::as_bool) == Some(true);
            // Somebody is waiting for the list; what has arrived by then is
            // worth more than the rest of it.
            let late = begun.elapsed() > self.client.limits().question;
            if !more || last.is_none() || last == after || late {
                break;
            }
            after = last;
        }
        Ok(models)
    }

    async fn compact(
        &self,
        request: &ChatRequest,
        instructions: Option<&str>,
    ) -> Result<Option<NativeCompaction>, ProviderError> {
        let mut known = self.learned.of(&request.model);
        if known.facts.is_none() && self.describe(&request.model).await.is_ok() {
            known = self.learned.of(&request.model);
        }
        let declared = known.facts.as_ref().and_then(|facts| facts.compacts);
        if !declared.unwrap_or(Claude::of(&request.model).compacts()) {
            return Ok(None);
        }
        loop {
            let body = self.writer(&known).write(request, Purpose::Compact(instructions));
            let (call, _) = self.post("/messages", &body);
            let call = call.retries(request.retries);
            match self.client.json_answer(&call).await {
                Ok(answer) => return summary_of(answer).map(Some),
                Err(error) if self.learn(&error, &mut known, &request.model) => {}
                // The server does not know the parameter.
                Err(error)
                    if error.status == Some(400)
                        && error.message.contains("compaction")
                        && !error.message.contains("compaction_") =>
                {
                    self.learned.update(&request.model, |known| {
                        let facts = known.facts.get_or_insert_default();
                        facts.compacts = Some(false);
                    });
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

//! The shell: sends requests over HTTP and learns from the answers.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use reqwest::Url;
use serde_json::Value;
use tokio::time::Instant;
use tracing::debug;

use super::body::{BodyWriter, resource};
use super::options::{ApiVersion, GeminiOptions};
use super::quirks::{self, Quirks};
use super::reply_builder::ReplyBuilder;
use crate::count_cache::CountCache;
use crate::http::{Call, Framing, HttpClient, Sink};
use crate::learned::Learned;
use crate::server_counts::ServerCounts;
use crate::wire::Wire;
use crate::{Capabilities, ChatRequest, DeltaSink, ErrorClass, ModelInfo, ProviderError, Reply};
use vibeue_conversation::Protocol;
use vibeue_conversation::transcript::tree::Object;
use vibeue_tokens::models::{Abilities, Reported};

/// Gemini at Google, or a compatible server.
#[derive(Debug)]
pub struct GeminiProvider {
    client: HttpClient,
    options: GeminiOptions,
    learned: Learned<Quirks>,
    counts: ServerCounts,
    /// Whether the server serves not the configured version but the other.
    other_version: AtomicBool,
    /// Whether the server counts only contents.
    counts_contents: AtomicBool,
    /// Differs between processes and between answers.
    seed: AtomicU64,
}

/// The maximum number of pages of the model list that are requested.
const PAGES: usize = 10;

impl GeminiProvider {
    /// Creates a provider that uses this client. If the base address ends in a
    /// version (`…/v1beta`), that version is used.
    pub fn new(client: HttpClient, options: GeminiOptions) -> Self {
        Self {
            client,
            options,
            learned: Learned::default(),
            counts: ServerCounts::default(),
            other_version: AtomicBool::new(false),
            counts_contents: AtomicBool::new(false),
            seed: AtomicU64::new(RandomState::new().build_hasher().finish()),
        }
    }

    fn version(&self) -> ApiVersion {
        match self.other_version.load(Ordering::Relaxed) {
            true => self.options.version.other(),
            false => self.options.version,
        }
    }

    /// Returns whether the base address itself fixes the version.
    fn version_is_fixed(&self) -> bool {
        let path = self.client.endpoint().base().path().trim_end_matches('/');
        let last = path.rsplit('/').next().unwrap_or_default();
        last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn url(&self, path: &str) -> Url {
        let endpoint = self.client.endpoint();
        match self.version_is_fixed() {
            true => endpoint.url(path),
            false => endpoint.url(&format!("/{}{path}", self.version().name())),
        }
    }

    /// The URL of a model's action.
    fn model_url(&self, model: &str, action: &str) -> Url {
        let mut url = self.url("");
        let name = resource(model);
        if let Ok(mut path) = url.path_segments_mut() {
            let mut segments = name.split('/').peekable();
            path.pop_if_empty();
            while let Some(segment) = segments.next() {
                match segments.peek() {
                    Some(_) => path.push(segment),
                    None => path.push(&format!("{segment}{action}")),
                };
            }
        }
        url
    }

    /// Runs a request; if the version is not served, runs it once more with the
    /// other one, which is then remembered.
    async fn under_either_version<T, F>(
        &self,
        mut attempt: impl FnMut() -> F,
    ) -> Result<T, ProviderError>
    where
        F: Future<Output = Result<T, ProviderError>>,
    {
        let error = match attempt().await {
            Err(error) if self.may_be_version(&error) => error,
            outcome => return outcome,
        };
        let before = self.other_version.fetch_xor(true, Ordering::Relaxed);
        match attempt().await {
            // That was not the cause: the first error is the one that matters.
            Err(second) if self.may_be_version(&second) => {
                self.other_version.store(before, Ordering::Relaxed);
                Err(error)
            }
            outcome => {
                debug!(
                    target: "vibeue::provider",
                    version = self.version().name(), "the server has the other version"
                );
                outcome
            }
        }
    }

    fn may_be_version(&self, error: &ProviderError) -> bool {
        matches!(error.status, Some(404 | 405)) && !error.delivered && !self.version_is_fixed()
    }

    /// Returns whether a failed request can be sent again without what the server refused, and
    /// remembers that.
    fn learn(&self, error: &ProviderError, quirks: &mut Quirks, model: &str) -> bool {
        let refused = error.status == Some(400) && error.class == ErrorClass::Refused;
        if !refused || error.delivered || !quirks::learn(quirks, &error.message) {
            return false;
        }
        let lasting = quirks.learned(model);
        self.learned.update(model, |known| *known = lasting);
        true
    }

    fn post(url: Url, body: &Object<'_>) -> (Call, Vec<u8>) {
        let bytes = serde_json::to_vec(body).expect("a body has strings as keys");
        (Call::post_bytes(url, bytes.clone()), bytes)
    }

    async fn chat_once(
        &self,
        request: &ChatRequest,
        quirks: Quirks,
        sink: &mut Sink<'_>,
    ) -> Result<Reply, ProviderError> {
        let body = BodyWriter { quirks }.write(request);
        let url = if request.stream {
            let mut url = self.model_url(&request.model, ":streamGenerateContent");
            url.query_pairs_mut().append_pair("alt", "sse");
            url
        } else {
            self.model_url(&request.model, ":generateContent")
        };
        let (call, _) = Self::post(url, &body);
        let call = call.retries(request.retries);
        let seed = || self.seed.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        self.client.exchange(&call, Framing::Sse, || ReplyBuilder::new(seed()), sink).await
    }
}

/// Reads what the server reports about a model. The input limit is the window:
/// the answer has a limit of its own in addition.
fn model_info(entry: &Value) -> Option<ModelInfo> {
    let name = entry.get("name").and_then(Value::as_str)?;
    let tokens = |field: &str| {
        let tokens = entry.get(field).and_then(Value::as_u64);
        tokens.filter(|tokens| (1..=Reported::BELIEVABLE).contains(tokens))
    };
    Some(ModelInfo {
        id: name.strip_prefix("models/").unwrap_or(name).to_owned(),
        context_length: tokens("inputTokenLimit"),
        max_output: tokens("outputTokenLimit"),
        abilities: Abilities {
            reasoning: entry.get("thinking").and_then(Value::as_bool),
            ..Abilities::default()
        },
        ..ModelInfo::default()
    })
}

/// Returns whether a model answers conversations; if the server does not say, it is assumed to.
fn can_chat(entry: &Value) -> bool {
    let methods = entry.get("supportedGenerationMethods").and_then(Value::as_array);
    methods.is_none_or(|list| list.iter().any(|method| method.as_str() == Some("generateContent")))
}

/// Returns whether a server that counts knows no whole request, but contents. Only an error that
/// names the field is about the server; any other is about the request.
fn refuses_the_field(error: &ProviderError) -> bool {
    error.status == Some(400)
        && (error.message.to_ascii_lowercase().contains("generatecontentrequest")
            || error.message.contains("generate_content_request"))
}

impl Wire for GeminiProvider {
    fn protocol(&self) -> Protocol {
        Protocol::Gemini
    }

    fn server(&self) -> String {
        self.client.endpoint().server()
    }

    fn capabilities(&self, model: &str) -> Capabilities {
        Capabilities {
            json_schema: !self.learned.of(model).no_schema,
            temperature: true,
            counts: self.counts.may_be_asked(),
            compacts: false,
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
        let mut tried_other = false;
        let mut first_error = None;
        loop {
            match self.chat_once(request, quirks, &mut sink).await {
                Ok(mut reply) => {
                    if quirks != before {
                        let what = format!("sent without what the server refused: {quirks}");
                        reply.warnings.push(what);
                    }
                    return Ok(reply);
                }
                Err(error) if self.learn(&error, &mut quirks, &request.model) => {}
                Err(error) if self.may_be_version(&error) => {
                    self.other_version.fetch_xor(true, Ordering::Relaxed);
                    if tried_other {
                        return Err(first_error.unwrap_or(error));
                    }
                    tried_other = true;
                    first_error = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn count(&self, request: &ChatRequest) -> Result<Option<u64>, ProviderError> {
        let mut quirks = self.learned.of(&request.model);
        while self.counts.may_be_asked() {
            let contents_only = self.counts_contents.load(Ordering::Relaxed);
            let writer = BodyWriter { quirks };
            let body = match contents_only {
                true => writer.count_contents(request),
                false => writer.count(request),
            };
            let bytes = serde_json::to_vec(&body).expect("a body has strings as keys");
            let key = CountCache::key(&request.model, &bytes);
            let ask = || async {
                let url = self.model_url(&request.model, ":countTokens");
                self.client.question(&Call::post_bytes(url, bytes.clone())).await
            };
            match self.counts.ask(key, "totalTokens", self.under_either_version(ask)).await {
                Err(error) if self.learn(&error, &mut quirks, &request.model) => {}
                Err(error) if !contents_only && refuses_the_field(&error) => {
                    self.counts_contents.store(true, Ordering::Relaxed);
                }
                Err(error) => return self.counts.uncounted(error),
                counted => return counted,
            }
        }
        Ok(None)
    }

    async fn describe(&self, model: &str) -> Result<ModelInfo, ProviderError> {
        let ask = || async {
            let url = self.model_url(model, "");
            self.client.question(&Call::get(url)).await
        };
        let unknown = ModelInfo { id: model.to_owned(), ..ModelInfo::default() };
        match self.under_either_version(ask).await {
            Ok(answer) => {
                let info = model_info(&answer).unwrap_or_default();
                Ok(ModelInfo { id: model.to_owned(), ..info })
            }
            Err(error) if error.status == Some(404) && error.message.contains(model) => Err(error),
            Err(error) if matches!(error.status, Some(400 | 404 | 405 | 501)) => Ok(unknown),
            Err(error) => Err(error),
        }
    }

    async fn models(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let mut models = Vec::new();
        let mut token: Option<String> = None;
        let begun = Instant::now();
        for _ in 0..PAGES {
            let ask = || async {
                let mut url = self.url("/models");
                url.query_pairs_mut().append_pair("pageSize", "1000");
                if let Some(token) = &token {
                    url.query_pairs_mut().append_pair("pageToken", token);
                }
                self.client.question(&Call::get(url)).await
            };
            let page = self.under_either_version(ask).await?;
            let entries = page.get("models").and_then(Value::as_array).into_iter().flatten();
            models.extend(entries.filter(|entry| can_chat(entry)).filter_map(model_info));
            let next = page.get("nextPageToken").and_then(Value::as_str).map(str::to_owned);
            // Somebody is waiting for the list; what has arrived by then is
            // worth more than the rest of it.
            let late = begun.elapsed() > self.client.limits().question;
            if next.is_none() || next == token || late {
                break;
            }
            token = next;
        }
        Ok(models)
    }
}

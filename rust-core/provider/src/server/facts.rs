//! Asks a server about itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::{Value, json};
use tokio::time::Instant;
use tracing::debug;

use super::ServerKind;
use super::entry::{model_info, tokens};
use crate::count_cache::CountCache;
use crate::http::{Call, HttpClient};
use crate::{ErrorClass, ModelInfo, ProviderError};

/// What a server reports about itself; what does not change is asked for only
/// once.
#[derive(Debug)]
pub(crate) struct ServerFacts {
    client: HttpClient,
    /// Where the list of models is.
    list: reqwest::Url,
    kind: OnceLock<ServerKind>,
    /// Why the kind could not be determined, and when.
    undecided: Mutex<Option<(Instant, ProviderError)>>,
    counts: CountCache,
    /// Whether the server has no counting of its own.
    no_counts: AtomicBool,
    /// Whether the server lacks the details that LiteLLM reports.
    no_details: AtomicBool,
}

impl ServerFacts {
    /// Creates a source of facts that uses this client; `list` is the URL of
    /// the model list.
    pub(crate) fn new(client: HttpClient, list: reqwest::Url) -> Self {
        let kind = OnceLock::new();
        if let Some(known) = ServerKind::of_host(&client.endpoint().host()) {
            let _ = kind.set(known);
        }
        Self {
            client,
            list,
            kind,
            undecided: Mutex::new(None),
            counts: CountCache::default(),
            no_counts: AtomicBool::new(false),
            no_details: AtomicBool::new(false),
        }
    }

    /// The kind of server as far as it is known.
    pub(crate) fn known_kind(&self) -> ServerKind {
        self.kind.get().copied().unwrap_or_default()
    }

    /// Returns whether the server may count; certain after it was asked.
    pub(crate) fn may_count(&self) -> bool {
        let counts =
            matches!(self.kind.get(), None | Some(ServerKind::LlamaCpp | ServerKind::Vllm));
        counts && !self.no_counts.load(Ordering::Relaxed)
    }

    async fn get(&self, url: reqwest::Url) -> Result<Value, ProviderError> {
        self.client.question(&Call::get(url)).await
    }

    /// The model list, and with it the kind of server.
    async fn list(&self) -> Result<(ServerKind, Value), ProviderError> {
        let list = self.get(self.list.clone()).await;
        if let Some(kind) = self.kind.get() {
            return Ok((*kind, list?));
        }
        let kind = match &list {
            Ok(list) => ServerKind::of_models(list),
            Err(error) if error.class == ErrorClass::NotFound => None,
            Err(_) => return Ok((ServerKind::Other, list?)),
        };
        let kind = match kind {
            Some(kind) => kind,
            None if self.failed_lately() => return Ok((ServerKind::Other, list?)),
            None => match self.probe().await {
                Ok(kind) => kind,
                // Not permanent: the next question finds out more.
                Err(error) => {
                    debug!(
                        target: "vibeue::provider",
                        host = self.client.endpoint().host(), class = error.class.name(),
                        "the kind of server could not be found out"
                    );
                    *self.undecided() = Some((Instant::now(), error));
                    return Ok((ServerKind::Other, list?));
                }
            },
        };
        debug!(
            target: "vibeue::provider",
            host = self.client.endpoint().host(), kind = kind.name(), "found out the kind of server"
        );
        let kind = *self.kind.get_or_init(|| kind);
        *self.undecided() = None;
        Ok((kind, list?))
    }

    fn undecided(&self) -> MutexGuard<'_, Option<(Instant, ProviderError)>> {
        self.undecided.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether determining the kind failed a short while ago: each attempt costs up to
    /// three questions while somebody is waiting.
    fn failed_lately(&self) -> bool {
        let pause = self.client.limits().question;
        self.undecided().as_ref().is_some_and(|(when, _)| when.elapsed() < pause)
    }

    /// Asks for what only one kind of server has. A server that answers none of
    /// these is of another kind.
    ///
    /// Fails if an answer is missing for a temporary reason: then nothing is
    /// known.
    async fn probe(&self) -> Result<ServerKind, ProviderError> {
        let endpoint = self.client.endpoint();
        let mut missing = None;
        for (path, field, kind) in [
            ("/props", "default_generation_settings", ServerKind::LlamaCpp),
            ("/api/v0/models", "data", ServerKind::LmStudio),
            ("/api/version", "version", ServerKind::Ollama),
        ] {
            match self.get(endpoint.url_beside(path)).await {
                Ok(answer) if answer.get(field).is_some() => return Ok(kind),
                Err(error) if error.may_pass() => missing = Some(error),
                _ => {}
            }
        }
        missing.map_or(Ok(ServerKind::Other), Err)
    }

    /// Lists the models.
    pub(crate) async fn models(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let (kind, list) = self.list().await?;
        let own = if kind == ServerKind::LmStudio { self.lm_studio().await } else { None };
        Ok(entries(own.as_ref().unwrap_or(&list)).filter_map(model_info).collect())
    }

    /// Returns what the server knows about a model.
    pub(crate) async fn describe(&self, model: &str) -> Result<ModelInfo, ProviderError> {
        // OpenAI's list does not contain lengths.
        if self.kind.get() == Some(&ServerKind::OpenAi) {
            return Ok(ModelInfo { id: model.to_owned(), ..ModelInfo::default() });
        }
        let (kind, list) = self.list().await?;
        let own = if kind == ServerKind::LmStudio { self.lm_studio().await } else { None };
        let list = own.as_ref().unwrap_or(&list);
        let mut found = entries(list).filter_map(model_info).find(|info| info.id == model);
        // A server with one model answers to any name.
        let single = matches!(kind, ServerKind::LlamaCpp | ServerKind::LmStudio);
        if found.is_none() && single && entries(list).count() == 1 {
            found = entries(list).find_map(model_info);
        }
        let mut info = found.unwrap_or_default();
        info.id = model.to_owned();
        match kind {
            ServerKind::LlamaCpp => {
                // Per slot: the length that one request has.
                if let Some(slot) = self.llama_slot(model).await {
                    info.context_length = Some(info.context_length.map_or(slot, |n| n.min(slot)));
                }
            }
            ServerKind::Ollama => {
                if let Some(allocated) = self.ollama_allocated(model).await {
                    info.context_length = Some(allocated);
                }
            }
            ServerKind::LiteLlm | ServerKind::Other if info.context_length.is_none() => {
                self.litellm(model, &mut info).await;
            }
            _ => {}
        }
        if info.context_length.is_none()
            && let Some((_, error)) = &*self.undecided()
        {
            // What it may have said about the model did not arrive.
            return Err(error.clone());
        }
        Ok(info)
    }

    async fn lm_studio(&self) -> Option<Value> {
        let endpoint = self.client.endpoint();
        if let Ok(list) = self.get(endpoint.url_beside("/api/v0/models")).await {
            return Some(list);
        }
        self.get(endpoint.url_beside("/api/v1/models")).await.ok()
    }

    async fn llama_slot(&self, model: &str) -> Option<u64> {
        let mut url = self.client.endpoint().url_beside("/props");
        // A router for several models does not load one for the question.
        url.query_pairs_mut().append_pair("model", model).append_pair("autoload", "false");
        let props = self.get(url).await.ok()?;
        tokens(props.pointer("/default_generation_settings/n_ctx")?)
    }

    /// The context length that Ollama allocated for a loaded model. Its
    /// OpenAI-compatible API cannot request another one.
    async fn ollama_allocated(&self, model: &str) -> Option<u64> {
        let list = self.get(self.client.endpoint().url_beside("/api/ps")).await.ok()?;
        let models = list.get("models")?.as_array()?;
        let is_it = |entry: &&Value| {
            ["name", "model"].iter().any(|field| {
                entry.get(*field).and_then(Value::as_str).is_some_and(|name| {
                    name == model || name.strip_suffix(":latest") == Some(model)
                })
            })
        };
        tokens(models.iter().find(is_it)?.get("context_length")?)
    }

    /// LiteLLM reports more than its list contains.
    async fn litellm(&self, model: &str, info: &mut ModelInfo) {
        if self.no_details.load(Ordering::Relaxed) {
            return;
        }
        let url = self.client.endpoint().url_beside("/model/info");
        let list = match self.get(url).await {
            Ok(list) => list,
            // What failed on the way may be available the next time.
            Err(error) => {
                self.no_details.store(!error.may_pass(), Ordering::Relaxed);
                return;
            }
        };
        let mut all = list.get("data").and_then(Value::as_array).into_iter().flatten();
        let named = |entry: &&Value| entry.get("model_name").and_then(Value::as_str) == Some(model);
        if let Some(more) = all.find(named).and_then(model_info) {
            info.input_limit = info.input_limit.or(more.input_limit);
            info.max_output = info.max_output.or(more.max_output);
            info.input_price = info.input_price.or(more.input_price);
            info.output_price = info.output_price.or(more.output_price);
        }
    }

    /// Determines the kind of server, asking it once.
    pub(crate) async fn detected(&self) -> Result<ServerKind, ProviderError> {
        match self.kind.get() {
            Some(kind) => Ok(*kind),
            None => Ok(self.list().await?.0),
        }
    }

    /// Lets the server count a request; `None` if it cannot. `body` contains
    /// the model, the messages and the tools, written for this kind of server.
    pub(crate) async fn count(
        &self,
        kind: ServerKind,
        body: Vec<u8>,
    ) -> Result<Option<u64>, ProviderError> {
        if self.no_counts.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let endpoint = self.client.endpoint();
        let (url, field) = match kind {
            ServerKind::LlamaCpp => {
                (endpoint.url("/chat/completions/input_tokens"), "input_tokens")
            }
            ServerKind::Vllm => (endpoint.url_beside("/tokenize"), "count"),
            _ => return Ok(None),
        };
        let key = CountCache::key(url.path(), &body);
        if let Some(count) = self.counts.get(&key) {
            return Ok(Some(count));
        }
        let found = match self.client.question(&Call::post_bytes(url, body.clone())).await {
            Ok(answer) => answer.get(field).and_then(tokens),
            Err(error) if matches!(error.status, Some(404 | 405 | 501)) => match kind {
                ServerKind::LlamaCpp => self.count_template(&body).await?,
                _ => None,
            },
            // What the server does not accept, it does not count.
            Err(error) if error.class == ErrorClass::Refused => return Ok(None),
            Err(error) => return Err(error),
        };
        match found {
            Some(count) => self.counts.insert(key, count),
            None => self.no_counts.store(true, Ordering::Relaxed),
        }
        Ok(found)
    }

    /// For older llama.cpp: renders the prompt first, then counts it.
    async fn count_template(&self, body: &[u8]) -> Result<Option<u64>, ProviderError> {
        let endpoint = self.client.endpoint();
        let call = Call::post_bytes(endpoint.url_beside("/apply-template"), body.to_vec());
        let Ok(answer) = self.client.question(&call).await else { return Ok(None) };
        let Some(prompt) = answer.get("prompt").filter(|prompt| prompt.is_string()) else {
            return Ok(None);
        };
        let body = json!({"content": prompt, "add_special": true, "parse_special": true});
        let call = Call::post(endpoint.url_beside("/tokenize"), &body);
        let answer = self.client.question(&call).await?;
        let tokens = answer.get("tokens").and_then(Value::as_array);
        Ok(tokens.map(|tokens| tokens.len() as u64))
    }
}

fn entries(list: &Value) -> impl Iterator<Item = &Value> {
    let data = list.get("data").or_else(|| list.get("models")).unwrap_or(list);
    data.as_array().into_iter().flatten()
}

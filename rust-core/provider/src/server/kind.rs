//! Which program or service a server is.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The program or service that speaks the protocol.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServerKind {
    /// OpenAI itself, or its models on Azure.
    OpenAi,
    /// OpenRouter.
    OpenRouter,
    /// llama.cpp's own server.
    LlamaCpp,
    /// vLLM.
    Vllm,
    /// SGLang.
    Sglang,
    /// LM Studio.
    LmStudio,
    /// A LiteLLM proxy.
    LiteLlm,
    /// Ollama through its OpenAI-compatible API.
    Ollama,
    /// One that does not identify itself.
    #[default]
    Other,
}

impl ServerKind {
    /// The display name.
    pub const fn name(self) -> &'static str {
        match self {
            ServerKind::OpenAi => "OpenAI",
            ServerKind::OpenRouter => "OpenRouter",
            ServerKind::LlamaCpp => "llama.cpp",
            ServerKind::Vllm => "vLLM",
            ServerKind::Sglang => "SGLang",
            ServerKind::LmStudio => "LM Studio",
            ServerKind::LiteLlm => "LiteLLM",
            ServerKind::Ollama => "Ollama",
            ServerKind::Other => "OpenAI compatible",
        }
    }

    /// Recognizes a service by its host.
    pub(crate) fn of_host(host: &str) -> Option<Self> {
        let host = host.split(':').next().unwrap_or(host);
        let of = |domain: &str| {
            host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
        };
        if of("openai.com") || of("openai.azure.com") || of("cognitiveservices.azure.com") {
            Some(ServerKind::OpenAi)
        } else if of("openrouter.ai") {
            Some(ServerKind::OpenRouter)
        } else {
            None
        }
    }

    /// Recognizes a program by its model list.
    pub(super) fn of_models(models: &Value) -> Option<Self> {
        let entry = models.get("data")?.as_array()?.first()?;
        match entry.get("owned_by").and_then(Value::as_str) {
            Some("llamacpp") => return Some(ServerKind::LlamaCpp),
            Some("vllm") => return Some(ServerKind::Vllm),
            Some("sglang") => return Some(ServerKind::Sglang),
            Some("organization_owner") => return Some(ServerKind::LmStudio),
            Some("library") => return Some(ServerKind::Ollama),
            _ => {}
        }
        if entry.pointer("/meta/n_ctx_train").is_some() {
            Some(ServerKind::LlamaCpp)
        } else if entry.get("max_model_len").is_some() {
            Some(ServerKind::Vllm)
        } else if entry.get("max_input_tokens").is_some() {
            Some(ServerKind::LiteLlm)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn services_are_known_by_their_host_and_not_by_a_look_alike() {
        for (host, kind) in [
            ("api.openai.com", Some(ServerKind::OpenAi)),
            ("us.api.openai.com:443", Some(ServerKind::OpenAi)),
            ("mine.openai.azure.com", Some(ServerKind::OpenAi)),
            ("openrouter.ai", Some(ServerKind::OpenRouter)),
            ("api.notopenai.com", None),
            ("openai.com.evil.example", None),
            ("127.0.0.1:8080", None),
        ] {
            assert_eq!(ServerKind::of_host(host), kind, "{host}");
        }
    }

    #[test]
    fn programs_are_known_by_their_models() {
        for (entry, kind) in [
            (json!({"owned_by": "llamacpp"}), Some(ServerKind::LlamaCpp)),
            (json!({"owned_by": "me", "meta": {"n_ctx_train": 1}}), Some(ServerKind::LlamaCpp)),
            (json!({"owned_by": "vllm", "max_model_len": 8}), Some(ServerKind::Vllm)),
            (json!({"owned_by": "sglang", "max_model_len": 8}), Some(ServerKind::Sglang)),
            (json!({"owned_by": "organization_owner"}), Some(ServerKind::LmStudio)),
            (json!({"owned_by": "library"}), Some(ServerKind::Ollama)),
            (json!({"owned_by": "openai", "max_input_tokens": 8}), Some(ServerKind::LiteLlm)),
            (json!({"owned_by": "openai"}), None),
        ] {
            assert_eq!(ServerKind::of_models(&json!({"data": [entry]})), kind, "{entry}");
        }
        assert_eq!(ServerKind::of_models(&json!({"data": []})), None);
    }
}

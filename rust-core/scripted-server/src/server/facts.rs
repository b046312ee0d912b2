//! What servers report about themselves and their models.

use serde_json::{Value, json};

use super::state::State;
use crate::exchange::Exchange;
use crate::plan::Plan;
use crate::script::{Flavour, Model, Script};

/// Plans the answer to a request for facts; `None` if the server that is played has no such
/// address.
#[expect(clippy::too_many_lines, reason = "one arm for each address")]
pub(super) fn plan(state: &State, path: &str, exchange: &Exchange) -> Option<Plan> {
    let script = &state.script;
    let flavour = script.flavour;
    let body = match (exchange.method.as_str(), path) {
        ("GET", _) if exchange.header("anthropic-version").is_some() => anthropic(script, path)?,
        ("GET", _)
            if exchange.header("x-goog-api-key").is_some() || path.starts_with("/v1beta/") =>
        {
            gemini(script, path)?
        }
        ("GET", "/health") => json!({"status": "ok"}),
        ("GET", "/props") if flavour == Flavour::LlamaCpp => {
            let model = script.offered().into_iter().next().unwrap_or_default();
            json!({"default_generation_settings": {"n_ctx": model.context_length, "params": {}},
                "total_slots": 1, "model_path": format!("/models/{}.gguf", model.id),
                "chat_template_caps": {"supports_tools": true}})
        }
        ("GET", "/version") if flavour == Flavour::Vllm => json!({"version": "0.18.0"}),
        ("POST", "/tokenize") if matches!(flavour, Flavour::LlamaCpp | Flavour::Vllm) => {
            tokenize(state, exchange)
        }
        ("GET", "/api/v0/models") if flavour == Flavour::LmStudio => {
            let rows: Vec<_> = script.offered().iter().map(lm_studio).collect();
            json!({"object": "list", "data": rows})
        }
        ("GET", "/model/info" | "/v1/model/info") if flavour == Flavour::LiteLlm => {
            let rows: Vec<_> = script
                .offered()
                .iter()
                .map(|model| {
                    json!({"model_name": model.id, "model_info": {
                    "max_input_tokens": model.context_length,
                    "max_output_tokens": model.max_output}})
                })
                .collect();
            json!({"data": rows})
        }
        ("GET", "/api/version") if has_ollama(flavour) => json!({"version": "0.20.1"}),
        ("GET", "/api/tags") if has_ollama(flavour) => {
            let rows: Vec<_> = script
                .offered()
                .iter()
                .map(|model| json!({"name": model.id, "model": model.id, "size": 1}))
                .collect();
            json!({"models": rows})
        }
        ("GET", "/api/ps") if has_ollama(flavour) => {
            let rows: Vec<_> = script
                .offered()
                .iter()
                .map(|model| {
                    json!({"name": model.id, "model": model.id, "size": 1,
                    "context_length": model.context_length})
                })
                .collect();
            json!({"models": rows})
        }
        ("POST", "/api/show") if has_ollama(flavour) => {
            let named = ["model", "name"]
                .iter()
                .find_map(|field| exchange.body.get(*field)?.as_str())
                .unwrap_or_default();
            let Some(model) = script.model(named) else {
                return Some(Plan::json(
                    404,
                    &json!({"error": format!("model '{named}' not found")}),
                ));
            };
            json!({"details": {"family": "qwen3"},
                "parameters": format!("num_ctx                        {}\nstop \"x\"", model.context_length),
                "model_info": {"general.architecture": "qwen3",
                    "qwen3.context_length": model.trained_context_length},
                "capabilities": ["completion", "tools", "thinking"]})
        }
        ("GET", _) if path.ends_with("/models") => {
            let rows: Vec<_> =
                script.offered().iter().map(|model| openai(model, flavour)).collect();
            json!({"object": "list", "data": rows})
        }
        ("GET", _) => {
            let (_, id) = path.split_once("/models/")?;
            match script.model(id) {
                Some(model) => openai(&model, flavour),
                None => {
                    return Some(Plan::json(
                        404,
                        &json!({"error": {"message": format!("The model `{id}` does not exist"),
                            "type": "invalid_request_error", "param": "model",
                            "code": "model_not_found"}}),
                    ));
                }
            }
        }
        _ => return None,
    };
    Some(Plan::json(200, &body))
}

/// Ollama's own addresses are there too when nothing else is played.
fn has_ollama(flavour: Flavour) -> bool {
    matches!(flavour, Flavour::Ollama | Flavour::Official)
}

fn openai(model: &Model, flavour: Flavour) -> Value {
    let mut row = json!({"id": model.id, "object": "model", "created": 1_790_000_000,
        "owned_by": "scripted"});
    match flavour {
        Flavour::Official | Flavour::LmStudio | Flavour::Ollama => {}
        Flavour::LlamaCpp => {
            row["meta"] = json!({"n_ctx": model.context_length,
                "n_ctx_train": model.trained_context_length, "n_vocab": 151_936});
        }
        Flavour::Vllm => row["max_model_len"] = model.context_length.into(),
        Flavour::OpenRouter => {
            row["context_length"] = model.trained_context_length.into();
            row["top_provider"] = json!({"context_length": model.context_length,
                "max_completion_tokens": model.max_output, "is_moderated": false});
            row["pricing"] = json!({"prompt": "0.000003", "completion": "0.000015"});
            row["supported_parameters"] = json!(["tools", "temperature", "response_format"]);
        }
        Flavour::LiteLlm => {
            row["max_input_tokens"] = model.context_length.into();
            row["max_output_tokens"] = model.max_output.into();
        }
    }
    if let Some((input, output)) = model.prices {
        row["pricing"] = json!({"prompt": (input / 1e6).to_string(),
            "completion": (output / 1e6).to_string()});
    }
    row
}

fn lm_studio(model: &Model) -> Value {
    json!({"id": model.id, "object": "model", "type": "llm", "state": "loaded",
        "max_context_length": model.trained_context_length,
        "loaded_context_length": model.context_length})
}

fn anthropic(script: &Script, path: &str) -> Option<Value> {
    let row = |model: &Model| {
        json!({"type": "model", "id": model.id, "display_name": model.id,
            "created_at": "2026-01-01T00:00:00Z",
            "max_input_tokens": model.context_length, "max_tokens": model.max_output,
            "capabilities": {"compaction": {"summarize": {"supported": model.compacts}},
                "structured_outputs": {"supported": true}}})
    };
    if path.ends_with("/models") {
        let rows: Vec<_> = script.offered().iter().map(row).collect();
        return Some(json!({"data": rows, "has_more": false, "first_id": null, "last_id": null}));
    }
    let (_, id) = path.split_once("/models/")?;
    script.model(id).as_ref().map(row)
}

fn gemini(script: &Script, path: &str) -> Option<Value> {
    let version = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    if !script.gemini_versions.iter().any(|known| known == version) {
        return None;
    }
    let row = |model: &Model| {
        json!({"name": format!("models/{}", model.id), "displayName": model.id,
            "inputTokenLimit": model.context_length, "outputTokenLimit": model.max_output,
            "supportedGenerationMethods": ["generateContent", "countTokens"], "thinking": true})
    };
    if path.ends_with("/models") {
        let rows: Vec<_> = script.offered().iter().map(row).collect();
        return Some(json!({"models": rows}));
    }
    let (_, id) = path.split_once("/models/")?;
    script.model(id).as_ref().map(row)
}

fn tokenize(state: &State, exchange: &Exchange) -> Value {
    let text = match exchange.body.get("content").or_else(|| exchange.body.get("prompt")) {
        Some(Value::String(text)) => text.clone(),
        _ => exchange.body.get("messages").map(Value::to_string).unwrap_or_default(),
    };
    let count = (state.count)(&text);
    let tokens: Vec<u64> = (0..count.min(100_000)).collect();
    match state.script.flavour {
        Flavour::LlamaCpp => json!({"tokens": tokens}),
        _ => {
            let limit = state.script.offered().first().map(|model| model.context_length);
            json!({"count": count, "max_model_len": limit, "tokens": tokens})
        }
    }
}

//! One entry of a server's list of models.

use serde_json::Value;

use super::entry_abilities::abilities;
use crate::ModelInfo;

/// Reads what an entry says about a model; `None` if it has no id.
///
/// Among several lengths the smallest is used, but the loaded length takes
/// precedence over the possible one: LM Studio loads a model with less than it
/// was trained for.
pub(crate) fn model_info(entry: &Value) -> Option<ModelInfo> {
    let id = ["id", "key", "model_name", "model"]
        .iter()
        .find_map(|name| entry.get(*name)?.as_str().filter(|id| !id.is_empty()))?;
    let number =
        |places: &[&str]| places.iter().filter_map(|place| tokens(entry.pointer(place)?)).min();
    let loaded = number(&[
        "/loaded_context_length",
        "/loaded_instances/0/config/context_length",
        "/meta/n_ctx",
    ]);
    let is_local = entry.get("state").is_some() || entry.get("loaded_instances").is_some();
    let declared = number(&[
        "/max_model_len",
        "/top_provider/context_length",
        "/context_length",
        "/context_window",
        "/max_context_length",
        "/limits/max_context_length",
    ]);
    Some(ModelInfo {
        id: id.to_owned(),
        // A model that is not loaded has no length yet: the server chooses one.
        context_length: loaded.or(declared.filter(|_| !is_local)),
        input_limit: number(&["/max_input_tokens", "/model_info/max_input_tokens"]),
        max_output: number(&[
            "/top_provider/max_completion_tokens",
            "/max_output_tokens",
            "/max_completion_tokens",
            "/model_info/max_output_tokens",
        ]),
        input_price: price(entry, &["/pricing/prompt", "/model_info/input_cost_per_token"]),
        output_price: price(entry, &["/pricing/completion", "/model_info/output_cost_per_token"]),
        abilities: abilities(entry),
    })
}

/// More tokens than any model has.
const ABSURD: u64 = 1_000_000_000;

/// A number of tokens; 0 and absurd numbers give `None`.
pub(super) fn tokens(value: &Value) -> Option<u64> {
    let whole = |number: f64| (number >= 0.0 && number.fract() == 0.0).then_some(number as u64);
    let number = value
        .as_u64()
        .or_else(|| value.as_f64().and_then(whole))
        .or_else(|| value.as_str()?.trim().parse().ok())?;
    (1..=ABSURD).contains(&number).then_some(number)
}

/// Converts dollars per token, as number or text, to dollars per million.
fn price(entry: &Value, places: &[&str]) -> Option<f64> {
    let value = places.iter().find_map(|place| entry.pointer(place))?;
    let price = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    // OpenRouter writes -1 for a price that varies.
    (0.0..1.0).contains(&price).then_some(price * 1e6)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn info(id: &str) -> ModelInfo {
        ModelInfo { id: id.to_owned(), ..ModelInfo::default() }
    }

    #[test]
    fn each_servers_entry_is_read() {
        for (entry, expected) in [
            (json!({"id": "gpt-5", "object": "model", "owned_by": "openai"}), info("gpt-5")),
            (
                json!({"id": "qwen", "max_model_len": 40_960}),
                ModelInfo { context_length: Some(40_960), ..info("qwen") },
            ),
            (
                json!({"id": "x", "meta": {"n_ctx": 8_192, "n_ctx_train": 131_072}}),
                ModelInfo { context_length: Some(8_192), ..info("x") },
            ),
            (
                json!({"id": "a/b", "context_length": 1_000_000, "pricing": {"prompt": "0.000003",
                    "completion": "0.000015"}, "top_provider": {"context_length": 200_000,
                    "max_completion_tokens": 64_000}}),
                ModelInfo {
                    context_length: Some(200_000),
                    max_output: Some(64_000),
                    input_price: Some(3.0),
                    output_price: Some(15.0),
                    ..info("a/b")
                },
            ),
            (
                json!({"id": "l", "state": "loaded", "max_context_length": 131_072,
                    "loaded_context_length": 4_096}),
                ModelInfo { context_length: Some(4_096), ..info("l") },
            ),
            (json!({"id": "l", "state": "not-loaded", "max_context_length": 131_072}), info("l")),
            (
                json!({"key": "n", "max_context_length": 131_072,
                    "loaded_instances": [{"id": "n", "config": {"context_length": 8_192}}]}),
                ModelInfo { context_length: Some(8_192), ..info("n") },
            ),
            (
                json!({"id": "p", "max_input_tokens": 128_000, "max_output_tokens": 16_384}),
                ModelInfo { input_limit: Some(128_000), max_output: Some(16_384), ..info("p") },
            ),
        ] {
            assert_eq!(model_info(&entry), Some(expected), "{entry}");
        }
    }

    #[test]
    fn nonsense_is_left_out() {
        assert_eq!(model_info(&json!({"id": ""})), None);
        assert_eq!(model_info(&json!("x")), None);
        let odd = json!({"id": "x", "context_length": -5, "max_model_len": 0,
            "context_window": 1e300, "pricing": {"prompt": "-1", "completion": "free"}});
        assert_eq!(model_info(&odd), Some(info("x")));
    }
}

//! The usage of a request, wherever a server reports it.

use serde_json::{Map, Value, json};

use vibeue_tokens::ServerUsage;

/// Finds the usage in a chunk or in a whole answer.
pub(super) fn usage_in(chunk: &Map<String, Value>) -> Option<ServerUsage> {
    let groq = chunk.get("x_groq").and_then(|groq| groq.get("usage"));
    let found = chunk.get("usage").or(groq).and_then(ServerUsage::from_json);
    found.or_else(|| of_timings(chunk.get("timings")?))
}

/// llama.cpp reports the usage in `timings` if none was requested; cached
/// tokens are not part of `prompt_n`.
fn of_timings(timings: &Value) -> Option<ServerUsage> {
    let number = |name: &str| timings.get(name).and_then(Value::as_u64);
    let cached = number("cache_n").unwrap_or(0);
    // Read like any other usage, so that absurd numbers are rejected.
    ServerUsage::from_json(&json!({
        "prompt_tokens": number("prompt_n")?.saturating_add(cached),
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens": number("predicted_n").unwrap_or(0),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_is_found_in_each_servers_place() {
        let usage = json!({"prompt_tokens": 90, "completion_tokens": 7});
        let expected = Some(ServerUsage { input: 90, cached: 0, output: 7, reasoning: 0 });
        let read = |chunk: &Value| usage_in(chunk.as_object().unwrap());
        assert_eq!(read(&json!({"usage": usage})), expected);
        assert_eq!(read(&json!({"x_groq": {"usage": usage}})), expected);
        assert_eq!(
            read(&json!({"timings": {"prompt_n": 10, "cache_n": 80, "predicted_n": 7}})),
            Some(ServerUsage { input: 90, cached: 80, output: 7, reasoning: 0 })
        );
        for nothing in [json!({}), json!({"usage": null}), json!({"timings": {"cache_n": 3}})] {
            assert_eq!(read(&nothing), None, "{nothing}");
        }
    }
}

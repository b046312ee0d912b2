//! What a server reports about the tokens of a request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The usage that a server reports, in one shape for all providers.
///
/// Providers disagree about cached tokens: OpenAI and Google include them in
/// the prompt's figure, Anthropic reports them separately. Here `input` is
/// always the whole prompt and `output` always everything that was generated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerUsage {
    /// Tokens of the prompt, including those read from and written to a cache.
    pub input: u64,
    /// How many of these were read from a cache.
    pub cached: u64,
    /// Tokens that were generated, including reasoning.
    pub output: u64,
    /// How many of these were reasoning, if the server reports it.
    pub reasoning: u64,
}

/// More tokens than any request has; a larger number is the server's error.
const ABSURD: u64 = 1_000_000_000_000;

impl ServerUsage {
    /// Reads the usage from a provider's response or from its usage object:
    /// OpenAI Chat and Responses, Anthropic, Gemini and Ollama. Returns `None`
    /// if there is no usable figure for the prompt.
    pub fn from_json(json: &Value) -> Option<Self> {
        let usage = ["/usage", "/usageMetadata", "/usage_metadata", "/message/usage"]
            .iter()
            .chain(&["/response/usage"])
            .find_map(|place| json.pointer(place).filter(|found| found.is_object()))
            .unwrap_or(json);
        Self::of_gemini(usage)
            .or_else(|| Self::of_openai_chat(usage))
            .or_else(|| Self::of_input_tokens(usage))
            .or_else(|| Self::of_ollama(usage))
    }

    /// Google: cached tokens are part of the prompt; thoughts and the results
    /// of server tools are reported separately from the candidates and the
    /// prompt.
    fn of_gemini(usage: &Value) -> Option<Self> {
        let prompt = tokens(usage, "/promptTokenCount")?;
        let part = |place| tokens(usage, place).unwrap_or(0);
        let reasoning = part("/thoughtsTokenCount");
        Some(Self {
            input: prompt + part("/toolUsePromptTokenCount"),
            cached: part("/cachedContentTokenCount"),
            output: part("/candidatesTokenCount") + reasoning,
            reasoning,
        })
    }

    /// OpenAI Chat and compatible servers: cached tokens are part of the
    /// prompt, reasoning is part of the completion.
    fn of_openai_chat(usage: &Value) -> Option<Self> {
        let input = tokens(usage, "/prompt_tokens")?;
        let part = |place| tokens(usage, place).unwrap_or(0);
        Some(Self {
            input,
            cached: part("/prompt_tokens_details/cached_tokens"),
            output: part("/completion_tokens"),
            reasoning: part("/completion_tokens_details/reasoning_tokens"),
        })
    }

    /// OpenAI Responses and Anthropic both report `input_tokens`. Anthropic's
    /// figure excludes what was read from and written to the cache; separate
    /// fields report it, which OpenAI does not have.
    fn of_input_tokens(usage: &Value) -> Option<Self> {
        // With server-side compaction Anthropic's top-level figures exclude the
        // compaction; the last iteration is the context that was used.
        let usage = usage
            .get("iterations")
            .and_then(Value::as_array)
            .and_then(|iterations| iterations.last())
            .filter(|last| tokens(last, "/input_tokens").is_some())
            .unwrap_or(usage);
        let input = tokens(usage, "/input_tokens")?;
        let part = |place| tokens(usage, place).unwrap_or(0);
        let read = part("/cache_read_input_tokens");
        let written = part("/cache_creation_input_tokens");
        let shared = part("/input_tokens_details/cached_tokens");
        Some(Self {
            input: input + read + written,
            cached: read.max(shared),
            output: part("/output_tokens"),
            reasoning: part("/output_tokens_details/reasoning_tokens"),
        })
    }

    /// Ollama's own format.
    fn of_ollama(usage: &Value) -> Option<Self> {
        let input = tokens(usage, "/prompt_eval_count")?;
        let output = tokens(usage, "/eval_count").unwrap_or(0);
        Some(Self { input, output, ..Self::default() })
    }
}

/// Reads a number of tokens; servers also send it as `12.0`. Negative, absurd
/// and other values give `None`.
fn tokens(usage: &Value, place: &str) -> Option<u64> {
    let number = usage.pointer(place)?;
    let tokens = number.as_u64().or_else(|| {
        number.as_f64().filter(|tokens| (0.0..=ABSURD as f64).contains(tokens)).map(|t| t as u64)
    })?;
    (tokens <= ABSURD).then_some(tokens)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn usage(input: u64, cached: u64, output: u64, reasoning: u64) -> Option<ServerUsage> {
        Some(ServerUsage { input, cached, output, reasoning })
    }

    #[test]
    fn openai_counts_cached_tokens_in_the_prompt() {
        let chat = json!({"id": "x", "usage": {"prompt_tokens": 1_000, "completion_tokens": 50,
            "total_tokens": 1_050, "prompt_tokens_details": {"cached_tokens": 800},
            "completion_tokens_details": {"reasoning_tokens": 30}}});
        assert_eq!(ServerUsage::from_json(&chat), usage(1_000, 800, 50, 30));
        let responses = json!({"response": {"usage": {"input_tokens": 1_000, "output_tokens": 50,
            "input_tokens_details": {"cached_tokens": 800},
            "output_tokens_details": {"reasoning_tokens": 30}, "total_tokens": 1_050}}});
        assert_eq!(ServerUsage::from_json(&responses), usage(1_000, 800, 50, 30));
    }

    #[test]
    fn anthropic_counts_cached_tokens_beside_the_input() {
        let message = json!({"usage": {"input_tokens": 100, "cache_read_input_tokens": 800,
            "cache_creation_input_tokens": 100, "output_tokens": 50}});
        assert_eq!(ServerUsage::from_json(&message), usage(1_000, 800, 50, 0));
        let start = json!({"type": "message_start",
            "message": {"usage": {"input_tokens": 7, "output_tokens": 1}}});
        assert_eq!(ServerUsage::from_json(&start), usage(7, 0, 1, 0));
        let compacted = json!({"input_tokens": 40, "output_tokens": 5, "iterations": [
            {"type": "compaction", "input_tokens": 180_000, "output_tokens": 3_500},
            {"type": "message", "input_tokens": 23_000, "output_tokens": 1_000}]});
        assert_eq!(ServerUsage::from_json(&compacted), usage(23_000, 0, 1_000, 0));
    }

    #[test]
    fn a_proxy_that_sends_both_shapes_is_not_counted_twice() {
        let litellm = json!({"prompt_tokens": 1_000, "completion_tokens": 50,
            "cache_read_input_tokens": 800, "cache_creation_input_tokens": 100});
        assert_eq!(ServerUsage::from_json(&litellm), usage(1_000, 0, 50, 0));
    }

    #[test]
    fn gemini_and_ollama_are_read() {
        let gemini = json!({"usageMetadata": {"promptTokenCount": 500, "candidatesTokenCount": 20,
            "thoughtsTokenCount": 70, "cachedContentTokenCount": 400, "totalTokenCount": 590}});
        assert_eq!(ServerUsage::from_json(&gemini), usage(500, 400, 90, 70));
        let ollama = json!({"done": true, "prompt_eval_count": 26, "eval_count": 12});
        assert_eq!(ServerUsage::from_json(&ollama), usage(26, 0, 12, 0));
    }

    #[test]
    fn nonsense_is_not_usage() {
        for json in [
            json!(null),
            json!([]),
            json!({}),
            json!({"usage": null}),
            json!({"usage": {"prompt_tokens": -5}}),
            json!({"usage": {"prompt_tokens": "many"}}),
            json!({"usage": {"prompt_tokens": 1e300}}),
            json!({"usage": {"input_tokens": u64::MAX}}),
        ] {
            assert_eq!(ServerUsage::from_json(&json), None, "{json}");
        }
        let float = json!({"usage": {"prompt_tokens": 12.0, "completion_tokens": -1}});
        assert_eq!(ServerUsage::from_json(&float), usage(12, 0, 0, 0));
    }
}

//! What the server reports about a model.

use serde_json::Value;

use crate::ModelInfo;
use crate::server::model_info;
use vibeue_tokens::models::{Abilities, Reported};

/// What the server reports about a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ModelFacts {
    pub(super) info: ModelInfo,
    /// Whether an answer can be constrained to a JSON schema.
    pub(super) schema: Option<bool>,
    /// Whether the provider's own compaction is available.
    pub(super) compacts: Option<bool>,
}

impl ModelFacts {
    /// Reads an entry of `/v1/models`; `None` if it has no id.
    pub(super) fn from_json(json: &Value) -> Option<Self> {
        let id = json.get("id").and_then(Value::as_str)?.to_owned();
        let tokens = |name: &str| {
            let tokens = json.get(name).and_then(Value::as_u64);
            tokens.filter(|tokens| (1..=Reported::BELIEVABLE).contains(tokens))
        };
        let supported = |place: &str| json.pointer(place).and_then(Value::as_bool);
        let info = ModelInfo {
            id,
            // The API accepts prompts up to the whole window.
            context_length: tokens("max_input_tokens")
                .or(tokens("context_length"))
                .or_else(|| model_info(json)?.context_length),
            max_output: tokens("max_tokens").or(tokens("max_output_tokens")),
            abilities: Abilities {
                tools: None,
                images: supported("/capabilities/image_input/supported"),
                reasoning: supported("/capabilities/thinking/supported"),
            },
            ..ModelInfo::default()
        };
        Some(Self {
            info,
            schema: supported("/capabilities/structured_outputs/supported"),
            compacts: supported("/capabilities/compaction/summarize/supported"),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn limits_and_capabilities_are_read_and_nonsense_is_unknown() {
        let json = json!({"type": "model", "id": "claude-opus-5-5", "max_input_tokens": 1_000_000,
            "max_tokens": 128_000, "capabilities": {"structured_outputs": {"supported": true},
            "compaction": {"summarize": {"supported": false}},
            "image_input": {"supported": true}, "thinking": {"supported": "perhaps"}}});
        let expected = ModelFacts {
            info: ModelInfo {
                id: "claude-opus-5-5".to_owned(),
                context_length: Some(1_000_000),
                max_output: Some(128_000),
                abilities: Abilities { images: Some(true), ..Abilities::default() },
                ..ModelInfo::default()
            },
            schema: Some(true),
            compacts: Some(false),
        };
        assert_eq!(ModelFacts::from_json(&json), Some(expected));
        let json = json!({"id": "x", "max_input_tokens": u64::MAX, "max_tokens": "many"});
        let info = ModelInfo { id: "x".to_owned(), ..ModelInfo::default() };
        let expected = ModelFacts { info, ..ModelFacts::default() };
        assert_eq!(ModelFacts::from_json(&json), Some(expected));
        assert_eq!(ModelFacts::from_json(&json!([])), None);
    }
}

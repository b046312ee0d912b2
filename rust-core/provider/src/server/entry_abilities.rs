//! What an entry of a server's list says that a model can do.

use serde_json::Value;
use vibeue_tokens::models::Abilities;

/// Reads what an entry says that its model can do: in the ways of OpenRouter,
/// LiteLLM, LM Studio, Mistral and Ollama. What it does not say stays unknown.
pub(super) fn abilities(entry: &Value) -> Abilities {
    let switch = |places: &[&str]| places.iter().find_map(|at| entry.pointer(at)?.as_bool());
    // A list that has no such word says that the model cannot do it.
    let names = |at: &str, word: &str| {
        let list = entry.pointer(at)?.as_array()?;
        Some(list.iter().any(|it| it.as_str() == Some(word)))
    };
    // That one is not complete: what it does not have is not known.
    let listed = |word: &str| names("/capabilities", word).filter(|has| *has);
    let kind = entry.get("type").and_then(Value::as_str);
    let sees = match kind {
        Some("vlm") => Some(true),
        Some("llm") => Some(false),
        _ => None,
    };
    Abilities {
        tools: switch(&[
            "/model_info/supports_function_calling",
            "/capabilities/function_calling",
            "/capabilities/trained_for_tool_use",
        ])
        .or_else(|| names("/supported_parameters", "tools"))
        .or_else(|| listed("tool_use"))
        .or_else(|| listed("tools")),
        images: switch(&["/model_info/supports_vision", "/capabilities/vision"])
            .or_else(|| names("/architecture/input_modalities", "image"))
            .or(sees)
            .or_else(|| listed("vision")),
        reasoning: switch(&["/model_info/supports_reasoning", "/capabilities/reasoning"])
            .or_else(|| names("/supported_parameters", "reasoning"))
            .or_else(|| listed("thinking")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_servers_way_of_saying_it_is_read_and_nonsense_says_nothing() {
        let says = |tools, images, reasoning| Abilities { tools, images, reasoning };
        let (yes, no) = (Some(true), Some(false));
        for (entry, expected) in [
            (
                json!({"architecture": {"input_modalities": ["text", "image"]},
                    "supported_parameters": ["tools", "temperature"]}),
                says(yes, yes, no),
            ),
            (
                json!({"model_info": {"supports_vision": false, "supports_function_calling": true,
                    "supports_reasoning": null}}),
                says(yes, no, None),
            ),
            (json!({"type": "vlm", "capabilities": ["tool_use"]}), says(yes, yes, None)),
            (json!({"type": "llm"}), says(None, no, None)),
            (
                json!({"type": "llm", "capabilities": {"vision": true,
                    "trained_for_tool_use": false}}),
                says(no, yes, None),
            ),
            (
                json!({"capabilities": {"function_calling": true, "vision": false}}),
                says(yes, no, None),
            ),
            (json!({"capabilities": "all", "architecture": [], "type": 3}), Abilities::default()),
            (json!([]), Abilities::default()),
        ] {
            assert_eq!(abilities(&entry), expected, "{entry}");
        }
    }
}

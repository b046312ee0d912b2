//! What is left of a block for providers that do not know it.

use serde_json::Value;

/// Says in words what a block of another provider holds, as far as it has
/// any that the reader of the conversation would miss. Reasoning has none:
/// each model does its own.
pub(super) fn words_of(block: &Value) -> Option<&str> {
    let text = |field: &str| block.get(field)?.as_str().filter(|text| !is_blank(text));
    match block.get("type")?.as_str()? {
        "refusal" => text("refusal"),
        // A provider's own compaction, where it shows what it says.
        "compaction" => text("content"),
        "input_audio" | "audio" => Some("(a sound that only its provider can read was left out)"),
        "file" | "input_file" | "document" | "container_upload" => {
            Some("(a file that only its provider can read was left out)")
        }
        _ => None,
    }
}

/// Tells whether only a model can say this: its reasoning, its refusal.
pub(super) fn is_of_model(block: &Value) -> bool {
    let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
    matches!(kind, "thinking" | "redacted_thinking" | "reasoning" | "refusal")
        || block.get("thought").is_some()
        || block.get("thoughtSignature").is_some()
}

/// Tells whether a text is empty to a provider.
pub(in crate::provider) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

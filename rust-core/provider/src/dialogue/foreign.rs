//! What is left of a block for providers that do not know it.

use serde_json::Value;

use vibeue_conversation::Role;

/// Describes in words what another provider's block contains, if a reader of
/// the conversation would miss it. Reasoning is left out: each model does its
/// own.
pub(super) fn words_of(block: &Value) -> Option<&str> {
    let text = |field: &str| block.get(field)?.as_str().filter(|text| !is_blank(text));
    match block.get("type")?.as_str()? {
        "refusal" => text("refusal"),
        // A provider's own compaction, if its text is visible.
        "compaction" => text("content"),
        "input_audio" | "audio" => Some("(a sound that only its provider can read was left out)"),
        "file" | "input_file" | "document" | "container_upload" => {
            Some("(a file that only its provider can read was left out)")
        }
        _ => None,
    }
}

/// Returns whether a role can produce this block: reasoning and refusals are the model's, files and
/// audio the user's.
pub(super) fn can_come_from(role: Role, block: &Value) -> bool {
    let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
    if role == Role::Assistant {
        return !matches!(
            kind,
            "input_audio" | "input_image" | "input_file" | "file" | "document" | "container_upload"
        );
    }
    let sealed = block.get("thought").is_some() || block.get("thoughtSignature").is_some();
    !sealed && !matches!(kind, "thinking" | "redacted_thinking" | "reasoning" | "refusal")
}

/// Returns whether providers treat a text as empty.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

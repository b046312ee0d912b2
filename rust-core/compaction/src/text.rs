//! The texts of a message, wherever they are in it.

use vibeue_conversation::{Message, Part};

/// Returns every text that the model reads in a message: its words, the names
/// and arguments of its calls, the words of its results.
pub fn texts_of(message: &Message) -> Vec<&str> {
    let mut texts = Vec::with_capacity(message.parts.len());
    for part in &message.parts {
        match part {
            Part::Text { text, .. } => texts.push(text.as_str()),
            Part::ToolCall(call) => {
                texts.push(&call.name);
                texts.push(&call.arguments);
            }
            Part::ToolResult(result) => texts.extend(result.texts()),
            Part::Image(_) | Part::Opaque { .. } => {}
        }
    }
    texts
}

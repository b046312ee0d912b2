//! Goes through the parts of a message.

use super::collector::Collector;
use super::{FactKind, FactSet, Origin, json, scanner};
use crate::conversation::{ImageSource, Message, MessageId, MessageKind, Part, Role};

/// Extracts the facts of one message.
pub(super) fn extract(set: &mut FactSet, message: &Message) {
    let origin = match (message.role, message.kind) {
        // No person said a summary.
        (Role::User, MessageKind::Normal) => Origin::User,
        (Role::User, MessageKind::Summary) | (Role::Assistant, _) => Origin::Assistant,
        (Role::System, _) => Origin::System,
        (Role::Tool, _) => Origin::ToolResult,
    };
    if let Some(name) = &message.name
        && matches!(message.role, Role::User | Role::Assistant)
    {
        Collector::new(set, origin, message.id).add(FactKind::Participant, name);
    }
    for part in &message.parts {
        match part {
            Part::Text { text, .. } => extract_text(set, text, origin, message.id),
            Part::ToolCall(call) => {
                extract_text(set, &call.arguments, Origin::CallArgument, message.id);
            }
            Part::ToolResult(result) => {
                for text in result.texts() {
                    extract_text(set, text, Origin::ToolResult, message.id);
                }
            }
            Part::Image(image) => {
                if let ImageSource::Url { url } = &image.source
                    && !url.starts_with("data:")
                {
                    Collector::new(set, origin, message.id).add(FactKind::Url, url);
                }
            }
            Part::Opaque { .. } => {}
        }
    }
}

/// Extracts the facts of one text.
pub(super) fn extract_text(set: &mut FactSet, text: &str, origin: Origin, id: MessageId) {
    dispatch(text, &mut Collector::new(set, origin, id));
}

/// Walks JSON, scans everything else.
pub(super) fn dispatch(text: &str, out: &mut Collector<'_>) {
    if json::is_json(text) {
        json::walk(text, out);
    } else {
        scanner::scan(text, out);
    }
}

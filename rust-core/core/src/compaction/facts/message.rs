//! Goes through the parts of a message.

use super::collector::Collector;
use super::{FactKind, FactSet, Origin, json, ledger, scanner};
use crate::conversation::{ImageSource, Message, MessageId, MessageKind, Part, Role};

/// Extracts the facts of one message.
pub(super) fn extract(set: &mut FactSet, message: &Message) {
    let origin = match (message.role, message.kind) {
        // No person said a summary.
        (_, MessageKind::Summary) => Origin::Summary,
        (Role::User, MessageKind::Normal) => Origin::User,
        (Role::Assistant, MessageKind::Normal) => Origin::Assistant,
        (Role::System, MessageKind::Normal) => Origin::System,
        (Role::Tool, MessageKind::Normal) => Origin::ToolResult,
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
    if out.origin == Origin::Summary {
        // Sentences of an older ledger keep their kinds.
        ledger::read_lines(text, |kind, line| out.add(kind, line));
    }
    if json::is_json(text) {
        json::walk(text, out);
    } else {
        scanner::scan(text, out);
    }
    out.finish();
}

//! Goes through the parts of a message.

use super::collector::Collector;
use super::own_prose::is_terminal_output;
use super::{FactKind, FactSet, Origin, json, ledger, scanner, spoken};
use vibeue_conversation::{ImageSource, Message, MessageId, MessageKind, Part, Role};

impl FactSet {
    /// Extracts the facts of messages.
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Self {
        let mut set = Self::new();
        for message in messages {
            set.extend(message);
        }
        set
    }

    /// Extracts the facts of one more message.
    pub fn extend(&mut self, message: &Message) {
        extract(self, message);
    }

    /// Like [`FactSet::extend`]; returns whether a tool result in the message
    /// may report an error.
    pub(crate) fn extend_noting_errors(&mut self, message: &Message) -> bool {
        extract(self, message)
    }

    /// Extracts the facts of a text.
    pub fn add_text(&mut self, text: &str, origin: Origin, id: MessageId) {
        extract_text(self, text, origin, id);
    }
}

/// Extracts the facts of one message; returns whether a tool result in it may
/// report an error.
pub(super) fn extract(set: &mut FactSet, message: &Message) -> bool {
    let mut reports_error = false;
    let origin = match (message.role, message.kind) {
        // Summaries are not the user's words.
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
            Part::Text { text, .. } => {
                let origin = if origin == Origin::User && is_terminal_output(text) {
                    Origin::ToolResult
                } else {
                    origin
                };
                extract_text(set, text, origin, message.id);
            }
            Part::ToolCall(call) => {
                extract_text(set, &call.arguments, Origin::CallArgument, message.id);
            }
            Part::ToolResult(result) => {
                for text in result.texts() {
                    reports_error |= extract_text(set, text, Origin::ToolResult, message.id);
                }
                // Several texts are judged as one.
                reports_error |= result.texts().nth(1).is_some();
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
    reports_error
}

/// Extracts the facts of one text; returns whether a line of it reports an
/// error.
fn extract_text(set: &mut FactSet, text: &str, origin: Origin, id: MessageId) -> bool {
    let mut out = Collector::new(set, origin, id);
    dispatch(text, &mut out);
    let reports_error = out.reports_error;
    if origin == Origin::User && !json::is_json(text) {
        spoken::extract(set, text, id);
    }
    reports_error
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

//! A call that an agent makes and runs itself.

use std::path::Path;

use agent_client_protocol_schema::v1::{
    ContentBlock, ToolCallContent, ToolCallLocation, ToolCallStatus, ToolCallUpdateFields, ToolKind,
};
use serde_json::{Value, json};
use vibeue_conversation::{Extra, Image, ImageSource, Part};
use vibeue_tools::{CallEnd, ToolAnswer};

/// The most characters of a text that a row shows.
const MOST_SHOWN: usize = 4_000;

/// A call that an agent makes and runs itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Call {
    title: String,
    pub(crate) kind: ToolKind,
    pub(crate) status: ToolCallStatus,
    content: Vec<ToolCallContent>,
    locations: Vec<ToolCallLocation>,
    input: Option<Value>,
    output: Option<Value>,
    /// Bytes that are kept of it.
    pub(crate) weight: usize,
    /// The session went on while it ran: its end is to be told.
    pub(crate) is_left: bool,
    /// A person allowed it.
    pub(crate) is_allowed: bool,
}

impl Call {
    pub(crate) fn update(&mut self, fields: ToolCallUpdateFields) {
        self.title = fields.title.unwrap_or_else(|| std::mem::take(&mut self.title));
        self.kind = fields.kind.unwrap_or(self.kind);
        // What ended does not begin again.
        if !self.is_over() {
            self.status = fields.status.unwrap_or(self.status);
        }
        self.content = fields.content.unwrap_or_else(|| std::mem::take(&mut self.content));
        self.locations = fields.locations.unwrap_or_else(|| std::mem::take(&mut self.locations));
        self.input = fields.raw_input.or_else(|| self.input.take());
        self.output = fields.raw_output.or_else(|| self.output.take());
    }

    /// Nothing more is needed of it but how it ended.
    pub(crate) fn forget(&mut self) -> usize {
        self.content = Vec::new();
        (self.input, self.output) = (None, None);
        std::mem::take(&mut self.weight)
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.status, ToolCallStatus::Completed | ToolCallStatus::Failed)
    }

    /// Somebody was seen to run it.
    pub(crate) fn has_begun(&self) -> bool {
        self.status != ToolCallStatus::Pending
    }

    /// Tells whether it shows that it writes exactly this.
    pub(crate) fn shows_writing(&self, path: &Path, text: &str) -> bool {
        self.content.iter().any(|content| match content {
            ToolCallContent::Diff(diff) => diff.path == path && diff.new_text == text,
            _ => false,
        })
    }

    /// What a row shows of it, as arguments of the session's call.
    pub(crate) fn shown(&self) -> Value {
        let mut shown = json!({ "title": cut(&self.title) });
        if !self.locations.is_empty() {
            let places = self.locations.iter().take(20).map(|location| {
                let path = location.path.display();
                location.line.map_or_else(|| path.to_string(), |line| format!("{path}:{line}"))
            });
            shown["places"] = places.collect();
        }
        if let Some(input) = &self.input {
            let text = input.to_string();
            let short = text.len() <= MOST_SHOWN;
            shown["input"] = if short { input.clone() } else { Value::String(cut(&text)) };
        }
        let changes = self.content.iter().filter_map(|content| match content {
            ToolCallContent::Diff(diff) => Some(json!({
                "path": diff.path.display().to_string(),
                "before": diff.old_text.as_deref().map(cut),
                "after": cut(&diff.new_text),
            })),
            _ => None,
        });
        let changes: Vec<Value> = changes.take(20).collect();
        if !changes.is_empty() {
            shown["changes"] = changes.into();
        }
        shown
    }

    /// What it gave, as a tool's answer.
    pub(crate) fn answer(&self) -> ToolAnswer {
        let mut parts: Vec<Part> = self.content.iter().filter_map(part).collect();
        if parts.is_empty()
            && let Some(output) = self.output.as_ref().filter(|output| !output.is_null())
        {
            let text = output.as_str().map_or_else(|| output.to_string(), str::to_owned);
            parts.push(Part::text(text));
        }
        let end = match self.status {
            ToolCallStatus::Failed => CallEnd::Failed,
            _ => CallEnd::Done,
        };
        if parts.is_empty() {
            parts.push(Part::text(if end == CallEnd::Done { "done" } else { "failed" }));
        }
        ToolAnswer { parts, end }
    }
}

fn part(content: &ToolCallContent) -> Option<Part> {
    match content {
        ToolCallContent::Content(content) => block(&content.content),
        ToolCallContent::Diff(diff) => Some(Part::text(format!("changed {}", diff.path.display()))),
        // Terminals are not offered to agents.
        _ => None,
    }
}

/// A block as a part of a message.
pub(crate) fn block(block: &ContentBlock) -> Option<Part> {
    match block {
        ContentBlock::Text(text) => Some(Part::text(text.text.clone())),
        ContentBlock::Image(image) => {
            let source = ImageSource::Base64 {
                media_type: image.mime_type.as_str().into(),
                data: image.data.as_str().into(),
            };
            Some(Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() })))
        }
        ContentBlock::ResourceLink(link) => Some(Part::text(format!("[{}]", link.uri))),
        ContentBlock::Audio(_) => Some(Part::text("[audio]")),
        other => {
            let resource = serde_json::to_value(other).ok()?;
            let text = resource.pointer("/resource/text").and_then(Value::as_str)?;
            Some(Part::text(text.to_owned()))
        }
    }
}

/// The beginning of a text.
pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(value: Value) -> ToolCallUpdateFields {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn what_an_update_does_not_say_stays_and_what_ended_stays_ended() {
        let mut call = Call::default();
        call.update(fields(json!({
            "title": "Edit a", "kind": "edit", "status": "in_progress", "rawInput": {"a": 1},
            "locations": [{"path": "/a", "line": 3}],
            "content": [{"type": "diff", "path": "/a", "oldText": "x", "newText": "y"}],
        })));
        call.update(fields(json!({"status": "completed"})));
        call.update(fields(json!({"status": "in_progress", "kind": "no such kind"})));
        assert_eq!(
            call.shown(),
            json!({
                "title": "Edit a", "places": ["/a:3"], "input": {"a": 1},
                "changes": [{"path": "/a", "before": "x", "after": "y"}],
            })
        );
        assert_eq!(call.answer(), ToolAnswer::text("changed /a"));
        assert!(call.shows_writing(Path::new("/a"), "y"));
        assert!(!call.shows_writing(Path::new("/a"), "z"));
        assert!(!call.shows_writing(Path::new("/b"), "y"));
    }

    #[test]
    fn a_call_that_failed_gives_its_output_and_says_so() {
        let mut call = Call::default();
        call.update(fields(json!({"status": "failed", "rawOutput": {"code": 2}})));
        assert_eq!(call.answer(), ToolAnswer::error("{\"code\":2}"));
    }
}

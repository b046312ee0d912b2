//! Writes a conversation as a page.

use std::borrow::Cow;

use vibeue_conversation::{Message, MessageKind, Part, ToolCall, ToolResult};

use super::heading::Heading;
use super::mark::{FORM, Key, Mark, MessageMark};
use super::placeholder::{IMAGE, is_image};
use super::{block, summary};

/// Writes a conversation as Markdown: a heading per message, calls and results as code.
/// [`read`](super::read()) reads it back.
pub(in crate::library) fn write(title: Option<&str>, messages: &[Message]) -> String {
    let heading = title.unwrap_or("Conversation").replace(['\n', '\r'], " ");
    let key = Key::free_in(messages.iter().flat_map(texts));
    let mut page = Page { text: format!("# {heading}\n"), key };
    page.mark(&Mark::Conversation { form: FORM, named: title.is_some() });
    messages.iter().for_each(|message| page.message(message));
    page.text
}

/// The texts of a message that a page has verbatim, and no others: an imported page must get the
/// same key when it is written again.
fn texts(message: &Message) -> Vec<Cow<'_, str>> {
    if message.kind == MessageKind::Summary {
        return vec![Cow::Owned(summary::open(message).1)];
    }
    message.parts.iter().flat_map(texts_of_part).map(Cow::Borrowed).collect()
}

fn texts_of_part(part: &Part) -> Vec<&str> {
    match part {
        Part::Text { text, .. } => vec![text],
        Part::ToolCall(call) => vec![&call.arguments],
        Part::ToolResult(result) => result.texts().collect(),
        Part::Image(_) | Part::Opaque { .. } => Vec::new(),
    }
}

/// A page that is being written. Everything on it has an empty line before it.
struct Page {
    text: String,
    key: Key,
}

impl Page {
    fn mark(&mut self, mark: &Mark) {
        let line = self.key.line(mark);
        self.text.push_str(&format!("\n{line}\n"));
    }

    fn words(&mut self, words: &str) {
        self.text.push_str(&format!("\n{words}\n"));
    }

    fn message(&mut self, message: &Message) {
        let is_summary = message.kind == MessageKind::Summary;
        let (tags, body) = if is_summary { summary::open(message) } else { (None, String::new()) };
        let (id, role, pinned) = (message.id, message.role, message.pinned);
        self.mark(&Mark::Message(MessageMark { id, role, pinned, summary: is_summary, tags }));
        self.words(&Heading::of(message).line());
        if is_summary {
            self.words(&body);
            return;
        }
        let shown = message.parts.iter().filter(|part| !matches!(part, Part::Opaque { .. }));
        shown.enumerate().for_each(|(at, part)| self.part(part, at == 0));
    }

    /// Writes a part that not only its provider understands.
    fn part(&mut self, part: &Part, is_first: bool) {
        match part {
            image if is_image(image) => {
                self.mark(&Mark::Image);
                self.words(IMAGE);
            }
            Part::Text { text, .. } => {
                if !is_first {
                    self.mark(&Mark::Text);
                }
                self.words(text);
            }
            Part::ToolCall(call) => self.call(call),
            Part::ToolResult(result) => self.result(result),
            Part::Image(_) | Part::Opaque { .. } => {}
        }
    }

    fn call(&mut self, call: &ToolCall) {
        let newline = call.arguments.ends_with('\n');
        self.mark(&Mark::Call { id: call.id.clone(), name: call.name.clone(), newline });
        self.words(&format!("Calls `{}`:", in_a_line(&call.name)));
        block::write(&mut self.text, "json", &call.arguments);
    }

    fn result(&mut self, result: &ToolResult) {
        let texts: Vec<&str> = result
            .parts
            .iter()
            .filter(|part| !is_image(part))
            .filter_map(|part| match part {
                Part::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let text = texts.join("\n");
        self.mark(&Mark::Result {
            call: result.call_id.clone(),
            name: result.name.clone(),
            failed: result.is_error,
            newline: text.ends_with('\n'),
        });
        let failed = if result.is_error { " (failed)" } else { "" };
        let name = result.name.as_deref().map_or("tool".to_owned(), in_a_line);
        self.words(&format!("Result of `{name}`{failed}:"));
        block::write(&mut self.text, "", &text);
        for _ in result.parts.iter().filter(|part| is_image(part)) {
            self.mark(&Mark::ResultImage);
            self.words(IMAGE);
        }
    }
}

/// A name without characters that could end its line.
fn in_a_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

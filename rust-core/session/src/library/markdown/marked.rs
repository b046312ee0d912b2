//! Reads a page whose parts are marked.

use vibeue_conversation::{
    Error, ErrorKind, Extra, Message, MessageKind, Part, Result, ToolCall, ToolResult,
};

use super::mark::{FORM, Key, Mark, MessageMark, end_of_line};
use super::notes::Notes;
use super::placeholder::IMAGE;
use super::{block, summary};

/// Reads the title and the messages of a page whose marks have this key.
///
/// # Errors
/// [`ErrorKind::Input`] if a newer version wrote it.
pub(super) fn read(
    text: &str,
    key: Key,
    notes: &mut Notes,
) -> Result<(Option<String>, Vec<Message>)> {
    let mut reader = Reader { text, notes, title: None, messages: Vec::new(), images: 0 };
    let marks = key.find_in(text);
    let ends: Vec<usize> = marks.iter().map(|(at, ..)| *at).skip(1).chain([text.len()]).collect();
    for ((at, line_end, mark), end) in marks.into_iter().zip(ends) {
        let part = Range { at, begin: (line_end + 1).min(end), end };
        match mark {
            Some(mark) => reader.take(mark, part)?,
            None => {
                let done = "a mark is damaged; what follows it was taken as text";
                reader.notes.add(text, at, done);
                reader.part(part, Part::text(words(reader.inside(part))));
            }
        }
    }
    let Reader { title, messages, images, .. } = reader;
    notes.add_images(images);
    Ok((title, messages))
}

/// The part of a page that belongs to a mark.
#[derive(Debug, Clone, Copy)]
struct Range {
    /// Where the mark itself is.
    at: usize,
    /// Where the line after it begins.
    begin: usize,
    /// Where the next mark begins, or the page ends.
    end: usize,
}

struct Reader<'t, 'n> {
    text: &'t str,
    notes: &'n mut Notes,
    title: Option<String>,
    messages: Vec<Message>,
    images: usize,
}

impl<'t> Reader<'t, '_> {
    /// The text after a mark, without the empty line before the next one.
    fn inside(&self, range: Range) -> &'t str {
        let inside = &self.text[range.begin..range.end];
        if range.end == self.text.len() { inside } else { strip_end(inside) }
    }

    fn take(&mut self, mark: Mark, range: Range) -> Result<()> {
        match mark {
            Mark::Conversation { form, named } => return self.conversation(form, named, range),
            Mark::Message(mark) => self.message(mark, range),
            Mark::Text => self.part(range, Part::text(words(self.inside(range)))),
            Mark::Image => {
                self.images += 1;
                self.part(range, Part::text(IMAGE));
            }
            Mark::Call { id, name, newline } => {
                let arguments = self.code(range, newline);
                let call = ToolCall { id, name, arguments, extra: Extra::new() };
                self.part(range, Part::ToolCall(Box::new(call)));
            }
            Mark::Result { call: call_id, name, failed: is_error, newline } => {
                let parts = vec![Part::text(self.code(range, newline))];
                let (whole, ran_ms, extra) = (None, None, Extra::new());
                let result = ToolResult { call_id, name, parts, is_error, whole, ran_ms, extra };
                self.part(range, Part::ToolResult(Box::new(result)));
            }
            Mark::ResultImage => {
                self.images += 1;
                self.result_image(range);
            }
        }
        Ok(())
    }

    fn conversation(&mut self, form: u32, named: bool, range: Range) -> Result<()> {
        if form > FORM {
            let what = "a newer version of VibeUE exported this file";
            return Err(Error::new(ErrorKind::Input, what).hint("update the program"));
        }
        if named {
            let line = self.text[..range.at].lines().find_map(|line| line.strip_prefix("# "));
            self.title = line.map(str::to_owned);
        }
        if !self.inside(range).trim().is_empty() {
            self.notes.add(self.text, range.at, "text before the first message; it was left out");
        }
        Ok(())
    }

    fn message(&mut self, mark: MessageMark, range: Range) {
        let MessageMark { id, role, pinned, summary: is_summary, tags } = mark;
        let inside = self.inside(range);
        let inside = inside.strip_prefix('\n').unwrap_or(inside);
        let after = match inside.strip_prefix("## ") {
            Some(heading) => heading.get(end_of_line(heading, 0) + 1..).unwrap_or_default(),
            None => inside,
        };
        let mut parts = Vec::new();
        if !after.is_empty() {
            let text = words(after);
            let text = if is_summary { summary::close(tags, text) } else { text.to_owned() };
            parts.push(Part::text(text));
        }
        let kind = if is_summary { MessageKind::Summary } else { MessageKind::Normal };
        self.messages.push(Message { kind, pinned, ..Message::new(id, role, parts) });
    }

    /// Adds a part to the newest message.
    fn part(&mut self, range: Range, part: Part) {
        match self.messages.last_mut() {
            Some(message) => message.parts.push(part),
            None => {
                let done = "this comes before the first message; it was left out";
                self.notes.add(self.text, range.at, done);
            }
        }
    }

    /// The text of the block of code after a mark.
    fn code(&mut self, range: Range, newline: bool) -> String {
        let inside = self.inside(range);
        let fence = if inside.starts_with("```") { Some(0) } else { inside.find("\n```") };
        let begin = fence.map(|at| at + usize::from(!inside[at..].starts_with('`')));
        let found = begin.and_then(|begin| block::read(inside, begin));
        let Some(found) = found else {
            let done = "there is no whole block of code after this mark; all of it was taken";
            self.notes.add(self.text, range.at, done);
            return words(inside).to_owned();
        };
        if newline { format!("{}\n", found.text) } else { found.text.to_owned() }
    }

    /// Adds the placeholder of an image to the newest result.
    fn result_image(&mut self, range: Range) {
        let newest = self.messages.last_mut().and_then(|message| message.parts.last_mut());
        let Some(Part::ToolResult(result)) = newest else {
            self.part(range, Part::text(IMAGE));
            return;
        };
        // A result that consists only of images has an empty block.
        result.parts.retain(|part| !matches!(part, Part::Text { text, .. } if text.is_empty()));
        result.parts.push(Part::text(IMAGE));
    }
}

/// A text without the empty line before it and the end of its last line.
fn words(inside: &str) -> &str {
    strip_end(inside.strip_prefix('\n').unwrap_or(inside))
}

fn strip_end(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

//! Reads a conversation from the bytes of a file.

use std::borrow::Cow;

use serde_json::Value;

use super::document::Document;
use super::encoding::{decode, repair_surrogates};
use super::place::Place;
use super::reader::Reader;
use super::repair::{Repair, Repairs};
use super::{Format, Layout, anthropic, openai, repairing};
use crate::{Conversation, Message, MessageId, MessageKind};
use crate::{Error, ErrorKind, Result};

/// A conversation as it was read from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Transcript {
    /// The file's format.
    pub format: Format,
    /// The conversation in it. Message ids count from 1.
    pub conversation: Conversation,
    /// For each message its position, from 0, in the file's list of messages;
    /// `None` for what was elsewhere (Anthropic's `system`) or was added.
    pub places: Vec<Option<usize>>,
    /// What a provider would have refused, and what was done about it.
    pub repairs: Vec<Repair>,
    /// The layout of the file's JSON, for writing it back.
    pub layout: Layout,
}

/// How to read a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether to refuse what would otherwise be repaired.
    pub strict: bool,
    /// The file's name, for messages.
    pub name: String,
    /// The largest file that is read, in bytes.
    pub max_bytes: usize,
    /// The maximum number of messages that are read.
    pub max_messages: usize,
}

impl Default for ReadOptions {
    /// Repairs; reads files of up to 512 MiB, far more than the transcript of a
    /// day's work, and up to a million messages.
    fn default() -> Self {
        Self { strict: false, name: String::new(), max_bytes: 512 << 20, max_messages: 1_000_000 }
    }
}

impl ReadOptions {
    /// Sets the file's name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Refuses what would otherwise be repaired.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    fn locate(&self, error: Error) -> Error {
        if self.name.is_empty() { error } else { error.at(self.name.clone()) }
    }
}

/// Finds out from its content which format a file has.
///
/// Messages that contain only text are the same in both providers' formats and
/// count as OpenAI's, unless a top-level field or one of our own summaries says
/// otherwise.
///
/// # Errors
/// [`ErrorKind::Input`] if it is not a conversation at all.
pub fn detect(bytes: &[u8]) -> Result<Format> {
    let mut repairs = Repairs::default();
    let text = repair_surrogates(decode(bytes, &mut repairs)?, &mut repairs);
    Document::of(&text, usize::MAX).map(|document| document.format)
}

/// Reads a conversation.
///
/// Repairs, or in strict mode refuses, what a provider would refuse: calls
/// without results and results without calls, roles and types that do not
/// exist, empty messages. A call at the end of the file is answered, too: the
/// conversation was interrupted there, and the next request needs an answer.
///
/// Arguments that are not JSON are not a fault: OpenAI accepts any text, and
/// they are what the model wrote. In an Anthropic request they are put into an
/// object, under `arguments`.
///
/// # Errors
/// [`ErrorKind::Input`] with file, message index and field if the file is not a
/// conversation, is too large or, in strict mode, needs a repair.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Transcript> {
    read_whole(bytes, options).map_err(|error| options.locate(error))
}

fn read_whole(bytes: &[u8], options: &ReadOptions) -> Result<Transcript> {
    if bytes.len() > options.max_bytes {
        let what =
            format!("the file has {} bytes; at most {} are read", bytes.len(), options.max_bytes);
        return Err(Error::new(ErrorKind::Input, what)
            .hint("raise the limit `max_bytes` or split the file"));
    }
    let mut repairs = Repairs::default();
    let text: Cow<'_, str> = repair_surrogates(decode(bytes, &mut repairs)?, &mut repairs);
    let mut document = Document::of(&text, options.max_messages)?;
    if document.format == Format::Journal {
        return Err(Error::new(ErrorKind::Input, "this is a VibeUE journal, not a transcript")
            .hint("open it as a journal"));
    }

    let mut reader = Reader::new(&text, repairs);
    let mut layout = Layout::of(&text);
    layout.origin = Some(document.format);
    layout.field_order = std::mem::take(&mut document.field_order);
    reader.note_doubled(&document.fields, Place::top());
    if let Some(line) = document.torn_line {
        let place = format!("line {line}");
        reader.note(Place::top().field(&place), "the last line is torn", "it was left out");
    }

    let is_anthropic = document.format.is_anthropic();
    let mut conversation = Conversation::default();
    let mut messages = read_fields(&mut reader, &document, &mut conversation)?;
    for (index, raw) in document.messages.iter().enumerate() {
        let message = if is_anthropic {
            anthropic::read_message(&mut reader, raw, index)?
        } else {
            openai::read_message(&mut reader, raw, index)?
        };
        messages.extend(message.map(|message| (message, Some(index))));
    }
    let format = document.format;
    if is_anthropic {
        messages = anthropic::arrange(&mut reader, messages, format);
    }

    // Until they get their own, ids carry the positions through the repairs; 0
    // means none.
    for (message, index) in &mut messages {
        message.id = MessageId(index.map_or(0, |index| index as u64 + 1));
    }
    conversation.messages = repairing::repair_indexed(
        messages,
        if is_anthropic { repairing::Wire::Anthropic } else { repairing::Wire::OpenAi },
        &mut reader.repairs,
    );
    let places = number(&mut conversation.messages);
    let repairs = reader.repairs.into_vec();
    if conversation.messages.is_empty() && !document.messages.is_empty() {
        return Err(no_message(document.messages.len(), repairs.first()));
    }
    if let (true, Some(repair)) = (options.strict, repairs.first()) {
        return Err(Error::new(ErrorKind::Input, repair.what.clone())
            .at(repair.place())
            .hint("fix the file, or read it without strict and have it repaired"));
    }
    Ok(Transcript { format, conversation, places, repairs, layout })
}

/// Reads the fields next to the messages; a system prompt among them is
/// returned as the first message.
fn read_fields(
    reader: &mut Reader<'_>,
    document: &Document<'_>,
    conversation: &mut Conversation,
) -> Result<Vec<(Message, Option<usize>)>> {
    let mut messages = Vec::new();
    for (name, raw) in &document.fields.entries {
        if name == "tools" {
            match reader.value(raw, Place::top().field(name))? {
                Value::Array(tools) if !tools.is_empty() => conversation.tools = tools,
                other => conversation.extra.insert("tools", other),
            }
        } else if name == "system" && document.format.is_anthropic() {
            messages.push((anthropic::read_system(reader, raw)?, None));
        } else if name == "system" && openai::is_prompt(raw) {
            messages.push((openai::read_system(reader, raw)?, None));
        } else {
            reader.keep(&mut conversation.extra, name, raw, Place::top())?;
        }
    }
    Ok(messages)
}

/// Numbers the messages consecutively, replacing the ids that carried their
/// positions in the file; returns those positions.
fn number(messages: &mut [Message]) -> Vec<Option<usize>> {
    let mut places = Vec::with_capacity(messages.len());
    let mut id = 0;
    for message in messages {
        places.push(usize::try_from(message.id.0).ok().and_then(|place| place.checked_sub(1)));
        id += 1;
        message.id = MessageId(id);
        // The messages that a summary replaces keep their numbers; the next
        // message is numbered after them.
        if message.kind == MessageKind::Summary
            && let Some(last) = message.texts().next().and_then(archived_end)
        {
            id = id.max(last);
        }
    }
    places
}

fn no_message(count: usize, repair: Option<&Repair>) -> Error {
    let what = match repair {
        Some(repair) if count == 1 => {
            format!("{} is not a message: {}", repair.place(), repair.what)
        }
        _ => format!("none of the {count} entries is a message with content"),
    };
    Error::new(ErrorKind::Input, what).hint("a message is an object with `role` and `content`")
}

/// The number of the last message that a summary replaces.
fn archived_end(text: &str) -> Option<u64> {
    let (tag, _) = text.split_once('>')?;
    let (_, span) = tag.split_once(" archived=\"")?;
    let last = span.split_once('"')?.0.rsplit_once("-m")?.1.parse::<u64>().ok()?;
    (last < 1 << 40).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    #[test]
    fn every_message_knows_its_place_in_the_file() {
        let text = r#"{"system":"Be brief.","messages":[
            {"role":"user","content":"go"},
            {"role":"user","content":""},
            {"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{}}]},
            {"role":"user","content":"and?"}]}"#;
        let read = read(text.as_bytes(), &ReadOptions::default()).unwrap();
        let roles: Vec<Role> = read.conversation.messages.iter().map(|it| it.role).collect();
        // The empty message was left out, the missing result was added.
        assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Tool, Role::User]);
        assert_eq!(read.places, [None, Some(0), Some(2), None, Some(3)]);
        let ids: Vec<u64> = read.conversation.messages.iter().map(|it| it.id.0).collect();
        assert_eq!(ids, [1, 2, 3, 4, 5]);
    }
}

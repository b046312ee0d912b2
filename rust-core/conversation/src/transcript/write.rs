//! Writes a conversation in any of the formats.

use std::collections::HashSet;
use std::io::Write as _;

use super::layout::{Layout, LayoutWriter};
use super::tree::{Object, Tree};
use super::unsettled::unsettled;
use super::{Format, anthropic, openai};
use crate::{Conversation, Message, Role};
use crate::{Error, ErrorKind, Result};

/// Writes a conversation.
///
/// What is written is read in the same format again: if a condensed
/// conversation contains only text, its summary names the format
/// ([`settle`](super::settle)).
///
/// In the format that it was read from ([`Layout::origin`]) everything is
/// written back. In another provider's format the fields and blocks that only
/// the first one knows are left out, tools are converted, and the rules of the
/// target apply: a message per result, or one for all results; the system
/// prompt first; adjacent messages of one role joined. OpenAI has no flag for a
/// result that is an error: its text must say so.
///
/// A list of messages has no room for tools and top-level fields, and a list of
/// Anthropic messages has none for a system prompt, unless it was read there.
///
/// # Errors
/// [`ErrorKind::Input`] for [`Format::Journal`], which `session` writes, and
/// for a system prompt in a list of Anthropic messages that had none.
pub fn write(conversation: &Conversation, format: Format, layout: &Layout) -> Result<String> {
    let text = as_it_is(conversation, None, format, layout)?;
    match unsettled(conversation, format, &text) {
        Some((at, summary)) => as_it_is(conversation, Some((at, &summary)), format, layout),
        None => Ok(text),
    }
}

/// Writes a conversation, with one message replaced by another.
pub(super) fn as_it_is(
    conversation: &Conversation,
    other: Option<(usize, &Message)>,
    format: Format,
    layout: &Layout,
) -> Result<String> {
    let mut messages: Vec<&Message> = conversation.messages.iter().collect();
    if let Some((at, message)) = other {
        messages[at] = message;
    }
    let line_end: &[u8] = if layout.carriage_return { b"\r\n" } else { b"\n" };
    let mut out = Vec::new();
    if format.is_lines() {
        let line = Layout { indent: None, ..layout.clone() };
        let objects = match format {
            Format::OpenAiLines => openai_messages(messages.iter().copied(), layout),
            _ => anthropic_list(&messages, layout)?,
        };
        for object in objects {
            if !out.is_empty() {
                out.extend_from_slice(line_end);
            }
            put(&mut out, &Tree::Object(object), &line)?;
        }
    } else {
        put(&mut out, &document(conversation, &messages, format, layout)?, layout)?;
    }
    if layout.final_newline {
        out.extend_from_slice(line_end);
    }
    String::from_utf8(out)
        .map_err(|_| Error::new(ErrorKind::Internal, "the written JSON is not UTF-8"))
}

fn put(out: &mut Vec<u8>, tree: &Tree<'_>, layout: &Layout) -> Result<()> {
    let mut writer = LayoutWriter::new(out, layout);
    serde_json::to_writer(&mut writer, tree)
        .map_err(std::io::Error::from)
        .and_then(|()| writer.flush())
        .map_err(|error| Error::new(ErrorKind::Internal, format!("writing JSON failed: {error}")))
}

fn document<'a>(
    conversation: &'a Conversation,
    messages: &[&'a Message],
    format: Format,
    layout: &'a Layout,
) -> Result<Tree<'a>> {
    let foreign_to_anthropic = layout.origin.is_some_and(Format::is_openai);
    let merge = !layout.origin.is_some_and(Format::is_anthropic);
    let anthropic = || anthropic::Writer::new(foreign_to_anthropic, merge);
    Ok(match format {
        Format::OpenAiArray | Format::OpenAiLines => {
            list(openai_messages(messages.iter().copied(), layout))
        }
        Format::AnthropicArray | Format::AnthropicLines => list(anthropic_list(messages, layout)?),
        Format::OpenAiObject => {
            let foreign = layout.origin.is_some_and(Format::is_anthropic);
            let tools = conversation.tools.iter();
            let tools: Vec<Tree<'a>> = if foreign_to_anthropic {
                tools.map(Tree::Value).collect()
            } else {
                tools.map(openai::tool).collect()
            };
            // If it was next to the messages it stays there.
            let beside = messages.iter().find(|message| openai::stood_beside(message));
            let beside = beside.copied().filter(|_| !foreign);
            let system = beside.map(|message| openai::Writer { foreign }.beside(message));
            let listed = messages.iter().copied();
            let listed = listed.filter(|message| beside.is_none_or(|it| it.id != message.id));
            let messages = list(openai_messages(listed, layout));
            request(conversation, layout, foreign, system, messages, tools)
        }
        Format::Anthropic => {
            let tools = conversation.tools.iter();
            let tools: Vec<Tree<'a>> = if merge {
                tools.map(anthropic::tool).collect()
            } else {
                tools.map(Tree::Value).collect()
            };
            let system = anthropic().system(messages);
            let messages = list(anthropic().messages(messages, false));
            request(conversation, layout, foreign_to_anthropic, system, messages, tools)
        }
        Format::Journal => {
            return Err(Error::new(ErrorKind::Input, "a journal is not written as a transcript")
                .hint("create it as a journal instead"));
        }
    })
}

fn openai_messages<'a>(
    messages: impl IntoIterator<Item = &'a Message>,
    layout: &Layout,
) -> Vec<Object<'a>> {
    let foreign = layout.origin.is_some_and(Format::is_anthropic);
    openai::Writer { foreign }.messages(messages)
}

/// Writes Anthropic's messages without a request around them. The host's
/// instructions have no place there, but if a log has them they stay.
fn anthropic_list<'a>(messages: &[&'a Message], layout: &Layout) -> Result<Vec<Object<'a>>> {
    let logged = layout.origin.is_some_and(Format::is_anthropic_list);
    if !logged && messages.iter().any(|message| message.role == Role::System) {
        return Err(Error::new(
            ErrorKind::Input,
            "a list of Anthropic messages has no place for the system prompt",
        )
        .hint("write an Anthropic request instead"));
    }
    let foreign = layout.origin.is_some_and(Format::is_openai);
    let merge = !layout.origin.is_some_and(Format::is_anthropic);
    Ok(anthropic::Writer::new(foreign, merge).messages(messages, logged))
}

fn list(objects: Vec<Object<'_>>) -> Tree<'_> {
    Tree::List(objects.into_iter().map(Tree::Object).collect())
}

/// Puts the top-level fields into the order in which they were found.
fn request<'a>(
    conversation: &'a Conversation,
    layout: &'a Layout,
    foreign: bool,
    system: Option<Tree<'a>>,
    messages: Tree<'a>,
    tools: Vec<Tree<'a>>,
) -> Tree<'a> {
    let mut ours = [
        ("system", system),
        ("messages", Some(messages)),
        ("tools", (!tools.is_empty()).then(|| tools.into())),
    ];
    let extra = &conversation.extra;
    let mut object = Object::new();
    let mut written = HashSet::new();
    let found = layout.field_order.iter().map(String::as_str);
    let unplaced = extra.iter().map(|(name, _)| name.as_str());
    for name in found.chain(unplaced).chain(["system", "messages", "tools"]) {
        if !written.insert(name) {
            continue;
        }
        if let Some((_, slot)) =
            ours.iter_mut().find(|(ours, slot)| *ours == name && slot.is_some())
        {
            object.put(name, slot.take().unwrap_or(Tree::Null));
        } else if let Some(value) = extra.get(name) {
            if !foreign {
                object.put(name, Tree::Value(value));
            } else if let Some(theirs) = foreign_name(name)
                && (theirs == name || (extra.get(theirs).is_none() && written.insert(theirs)))
            {
                object.put(theirs, Tree::Value(value));
            }
        }
    }
    object.into()
}

/// Returns the name of a top-level field that means the same to both providers.
fn foreign_name(name: &str) -> Option<&str> {
    match name {
        "model" | "max_tokens" | "temperature" | "top_p" | "stream" => Some(name),
        "max_completion_tokens" => Some("max_tokens"),
        _ => None,
    }
}

impl super::Transcript {
    /// Writes the conversation in the format and layout in which it was read.
    ///
    /// # Errors
    /// Those of [`write()`].
    pub fn to_text(&self) -> Result<String> {
        write(&self.conversation, self.format, &self.layout)
    }
}

//! Reads a page that was exported.

use std::borrow::Cow;
use std::collections::HashSet;

use vibeue_conversation::transcript::{self, ReadOptions};
use vibeue_conversation::{Error, ErrorKind, Message, MessageId, Result};

use super::heading::Heading;
use super::mark::{Key, end_of_line};
use super::notes::Notes;
use super::talk::Talk;
use super::{marked, unmarked};
use crate::History;

/// Reads a page as [`write`](super::write()) or an earlier version wrote it. Reads as much as it
/// can of a damaged one.
///
/// # Errors
/// [`ErrorKind::Input`] if it is not an exported page, is too large, or a newer version wrote it.
pub(in crate::library) fn read(bytes: &[u8]) -> Result<Talk> {
    let options = ReadOptions::default();
    if bytes.len() > options.max_bytes {
        let most = options.max_bytes >> 20;
        let what = format!("the file has more than {most} MiB");
        return Err(input(what).hint("export the conversation as a journal"));
    }
    let mut notes = Notes::default();
    let (text, repairs) = transcript::text_of(bytes)?;
    repairs.iter().for_each(|repair| notes.add_general(repair.to_string()));
    let text = with_plain_breaks(text, &mut notes);
    let (title, mut messages) = match beginning(&text) {
        Some(Beginning::Marked(key)) => marked::read(&text, key, &mut notes)?,
        Some(Beginning::Unmarked) => unmarked::read(&text, &mut notes),
        None => {
            let hint = "import Markdown that VibeUE exported, a JSON transcript or a journal";
            return Err(input("this Markdown is not an export of VibeUE").hint(hint));
        }
    };
    if messages.len() > options.max_messages {
        let what = format!("the file has more than {} messages", options.max_messages);
        return Err(input(what).hint("export the conversation as a journal"));
    }
    number(&mut messages, &mut notes);
    Ok(Talk { title, messages, repairs: notes.into_vec() })
}

/// How a page begins.
enum Beginning {
    /// With the first of its marks.
    Marked(Key),
    /// With the heading of a message, as earlier versions wrote it.
    Unmarked,
}

fn beginning(text: &str) -> Option<Beginning> {
    let mut at = 0;
    while at < text.len() {
        let end = end_of_line(text, at);
        let line = text[at..end].trim_end();
        if let Some(key) = Key::of_first(line) {
            return Some(Beginning::Marked(key));
        }
        if Heading::read(line).is_some() {
            return Some(Beginning::Unmarked);
        }
        at = end + 1;
    }
    None
}

/// The text as it was written, if a program has since converted its line breaks to those of
/// Windows: the first line, a heading, is never written with one of those.
fn with_plain_breaks<'t>(text: Cow<'t, str>, notes: &mut Notes) -> Cow<'t, str> {
    if !text[..end_of_line(&text, 0)].ends_with('\r') {
        return text;
    }
    notes.add_general(
        "file: a program has changed the line breaks to those of Windows; they were changed back",
    );
    Cow::Owned(text.replace("\r\n", "\n"))
}

/// Renumbers the messages if their own ids are invalid.
fn number(messages: &mut [Message], notes: &mut Notes) {
    let mut ids = HashSet::new();
    let valid = |id: MessageId| (1..=History::MAX_ID).contains(&id.0);
    if messages.iter().all(|message| valid(message.id) && ids.insert(message.id)) {
        return;
    }
    notes.add_general("file: messages without an id of their own; all were numbered again");
    for (id, message) in (1..).zip(messages) {
        message.id = MessageId(id);
    }
}

fn input(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::Input, what)
}

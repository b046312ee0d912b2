//! Reads a page of an earlier version, without marks.
//!
//! There, a text that looks like a heading or a call cannot be distinguished from one. Ids help:
//! within a branch they rise, except those of summaries.

use std::collections::HashSet;

use vibeue_compaction::rules::Envelope;
use vibeue_conversation::{
    Extra, Message, MessageId, MessageKind, Part, Role, ToolCall, ToolResult,
};

use super::block::{self, Block};
use super::heading::{Heading, Who};
use super::mark::end_of_line;
use super::notes::Notes;
use super::placeholder::IMAGE;
use super::unanswered::Unanswered;
use crate::writing::Attachment;

/// Reads the title and the messages of a page without marks.
pub(super) fn read(text: &str, notes: &mut Notes) -> (Option<String>, Vec<Message>) {
    notes.add_general(
        "file: an earlier version exported it, without marks; what looks like a heading, a call or \
         a result was taken for one, and results were given to calls by names and order",
    );
    let mut scanner = Scanner {
        text,
        notes,
        title: None,
        messages: Vec::new(),
        used: HashSet::new(),
        last: MessageId(0),
        summaries: 0,
        images: 0,
        in_code: false,
        attachment_end: 0,
        unclosed: HashSet::new(),
        unanswered: Unanswered::default(),
    };
    scanner.run();
    let Scanner { title, messages, images, .. } = scanner;
    notes.add_images(images);
    // A page without a name has this title.
    (title.filter(|title| title != "Conversation"), messages)
}

struct Scanner<'t, 'n> {
    text: &'t str,
    notes: &'n mut Notes,
    title: Option<String>,
    messages: Vec<Message>,
    /// The ids of the messages.
    used: HashSet<MessageId>,
    /// The highest of them that is not a summary's.
    last: MessageId,
    summaries: usize,
    images: usize,
    /// Whether the text so far has a block of code that is not closed.
    in_code: bool,
    /// Where the last attachment found ends, so that the page is searched only once.
    attachment_end: usize,
    /// Lines that would close a block of code but do not occur on the rest of the page.
    unclosed: HashSet<&'t str>,
    unanswered: Unanswered,
}

impl<'t> Scanner<'t, '_> {
    fn run(&mut self) {
        let (mut at, mut from) = (0, 0);
        // Everything on a page has an empty line before it.
        let mut after_blank = true;
        while at < self.text.len() {
            let end = end_of_line(self.text, at);
            let line = &self.text[at..end];
            match after_blank.then(|| self.piece(line, at)).flatten() {
                Some((piece, next)) => {
                    self.words(from, at);
                    self.take(piece);
                    (at, from) = (next, next);
                }
                None => {
                    self.in_code ^= line.starts_with("```") || line.starts_with("~~~");
                    at = (end + 1).min(self.text.len());
                }
            }
            after_blank = line.is_empty();
        }
        self.words(from, self.text.len());
    }

    /// What begins in this line, unless it is text of the message, and where it ends.
    fn piece(&mut self, line: &str, at: usize) -> Option<(Piece<'t>, usize)> {
        let after = (at + line.len() + 1).min(self.text.len());
        if let Some(heading) = Heading::read(line) {
            return self.is_next(heading, at).then_some((Piece::Heading(heading), after));
        }
        let Some(newest) = self.messages.last() else {
            let title = line.strip_prefix("# ").filter(|_| self.title.is_none())?;
            return Some((Piece::Title(title.to_owned()), after));
        };
        if newest.kind == MessageKind::Summary {
            return None;
        }
        if line == IMAGE {
            return Some((Piece::Image, after));
        }
        match newest.role {
            Role::Assistant => {
                let name = line.strip_prefix("Calls `")?.strip_suffix("`:")?.to_owned();
                let block = self.block(after)?;
                Some((Piece::Call { name, arguments: block.text }, block.end))
            }
            Role::Tool => self.result(line, after),
            Role::User if line.starts_with("<attached-") => self.attachment(line, at),
            Role::User => self.result(line, after),
            Role::System => None,
        }
    }

    /// Whether a heading is that of the next message; anything else that looks like one is text.
    fn is_next(&mut self, heading: Heading, at: usize) -> bool {
        let is_summary = heading.who == Who::Summary;
        if self.used.contains(&heading.id) || (!is_summary && heading.id <= self.last) {
            let what = "it looks like a heading, but its number does not follow; taken as text";
            self.notes.add(self.text, at, what);
            return false;
        }
        if self.in_code {
            let what = "a heading in a block of code that is not closed; taken as a heading";
            self.notes.add(self.text, at, what);
        }
        true
    }

    fn result(&mut self, line: &str, after: usize) -> Option<(Piece<'t>, usize)> {
        let rest = line.strip_prefix("Result of `")?.strip_suffix(':')?;
        let (name, failed) = match rest.strip_suffix(" (failed)") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let name = name.strip_suffix('`')?.to_owned();
        let block = self.block(after)?;
        Some((Piece::Result { name, failed, text: block.text }, block.end))
    }

    /// The block of code after an empty line.
    fn block(&mut self, at: usize) -> Option<Block<'t>> {
        let begin = at + 1;
        if !self.text[at..].starts_with('\n') {
            return None;
        }
        let fence = block::fence(self.text, begin)?;
        if self.unclosed.contains(fence) {
            return None;
        }
        let block = block::read(self.text, begin);
        if block.is_none() {
            self.unclosed.insert(fence);
        }
        block
    }

    /// An attachment, which is a text of its own.
    fn attachment(&mut self, line: &str, at: usize) -> Option<(Piece<'t>, usize)> {
        if !line.ends_with("\">") {
            return None;
        }
        let after = at + line.len();
        if self.attachment_end < after {
            // An attachment does not contain the beginning of its end mark.
            let found = memchr::memmem::find(&self.text.as_bytes()[after..], b"\n</attached-");
            self.attachment_end = found.map_or(usize::MAX, |found| after + found);
        }
        let closes = self.attachment_end.checked_add(1)?;
        let end = end_of_line(self.text, closes);
        let part = &self.text[at..end];
        Attachment::read(part)?;
        Some((Piece::Attachment(part), (end + 1).min(self.text.len())))
    }

    /// Adds what is between two pieces as a text of the message.
    fn words(&mut self, from: usize, to: usize) {
        let inside = &self.text[from..to];
        let inside = inside.strip_prefix('\n').unwrap_or(inside);
        let is_last = to == self.text.len();
        let inside = if is_last { inside } else { inside.strip_suffix('\n').unwrap_or(inside) };
        let words = inside.strip_suffix('\n').unwrap_or(inside);
        if words.is_empty() {
            return;
        }
        self.part(Part::text(words), from);
    }

    fn take(&mut self, piece: Piece<'_>) {
        self.in_code = false;
        let part = match piece {
            Piece::Title(title) => {
                self.title = Some(title);
                return;
            }
            Piece::Heading(heading) => return self.message(heading),
            Piece::Image => {
                self.images += 1;
                Part::text(IMAGE)
            }
            Piece::Attachment(text) => Part::text(text),
            Piece::Call { name, arguments } => {
                let id = self.unanswered.call(&name);
                let (name, arguments, extra) = (name.into(), arguments.to_owned(), Extra::new());
                Part::ToolCall(Box::new(ToolCall { id, name, arguments, extra }))
            }
            Piece::Result { name, failed: is_error, text } => {
                let name = (name != "tool").then(|| name.into_boxed_str());
                let call_id = self.unanswered.answer(name.as_deref());
                let (parts, whole, ran_ms) = (vec![Part::text(text)], None, None);
                let extra = Extra::new();
                let result = ToolResult { call_id, name, parts, is_error, whole, ran_ms, extra };
                Part::ToolResult(Box::new(result))
            }
        };
        self.part(part, 0);
    }

    fn message(&mut self, heading: Heading) {
        let Heading { who, id, pinned } = heading;
        let (role, kind) = match who {
            Who::Summary => (Role::User, MessageKind::Summary),
            Who::Role(role) => (role, MessageKind::Normal),
        };
        self.used.insert(id);
        match kind {
            MessageKind::Normal => self.last = id,
            MessageKind::Summary => self.summaries += 1,
        }
        if role == Role::Assistant {
            self.unanswered.begin();
        }
        self.messages.push(Message { kind, pinned, ..Message::new(id, role, Vec::new()) });
    }

    /// Adds a part to the newest message.
    fn part(&mut self, part: Part, at: usize) {
        let number = self.summaries;
        let Some(message) = self.messages.last_mut() else {
            self.notes.add(self.text, at, "text before the first message; it was left out");
            return;
        };
        let part = match part {
            // A page shows a summary without the tags that identify it.
            Part::Text { text, .. } if message.kind == MessageKind::Summary => {
                let (id, depth, messages, span) = (format!("s{number}"), 0, 0, None);
                Part::text(Envelope { id, depth, messages, span }.wrap(text.trim()))
            }
            part => part,
        };
        message.parts.push(part);
    }
}

/// What is on a page besides texts.
enum Piece<'t> {
    Title(String),
    Heading(Heading),
    Image,
    Attachment(&'t str),
    Call { name: String, arguments: &'t str },
    Result { name: String, failed: bool, text: &'t str },
}

//! Reads a journal into its index entry, from where the last scan stopped.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::record::{Bytes, Document, Facts, Record, Speaker, Stamp};
use super::words::WordsBuilder;
use crate::Event;
use crate::cost_ledger::CostLedger;
use crate::files::open_to_read;
use crate::journal::{Entry, JournalReader, LinePlace, Reached, crc32, last_change};
use crate::library::title_of;
use crate::writing::shown_words;
use vibeue_compaction::texts_of;
use vibeue_conversation::{Message, MessageId, MessageKind, Part, Result, Role};

/// How many bytes of a long message are indexed: at its beginning and its end.
const HEAD: usize = 192 << 10;
const TAIL: usize = 64 << 10;

/// How many bytes of a title are kept.
const LONGEST_TITLE: usize = 1_000;

/// How many bytes before a position are compared to see whether the file is still the same.
const SEALED: u64 = 4096;

/// Reads a journal, as far as it can be read. `before` is its old index entry.
pub(super) fn scan(path: &Path, id: String, stamp: Stamp, before: Option<Record>) -> Record {
    let mut scan = Scan::new(id, stamp);
    if let Err(error) = scan.read(path, before) {
        // What was read so far is still used.
        let changed = last_change(path).ok().flatten().unwrap_or(0);
        scan.facts.changed = scan.facts.changed.max(changed);
        scan.facts.reached = None;
        scan.facts.fault = Some(error.into());
    }
    let mut documents = Vec::new();
    scan.documents.iter().for_each(|document| document.put(&mut documents));
    Record {
        facts: scan.facts,
        documents: Bytes::new(documents),
        words: Bytes::new(scan.words.bytes()),
    }
}

struct Scan {
    facts: Facts,
    documents: Vec<Document>,
    words: WordsBuilder,
}

impl Scan {
    fn new(id: String, stamp: Stamp) -> Self {
        let (documents, words) = (Vec::new(), WordsBuilder::default());
        Self { facts: Facts::new(id, stamp), documents, words }
    }

    fn read(&mut self, path: &Path, before: Option<Record>) -> Result<()> {
        let mut reader = match self.go_on(path, before)? {
            Some(reader) => reader,
            None => JournalReader::open(path)?,
        };
        self.facts.header = Some(reader.header().clone());
        self.facts.changed = self.facts.changed.max(reader.header().created);
        while let Some(entry) = reader.next() {
            self.take(entry?, reader.last_line());
        }
        self.facts.reached = reader.reached();
        if let Some(reached) = self.facts.reached {
            self.facts.seal = seal(&mut open_to_read(path)?, reached).unwrap_or(0);
        }
        Ok(())
    }

    /// Reuses the old entry if the journal has only grown since.
    fn go_on(&mut self, path: &Path, before: Option<Record>) -> Result<Option<JournalReader>> {
        let Some(before) = before else { return Ok(None) };
        let facts = &before.facts;
        let (Some(reached), Some(header)) = (facts.reached, &facts.header) else { return Ok(None) };
        let mut file = open_to_read(path)?;
        if facts.fault.is_some()
            || self.facts.stamp.bytes < reached.end
            || seal(&mut file, reached) != Some(facts.seal)
        {
            return Ok(None);
        }
        let reader = JournalReader::going_on(file, path, header.clone(), reached)?;
        self.documents = before.all_documents();
        self.words = WordsBuilder::of(before.words.get());
        let Self { facts: now, .. } = self;
        let stamp = now.stamp;
        *now = before.facts;
        now.stamp = stamp;
        Ok(Some(reader))
    }

    fn take(&mut self, entry: Entry, place: LinePlace) {
        let Entry { seq, at, event, spent, .. } = entry;
        self.facts.changed = at;
        if let Some(spent) = &spent {
            self.facts.usage.add(at, spent);
        }
        match event {
            Event::Branch { before, message } => {
                self.branched(seq, before);
                self.add_message(&message, place, seq, at, spent.is_some());
            }
            Event::Switch { begun } => self.facts.branches.switched(seq, begun),
            Event::Message(message) => self.add_message(&message, place, seq, at, spent.is_some()),
            Event::Submit { parts } => {
                let message = Message::new(MessageId(0), Role::User, parts);
                let speaker = Some(Speaker::Person);
                let document = Document { place, seq, message: 0, at, speaker };
                self.add(document, &texts_of(&message));
            }
            Event::Send { submit, message } => {
                self.facts.messages += 1;
                self.facts.branches.sent(submit, seq);
                if let Some(document) = self.submitted(submit) {
                    document.message = message.0;
                }
            }
            Event::Withdraw { submit } => {
                if let Some(document) = self.submitted(submit) {
                    document.speaker = None;
                }
            }
            Event::Rename { title } => {
                let length = title.floor_char_boundary(LONGEST_TITLE);
                self.facts.named = title[..length].to_owned();
            }
            Event::Compaction(compaction) => {
                // Older journals recorded costs only here.
                if let (None, Some(account)) = (&spent, &compaction.account)
                    && account.model_calls > 0
                {
                    let mut spent = CostLedger::default();
                    spent.summaries.calls = account.model_calls;
                    match account.dollars.filter(|dollars| dollars.is_finite()) {
                        Some(dollars) => spent.summaries.dollars = dollars,
                        None => spent.summaries.unpriced = account.model_calls,
                    }
                    self.facts.usage.add(at, &spent);
                }
            }
            _ => {}
        }
    }

    /// Adds a message; `is_counted` if its line records the cost.
    fn add_message(
        &mut self,
        message: &Message,
        place: LinePlace,
        seq: u64,
        at: u64,
        is_counted: bool,
    ) {
        self.facts.messages += 1;
        if self.facts.first.is_empty() && message.is_user_request() {
            self.facts.first = title_of(&shown_words(&message.parts));
        }
        // A message from a model, not from a file.
        if message.role == Role::Assistant && message.origin.is_some() && !is_counted {
            self.facts.usage.unrecorded += 1;
        }
        if let Some(speaker) = speaker_of(message) {
            let document =
                Document { place, seq, message: message.id.0, at, speaker: Some(speaker) };
            self.add(document, &texts_of(message));
        }
    }

    /// A branch began with another wording of a message.
    fn branched(&mut self, at: u64, before: MessageId) {
        if self.facts.branches.is_full() {
            return;
        }
        let changed = self.documents.iter().rev().find(|it| it.message == before.0);
        self.facts.branches.branched(at, changed.map_or(at, |it| it.seq));
    }

    fn submitted(&mut self, submit: u64) -> Option<&mut Document> {
        self.documents.iter_mut().rev().find(|document| document.seq == submit)
    }

    fn add(&mut self, document: Document, texts: &[&str]) {
        let Ok(number) = u32::try_from(self.documents.len()) else { return };
        self.documents.push(document);
        let (mut head, mut tail) = (HEAD, TAIL);
        for text in texts {
            if text.len() <= head {
                head -= text.len();
                self.facts.cut |= !self.words.add(number, text);
                continue;
            }
            let end = text.floor_char_boundary(head);
            let begin = text.ceil_char_boundary(text.len().saturating_sub(tail)).max(end);
            self.facts.cut |= !self.words.add(number, &text[..end]) || begin > end;
            self.words.add(number, &text[begin..]);
            head = 0;
            tail -= text.len() - begin;
        }
    }
}

/// Who wrote it; `None` for a system message and a summary.
fn speaker_of(message: &Message) -> Option<Speaker> {
    if message.kind != MessageKind::Normal {
        return None;
    }
    let is_result = |part: &Part| matches!(part, Part::ToolResult(_));
    match message.role {
        Role::System => None,
        Role::Assistant => Some(Speaker::Model),
        Role::Tool => Some(Speaker::Tool),
        Role::User if message.parts.iter().any(is_result) && !message.is_user_request() => {
            Some(Speaker::Tool)
        }
        Role::User => Some(Speaker::Person),
    }
}

/// The checksum of what is before a position.
fn seal(file: &mut File, reached: Reached) -> Option<u32> {
    let length = reached.end.min(SEALED);
    file.seek(SeekFrom::Start(reached.end - length)).ok()?;
    let mut text = Vec::new();
    file.take(length).read_to_end(&mut text).ok()?;
    (text.len() as u64 == length).then(|| crc32(&text))
}

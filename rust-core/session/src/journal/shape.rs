//! The shape of a journal: everything except what was said.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::Path;

use super::{Entry, Header, JournalReader};
use crate::Event;
use vibeue_conversation::{Error, ErrorKind};
use vibeue_conversation::{Message, MessageKind, Part, Role};
use vibeue_tokens::grouped;

/// How many of the last events are listed individually.
const LAST: usize = 40;

/// How many compactions, the newest ones, are listed individually.
const COMPACTIONS: usize = 40;

/// The outline of a journal, without its words: the number, size and order of events, messages,
/// calls and compactions, but none of their words, names or ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JournalShape {
    program: Option<String>,
    begun: u64,
    first: Option<u64>,
    newest: u64,
    events: BTreeMap<&'static str, u64>,
    parts: BTreeMap<&'static str, u64>,
    /// Bytes of texts, arguments and results.
    bytes: u64,
    largest: u64,
    failed_results: u64,
    /// Calls that no result has answered.
    open_calls: HashSet<Box<str>>,
    results_without_call: u64,
    compactions: VecDeque<String>,
    compactions_in_all: u64,
    last: VecDeque<String>,
    damage: Option<String>,
}

impl JournalShape {
    /// Reads the shape of a journal, even if it is damaged or in use. Takes as long as reading the
    /// file; holds one event at a time.
    pub fn read(path: &Path) -> Self {
        let mut reader = match JournalReader::open(path) {
            Ok(reader) => reader,
            Err(error) => return Self::unreadable(&error),
        };
        let mut shape = Self::new(reader.header());
        for entry in reader.by_ref() {
            match entry {
                Ok(entry) => shape.add(&entry),
                Err(error) => {
                    shape.damaged(&error);
                    return shape;
                }
            }
        }
        if let Some(torn) = reader.torn_tail() {
            shape.torn(torn.bytes);
        }
        shape
    }

    /// A journal without events.
    pub fn new(header: &Header) -> Self {
        Self { program: header.program.clone(), begun: header.created, ..Self::default() }
    }

    /// The shape of a file that is not read as a journal at all.
    pub fn unreadable(error: &Error) -> Self {
        let mut shape = Self::default();
        shape.damaged(error);
        shape
    }

    /// Adds the next event.
    pub fn add(&mut self, entry: &Entry) {
        let kind = entry.event.kind();
        *self.events.entry(kind).or_default() += 1;
        self.first.get_or_insert(entry.at);
        self.newest = self.newest.max(entry.at);
        let mut line = format!("#{} {kind}", entry.seq);
        match &entry.event {
            Event::Message(message) | Event::Branch { message, .. } => {
                let size = self.message(message);
                let mark = if message.kind == MessageKind::Summary { " summary" } else { "" };
                line.push_str(&format!(
                    " {}{mark}, {} bytes",
                    message.role.as_str(),
                    grouped(size)
                ));
            }
            Event::Submit { parts } => {
                line.push_str(&format!(", {} bytes", grouped(parts.iter().map(size).sum())));
            }
            Event::Compaction(compaction) => {
                let what = format!(
                    "#{} {:?}: {} to {} tokens, {} condensed, {} shortened",
                    entry.seq,
                    compaction.rung,
                    grouped(compaction.tokens_before),
                    grouped(compaction.tokens_after),
                    compaction.replaced.len(),
                    compaction.shortened.len()
                );
                self.compactions_in_all += 1;
                push(&mut self.compactions, what, COMPACTIONS);
            }
            Event::Undo { compaction } => line.push_str(&format!(" of #{compaction}")),
            Event::Tools { tools } => line.push_str(&format!(", {} tools", tools.len())),
            Event::Learned { experience, .. } => {
                let calibration = &experience.calibration;
                line.push_str(&format!(
                    ", {} counts, {:+.1} %",
                    calibration.observations(),
                    100.0 * calibration.drift()
                ));
            }
            _ => {}
        }
        push(&mut self.last, line, LAST);
    }

    /// Notes why the journal cannot be read further: only the kind and the place of the error,
    /// because its words may quote the file.
    pub fn damaged(&mut self, error: &Error) {
        let kind = match error.kind() {
            ErrorKind::Io => "cannot be read",
            ErrorKind::Input => "is damaged or not a journal",
            ErrorKind::Busy => "is in use",
            _ => "does not make sense",
        };
        // The place begins with the file's name, which may say anything.
        let line = error.place().and_then(|place| place.rsplit_once(':'));
        let line = line.and_then(|(_, line)| line.parse::<u64>().ok());
        let line = line.map_or(String::new(), |line| format!(", at line {line}"));
        self.damage = Some(format!("{kind}{line}"));
    }

    /// Notes that a crash left an incomplete line at the end.
    pub fn torn(&mut self, bytes: u64) {
        self.damage = Some(format!("ends in {} bytes of a torn line", grouped(bytes)));
    }

    fn message(&mut self, message: &Message) -> u64 {
        let role = match (message.kind, message.role) {
            (MessageKind::Summary, _) => "summaries",
            (_, Role::System) => "system messages",
            (_, Role::User) => "user messages",
            (_, Role::Assistant) => "assistant messages",
            (_, Role::Tool) => "tool messages",
        };
        *self.parts.entry(role).or_default() += 1;
        let mut bytes = 0;
        for part in &message.parts {
            bytes += size(part);
            let name = match part {
                Part::Text { .. } => "texts",
                Part::Image(_) => "images",
                Part::ToolCall(call) => {
                    self.open_calls.insert(call.id.clone());
                    "calls"
                }
                Part::ToolResult(result) => {
                    if !self.open_calls.remove(&result.call_id) {
                        self.results_without_call += 1;
                    }
                    self.failed_results += u64::from(result.is_error);
                    "results"
                }
                Part::Opaque { .. } => "parts of a provider's own",
            };
            *self.parts.entry(name).or_default() += 1;
        }
        self.bytes += bytes;
        self.largest = self.largest.max(bytes);
        bytes
    }

    /// The outline, as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut add = |name: &str, value: String| lines.push(format!("{name}: {value}"));
        if let Some(damage) = &self.damage {
            add("damage", damage.clone());
        }
        add("written by", self.program.clone().unwrap_or_else(|| "unknown".to_owned()));
        let hours = |from: u64, to: u64| to.saturating_sub(from) as f64 / 3_600_000.0;
        if let Some(first) = self.first {
            add(
                "time",
                format!(
                    "{:.1} hours from the first event to the last, {:.1} hours after it was begun",
                    hours(first, self.newest),
                    hours(self.begun, self.newest)
                ),
            );
        }
        add("events", joined(&self.events));
        add("holds", joined(&self.parts));
        add(
            "size",
            format!(
                "{} bytes said, {} in the largest message",
                grouped(self.bytes),
                grouped(self.largest)
            ),
        );
        add(
            "pairs",
            format!(
                "{} calls without a result, {} results without a call, {} failed",
                self.open_calls.len(),
                self.results_without_call,
                self.failed_results
            ),
        );
        add("compactions", self.compactions_in_all.to_string());
        lines.extend(self.compactions.iter().map(|line| format!("  {line}")));
        lines.push(format!("the last {} events:", self.last.len()));
        lines.extend(self.last.iter().map(|line| format!("  {line}")));
        lines
    }
}

fn push(lines: &mut VecDeque<String>, line: String, most: usize) {
    if lines.len() == most {
        lines.pop_front();
    }
    lines.push_back(line);
}

fn joined(counts: &BTreeMap<&'static str, u64>) -> String {
    let counts: Vec<String> =
        counts.iter().map(|(name, count)| format!("{} {name}", grouped(*count))).collect();
    if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") }
}

/// The size of a part's content in bytes.
fn size(part: &Part) -> u64 {
    match part {
        Part::Text { text, .. } => text.len() as u64,
        Part::ToolCall(call) => call.arguments.len() as u64,
        Part::ToolResult(result) => result.parts.iter().map(size).sum(),
        Part::Image(_) => 0,
        Part::Opaque { block } => block.to_string().len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, ToolCall};

    fn call(id: &str) -> Message {
        let call = ToolCall {
            id: id.into(),
            name: "read_secret".into(),
            arguments: "{\"path\":\"secret\"}".to_owned(),
            extra: Extra::new(),
        };
        Message::new(MessageId(2), Role::Assistant, vec![Part::ToolCall(Box::new(call))])
    }

    #[test]
    fn a_shape_tells_sizes_and_order_and_not_a_word() {
        let mut header = Header::new("secret-conversation", 0);
        header.program = Some("vibeue 1.2.3".to_owned());
        let mut shape = JournalShape::new(&header);
        let events = [
            Event::Message(Message::text(MessageId(1), Role::User, "the secret is 42")),
            Event::Message(call("secret_1")),
            Event::Message(Message::tool_result(
                MessageId(3),
                "secret_1",
                Some("read_secret"),
                "secret",
                true,
            )),
            Event::Message(call("secret_2")),
            Event::Rename { title: "secret".to_owned() },
        ];
        for (event, seq) in events.into_iter().zip(1..) {
            shape.add(&Entry { line: seq + 1, seq, at: seq * 3_600_000, event, spent: None });
        }
        shape.damaged(&Error::new(ErrorKind::Input, "a secret line").at("/secret/t.jsonl:7"));
        assert_eq!(
            shape.lines(),
            [
                "damage: is damaged or not a journal, at line 7",
                "written by: vibeue 1.2.3",
                "time: 4.0 hours from the first event to the last, 5.0 hours after it was begun",
                "events: 4 message, 1 rename",
                "holds: 2 assistant messages, 2 calls, 1 results, 1 texts, 1 tool messages, \
                 1 user messages",
                "size: 56 bytes said, 17 in the largest message",
                "pairs: 1 calls without a result, 0 results without a call, 1 failed",
                "compactions: 0",
                "the last 5 events:",
                "  #1 message user, 16 bytes",
                "  #2 message assistant, 17 bytes",
                "  #3 message tool, 6 bytes",
                "  #4 message assistant, 17 bytes",
                "  #5 rename",
            ]
        );
    }
}

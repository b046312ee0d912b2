//! Copies what is readable of a damaged journal into a new one.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::Path;

use super::line_reader::LineReader;
use super::{Header, MAX_LINE_BYTES, line, storage_error};
use crate::files::{Draft, Lock, Place, open_to_read, refuse_taken};
use crate::results::ResultFiles;
use crate::{Event, History};
use vibeue_conversation::MessageId;
use vibeue_conversation::{Error, ErrorKind, Result};

/// What could be salvaged from a damaged journal.
#[derive(Debug, Clone, PartialEq)]
pub struct SalvageReport {
    /// The header of the new journal.
    pub header: Header,
    /// Whether the old header could not be read: the conversation then has a new id.
    pub header_lost: bool,
    /// How many events were copied.
    pub kept: u64,
    /// How many lines were not.
    pub dropped: u64,
    /// The first [`SalvageReport::MAX_DETAILS`] of them.
    pub dropped_lines: Vec<DroppedLine>,
    /// The lines of compactions and changed requests that named lost messages: the compactions were
    /// copied without these references, the requests as messages of the branch in view.
    pub repaired_lines: Vec<u64>,
    /// The long tool results whose files could not be copied, in words.
    pub lost_results: Vec<String>,
    /// The conversation of the new journal.
    pub history: History,
}

impl SalvageReport {
    /// Maximum number of dropped lines that the report explains.
    pub const MAX_DETAILS: usize = 1_000;
}

/// A line that could not be salvaged.
#[derive(Debug, Clone, PartialEq)]
pub struct DroppedLine {
    /// The line, counted from 1.
    pub line: u64,
    /// Why.
    pub reason: Error,
}

/// Writes a new journal with all events of a damaged one that can be read and are still valid.
///
/// The damaged one is only read. Events get new sequence numbers, and references to them are
/// updated. The time, in milliseconds since the Unix epoch, goes into a new header if the old one
/// is lost.
///
/// # Errors
/// [`ErrorKind::Io`] if one of the files cannot be read or written, [`ErrorKind::Busy`] if another
/// process is writing the new one, [`ErrorKind::Input`] if it exists or nothing of the old one is
/// readable.
pub fn salvage(from: &Path, to: &Path, at: u64) -> Result<SalvageReport> {
    let reading = |error: &std::io::Error| storage_error(from, "cannot read the journal", error);
    let file = open_to_read(from)?;
    let mut lines = LineReader::new(BufReader::with_capacity(1 << 16, file), Header::MAX_BYTES);
    let mut buffer = Vec::new();
    let mut out = Vec::new();

    let first = lines.next(&mut buffer).map_err(|error| reading(&error))?;
    lines.set_limit(MAX_LINE_BYTES);
    let mut report = SalvageReport::empty(at);
    // The first line is an event if the header's line is gone.
    let mut event_line = first.filter(|_| report.read_header(&buffer));
    let _lock = Lock::take(to)?;
    refuse_taken(to)?;
    let mut file = Draft::begin(to, Draft::PRIVATE)?;
    report.header.encode(&mut out)?;
    file.write(&out)?;

    // Maps the old numbers of the copied compactions, branches and submitted messages to the new
    // ones.
    let mut numbers: HashMap<u64, u64> = HashMap::new();
    loop {
        if event_line.is_none() {
            event_line = lines.next(&mut buffer).map_err(|error| reading(&error))?;
        }
        let Some(line) = event_line.take() else { break };
        let read = if line.too_long {
            Err(Error::new(ErrorKind::Input, format!("the line has {} bytes", line.bytes)))
        } else {
            line::decode(&buffer)
        };
        let carried = read.and_then(|event| report.carry(event, &mut numbers, &mut out));
        match carried {
            Ok(repaired) => {
                report.kept += 1;
                if repaired && report.repaired_lines.len() < SalvageReport::MAX_DETAILS {
                    report.repaired_lines.push(line.number);
                }
                file.write(&out)?;
            }
            Err(reason) => report.drop_line(line.number, reason),
        }
    }
    if report.kept == 0 && (report.header_lost || first.is_none()) {
        return Err(Error::new(
            ErrorKind::Input,
            "the file contains no readable line of a journal",
        )
        .at(from.display().to_string())
        .hint("restore a copy"));
    }
    // Before the journal that names them.
    report.lost_results =
        ResultFiles::beside(from)?.carry(&report.history, &ResultFiles::beside(to)?);
    file.finish(Place::New, true)?;
    Ok(report)
}

impl SalvageReport {
    fn empty(at: u64) -> Self {
        Self {
            header: Header::with_random_id(at),
            header_lost: false,
            kept: 0,
            dropped: 0,
            dropped_lines: Vec::new(),
            repaired_lines: Vec::new(),
            lost_results: Vec::new(),
            history: History::new(),
        }
    }

    /// Copies the header from the first line; returns whether an event is there instead.
    fn read_header(&mut self, line: &[u8]) -> bool {
        match Header::decode(line) {
            Ok(header) => self.header = header,
            Err(reason) => {
                self.header_lost = true;
                if line::decode(line).is_ok() {
                    return true;
                }
                self.drop_line(1, reason);
            }
        }
        false
    }

    /// Copies an event and writes its new line into `out`; returns whether it had to be adapted.
    fn carry(
        &mut self,
        line::Incoming { seq, at, mut event, spent }: line::Incoming,
        numbers: &mut HashMap<u64, u64>,
        out: &mut Vec<u8>,
    ) -> Result<bool> {
        let branches = matches!(event, Event::Branch { .. });
        let repaired = repair(&mut event, &self.history, numbers)?;
        let new = self.history.version() + 1;
        self.history.check(&event)?;
        line::encode_spent(out, new, at, &event, spent.as_deref())?;
        if matches!(event, Event::Compaction(_) | Event::Submit { .. }) {
            numbers.insert(seq, new);
        }
        self.history.perform(event);
        if branches {
            numbers.insert(seq, self.history.branch_begun());
        }
        Ok(repaired)
    }

    fn drop_line(&mut self, line: u64, reason: Error) {
        self.dropped += 1;
        if self.dropped_lines.len() < Self::MAX_DETAILS {
            self.dropped_lines.push(DroppedLine { line, reason });
        }
    }
}

/// Adapts an event to what was lost before it; returns whether a compaction or a changed request
/// had to change.
fn repair(event: &mut Event, history: &History, numbers: &HashMap<u64, u64>) -> Result<bool> {
    match event {
        Event::Undo { compaction } => {
            *compaction = *numbers.get(compaction).ok_or_else(|| {
                Error::new(ErrorKind::Input, format!("compaction {compaction} was lost"))
            })?;
            Ok(false)
        }
        Event::Send { submit, .. } | Event::Withdraw { submit } => {
            *submit = *numbers.get(submit).ok_or_else(|| {
                let what = format!("the message that event {submit} submitted was lost");
                Error::new(ErrorKind::Input, what)
            })?;
            Ok(false)
        }
        Event::Switch { begun: 0 } => Ok(false),
        Event::Switch { begun } => {
            *begun = *numbers.get(begun).ok_or_else(|| {
                let what = format!("the branch that event {begun} began was lost");
                Error::new(ErrorKind::Input, what)
            })?;
            Ok(false)
        }
        // The message that it replaces was lost, but its own words are not.
        Event::Branch { before, message } if history.original(*before).is_none() => {
            *event = Event::Message(message.clone());
            Ok(true)
        }
        // The summary may be all that is left of the lost messages.
        Event::Compaction(compaction) => {
            let known = |id: &MessageId| history.is_in_view(*id);
            let before = compaction.replaced.len() + compaction.shortened.len();
            compaction.replaced.retain(known);
            compaction.shortened.retain(|short| known(&short.id));
            Ok(compaction.replaced.len() + compaction.shortened.len() < before)
        }
        _ => Ok(false),
    }
}

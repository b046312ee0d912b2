//! Reading a journal, event by event.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::line_reader::{Line, LineReader};
use super::place::{LinePlace, Reached};
use super::{Entry, Header, MAX_LINE_BYTES, TornTail, line, storage_error};
use crate::files::open_to_read;
use vibeue_conversation::{Error, ErrorKind, Result};

/// Reads the events of a journal in order, and stops at the first damage.
///
/// As an iterator it gives entries, and at most one error, after which it ends:
/// [`ErrorKind::Input`] with file and line if a line is damaged, missing or not understood,
/// [`ErrorKind::Io`] if the file cannot be read.
///
/// It takes no lock: a journal can be read while another process writes it; the line that is being
/// written then looks like a torn tail.
#[derive(Debug)]
pub struct JournalReader<R = BufReader<File>> {
    lines: LineReader<R>,
    buffer: Vec<u8>,
    name: String,
    header: Header,
    seq: u64,
    end: u64,
    last: LinePlace,
    unclosed: bool,
    torn: Option<TornTail>,
    done: bool,
}

impl JournalReader {
    /// Opens a journal and reads its header.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if it is not an ordinary file or cannot be read; [`ErrorKind::Input`] if
    /// it is not a journal or of a newer format, or if its header is damaged.
    pub fn open(path: &Path) -> Result<Self> {
        Self::of_file(open_to_read(path)?, path)
    }

    pub(super) fn of_file(file: File, path: &Path) -> Result<Self> {
        Self::new(BufReader::with_capacity(1 << 16, file), path.display().to_string())
    }

    /// Continues where an earlier reader of the same journal stopped, with the header that it read.
    ///
    /// # Errors
    /// [`ErrorKind::Io`].
    pub(crate) fn going_on(
        mut file: File,
        path: &Path,
        header: Header,
        at: Reached,
    ) -> Result<Self> {
        let name = path.display().to_string();
        std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(at.end))
            .map_err(|error| storage_error(path, "cannot read the journal", &error))?;
        let reader = BufReader::with_capacity(1 << 16, file);
        Ok(Self {
            lines: LineReader::behind(reader, MAX_LINE_BYTES, at.lines, at.end),
            buffer: Vec::new(),
            name,
            header,
            seq: at.seq,
            end: at.end,
            last: LinePlace { offset: at.end, bytes: 0 },
            unclosed: false,
            torn: None,
            done: false,
        })
    }
}

impl<R: BufRead> JournalReader<R> {
    /// Reads the header of a journal from any source; the name is for errors.
    ///
    /// # Errors
    /// As for [`JournalReader::open`].
    pub fn new(reader: R, name: impl Into<String>) -> Result<Self> {
        let name = name.into();
        let mut lines = LineReader::new(reader, Header::MAX_BYTES);
        let mut buffer = Vec::new();
        let first = lines
            .next(&mut buffer)
            .map_err(|error| storage_error(Path::new(&name), "cannot read the journal", &error))?;
        let Some(first) = first else {
            return Err(Error::new(ErrorKind::Input, "the file is empty: not even a header")
                .at(name)
                .hint("delete it, or restore a copy"));
        };
        let header = Header::decode(&buffer).map_err(|error| error.at(format!("{name}:1")))?;
        lines.set_limit(MAX_LINE_BYTES);
        let (end, unclosed) = (first.bytes, !first.closed);
        let last = LinePlace { offset: 0, bytes: end };
        let (seq, torn, done) = (0, None, false);
        Ok(Self { lines, buffer, name, header, seq, end, last, unclosed, torn, done })
    }

    /// The journal's header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn read_entry(&mut self) -> Result<Option<Entry>> {
        let next = self.lines.next(&mut self.buffer);
        let next = next.map_err(|error| {
            storage_error(Path::new(&self.name), "cannot read the journal", &error)
        })?;
        let Some(line) = next else { return Ok(None) };
        let entry = match self.decode(line) {
            Ok(entry) => entry,
            // A complete line was written on purpose; only an incomplete one can be an interrupted
            // write.
            Err(_) if !line.closed && !line.too_long && line::verify(&self.buffer).is_err() => {
                self.torn = Some(TornTail {
                    line: line.number,
                    offset: line.offset,
                    bytes: line.bytes,
                    zeros: self.buffer.iter().all(|byte| *byte == 0),
                });
                return Ok(None);
            }
            Err(error) => return Err(error.at(self.place(line.number))),
        };
        self.seq = entry.seq;
        self.end = line.offset + line.bytes;
        self.last = LinePlace { offset: line.offset, bytes: line.bytes };
        self.unclosed = !line.closed;
        Ok(Some(entry))
    }

    fn decode(&self, line: Line) -> Result<Entry> {
        if line.too_long {
            return Err(Error::new(
                ErrorKind::Input,
                format!("the line has {} bytes, at most {MAX_LINE_BYTES} are read", line.bytes),
            )
            .hint(line::SALVAGE_HINT));
        }
        let line::Incoming { seq, at, event, spent } = line::decode(&self.buffer)?;
        let expected = self.seq + 1;
        if seq != expected {
            return Err(Error::new(
                ErrorKind::Input,
                format!("event {seq} is where event {expected} belongs"),
            )
            .hint(line::SALVAGE_HINT));
        }
        Ok(Entry { line: line.number, seq, at, event, spent })
    }

    /// The incomplete line that a crash left at the end; known once all events are read.
    pub fn torn_tail(&self) -> Option<TornTail> {
        self.torn
    }

    /// How far it has read; `None` if reading cannot be resumed there because the last line lacks
    /// its line break.
    pub(crate) fn reached(&self) -> Option<Reached> {
        let torn = u64::from(self.torn.is_some());
        let lines = self.lines.number().saturating_sub(torn);
        (!self.unclosed).then_some(Reached { end: self.end, lines, seq: self.seq })
    }

    /// Where the line of the last entry is.
    pub(crate) fn last_line(&self) -> LinePlace {
        self.last
    }

    /// Where an error on a line happened.
    pub(super) fn place(&self, line: u64) -> String {
        format!("{}:{line}", self.name)
    }

    /// Where the whole lines end, in bytes.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Returns whether the last whole line lacks nothing but its line break.
    pub(super) fn is_unclosed(&self) -> bool {
        self.unclosed
    }
}

impl<R: BufRead> Iterator for JournalReader<R> {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let entry = self.read_entry().transpose();
        self.done = !matches!(entry, Some(Ok(_)));
        entry
    }
}

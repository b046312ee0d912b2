//! Positions in a journal, for resuming later.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{MAX_LINE_BYTES, line, storage_error};
use crate::Event;
use vibeue_conversation::{Error, ErrorKind, Result};

/// How far a reader has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reached {
    /// Where the whole lines end, in bytes.
    pub(crate) end: u64,
    /// The number of these lines, including the header.
    pub(crate) lines: u64,
    /// The number of the last event.
    pub(crate) seq: u64,
}

/// Where a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LinePlace {
    /// Its first byte.
    pub(crate) offset: u64,
    /// Its length in bytes, the line break included.
    pub(crate) bytes: u64,
}

/// Reads one event at a known place.
///
/// # Errors
/// [`ErrorKind::Io`] if it cannot be read, [`ErrorKind::Input`] if another line is there.
pub(crate) fn read_line(file: &mut File, path: &Path, place: LinePlace) -> Result<Event> {
    let fault = |error: std::io::Error| storage_error(path, "cannot read the journal", &error);
    if place.bytes > MAX_LINE_BYTES as u64 {
        return Err(
            Error::new(ErrorKind::Input, "no line is as long").at(path.display().to_string())
        );
    }
    file.seek(SeekFrom::Start(place.offset)).map_err(fault)?;
    let mut text = Vec::new();
    file.take(place.bytes).read_to_end(&mut text).map_err(fault)?;
    let text = text.strip_suffix(b"\n").unwrap_or(&text);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    Ok(line::decode(text)?.event)
}

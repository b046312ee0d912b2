//! The file of an index.
//!
//! ```text
//! VIBEUEIX    8 bytes
//! version     u32
//! length      u64: of the facts
//! facts       JSON: of each journal, with the lengths of what follows
//! bytes       each journal's messages and words, behind each other
//! checksum    u32: of all before it
//! ```
//! It contains nothing that the journals do not have: it is rebuilt if it is missing, incomplete,
//! damaged, or of another version.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::record::{Bytes, Facts, Record};
use crate::files::{OutputFile, Readers, Replacing, open_to_read};
use crate::journal::crc32;
use vibeue_conversation::{Error, ErrorKind, Result};

const MAGIC: &[u8; 8] = b"VIBEUEIX";

/// Incremented whenever content or format change.
const VERSION: u32 = 2;

/// The longest file that is read or written: 512 MiB.
const MOST_BYTES: u64 = 512 << 20;

#[derive(Serialize, Deserialize)]
struct Row<F> {
    facts: F,
    documents: usize,
    words: usize,
}

/// Reads an index; `None` if it has to be rebuilt.
pub(super) fn load(path: &Path) -> Option<Vec<Record>> {
    let file = open_to_read(path).ok()?;
    let length = file.metadata().ok()?.len();
    if length > MOST_BYTES {
        return None;
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).ok()? + 1);
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let (body, checksum) = bytes.split_last_chunk::<4>()?;
    if u32::from_le_bytes(*checksum) != crc32(body) {
        return None;
    }
    let rest = body.strip_prefix(MAGIC)?;
    let (version, rest) = rest.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*version) != VERSION {
        return None;
    }
    let (length, rest) = rest.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let rows: Vec<Row<Facts>> = serde_json::from_slice(rest.get(..length)?).ok()?;
    let mut at = bytes.len() - 4 - (rest.len() - length);
    let bytes = Arc::new(bytes);
    let mut part = |length: usize| {
        let part = at..at.checked_add(length)?;
        at = part.end;
        Bytes::of(&bytes, part)
    };
    let record = |row: Row<Facts>| {
        let (documents, words) = (part(row.documents)?, part(row.words)?);
        Some(Record { facts: row.facts, documents, words })
    };
    rows.into_iter().map(record).collect()
}

/// Writes an index that only its owner can read. If it would be too long, the oldest conversations
/// are left out and will be read again.
///
/// # Errors
/// As for [`OutputFile`]; [`ErrorKind::Busy`] while another process writes it.
pub(super) fn save(path: &Path, records: &[&Record]) -> Result<()> {
    let size = |record: &Record| record.documents.get().len() + record.words.get().len();
    let mut room = usize::try_from(MOST_BYTES / 2).unwrap_or(usize::MAX);
    let kept: Vec<&&Record> = records
        .iter()
        .take_while(|record| {
            let fits = size(record) <= room;
            room = room.saturating_sub(size(record));
            fits
        })
        .collect();
    let row = |record: &&&Record| Row {
        facts: record.facts.clone(),
        documents: record.documents.get().len(),
        words: record.words.get().len(),
    };
    let rows: Vec<Row<Facts>> = kept.iter().map(row).collect();
    let facts = serde_json::to_vec(&rows)
        .map_err(|error| Error::new(ErrorKind::Internal, format!("cannot write facts: {error}")))?;
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((facts.len() as u64).to_le_bytes());
    bytes.extend(facts);
    for record in kept {
        bytes.extend(record.documents.get());
        bytes.extend(record.words.get());
    }
    bytes.extend(crc32(&bytes).to_le_bytes());
    OutputFile::put(path, Replacing::Files, Readers::Owner, &bytes)
}

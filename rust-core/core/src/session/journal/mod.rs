//! Keeps a conversation on disk: an append-only file, one event a line.
//!
//! # The format
//! Text in UTF-8, one JSON object a line, each line closed by a line break and
//! by a checksum over the text before it:
//!
//! ```text
//! {"vibeue_journal":1,"conversation":"5f0c…","created":1795212000000,"program":"vibeue 0.1.0","crc":"7c9a1e42"}
//! {"seq":1,"at":1795212000100,"event":{"message":{…}},"crc":"03d1b2aa"}
//! {"seq":2,"at":1795212009000,"event":{"compaction":{…}},"crc":"e01f77c3"}
//! ```
//!
//! `crc` is the CRC-32 (the one of IEEE 802.3, zip and PNG) of the line's bytes
//! before `,"crc"`. Sequence numbers begin at 1 and have no gaps, so that a
//! missing line is found too. A line is at most [`MAX_LINE_BYTES`] long.
//! An unknown event is refused: without it the model would see another
//! conversation than the person saw. Unknown fields are passed over.
//!
//! # What is promised
//! - An event is written before it takes effect, in one write; it counts as
//!   said when [`JournaledHistory::append`] returns. A killed program loses
//!   nothing that was said; what a power cut can lose is [`SyncPolicy`]'s
//!   choice.
//! - A line that was cut short at the end of the file, and the zeros that some
//!   file systems leave there, are no event: they are reported as a
//!   [`TornTail`] and removed at the next opening for writing.
//! - Damage anywhere else is an error that names file and line; [`salvage()`]
//!   carries what is readable over into a new file.
//! - One writer at a time. The lock is on a file beside the journal, with
//!   `.lock` behind its name, because Windows would keep readers from a locked
//!   file. Readers need no lock.

mod checksum;
mod entry;
mod header;
mod journaled_history;
mod line;
mod line_reader;
mod lock;
mod new_file;
mod reader;
mod salvage;
mod shape;
mod storage;
mod sync_policy;
mod torn_tail;
mod writer;

pub use entry::Entry;
pub use header::Header;
pub use journaled_history::{JournaledHistory, Opened, ReadHistory};
pub use line::{MAX_DEPTH, MAX_LINE_BYTES};
pub use reader::JournalReader;
pub use salvage::{DroppedLine, SalvageReport, salvage};
pub use shape::JournalShape;
pub use sync_policy::SyncPolicy;
pub use torn_tail::TornTail;

use std::io;
use std::path::Path;

use crate::{Error, ErrorKind};

/// Makes an error of what the operating system said.
fn storage_error(path: &Path, doing: &str, error: &io::Error) -> Error {
    let hint = match error.kind() {
        io::ErrorKind::NotFound => "check the path; folders are not made on the way",
        io::ErrorKind::PermissionDenied => "check the rights on the file and its folder",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space on the disk and try again"
        }
        io::ErrorKind::FileTooLarge => "the file may not grow further here; begin a new one",
        io::ErrorKind::ReadOnlyFilesystem => "choose a place that can be written",
        io::ErrorKind::Unsupported => "this file system has no locks; use a local disk",
        _ => "check the disk and try again",
    };
    Error::new(ErrorKind::Io, format!("{doing}: {error}")).at(path.display().to_string()).hint(hint)
}

/// The folder in which a file lies.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

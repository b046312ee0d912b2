//! Keeps a conversation on disk: an append-only file, one event per line.
//!
//! # The format
//! Text in UTF-8, one JSON object per line, each line closed by a checksum over the text before it
//! and by a line break:
//!
//! ```text
//! {"vibeue_journal":1,"conversation":"5f0c…","created":1795212000000,"program":"vibeue 0.1.0","crc":"7c9a1e42"}
//! {"seq":1,"at":1795212000100,"event":{"message":{…}},"crc":"03d1b2aa"}
//! {"seq":2,"at":1795212009000,"event":{"compaction":{…}},"crc":"e01f77c3"}
//! ```
//!
//! `crc` is the CRC-32 (the one of IEEE 802.3, zip and PNG) of the line's bytes before `,"crc"`.
//! Sequence numbers begin at 1 and have no gaps, so a missing line is detected, too. A line is at
//! most [`MAX_LINE_BYTES`] long. An unknown event is refused: without it the model would see
//! another conversation than the user saw. Unknown fields are ignored.
//!
//! A line may have `spent` next to its event: what models cost since the previous line, by kind of
//! call. It is not part of the conversation.
//!
//! # What is promised
//! - An event is written before it takes effect, in one write; it counts as stored when
//!   [`JournaledHistory::append`] returns. A killed program loses nothing that was stored;
//!   [`SyncPolicy`] decides what a power cut can lose.
//! - An incomplete line at the end of the file, and the zeros that some file systems leave there,
//!   are not an event: they are reported as a [`TornTail`] and removed when the journal is next
//!   opened for writing.
//! - Damage anywhere else is an error that names file and line; [`salvage()`] copies what is
//!   readable into a new file.
//! - One writer at a time: the writer holds the journal's [`Lock`](super::files::Lock), whichever
//!   links lead to it; on Unix this covers hard links, too. Readers need no lock.
//! - A writer whose journal was removed, or replaced by another file, notices that before it
//!   acknowledges an event, and stores nothing from then on.

mod checksum;
mod copy;
mod entry;
mod header;
mod journaled_history;
mod last_change;
mod line;
mod line_reader;
mod place;
mod reader;
mod salvage;
mod shape;
mod spent;
mod storage;
mod sync_policy;
mod torn_tail;
mod writer;

pub(crate) use checksum::crc32;
pub use copy::copy_with;
pub use entry::Entry;
pub use header::Header;
pub(crate) use header::is_header;
pub use journaled_history::{JournaledHistory, Opened, ReadHistory};
pub use last_change::last_change;
pub(crate) use last_change::recent_change;
#[cfg(test)]
pub(crate) use line::encode_spent;
pub(crate) use line::is_whole_line;
pub use line::{MAX_DEPTH, MAX_LINE_BYTES};
pub(crate) use place::{LinePlace, Reached, read_line};
pub use reader::JournalReader;
pub use salvage::{DroppedLine, SalvageReport, salvage};
pub use shape::JournalShape;
pub use sync_policy::SyncPolicy;
pub use torn_tail::TornTail;
pub(crate) use writer::Writer;

use super::files::storage_error;

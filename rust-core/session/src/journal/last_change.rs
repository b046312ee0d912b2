//! When a journal last changed, without reading all of it.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use serde::Deserialize;

use super::{line, storage_error};
use crate::files::open_to_read;
use vibeue_conversation::Result;

/// How much of the end is read at first.
const FIRST: u64 = 64 * 1024;

/// How much of the end is read at most: a message with several pictures has a few MiB, and a file
/// that is not a journal must not hold up the caller.
const MOST: u64 = 64 * 1024 * 1024;

/// A line read only for its time: an event's, or the header's.
#[derive(Deserialize)]
struct Timed {
    #[serde(alias = "created")]
    at: u64,
}

/// When the last complete event of a journal happened, in milliseconds since the Unix epoch; for
/// one without events, when it began. `None` if no line at the end is a journal's.
///
/// # Errors
/// [`ErrorKind::Io`](vibeue_conversation::ErrorKind::Io) if it is not an ordinary file or cannot be
/// read.
pub fn last_change(path: &Path) -> Result<Option<u64>> {
    last_change_within(path, MOST)
}

/// As [`last_change`], for a journal whose last event is short: reads no more than the last 64 KiB.
///
/// # Errors
/// As for [`last_change`].
pub(crate) fn recent_change(path: &Path) -> Result<Option<u64>> {
    last_change_within(path, FIRST)
}

fn last_change_within(path: &Path, most: u64) -> Result<Option<u64>> {
    let fault = |error: std::io::Error| storage_error(path, "cannot read the journal", &error);
    let mut file = open_to_read(path)?;
    let size = file.metadata().map_err(fault)?.len();
    let mut tail = Vec::new();
    let mut length = FIRST;
    loop {
        let begin = size.saturating_sub(length);
        file.seek(SeekFrom::Start(begin)).map_err(fault)?;
        tail.clear();
        file.by_ref().take(length).read_to_end(&mut tail).map_err(fault)?;
        let found = last_of(&tail, begin == 0);
        if found.is_some() || begin == 0 || length >= most {
            return Ok(found);
        }
        length *= 4;
    }
}

/// The time of the last complete line. The first line is incomplete unless the text begins where
/// the file does.
fn last_of(tail: &[u8], whole: bool) -> Option<u64> {
    let cut = if whole { 0 } else { memchr::memchr(b'\n', tail)? + 1 };
    let lines = tail[cut..].rsplit(|byte| *byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut lines = lines.map(|line| line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line));
    lines.find_map(|text| {
        line::verify(text).ok()?;
        serde_json::from_slice::<Timed>(text).ok().map(|line| line.at)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::Event;
    use crate::journal::{Header, JournaledHistory, SyncPolicy};

    #[test]
    fn the_last_complete_line_decides_whatever_follows_it_and_however_long_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.jsonl");
        let mut journal =
            JournaledHistory::create(&path, Header::new("c", 7), SyncPolicy::Never).unwrap();
        assert_eq!(last_change(&path), Ok(Some(7)));
        for (at, length) in [(11, 10), (12, 100), (13, 300_000), (14, 70_000)] {
            journal.append(Event::Rename { title: "x".repeat(length) }, at).unwrap();
            assert_eq!(last_change(&path), Ok(Some(at)));
        }
        assert_eq!(recent_change(&path), Ok(None));
        drop(journal);
        let whole = fs::read(&path).unwrap();
        let after = |text: &[u8]| {
            fs::write(&path, text).unwrap();
            last_change(&path).unwrap()
        };
        assert_eq!(after(&[&whole[..], b"{\"seq\":9,\"at\":99,\"ev"].concat()), Some(14));
        assert_eq!(after(&[&whole[..], &[0; 200_000]].concat()), Some(14));
        assert_eq!(after(&whole[..whole.len() - 20]), Some(13));
        assert_eq!(after(&whole[..whole.len() - 1]), Some(14));
        for other in [&b""[..], b"{}\n", b"{\"seq\":1,\"at\":5,\"event\":{}}\n", &[0; 100_000]] {
            assert_eq!(after(other), None);
        }
    }
}

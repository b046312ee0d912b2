//! Recognizes journals.

use std::io::Read as _;
use std::path::Path;

use super::{open_to_read, storage_error};
use crate::journal::{is_header, is_whole_line};
use vibeue_conversation::Result;

/// How much of a file is read. A journal's header is shorter than this, as are most of its events,
/// which count if the header is damaged.
const LOOKED_AT: u64 = 1 << 20;

/// Returns whether a file is a journal, by its content: it begins like one or, if its header is
/// damaged, has a line with a journal's checksum.
///
/// # Errors
/// [`ErrorKind::Io`](vibeue_conversation::ErrorKind::Io) if it is not an ordinary file or cannot be
/// read.
pub fn is_journal(path: &Path) -> Result<bool> {
    let mut head = Vec::new();
    open_to_read(path)?
        .take(LOOKED_AT)
        .read_to_end(&mut head)
        .map_err(|error| storage_error(path, "cannot read the file", &error))?;
    if is_header(&head) {
        return Ok(true);
    }
    let mut lines = head.split(|byte| *byte == b'\n');
    Ok(lines.any(|line| is_whole_line(line.strip_suffix(b"\r").unwrap_or(line))))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::Event;
    use crate::journal::{Header, JournaledHistory, SyncPolicy};

    #[test]
    fn a_journal_is_known_by_any_of_its_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.jsonl");
        let mut journal =
            JournaledHistory::create(&path, Header::new("c1", 7), SyncPolicy::Never).unwrap();
        journal.append(Event::Rename { title: "Doors".to_owned() }, 8).unwrap();
        drop(journal);
        assert_eq!(is_journal(&path), Ok(true));
        let whole = fs::read_to_string(&path).unwrap();
        let found = |text: &str| {
            fs::write(&path, text).unwrap();
            is_journal(&path).unwrap()
        };
        assert!(found(&whole[..30]), "a header that was cut");
        assert!(found(&format!("\u{feff}{whole}")));
        assert!(found(&whole.replace("vibeue_journal", "vibeue_damaged")));
        assert!(found(&whole.replace('\n', "\r\n").replace("vibeue_journal", "vibeue_damaged")));
        for other in ["", "[]", "{\"messages\":[]}", "# vibeue_journal\n", "{\"seq\":1}\n"] {
            assert!(!found(other), "{other}");
        }
    }
}

//! Taking a conversation in that is in a file elsewhere.

use std::io::Read as _;
use std::path::Path;

use vibeue_conversation::transcript::{self, ReadOptions};
use vibeue_conversation::{Error, ErrorKind, Result};

use super::Library;
use crate::History;
use crate::files::{OutputFile, Readers, Replacing, is_journal, open_to_read, storage_error};
use crate::journal::{Header, JournaledHistory, ReadHistory, SyncPolicy};
use crate::results::ResultFiles;

/// The largest file that is taken in, in bytes: 1 GiB.
const MOST_BYTES: u64 = 1 << 30;

/// A conversation that was taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Its id in the library.
    pub id: String,
    /// Messages that were ever said in it.
    pub messages: u64,
    /// What had to be repaired so that a provider takes it, and which long
    /// results of tools are lost, in words.
    pub repairs: Vec<String>,
}

impl Library {
    /// Takes a conversation in: a journal as it is, with all that was
    /// summarized and the long results beside it; or a transcript as models' requests are written, JSON or a
    /// message a line. The file stays. `now` is in milliseconds since the Unix
    /// epoch.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] when it is neither, or damaged;
    /// [`ErrorKind::Io`] when it cannot be read, or the library not written to.
    pub fn import(&self, from: &Path, now: u64) -> Result<Imported> {
        let fault = |error: std::io::Error| storage_error(from, "cannot read the file", &error);
        let is_journal = is_journal(from)?;
        let mut bytes = Vec::new();
        open_to_read(from)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
        let name = from.display().to_string();
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Error::new(ErrorKind::Input, "the file is larger than 1 GiB").at(name));
        }
        let header = Header::with_random_id(now);
        let id = header.conversation.clone();
        let path = self.path_of(&id)?;
        std::fs::create_dir_all(self.folder())
            .map_err(|error| storage_error(self.folder(), "cannot make the folder", &error))?;
        if is_journal {
            let read = ReadHistory::of_bytes(&bytes, &name)?;
            let messages = read.history.originals().count() as u64;
            let new = Replacing::Nothing("try again");
            // Before the journal that names them.
            let lost =
                ResultFiles::beside(from)?.carry(&read.history, &ResultFiles::beside(&path)?);
            OutputFile::put(&path, new, Readers::Owner, &bytes)?;
            return Ok(Imported { id, messages, repairs: lost });
        }
        let read = transcript::read(&bytes, &ReadOptions::default().named(name))?;
        let repairs = read.repairs.iter().map(ToString::to_string).collect();
        let events = History::events_of(read.conversation);
        let journal = JournaledHistory::create_with(&path, header, events, SyncPolicy::Always)?;
        let messages = journal.history().originals().count() as u64;
        Ok(Imported { id, messages, repairs })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn transcripts_and_journals_become_conversations_and_the_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let talk = folder.path().join("talk.json");
        let text =
            r#"[{"role":"user","content":"Open the door"},{"role":"wizard","content":"ok"}]"#;
        fs::write(&talk, text).unwrap();
        let first = library.import(&talk, 7).unwrap();
        assert_eq!((first.messages, first.repairs.len()), (2, 1));
        assert_eq!(fs::read_to_string(&talk).unwrap(), text);
        let journal = library.path_of(&first.id).unwrap();
        let second = library.import(&journal, 8).unwrap();
        assert_eq!((second.messages, second.repairs.len()), (2, 0));
        assert_ne!(second.id, first.id);
        let copy = fs::read(library.path_of(&second.id).unwrap()).unwrap();
        assert_eq!(copy, fs::read(&journal).unwrap());
        let titles: Vec<String> =
            library.list(|| false).unwrap().into_iter().map(|entry| entry.title).collect();
        assert_eq!(titles, ["Open the door", "Open the door"]);
    }

    #[test]
    fn what_is_no_conversation_leaves_nothing_in_the_library() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let file = folder.path().join("file");
        let torn = "{\"vibeue_journal\":1,\"conversation\":\"c\",\"created\":1,\"crc\":\"0";
        for text in ["", "hello", "42", torn] {
            fs::write(&file, text).unwrap();
            assert_eq!(library.import(&file, 7).unwrap_err().kind(), ErrorKind::Input, "{text}");
        }
        assert_eq!(library.import(folder.path(), 7).unwrap_err().kind(), ErrorKind::Io);
        assert_eq!(library.list(|| false), Ok(Vec::new()));
    }
}

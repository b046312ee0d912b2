//! Renames a conversation that is not open.

use vibeue_conversation::Result;

use super::Library;
use crate::Event;
use crate::journal::{JournaledHistory, SyncPolicy};

impl Library {
    /// Renames a conversation; with an empty name its first words become its title again. `now` is
    /// in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](vibeue_conversation::ErrorKind::Input) if there is no such conversation
    /// or its journal is damaged, [`ErrorKind::Busy`](vibeue_conversation::ErrorKind::Busy) if it
    /// is open for writing: then it must be renamed where it is open;
    /// [`ErrorKind::Io`](vibeue_conversation::ErrorKind::Io) if it cannot be written.
    pub fn rename(&self, id: &str, title: &str, now: u64) -> Result<()> {
        let path = self.existing(id)?;
        let mut journal = JournaledHistory::open(&path, SyncPolicy::EachTurn)?.journal;
        journal.append(Event::Rename { title: title.trim().to_owned() }, now).map(|_| ())
    }
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::ErrorKind;

    use super::*;
    use crate::journal::Header;

    #[test]
    fn a_conversation_is_renamed_unless_it_is_open_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let path = library.path_of("talk").unwrap();
        let open = JournaledHistory::create(&path, Header::new("c", 7), SyncPolicy::Never).unwrap();
        assert_eq!(library.rename("talk", "Door", 8).unwrap_err().kind(), ErrorKind::Busy);
        drop(open);
        let title = || library.list(|| false).unwrap()[0].title.clone();
        assert_eq!(library.rename("talk", "  The door ", 8), Ok(()));
        assert_eq!(title(), "The door");
        assert_eq!(library.rename("talk", "", 9), Ok(()));
        assert_eq!(title(), "");
        assert_eq!(library.rename("nobody", "x", 9).unwrap_err().kind(), ErrorKind::Input);
    }
}

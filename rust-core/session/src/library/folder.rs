//! The folder itself.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use vibeue_conversation::{Error, ErrorKind, Result};

use super::{LibraryEntry, index};
use crate::files::{Lock, storage_error};
use crate::journal::last_change;
use crate::results::ResultFiles;

/// The conversations of one folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Library {
    folder: PathBuf,
}

/// The longest id, in bytes: below every file system's limit for names.
const LONGEST_ID: usize = 100;

impl Library {
    /// The library in a folder, which need not exist yet.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether a text can be an id: ASCII letters and digits, hyphens and underscores, at
    /// most 100, so that it cannot lead out of the folder.
    pub fn is_id(text: &str) -> bool {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        !text.is_empty() && text.len() <= LONGEST_ID && text.bytes().all(allowed)
    }

    /// The path of a conversation's journal, whether it exists or not.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if that is not an id.
    pub fn path_of(&self, id: &str) -> Result<PathBuf> {
        if Self::is_id(id) {
            return Ok(self.folder.join(format!("{id}.jsonl")));
        }
        Err(Error::new(ErrorKind::Input, "this is not a conversation's id")
            .hint("give the id of a listed conversation"))
    }

    /// The ids of all conversations, the most recently changed first. Reads only the end of each
    /// journal.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the folder exists and cannot be read.
    pub fn ids(&self) -> Result<Vec<String>> {
        let mut found: Vec<(Reverse<u64>, String)> = Vec::new();
        for (id, path) in self.journals()? {
            let changed = last_change(&path).ok().flatten().unwrap_or(0);
            found.push((Reverse(changed), id));
        }
        found.sort();
        Ok(found.into_iter().map(|(_, id)| id).collect())
    }

    /// All conversations: pinned ones first, else in the order of [`Library::ids`]; damaged ones
    /// with the reason. Reads them as [`Library::catalogue`] does.
    ///
    /// # Errors
    /// As for [`Library::catalogue`].
    pub fn list(&self, cancelled: impl Fn() -> bool + Sync) -> Result<Vec<LibraryEntry>> {
        Ok(self.catalogue(cancelled)?.entries())
    }

    /// Permanently deletes a conversation, with what is kept next to it: its labels, its draft, the
    /// long results of its tools, and what its edits replaced. Does nothing if there is none.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if that is not an id, [`ErrorKind::Busy`] if it is being written,
    /// [`ErrorKind::Io`] if the system refuses.
    pub fn delete(&self, id: &str) -> Result<()> {
        let path = self.path_of(id)?;
        if fs::symlink_metadata(&path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(());
        }
        let _lock = Lock::take(&path)?;
        if !path.is_dir() {
            // Before its conversation: a new one would adopt a draft without a conversation.
            self.remove_draft(id)?;
        }
        remove(&path).map_err(|error| storage_error(&path, "cannot delete the file", &error))?;
        index::forget_missing(&self.folder);
        let _ = fs::remove_file(self.labels_path(id)?);
        let results = ResultFiles::folder_of(&path);
        remove_folder(&results, "cannot delete the long results of tools")?;
        remove_folder(&path.with_extension("files"), "cannot delete what edits replaced")
    }

    /// The files that could be conversations, by their ids.
    pub(super) fn journals(&self) -> Result<Vec<(String, PathBuf)>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            // Nobody has chatted yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(storage_error(&self.folder, "the folder cannot be read", &error));
            }
        };
        let journal = |path: PathBuf| {
            let id = path.file_name()?.to_str()?.strip_suffix(".jsonl")?.to_owned();
            (Self::is_id(&id) && path.is_file()).then_some((id, path))
        };
        Ok(entries.filter_map(|entry| journal(entry.ok()?.path())).collect())
    }
}

/// Removes a folder with everything in it, if it exists.
fn remove_folder(folder: &Path, failed: &'static str) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(storage_error(folder, failed, &error))
        }
        _ => Ok(()),
    }
}

/// Removes a file, even if it is read-only.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    #[cfg(windows)]
    if let Ok(facts) = fs::metadata(path) {
        // On other systems the rights of the folder decide.
        let mut rights = facts.permissions();
        if rights.readonly() {
            rights.set_readonly(false);
            fs::set_permissions(path, rights)?;
        }
    }
    match fs::remove_file(path) {
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::{Message, MessageId, Role};

    use super::*;
    use crate::Event;
    use crate::journal::{Header, JournaledHistory, SyncPolicy};

    fn begin(library: &Library, id: &str, created: u64) -> JournaledHistory {
        let path = library.path_of(id).unwrap();
        JournaledHistory::create(&path, Header::new(id, created), SyncPolicy::Never).unwrap()
    }

    fn say(journal: &mut JournaledHistory, at: u64, words: &str) {
        let id = MessageId(at);
        journal.append(Event::Message(Message::text(id, Role::User, words)), at).unwrap();
    }

    #[test]
    fn conversations_come_newest_first_and_damaged_ones_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let mut old = begin(&library, "old", 50);
        say(&mut old, 100, "\n  Open the airlock  \nnow");
        let mut new = begin(&library, "new", 60);
        say(&mut new, 200, "Paint it");
        new.append(Event::Rename { title: "The door".to_owned() }, 300).unwrap();
        drop(begin(&library, "begun", 70));
        fs::write(folder.path().join("broken.jsonl"), b"\xff\xfe no journal\n").unwrap();
        for other in ["notes.txt", "with blank.jsonl", "dots..jsonl"] {
            fs::write(folder.path().join(other), b"{}\n").unwrap();
        }
        fs::create_dir(folder.path().join("folder.jsonl")).unwrap();
        // The order is that of the conversations, not of the files.
        say(&mut old, 110, "And close it");

        let listed = library.list(|| false).unwrap();
        let told: Vec<_> = listed
            .iter()
            .map(|entry| {
                let kind = entry.fault.as_ref().map(Error::kind);
                let (id, title) = (entry.id.as_str(), entry.title.as_str());
                (id, title, entry.created, entry.changed, entry.messages, kind)
            })
            .collect();
        assert_eq!(
            told,
            [
                ("new", "The door", 60, 300, 1, None),
                ("old", "Open the airlock now", 50, 110, 2, None),
                ("begun", "", 70, 70, 0, None),
                ("broken", "", 0, 0, 0, Some(ErrorKind::Input)),
            ]
        );
        let ids: Vec<String> = listed.into_iter().map(|entry| entry.id).collect();
        assert_eq!(library.ids(), Ok(ids));
        assert_eq!(library.list(|| true).unwrap_err().kind(), ErrorKind::Cancelled);
    }

    #[test]
    fn a_folder_that_is_not_there_is_empty_and_a_file_is_not_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let none = Library::at(folder.path().join("none"));
        assert_eq!((none.ids(), none.list(|| false)), (Ok(Vec::new()), Ok(Vec::new())));
        assert_eq!(none.delete("any"), Ok(()));
        let file = folder.path().join("file");
        fs::write(&file, b"").unwrap();
        assert_eq!(Library::at(&file).ids().unwrap_err().kind(), ErrorKind::Io);
    }

    #[test]
    fn an_id_leads_nowhere_else() {
        let long = "a".repeat(101);
        for text in ["", "..", "a/b", "a\\b", "C:x", "a.b", "ä", "a b", "a\0", &long] {
            assert!(!Library::is_id(text), "{text:?}");
            assert_eq!(Library::at("f").path_of(text).unwrap_err().kind(), ErrorKind::Input);
        }
        assert_eq!(Library::at("f").path_of("a-B_9"), Ok(Path::new("f").join("a-B_9.jsonl")));
    }

    #[test]
    fn a_conversation_that_is_being_written_is_not_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let journal = begin(&library, "talk", 1);
        assert_eq!(library.delete("talk").unwrap_err().kind(), ErrorKind::Busy);
        assert_eq!(library.ids(), Ok(vec!["talk".to_owned()]));
        drop(journal);
        fs::create_dir_all(folder.path().join("talk.files/contents")).unwrap();
        fs::write(folder.path().join("talk.files/changes.jsonl"), "{}\n").unwrap();
        fs::create_dir(folder.path().join("talk.jsonl.results")).unwrap();
        fs::write(folder.path().join("talk.jsonl.results/a.txt"), "long").unwrap();
        library.keep_draft("talk", "half a thought").unwrap();
        fs::write(folder.path().join(".talk.draft.vibeue-new"), "half").unwrap();
        assert_eq!(library.delete("talk"), Ok(()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(library.delete("../talk").unwrap_err().kind(), ErrorKind::Input);
        // Its content is not read.
        fs::write(library.path_of("damaged").unwrap(), "this was a journal once").unwrap();
        assert_eq!(library.delete("damaged"), Ok(()));
        assert_eq!(library.delete("damaged"), Ok(()));
        let no_file = library.path_of("folder").unwrap();
        fs::create_dir(&no_file).unwrap();
        assert_eq!(library.delete("folder").unwrap_err().kind(), ErrorKind::Io);
        assert!(no_file.exists());
    }
}

//! Deleted conversations that can be restored.
//!
//! Each is a folder of its own in `Trash`, named after the time of its deletion:
//! `Trash/<milliseconds>-<id>/`, with its files as they were. The journal is moved first out of the
//! library and last back into it, so a crash in between never leaves a conversation there without
//! its companion files.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use vibeue_conversation::{Error, ErrorKind, Result};

use super::drafts::ENDINGS as DRAFTS;
use super::{Library, LibraryEntry, index};
use crate::files::{Lock, storage_error};

/// The folder's name in the library.
const FOLDER: &str = "Trash";

/// What may be next to a journal, by the ending of its name.
fn companions() -> impl Iterator<Item = &'static str> {
    [LABELS, FILES, RESULTS].into_iter().chain(DRAFTS)
}
const LABELS: &str = "labels.json";
/// What edits replaced, and the long results of tools: folders.
const FILES: &str = "files";
const RESULTS: &str = "jsonl.results";

/// A conversation in the trash.
#[derive(Debug, Clone, PartialEq)]
pub struct TrashEntry {
    /// The conversation; its path is where it is now.
    pub entry: LibraryEntry,
    /// When it was deleted, in milliseconds since the Unix epoch.
    pub deleted: u64,
}

/// A folder in the trash.
struct Bin {
    deleted: u64,
    id: String,
    folder: PathBuf,
}

impl Library {
    /// How long a deleted conversation is kept, in milliseconds: thirty days.
    pub const TRASH_KEEPS: u64 = 30 * 24 * 60 * 60 * 1000;

    /// Moves a conversation's files to the trash, so that it can be restored. Does nothing if there
    /// is none. `now` is in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// As for [`Library::delete`].
    pub fn discard(&self, id: &str, now: u64) -> Result<()> {
        let path = self.path_of(id)?;
        if !path.is_file() {
            return match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                Err(error) => Err(storage_error(&path, "cannot delete the file", &error)),
                Ok(_) => Err(Error::new(ErrorKind::Io, "that is not an ordinary file")
                    .at(path.display().to_string())
                    .hint("remove it manually")),
            };
        }
        let _lock = Lock::take(&path)?;
        let bin = self.make_bin(id, now)?;
        let name = format!("{id}.jsonl");
        if let Err(error) = fs::rename(&path, bin.join(name)) {
            let _ = fs::remove_dir(&bin);
            return Err(storage_error(&path, "cannot move the file to the trash", &error));
        }
        for companion in companions() {
            let from = path.with_extension(companion);
            let to = bin.join(format!("{id}.{companion}"));
            match fs::rename(&from, to) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    // It is next to the conversation again when that is restored.
                    let shown = from.display();
                    tracing::warn!(target: "vibeue::session", "{shown}: stays where it is: {error}");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Creates a new folder in the trash.
    fn make_bin(&self, id: &str, now: u64) -> Result<PathBuf> {
        let trash = self.folder().join(FOLDER);
        let fault =
            |error: io::Error| storage_error(&trash, "cannot create the trash folder", &error);
        make_private(&trash).or_else(|error| match error.kind() {
            io::ErrorKind::AlreadyExists if trash.is_dir() => Ok(()),
            _ => Err(fault(error)),
        })?;
        // The same millisecond can occur twice if the clock stops.
        for time in now..now.saturating_add(1_000) {
            let bin = trash.join(format!("{time}-{id}"));
            match make_private(&bin) {
                Ok(()) => return Ok(bin),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(fault(error)),
            }
        }
        Err(Error::new(ErrorKind::Io, "the trash has no free name for the conversation")
            .at(trash.display().to_string())
            .hint("empty the trash"))
    }

    /// Restores a deleted conversation; if there are several with this id, the one that was deleted
    /// last.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if there is none in the trash, or a conversation with this id in the
    /// library; [`ErrorKind::Busy`] if one is being created; [`ErrorKind::Io`] if the system
    /// refuses.
    pub fn restore(&self, id: &str) -> Result<()> {
        self.bring_back(id, |_| true)
    }

    /// Restores the conversation that was deleted at a time, in milliseconds since the Unix epoch:
    /// the same id may be in the trash several times.
    ///
    /// # Errors
    /// As for [`Library::restore`].
    pub fn restore_deleted(&self, id: &str, deleted: u64) -> Result<()> {
        self.bring_back(id, |bin| bin.deleted == deleted)
    }

    /// Restores the one that was deleted last among those with this id for which `may_be_meant`
    /// returns true.
    fn bring_back(&self, id: &str, may_be_meant: impl Fn(&Bin) -> bool) -> Result<()> {
        let path = self.path_of(id)?;
        let bins = self.bins()?;
        let meant = bins.iter().filter(|bin| bin.id == id && may_be_meant(bin));
        let bin = meant.max_by_key(|bin| bin.deleted).ok_or_else(|| {
            Error::new(ErrorKind::Input, "there is no such conversation in the trash")
                .at(id)
                .hint("conversations stay there for thirty days, unless it is emptied")
        })?;
        let _lock = Lock::take(&path)?;
        if fs::symlink_metadata(&path).is_ok() {
            return Err(Error::new(
                ErrorKind::Input,
                "a conversation with this name already exists",
            )
            .at(path.display().to_string())
            .hint("delete that one first"));
        }
        let journal = format!("{id}.jsonl");
        let companions: Vec<String> =
            companions().map(|companion| format!("{id}.{companion}")).collect();
        for name in companions.iter().chain([&journal]) {
            let from = bin.folder.join(name);
            let to = self.folder().join(name);
            match fs::rename(&from, &to) {
                Err(error) if error.kind() == io::ErrorKind::NotFound && *name != journal => {}
                Err(error) => {
                    return Err(storage_error(&from, "cannot restore the file", &error));
                }
                Ok(()) => {}
            }
        }
        if let Err(error) = fs::remove_dir(&bin.folder) {
            let shown = bin.folder.display();
            tracing::warn!(target: "vibeue::session", "{shown}: cannot remove the folder: {error}");
        }
        Ok(())
    }

    /// What is in the trash, the most recently deleted first.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the trash exists and cannot be read.
    pub fn trash(&self) -> Result<Vec<TrashEntry>> {
        self.newest_trash(usize::MAX, || false)
    }

    /// The most recently deleted conversations, newest first; at most this many. Reads their
    /// journals, and stops early once `cancelled`.
    ///
    /// # Errors
    /// As for [`Library::trash`]; [`ErrorKind::Cancelled`].
    pub fn newest_trash(
        &self,
        most: usize,
        cancelled: impl Fn() -> bool,
    ) -> Result<Vec<TrashEntry>> {
        let mut bins = self.bins()?;
        bins.sort_by_key(|bin| Reverse(bin.deleted));
        let entry = |bin: Bin| {
            if cancelled() {
                return Err(Error::new(
                    ErrorKind::Cancelled,
                    "reading the conversations was cancelled",
                ));
            }
            let path = bin.folder.join(format!("{}.jsonl", bin.id));
            Ok(TrashEntry { entry: LibraryEntry::read(bin.id, path), deleted: bin.deleted })
        };
        bins.into_iter().take(most).map(entry).collect()
    }

    /// How many conversations are in the trash. Reads no journal.
    ///
    /// # Errors
    /// As for [`Library::trash`].
    pub fn trash_count(&self) -> Result<usize> {
        Ok(self.bins()?.len())
    }

    /// Permanently deletes what was moved to the trash before a time, in milliseconds since the
    /// Unix epoch: `u64::MAX` empties the trash. Returns the number of conversations.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the system refuses; what could be deleted is.
    pub fn empty_trash(&self, before: u64) -> Result<usize> {
        self.empty(|bin| bin.deleted < before)
    }

    /// Permanently deletes all copies of a conversation in the trash. Returns their number.
    ///
    /// # Errors
    /// As for [`Library::empty_trash`].
    pub fn delete_from_trash(&self, id: &str) -> Result<usize> {
        self.empty(|bin| bin.id == id)
    }

    fn empty(&self, chosen: impl Fn(&Bin) -> bool) -> Result<usize> {
        let mut gone = 0;
        let mut fault = None;
        for bin in self.bins()?.into_iter().filter(|bin| chosen(bin)) {
            // Before its conversation: a new one would adopt a draft without a conversation.
            if let Err(error) = self.clear_draft(&bin.id) {
                fault = Some(error);
                continue;
            }
            match fs::remove_dir_all(&bin.folder) {
                Ok(()) => {
                    gone += 1;
                    self.clear_leftovers(&bin.id);
                }
                Err(error) => {
                    fault = Some(storage_error(&bin.folder, "cannot empty the trash", &error));
                }
            }
        }
        index::forget_missing(self.folder());
        match fault {
            Some(fault) => Err(fault),
            None => Ok(gone),
        }
    }

    /// The ids of the conversations in the trash.
    pub(super) fn trashed_ids(&self) -> Vec<String> {
        self.bins().map_or_else(|_| Vec::new(), |bins| bins.into_iter().map(|bin| bin.id).collect())
    }

    /// Removes what a crash during deletion left in the library.
    fn clear_leftovers(&self, id: &str) {
        let Ok(path) = self.path_of(id) else { return };
        if fs::symlink_metadata(&path).is_err() {
            let _ = fs::remove_file(path.with_extension(LABELS));
            let _ = fs::remove_dir_all(path.with_extension(FILES));
            let _ = fs::remove_dir_all(path.with_extension(RESULTS));
        }
    }

    /// Removes the draft that a crash during deletion left in the library.
    fn clear_draft(&self, id: &str) -> Result<()> {
        match fs::symlink_metadata(self.path_of(id)?) {
            Ok(_) => Ok(()),
            Err(_) => self.remove_draft(id),
        }
    }

    /// The folders of the trash that hold a conversation.
    fn bins(&self) -> Result<Vec<Bin>> {
        let trash = self.folder().join(FOLDER);
        let entries = match fs::read_dir(&trash) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(storage_error(&trash, "cannot read the trash", &error)),
        };
        let bin = |folder: PathBuf| {
            let (deleted, id) = folder.file_name()?.to_str()?.split_once('-')?;
            let deleted = deleted.parse().ok()?;
            let id = Self::is_id(id).then(|| id.to_owned())?;
            is_bin(&folder, &id).then_some(Bin { deleted, id, folder })
        };
        Ok(entries.filter_map(|entry| bin(entry.ok()?.path())).collect())
    }
}

/// Returns whether a folder in the trash is one of ours: not a link, and with a journal.
fn is_bin(folder: &Path, id: &str) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|facts| facts.is_dir())
        && folder.join(format!("{id}.jsonl")).is_file()
}

/// Creates a folder that only its owner can access.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(false);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;
    use crate::journal::{Header, JournaledHistory, SyncPolicy};
    use crate::results::ResultFiles;
    use vibeue_conversation::{Message, MessageId, Role};

    fn begin(library: &Library, id: &str) -> JournaledHistory {
        let path = library.path_of(id).unwrap();
        let mut journal =
            JournaledHistory::create(&path, Header::new(id, 7), SyncPolicy::Never).unwrap();
        let message = Message::text(MessageId(1), Role::User, format!("about {id}"));
        journal.append(Event::Message(message), 8).unwrap();
        journal
    }

    fn trashed(library: &Library) -> Vec<(String, String, u64)> {
        let told = |it: TrashEntry| (it.entry.id, it.entry.title, it.deleted);
        library.trash().unwrap().into_iter().map(told).collect()
    }

    #[test]
    fn a_deleted_conversation_comes_back_with_all_that_is_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        drop(begin(&library, "talk"));
        let words = fs::read(library.path_of("talk").unwrap()).unwrap();
        library.tag("talk", "door").unwrap();
        fs::create_dir(folder.path().join("talk.files")).unwrap();
        fs::write(folder.path().join("talk.files/changes.jsonl"), "{}\n").unwrap();
        let results = ResultFiles::beside(&library.path_of("talk").unwrap()).unwrap();
        let whole = results.keep("a long result").unwrap();
        library.discard("talk", 100).unwrap();
        library.discard("talk", 100).unwrap();
        assert_eq!(library.ids(), Ok(vec![]));
        assert_eq!(trashed(&library), [("talk".to_owned(), "about talk".to_owned(), 100)]);
        let left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(left, ["Trash"]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let facts = fs::metadata(folder.path().join("Trash")).unwrap();
            assert_eq!(facts.permissions().mode() & 0o777, 0o700);
        }
        library.restore("talk").unwrap();
        assert_eq!(fs::read(library.path_of("talk").unwrap()).unwrap(), words);
        assert_eq!(library.labels("talk").unwrap().tags, ["door"]);
        assert!(folder.path().join("talk.files/changes.jsonl").exists());
        assert_eq!(results.read(&whole).unwrap(), "a long result");
        assert_eq!(trashed(&library), []);
        assert_eq!(library.restore("talk").unwrap_err().kind(), ErrorKind::Input);
    }

    #[test]
    fn who_is_written_or_replaced_meanwhile_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let open = begin(&library, "talk");
        assert_eq!(library.discard("talk", 1).unwrap_err().kind(), ErrorKind::Busy);
        drop(open);
        library.discard("talk", 5).unwrap();
        drop(begin(&library, "talk"));
        assert_eq!(library.restore("talk").unwrap_err().kind(), ErrorKind::Input);
        library.discard("talk", 5).unwrap();
        let times: Vec<u64> = trashed(&library).into_iter().map(|it| it.2).collect();
        assert_eq!(times, [6, 5], "two of one name are kept apart");
        fs::create_dir(library.path_of("folder").unwrap()).unwrap();
        assert_eq!(library.discard("folder", 1).unwrap_err().kind(), ErrorKind::Io);
        assert_eq!(library.discard("../talk", 1).unwrap_err().kind(), ErrorKind::Input);
    }

    #[test]
    fn of_several_with_one_name_each_comes_back_once_the_name_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let say = |title: &str| {
            drop(begin(&library, "talk"));
            library.rename("talk", title, 9).unwrap();
        };
        let titles = || library.list(|| false).unwrap().into_iter().map(|it| it.title);
        for (title, deleted) in [("first", 10), ("second", 20)] {
            say(title);
            library.keep_draft("talk", title).unwrap();
            library.discard("talk", deleted).unwrap();
        }
        say("third");
        // The name is taken: neither is moved.
        let both = [("talk", "second", 20), ("talk", "first", 10)];
        let both = both.map(|(id, title, at)| (id.to_owned(), title.to_owned(), at));
        for refused in [library.restore_deleted("talk", 10), library.restore("talk")] {
            assert_eq!(refused.unwrap_err().kind(), ErrorKind::Input);
            assert_eq!(trashed(&library), both);
            assert_eq!(titles().collect::<Vec<_>>(), ["third"]);
            assert_eq!(library.draft("talk"), Ok(String::new()));
        }
        library.discard("talk", 30).unwrap();
        assert_eq!(library.restore_deleted("talk", 11).unwrap_err().kind(), ErrorKind::Input);
        assert_eq!(library.restore_deleted("tale", 10).unwrap_err().kind(), ErrorKind::Input);
        library.restore_deleted("talk", 10).unwrap();
        assert_eq!(titles().collect::<Vec<_>>(), ["first"]);
        assert_eq!(library.draft("talk"), Ok("first".to_owned()));
        let left: Vec<_> = trashed(&library).into_iter().map(|it| (it.1, it.2)).collect();
        assert_eq!(left, [("third".to_owned(), 30), ("second".to_owned(), 20)]);
    }

    #[test]
    fn a_part_of_the_trash_can_be_listed_counted_and_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        assert_eq!((library.trash_count(), library.newest_trash(1, || true)), (Ok(0), Ok(vec![])));
        for (id, at) in [("old", 10), ("new", 20)] {
            drop(begin(&library, id));
            library.discard(id, at).unwrap();
        }
        let newest = library.newest_trash(1, || false).unwrap();
        let newest: Vec<_> = newest.into_iter().map(|it| (it.entry.title, it.deleted)).collect();
        assert_eq!((newest, library.trash_count()), (vec![("about new".to_owned(), 20)], Ok(2)));
        let given_up = library.newest_trash(2, || true).unwrap_err();
        assert_eq!(given_up.kind(), ErrorKind::Cancelled);
    }

    #[test]
    fn the_trash_is_emptied_by_time_and_of_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        assert_eq!((library.empty_trash(u64::MAX), library.trash()), (Ok(0), Ok(Vec::new())));
        for (id, at) in [("old", 10), ("new", 20)] {
            drop(begin(&library, id));
            library.discard(id, at).unwrap();
        }
        let trash = folder.path().join("Trash");
        fs::create_dir(trash.join("1-mine")).unwrap();
        fs::write(trash.join("1-mine/letter.txt"), "keep").unwrap();
        fs::write(trash.join("2-note"), "keep").unwrap();
        // A crash during deletion left it in the library.
        fs::create_dir(folder.path().join("old.files")).unwrap();
        fs::create_dir(folder.path().join("old.jsonl.results")).unwrap();
        library.keep_draft("old", "half a thought").unwrap();
        assert_eq!(library.empty_trash(20), Ok(1));
        assert!(!folder.path().join("old.files").exists());
        assert!(!folder.path().join("old.jsonl.results").exists());
        assert!(!folder.path().join("old.draft").exists());
        assert_eq!(trashed(&library), [("new".to_owned(), "about new".to_owned(), 20)]);
        assert_eq!(library.empty_trash(u64::MAX), Ok(1));
        assert!(trash.join("1-mine/letter.txt").exists() && trash.join("2-note").exists());
    }
}

//! What the user was writing in a conversation but has not sent yet.
//!
//! It is in a small file next to the journal, `<id>.draft`, which only its owner can read, and not
//! in the journal: it was never sent, and is in no export. If a conversation is open in several
//! windows, each has a file of its own (`<id>.2.draft` …), so that none overwrites the words of
//! another.

use std::fs;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::time::SystemTime;

use vibeue_conversation::{Error, ErrorKind, Result};

use super::Library;
use super::folder::remove;
use crate::files::{
    Lock, OutputFile, Readers, Replacing, open_to_read, remove_leftover, storage_error,
};

/// The endings of the files: the usual one, and those of further windows.
#[rustfmt::skip]
pub(super) const ENDINGS: [&str; 16] = [
    FIRST, "2.draft", "3.draft", "4.draft", "5.draft", "6.draft", "7.draft", "8.draft",
    "9.draft", "10.draft", "11.draft", "12.draft", "13.draft", "14.draft", "15.draft", "16.draft",
];
pub(crate) const FIRST: &str = "draft";

/// The longest draft, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// The draft file of one window, which no other window or program writes meanwhile.
#[derive(Debug)]
pub(crate) struct DraftClaim {
    ending: &'static str,
    /// `None` if the file system has no locks.
    _lock: Option<Lock>,
}

impl DraftClaim {
    /// How the file's name ends.
    pub(crate) fn ending(&self) -> &'static str {
        self.ending
    }
}

impl Library {
    /// What the user was writing in a conversation; empty if nothing. Bytes that are not UTF-8
    /// become replacement characters.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if that is not an id, [`ErrorKind::Io`] if it cannot be read.
    pub fn draft(&self, id: &str) -> Result<String> {
        self.draft_in(id, FIRST)
    }

    /// The same, in the file of one window.
    pub(crate) fn draft_in(&self, id: &str, ending: &str) -> Result<String> {
        let path = self.draft_path(id, ending)?;
        let fault = |error: io::Error| storage_error(&path, "cannot read the draft", &error);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
            Err(error) => return Err(fault(error)),
            Ok(_) => {}
        }
        let mut bytes = Vec::new();
        open_to_read(&path)?.take(MOST_BYTES).read_to_end(&mut bytes).map_err(fault)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Stores what the user is writing in a conversation, replacing the earlier
    /// draft; a blank text removes it. The conversation need not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if that is not an id, or the text is longer than four MiB: the earlier
    /// draft stays. [`ErrorKind::Busy`] if another program is writing it, [`ErrorKind::Io`] if the
    /// system refuses.
    pub fn keep_draft(&self, id: &str, text: &str) -> Result<()> {
        self.keep_draft_in(id, FIRST, text)
    }

    /// The same, in the file of one window.
    pub(crate) fn keep_draft_in(&self, id: &str, ending: &str, text: &str) -> Result<()> {
        let path = self.draft_path(id, ending)?;
        if text.trim().is_empty() {
            return match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Err(storage_error(&path, "cannot remove the draft", &error))
                }
                _ => Ok(()),
            };
        }
        if text.len() as u64 > MOST_BYTES {
            return Err(Error::new(ErrorKind::Input, "the draft is too long to be kept")
                .hint("put the text into a project file and mention it with @"));
        }
        fs::create_dir_all(self.folder())
            .map_err(|error| storage_error(self.folder(), "cannot create the folder", &error))?;
        OutputFile::put(&path, Replacing::Files, Readers::Owner, text.as_bytes())
    }

    /// Finds the first draft file of a conversation that no other window has, and keeps it for this
    /// one until the claim is dropped. The window that gets the usual file also gets what other
    /// windows left in theirs.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if that is not an id, [`ErrorKind::Busy`] if other windows have all of
    /// them.
    pub(crate) fn claim_draft(&self, id: &str) -> Result<DraftClaim> {
        // A lock needs its folder. If that cannot be created, no draft can be kept.
        let _ = fs::create_dir_all(self.folder());
        for ending in ENDINGS {
            let lock = match Lock::take(&self.in_use_path(id, ending)?) {
                Ok(lock) => Some(lock),
                Err(error) if error.kind() == ErrorKind::Busy => continue,
                Err(_) => None,
            };
            if ending == FIRST {
                self.gather_drafts(id);
            }
            return Ok(DraftClaim { ending, _lock: lock });
        }
        Err(all_taken())
    }

    /// The same for an empty file: drafts that nobody has seen yet stay in theirs.
    ///
    /// # Errors
    /// As for [`Library::claim_draft`].
    pub(crate) fn claim_empty_draft(&self, id: &str) -> Result<DraftClaim> {
        for ending in ENDINGS {
            // Locked first: a file of another window is still being written.
            let Ok(lock) = Lock::take(&self.in_use_path(id, ending)?) else { continue };
            if self.draft_in(id, ending).is_ok_and(|draft| draft.is_empty()) {
                return Ok(DraftClaim { ending, _lock: Some(lock) });
            }
        }
        Err(all_taken())
    }

    /// Moves what closed windows left in files of their own into the usual one. What cannot be read
    /// or written stays where it is.
    fn gather_drafts(&self, id: &str) {
        for ending in &ENDINGS[1..] {
            let Ok(path) = self.draft_path(id, ending) else { return };
            let is_there = fs::symlink_metadata(&path).is_ok();
            let Ok(target) = self.in_use_path(id, ending) else { return };
            let Some(_lock) = is_there.then(|| Lock::take(&target).ok()).flatten() else {
                continue;
            };
            let (Ok(own), Ok(left)) = (self.draft(id), self.draft_in(id, ending)) else { continue };
            let all = if own.trim().is_empty() { left } else { format!("{own}\n\n{left}") };
            // Written there before it is removed here, so that a crash loses nothing.
            if self.keep_draft(id, &all).is_ok() {
                let _ = fs::remove_file(&path);
            }
        }
    }

    /// Gives a new conversation the newest draft of one that was never created, for example because
    /// no model could be reached, and returns it; empty if there is none. The draft belongs to this
    /// conversation from then on.
    ///
    /// # Errors
    /// As for [`Library::draft`].
    pub fn adopt_draft(&self, id: &str) -> Result<String> {
        let path = self.draft_path(id, FIRST)?;
        let Some(orphan) = self.newest_orphan() else { return Ok(String::new()) };
        fs::rename(&orphan, &path)
            .map_err(|error| storage_error(&orphan, "cannot take over the draft", &error))?;
        self.draft(id)
    }

    /// Permanently removes the drafts of a conversation, and what a killed program left of them.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if that is not an id, [`ErrorKind::Busy`] if it is being written,
    /// [`ErrorKind::Io`] if the system refuses.
    pub(super) fn remove_draft(&self, id: &str) -> Result<()> {
        ENDINGS.iter().try_for_each(|ending| self.remove_draft_in(id, ending))
    }

    fn remove_draft_in(&self, id: &str, ending: &str) -> Result<()> {
        // A killed program leaves its lock file, which is removed with the next lock.
        drop(Lock::take(&self.in_use_path(id, ending)?));
        let path = self.draft_path(id, ending)?;
        let _lock = Lock::take(&path)?;
        remove_leftover(&path)?;
        // A folder of that name is not a draft.
        if path.is_dir() {
            return Ok(());
        }
        remove(&path).map_err(|error| storage_error(&path, "cannot remove the draft", &error))
    }

    /// The newest draft without a conversation, either here or in the trash.
    fn newest_orphan(&self) -> Option<PathBuf> {
        let trashed = self.trashed_ids();
        let orphan = |path: PathBuf| -> Option<(SystemTime, PathBuf)> {
            let (id, ending) = path.file_name()?.to_str()?.split_once('.')?;
            let never_was = Self::is_id(id)
                && ENDINGS.contains(&ending)
                && fs::symlink_metadata(self.path_of(id).ok()?).is_err()
                && !trashed.iter().any(|it| it == id);
            let facts = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
            let is_left = || !self.is_in_use(id, ending);
            (never_was && is_left()).then_some((facts.modified().ok()?, path.clone()))
        };
        let entries = fs::read_dir(self.folder()).ok()?;
        let found = entries.filter_map(|entry| orphan(entry.ok()?.path())).max()?;
        Some(found.1)
    }

    /// Whether a window uses this file for its draft.
    fn is_in_use(&self, id: &str, ending: &str) -> bool {
        let taken = self.in_use_path(id, ending).and_then(|target| Lock::take(&target));
        taken.is_err_and(|error| error.kind() == ErrorKind::Busy)
    }

    fn draft_path(&self, id: &str, ending: &str) -> Result<PathBuf> {
        Ok(self.path_of(id)?.with_extension(ending))
    }

    /// The file that is locked while a window uses a draft file: not the draft file itself, which
    /// is locked while it is written.
    fn in_use_path(&self, id: &str, ending: &str) -> Result<PathBuf> {
        Ok(self.path_of(id)?.with_extension(format!("{ending}.use")))
    }
}

fn all_taken() -> Error {
    let many = format!("{} windows have this conversation open", ENDINGS.len());
    Error::new(ErrorKind::Busy, many)
        .hint("close one of them: what is typed here is not kept before it is sent")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let name =
            |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_draft_is_kept_for_its_owner_alone_until_it_is_blank() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("VibeUE"));
        assert_eq!(library.draft("talk"), Ok(String::new()));
        assert_eq!(library.keep_draft("talk", "  \n"), Ok(()));
        library.keep_draft("talk", "Why does\nthe door").unwrap();
        library.keep_draft("talk", "Why does\nthe door \u{1f6aa}").unwrap();
        assert_eq!(library.draft("talk").unwrap(), "Why does\nthe door \u{1f6aa}");
        assert_eq!(files(library.folder()), ["talk.draft"]);
        assert_eq!(library.ids(), Ok(Vec::new()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let facts = fs::metadata(library.draft_path("talk", FIRST).unwrap()).unwrap();
            assert_eq!(facts.permissions().mode() & 0o777, 0o600);
        }
        library.keep_draft("talk", " ").unwrap();
        assert_eq!(files(library.folder()), [""; 0]);
    }

    #[test]
    fn what_is_not_a_draft_leads_nowhere_and_breaks_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        for id in ["", "../talk", "a.b", "a/b"] {
            assert_eq!(library.keep_draft(id, "x").unwrap_err().kind(), ErrorKind::Input);
            assert_eq!(library.draft(id).unwrap_err().kind(), ErrorKind::Input);
        }
        fs::write(folder.path().join("torn.draft"), b"caf\xff").unwrap();
        assert_eq!(library.draft("torn").unwrap(), "caf\u{fffd}");
        fs::create_dir(folder.path().join("dir.draft")).unwrap();
        assert_eq!(library.draft("dir").unwrap_err().kind(), ErrorKind::Io);
        assert_eq!(library.keep_draft("dir", "x").unwrap_err().kind(), ErrorKind::Io);
        library.keep_draft("long", "short").unwrap();
        let long = "x".repeat(MOST_BYTES as usize + 1);
        assert_eq!(library.keep_draft("long", &long).unwrap_err().kind(), ErrorKind::Input);
        assert_eq!(library.draft("long").unwrap(), "short");
    }

    #[test]
    fn a_draft_goes_and_comes_with_its_conversation() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let begin = || fs::write(library.path_of("talk").unwrap(), "{}\n").unwrap();
        begin();
        library.keep_draft("talk", "half a thought").unwrap();
        library.discard("talk", 100).unwrap();
        assert_eq!(library.draft("talk"), Ok(String::new()));
        library.restore("talk").unwrap();
        assert_eq!(library.draft("talk").unwrap(), "half a thought");
        library.delete("talk").unwrap();
        assert_eq!(files(folder.path()), ["Trash"]);
        begin();
        library.keep_draft("talk", "another").unwrap();
        library.discard("talk", 200).unwrap();
        library.empty_trash(u64::MAX).unwrap();
        assert_eq!(files(&folder.path().join("Trash")), [""; 0]);
    }

    #[test]
    fn what_was_written_where_no_conversation_came_to_be_is_in_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        fs::write(library.path_of("talk").unwrap(), "{}\n").unwrap();
        library.keep_draft("talk", "its own").unwrap();
        fs::write(library.path_of("gone").unwrap(), "{}\n").unwrap();
        library.discard("gone", 1).unwrap();
        library.keep_draft("gone", "left by a crash while it was deleted").unwrap();
        assert_eq!(library.adopt_draft("new"), Ok(String::new()));
        library.keep_draft("never", "first words").unwrap();
        assert_eq!(library.adopt_draft("new").unwrap(), "first words");
        assert_eq!(library.draft("never"), Ok(String::new()));
        assert_eq!(library.draft("new").unwrap(), "first words");
        assert_eq!(library.draft("talk").unwrap(), "its own");
        // An open window is still writing it.
        fs::write(library.path_of("new").unwrap(), "{}\n").unwrap();
        let claim = library.claim_draft("open").unwrap();
        library.keep_draft_in("open", claim.ending(), "not yet sent").unwrap();
        assert_eq!(library.adopt_draft("next"), Ok(String::new()));
        drop(claim);
        assert_eq!(library.adopt_draft("next").unwrap(), "not yet sent");
    }

    #[test]
    fn each_window_has_a_file_of_its_own_and_the_next_one_has_the_words_of_all() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        fs::write(library.path_of("talk").unwrap(), "{}\n").unwrap();
        let claims: Vec<_> = ENDINGS.map(|_| library.claim_draft("talk").unwrap()).into();
        let endings: Vec<_> = claims.iter().map(DraftClaim::ending).collect();
        assert_eq!(endings, ENDINGS);
        // No window overwrites the words of another.
        assert_eq!(library.claim_draft("talk").unwrap_err().kind(), ErrorKind::Busy);
        for (claim, text) in claims.iter().zip(["one", "two", " ", "four"]) {
            library.keep_draft_in("talk", claim.ending(), text).unwrap();
        }
        drop(claims);
        let claim = library.claim_draft("talk").unwrap();
        assert_eq!(claim.ending(), "draft");
        assert_eq!(library.draft("talk").unwrap(), "one\n\ntwo\n\nfour");
        drop(claim);
        assert_eq!(files(folder.path()), ["talk.draft", "talk.jsonl"]);
        library.keep_draft_in("talk", "3.draft", "left by a crash").unwrap();
        library.discard("talk", 1).unwrap();
        assert_eq!(files(folder.path()), ["Trash"]);
        library.restore("talk").unwrap();
        drop(library.claim_draft("talk").unwrap());
        assert_eq!(library.draft("talk").unwrap(), "one\n\ntwo\n\nfour\n\nleft by a crash");
        library.delete("talk").unwrap();
        assert_eq!(files(folder.path()), ["Trash"]);
    }
}

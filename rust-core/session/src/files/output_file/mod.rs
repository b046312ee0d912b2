//! A file that a conversation is written to: an export, a compacted copy, a
//! page.

use std::path::{Path, PathBuf};

use super::draft::{Draft, Place, exists};
use super::lock::{Lock, busy};
use super::occupant::{Occupant, occupant};
use super::recognize::is_journal;
use vibeue_conversation::{Error, ErrorKind, Result};

/// What an output may replace. A journal it may never replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacing {
    /// Of nothing. The text says what to do if a file has the name.
    Nothing(&'static str),
    /// Of an ordinary file.
    Files,
}

/// Who may read an output file. A file that is replaced sets a bound, too: the new
/// one is never open to more people than the old one was. On Windows the folder
/// decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers<'a> {
    /// The readers of the user's new files.
    Usual,
    /// The user alone.
    Owner,
    /// Nobody who may not read this file, from which the output is made; whoever may read new files
    /// if it is not a file.
    Of(&'a Path),
}

/// A file that appears under its name when it is complete, on the disk.
///
/// It is written beside its place and renamed at the end: a reader sees the old
/// file or the new one, never a part. Dropped before that, it leaves nothing.
/// It holds the lock of its name, so that it never comes between a conversation
/// and its journal.
#[derive(Debug)]
pub struct OutputFile {
    // Dropped before the lock, under which alone its name may be used.
    draft: Draft,
    place: Place,
    shown: PathBuf,
    _lock: Lock,
}

impl OutputFile {
    /// Begins a file. A link at the path leads to the file behind it.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] when a journal is there, or a file that may not be
    /// replaced; [`ErrorKind::Busy`] when somebody is writing there;
    /// [`ErrorKind::Io`] when something that is not a file has the name, the
    /// file is write-protected, or the folder cannot be written to.
    pub fn begin(path: &Path, replacing: Replacing, readers: Readers<'_>) -> Result<Self> {
        if let Some(missing) = missing_folder(path) {
            return Err(missing);
        }
        occupant(path)?;
        let lock = Lock::take(path)?;
        // Under the lock: until then a journal could have been begun there.
        let there = occupant(path)?;
        let allowed = allowed_by(readers);
        let (place, draft) = match &there {
            Occupant::Nothing => (Place::New, Draft::begin(path, allowed)?),
            Occupant::File(facts) => {
                may_be_replaced(path, facts, replacing)?;
                let draft = Draft::begin(path, Draft::PRIVATE)?;
                draft.set_mode(mode_of(facts) & (allowed | 0o111))?;
                (Place::Taken, draft)
            }
        };
        Ok(Self { draft, place, shown: path.to_owned(), _lock: lock })
    }

    /// Checks beforehand whether [`OutputFile::begin`] would refuse, so that no
    /// work is done or paid for whose result cannot be written. It writes
    /// nothing.
    ///
    /// # Errors
    /// Those of [`OutputFile::begin`], but for the lock and the right to write.
    pub fn check(path: &Path, replacing: Replacing) -> Result<()> {
        if let Some(missing) = missing_folder(path) {
            return Err(missing);
        }
        match occupant(path)? {
            Occupant::Nothing => Ok(()),
            Occupant::File(facts) => may_be_replaced(path, &facts, replacing),
        }
    }

    /// Writes a whole file: [`OutputFile::begin`], [`OutputFile::write`] and
    /// [`OutputFile::finish`] in one.
    ///
    /// # Errors
    /// As those.
    pub fn put(
        path: &Path,
        replacing: Replacing,
        readers: Readers<'_>,
        bytes: &[u8],
    ) -> Result<()> {
        let mut file = Self::begin(path, replacing, readers)?;
        file.write(bytes)?;
        file.finish()
    }

    /// Writes after what was written.
    ///
    /// # Errors
    /// [`ErrorKind::Io`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.draft.write(bytes)
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] when something appeared in a place that was free,
    /// [`ErrorKind::Io`] otherwise; what is there stays.
    pub fn finish(self) -> Result<()> {
        let Self { draft, place, shown, _lock } = self;
        draft.finish(place, true).map_err(|error| error.at(shown.display().to_string()))?;
        Ok(())
    }
}

/// Says which folder of a path is missing, in the words of the user.
fn missing_folder(path: &Path) -> Option<Error> {
    let folder = super::folder_of(path);
    if folder.is_dir() {
        return None;
    }
    Some(
        Error::new(ErrorKind::Io, "its folder does not exist")
            .at(path.display().to_string())
            .hint("create the folder first"),
    )
}

fn may_be_replaced(path: &Path, facts: &std::fs::Metadata, replacing: Replacing) -> Result<()> {
    let shown = path.display().to_string();
    if is_open_elsewhere(path) {
        return Err(busy(path));
    }
    if is_journal(path)? {
        let what = "this is a journal: a conversation is never overwritten";
        return Err(Error::new(ErrorKind::Input, what).at(shown).hint("choose another name"));
    }
    if let Replacing::Nothing(hint) = replacing {
        return Err(exists(path).hint(hint));
    }
    if facts.permissions().readonly() {
        let what = "the file is write-protected";
        return Err(Error::new(ErrorKind::Io, what).at(shown).hint("name another file"));
    }
    Ok(())
}

/// Tells whether a program has the file open as its journal, under whatever
/// name.
#[cfg(unix)]
fn is_open_elsewhere(path: &Path) -> bool {
    let locked = |file: std::fs::File| {
        matches!(file.try_lock_shared(), Err(std::fs::TryLockError::WouldBlock))
    };
    super::open_to_read(path).is_ok_and(locked)
}

/// Windows does not let a file be replaced that is open for writing elsewhere.
#[cfg(not(unix))]
fn is_open_elsewhere(_: &Path) -> bool {
    false
}

/// The most that may be allowed to whom.
fn allowed_by(readers: Readers<'_>) -> u32 {
    const USUAL: u32 = 0o666;
    match readers {
        Readers::Usual => USUAL,
        Readers::Owner => Draft::PRIVATE,
        Readers::Of(source) => match source.metadata() {
            Ok(facts) if facts.is_file() => (mode_of(&facts) & USUAL) | 0o600,
            _ => USUAL,
        },
    }
}

#[cfg(unix)]
fn mode_of(facts: &std::fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    facts.permissions().mode() & 0o777
}

#[cfg(not(unix))]
fn mode_of(_: &std::fs::Metadata) -> u32 {
    0o666
}

#[cfg(test)]
mod tests;

//! A file that a conversation is written to: an export, a compacted copy, a
//! page.

use std::path::{Path, PathBuf};

use super::draft::{Draft, Place, exists};
use super::lock::{Lock, busy};
use super::occupant::{Occupant, occupant};
use super::recognize::is_journal;
use vibeue_conversation::{Error, ErrorKind, Result};

/// What an output may replace; never a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacing {
    /// Nothing. The text says what to do if a file has the name.
    Nothing(&'static str),
    /// An ordinary file.
    Files,
}

/// Who may read an output file. A replaced file sets a limit, too: the new one is never readable by
/// more users than the old one. On Windows the folder decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers<'a> {
    /// Those who may read the user's new files.
    Usual,
    /// Only the user.
    Owner,
    /// Only those who may read this file, the source of the output; the usual readers if it is not
    /// a file.
    Of(&'a Path),
}

/// A file that appears under its name only once it is complete and on the disk.
///
/// It is written next to its final place and renamed at the end: a reader sees the old file or the
/// new one, never a part. Dropped before that, it leaves nothing. It holds the lock of its name, so
/// it never replaces the journal of an open conversation.
#[derive(Debug)]
pub struct OutputFile {
    // Dropped before the lock: its name may be used only under the lock.
    draft: Draft,
    place: Place,
    shown: PathBuf,
    _lock: Lock,
}

impl OutputFile {
    /// Begins a file. A link at the path is followed.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if a journal is there, or a file that may not be replaced;
    /// [`ErrorKind::Busy`] if another process is writing there; [`ErrorKind::Io`] if something that
    /// is not a file has the name, the file is write-protected, or the folder cannot be written to.
    pub fn begin(path: &Path, replacing: Replacing, readers: Readers<'_>) -> Result<Self> {
        if let Some(missing) = missing_folder(path) {
            return Err(missing);
        }
        occupant(path)?;
        let lock = Lock::take(path)?;
        // Under the lock: before that, a journal could still have been begun there.
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

    /// Checks beforehand whether [`OutputFile::begin`] would refuse, so that no work is done or
    /// paid for in vain. Writes nothing.
    ///
    /// # Errors
    /// Those of [`OutputFile::begin`], except for the lock and write permissions.
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
    /// Those of these three.
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

    /// Appends bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Io`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.draft.write(bytes)
    }

    /// Moves the file into its place.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if a place that was free has been taken meanwhile, [`ErrorKind::Io`]
    /// otherwise; what is there stays.
    pub fn finish(self) -> Result<()> {
        let Self { draft, place, shown, _lock } = self;
        draft.finish(place, true).map_err(|error| error.at(shown.display().to_string()))?;
        Ok(())
    }
}

/// Says which folder of a path is missing, as the user wrote it.
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

/// Returns whether a program has the file open as its journal, under any name.
#[cfg(unix)]
fn is_open_elsewhere(path: &Path) -> bool {
    let locked = |file: std::fs::File| {
        matches!(file.try_lock_shared(), Err(std::fs::TryLockError::WouldBlock))
    };
    super::open_to_read(path).is_ok_and(locked)
}

/// Windows does not allow replacing a file that is open for writing elsewhere.
#[cfg(not(unix))]
fn is_open_elsewhere(_: &Path) -> bool {
    false
}

/// The most permissive mode for these readers.
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

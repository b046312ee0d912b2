//! Where the old contents of edited files are kept.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::line::{Before, Line};
use super::{ChangeSet, FileChange};
use crate::project::FileHash;

/// The maximum number of bytes of old contents; beyond that, the oldest are removed.
const MOST_KEPT: u64 = 256 * 1024 * 1024;
/// The maximum number of bytes of the list of changes: tens of thousands.
const MOST_LISTED: u64 = 16 * 1024 * 1024;

/// The list of changes, and the folder of old contents next to it.
const LIST: &str = "changes.jsonl";
const CONTENTS: &str = "contents";

/// Where the old contents of edited files are kept: a folder for one conversation, readable only by
/// its owner, that is created with the first edit.
#[derive(Debug)]
pub(in crate::project) struct ChangeStore {
    folder: PathBuf,
    most_kept: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the list was read.
    loaded: bool,
    run: u64,
    sets: Vec<Set>,
    /// The number of writes so far, including those that were not done.
    writes: u64,
    list: Option<File>,
    listed: u64,
    /// Whether the list ends in the middle of a line.
    torn: bool,
}

#[derive(Debug)]
struct Set {
    run: u64,
    turn: u64,
    changes: ChangeSet,
}

/// A write that is about to happen.
pub(in crate::project) struct Intent<'a> {
    pub(in crate::project) turn: u64,
    pub(in crate::project) path: String,
    /// The file's content, and its permissions.
    pub(in crate::project) before: Option<(&'a [u8], u32)>,
    pub(in crate::project) after: FileHash,
}

impl ChangeStore {
    /// The store in a folder, which need not exist.
    pub(in crate::project) fn at(folder: PathBuf) -> Self {
        Self { folder, most_kept: MOST_KEPT, state: Mutex::default() }
    }

    #[cfg(test)]
    pub(super) fn keeping(self, most_kept: u64) -> Self {
        Self { most_kept, ..self }
    }

    /// All changes, oldest first.
    ///
    /// # Errors
    /// If the list exists and cannot be read.
    pub(in crate::project) fn sets(&self) -> io::Result<Vec<ChangeSet>> {
        let state = self.loaded()?;
        let run = state.run;
        let changes_of = |set: &Set| ChangeSet {
            turn: if set.run == run { set.turn } else { 0 },
            ..set.changes.clone()
        };
        Ok(state
            .sets
            .iter()
            .filter(|set| !set.changes.changes.is_empty())
            .map(changes_of)
            .collect())
    }

    /// Keeps a file's content, and notes that it is about to be written.
    ///
    /// # Errors
    /// If that fails: then the file must not be written.
    pub(in crate::project) fn note(&self, intent: &Intent<'_>) -> io::Result<u64> {
        let mut state = self.loaded()?;
        if state.listed > MOST_LISTED {
            let text = "the list of changes is full; begin a new conversation";
            return Err(io::Error::other(text));
        }
        make_private(&self.folder.join(CONTENTS))?;
        let before = match intent.before {
            Some((bytes, mode)) => {
                let hash = FileHash::of(bytes);
                self.keep(&hash, bytes)?;
                Some(Before { hash, mode })
            }
            None => None,
        };
        let (run, turn) = (state.run, intent.turn);
        let (path, after) = (intent.path.clone(), intent.after.clone());
        let line = Line::Write { run, turn, at_ms: now(), path, before, after };
        let number = state.writes;
        self.append(&mut state, line)?;
        self.prune(&state);
        Ok(number)
    }

    /// Notes folders that were created for a write.
    pub(in crate::project) fn made_folders(&self, write: u64, made: &[PathBuf]) {
        if made.is_empty() {
            return;
        }
        let folders = made
            .iter()
            .map(|path| path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"))
            .collect();
        // If this fails, an empty folder stays when the turn is undone.
        let _ =
            self.loaded().and_then(|mut it| self.append(&mut it, Line::Folders { write, folders }));
    }

    /// Notes that a write was not done.
    pub(in crate::project) fn not_done(&self, write: u64) {
        // If this fails, the list has a change that changed nothing.
        let _ = self.loaded().and_then(|mut it| self.append(&mut it, Line::NotDone { write }));
    }

    /// Notes that a set was undone.
    pub(super) fn restored(&self, set: u64) {
        let line = Line::Restored { set, at_ms: now() };
        let _ = self.loaded().and_then(|mut state| self.append(&mut state, line));
    }

    /// An old content; `None` if it is no longer kept, or damaged.
    pub(super) fn content(&self, hash: &FileHash) -> Option<Vec<u8>> {
        // It was read from the list, so it may be any text.
        if !hash.digits().bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let bytes = fs::read(self.folder.join(CONTENTS).join(hash.digits())).ok()?;
        (FileHash::of(&bytes) == *hash).then_some(bytes)
    }

    fn keep(&self, hash: &FileHash, bytes: &[u8]) -> io::Result<()> {
        if self.content(hash).is_some() {
            return Ok(());
        }
        let place = self.folder.join(CONTENTS).join(hash.digits());
        let beside = place.with_extension(format!("{}.new", std::process::id()));
        let put = || -> io::Result<()> {
            let mut file = private().create(true).truncate(true).open(&beside)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&beside, &place)
        };
        put().inspect_err(|_| {
            let _ = fs::remove_file(&beside);
        })
    }

    /// The state, after the list was read.
    fn loaded(&self) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.loaded {
            let text = read(&self.folder.join(LIST))?;
            let mut fresh = State { listed: text.len() as u64, ..State::default() };
            // What is damaged is ignored: the rest can be undone.
            for line in text.lines().filter_map(|line| serde_json::from_str(line).ok()) {
                fresh.take(line);
            }
            fresh.run = fresh.sets.iter().map(|set| set.run).max().unwrap_or(0) + 1;
            fresh.torn = !text.is_empty() && !text.ends_with('\n');
            fresh.loaded = true;
            *state = fresh;
        }
        Ok(state)
    }

    fn append(&self, state: &mut State, line: Line) -> io::Result<()> {
        if state.list.is_none() {
            make_private(&self.folder)?;
            let list = private().append(true).create(true).open(self.folder.join(LIST))?;
            state.list = Some(list);
        }
        let mut text = serde_json::to_string(&line)?;
        text.push('\n');
        if std::mem::take(&mut state.torn) {
            text.insert(0, '\n');
        }
        if let Some(list) = &mut state.list
            && let Err(error) = list.write_all(text.as_bytes()).and_then(|()| list.sync_all())
        {
            state.torn = true;
            return Err(error);
        }
        state.listed += text.len() as u64;
        state.take(line);
        Ok(())
    }

    /// Removes the oldest contents if there are too many.
    fn prune(&self, state: &State) {
        let folder = self.folder.join(CONTENTS);
        let Ok(entries) = fs::read_dir(&folder) else { return };
        let sizes: Vec<(String, u64)> = entries
            .flatten()
            .filter_map(|entry| {
                Some((entry.file_name().into_string().ok()?, entry.metadata().ok()?.len()))
            })
            .collect();
        let mut kept: u64 = sizes.iter().map(|(_, bytes)| bytes).sum();
        // The newest use of each decides.
        let last_use = |digits: &str| {
            state.sets.iter().rposition(|set| {
                let uses = |change: &FileChange| {
                    change.before.as_ref().is_some_and(|(hash, _)| hash.digits() == digits)
                };
                set.changes.changes.iter().any(uses)
            })
        };
        if kept <= self.most_kept {
            return;
        }
        let mut by_age: Vec<(Option<usize>, String, u64)> =
            sizes.into_iter().map(|(name, bytes)| (last_use(&name), name, bytes)).collect();
        by_age.sort();
        // Not those of the newest set, which is still in progress.
        let newest = state.sets.len().checked_sub(1);
        for (age, name, bytes) in by_age {
            if kept <= self.most_kept || age == newest {
                return;
            }
            if fs::remove_file(folder.join(&name)).is_ok() {
                kept -= bytes;
            }
        }
    }
}

impl State {
    fn take(&mut self, line: Line) {
        match line {
            Line::Write { run, turn, at_ms, path, before, after } => {
                let known = self.sets.last().is_some_and(|it| (it.run, it.turn) == (run, turn));
                if !known {
                    let id = self.sets.len() as u64 + 1;
                    let changes =
                        ChangeSet { id, turn, at_ms, changes: Vec::new(), restored: false };
                    self.sets.push(Set { run, turn, changes });
                }
                let seq = self.writes;
                self.writes += 1;
                if let Some(set) = self.sets.last_mut() {
                    let before = before.map(|before| (before.hash, before.mode));
                    let folders = Vec::new();
                    set.changes.at_ms = at_ms;
                    // Changes after it was undone can be undone again.
                    set.changes.restored = false;
                    set.changes.changes.push(FileChange { path, before, after, folders, seq });
                }
            }
            Line::Folders { write, folders } => {
                let changes = self.sets.iter_mut().rev().flat_map(|set| &mut set.changes.changes);
                if let Some(change) = changes.into_iter().find(|change| change.seq == write) {
                    change.folders = folders;
                }
            }
            Line::NotDone { write } => {
                for set in self.sets.iter_mut().rev() {
                    set.changes.changes.retain(|change| change.seq != write);
                }
            }
            Line::Restored { set, .. } => {
                if let Some(set) = self.sets.iter_mut().find(|it| it.changes.id == set) {
                    set.changes.restored = true;
                }
            }
        }
    }
}

fn read(list: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    match File::open(list) {
        Ok(file) => file.take(2 * MOST_LISTED).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

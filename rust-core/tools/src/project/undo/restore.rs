//! Undoes what a turn changed.

use std::path::{Component, Path};

use super::store::ChangeStore;
use super::{ChangeSet, FileChange};
use crate::project::FileHash;
use crate::project::edit::{Content, MOST_EDITED, Place, PlaceError};

/// The result of undoing a turn's changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restored {
    /// The set that was undone.
    pub set: u64,
    /// Files whose old content, permissions included, was restored.
    pub restored: Vec<String>,
    /// Files that the turn created and that were removed.
    pub removed: Vec<String>,
    /// Files that stay as they are.
    pub left: Vec<FileLeft>,
}

/// A file that stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLeft {
    /// The file's path, relative to the folder.
    pub path: String,
    /// Why.
    pub why: String,
}

/// Undoes a set of changes, below this folder. Files that were changed since stay, and are named.
pub(in crate::project) fn restore(root: &Path, store: &ChangeStore, set: &ChangeSet) -> Restored {
    let mut done = Restored { set: set.id, ..Restored::default() };
    for path in set.files() {
        let chain: Vec<&FileChange> =
            set.changes.iter().filter(|change| change.path == path).collect();
        let Some(first) = chain.first() else { continue };
        match take_back(root, store, first, &chain) {
            Ok(()) if first.before.is_some() => done.restored.push(path.to_owned()),
            Ok(()) => done.removed.push(path.to_owned()),
            Err(why) => done.left.push(FileLeft { path: path.to_owned(), why }),
        }
    }
    for folder in set.changes.iter().rev().flat_map(|change| change.folders.iter().rev()) {
        // A folder that is not empty belongs to somebody.
        if Path::new(folder).components().all(|it| matches!(it, Component::Normal(_))) {
            let _ = std::fs::remove_dir(root.join(folder));
        }
    }
    if done.left.is_empty() {
        store.restored(set.id);
    }
    done
}

fn take_back(
    root: &Path,
    store: &ChangeStore,
    first: &FileChange,
    chain: &[&FileChange],
) -> Result<(), String> {
    let words = |error: PlaceError| error.to_string();
    let place = Place::open(root, Path::new(&first.path), None).map_err(words)?;
    let now = match &place {
        Some(place) => place.read(2 * MOST_EDITED).map_err(words)?,
        None => None,
    };
    let hash = now.as_ref().map(Content::hash);
    let old = first.before.as_ref();
    if hash.as_ref() == old.map(|(hash, _)| hash) {
        return Ok(());
    }
    let (Some(place), Some(hash), Some(now)) = (place, hash, now) else {
        return Err("it was removed since".to_owned());
    };
    if !is_of_the_turn(&hash, chain) {
        return Err("it was changed since, by a later turn or by somebody else".to_owned());
    }
    if now.read_only {
        return Err("it is read-only now: check it out of source control first".to_owned());
    }
    match old {
        None => place.remove(&hash, MOST_EDITED).map_err(words),
        Some((before, mode)) => {
            let bytes = store.content(before).ok_or("its old content is no longer kept")?;
            place.write(&bytes, Some(*mode), Some(&hash), MOST_EDITED).map_err(words)
        }
    }
}

/// A turn that was cut short may have left the result of any of its writes.
fn is_of_the_turn(hash: &FileHash, chain: &[&FileChange]) -> bool {
    chain.iter().any(|change| {
        change.after == *hash || change.before.as_ref().is_some_and(|(before, _)| before == hash)
    })
}

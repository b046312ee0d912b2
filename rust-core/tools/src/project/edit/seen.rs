//! What the model and the user have seen of files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::project::FileHash;

/// The maximum number of files and of previews that are remembered; beyond that, the model has to
/// read again.
const MOST: usize = 10_000;

/// What the model has seen of a file in this conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::project) struct Shown {
    /// The file's content at that time.
    pub(in crate::project) hash: FileHash,
    /// Whether all of it was shown, or written by the model.
    pub(in crate::project) whole: bool,
}

/// What the model and the user have seen of files.
#[derive(Debug, Default)]
pub(in crate::project) struct Seen {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    files: HashMap<PathBuf, Shown>,
    /// By the turn and the call's arguments: the file's content when its diff was shown to the
    /// user; `None` if it did not exist.
    previews: HashMap<(u64, FileHash), Option<FileHash>>,
}

impl Seen {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the model was shown a file, by its path relative to the folder.
    pub(in crate::project) fn show(&self, inside: &Path, shown: Shown) {
        let mut inner = self.inner();
        if inner.files.len() >= MOST {
            inner.files.clear();
        }
        let Some(known) = inner.files.get_mut(inside) else {
            inner.files.insert(inside.to_owned(), shown);
            return;
        };
        // Reading a part again does not reduce what is known.
        let whole = shown.whole || (known.whole && known.hash == shown.hash);
        *known = Shown { whole, ..shown };
    }

    /// What the model has seen of a file.
    pub(in crate::project) fn of(&self, inside: &Path) -> Option<Shown> {
        self.inner().files.get(inside).cloned()
    }

    /// Notes that the user is shown what a call would do to a file with this content.
    pub(in crate::project) fn previewed(&self, call: (u64, FileHash), before: Option<FileHash>) {
        let mut inner = self.inner();
        if inner.previews.len() >= MOST {
            inner.previews.clear();
        }
        inner.previews.insert(call, before);
    }

    /// The file's content when the user was shown the call's preview; `None` if nobody was.
    pub(in crate::project) fn take_preview(
        &self,
        call: &(u64, FileHash),
    ) -> Option<Option<FileHash>> {
        self.inner().previews.remove(call)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_read_again_does_not_make_a_whole_file_unknown() {
        let seen = Seen::default();
        let shown = |text: &[u8], whole| Shown { hash: FileHash::of(text), whole };
        let path = Path::new("a");
        assert_eq!(seen.of(path), None);
        seen.show(path, shown(b"1", true));
        seen.show(path, shown(b"1", false));
        assert_eq!(seen.of(path), Some(shown(b"1", true)));
        seen.show(path, shown(b"2", false));
        assert_eq!(seen.of(path), Some(shown(b"2", false)));
    }
}

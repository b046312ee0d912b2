//! Keeps what a person is writing, while they write.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use vibeue_conversation::{ErrorKind, Result};

use crate::library::Library;

/// The least time between two writes: somebody who types is many times faster
/// than a disk should have to be.
const REST: Duration = Duration::from_millis(250);

/// How long a file is waited for that another program is writing, and how often.
const BUSY: Duration = Duration::from_millis(20);
const TRIES: u32 = 25;

/// Writes drafts to a library on a thread of its own: whoever types never waits
/// for the disk, and of what was typed while the disk was busy the newest
/// counts. The first letter is written at once. Dropping it writes what is left
/// and ends the thread.
#[derive(Debug)]
pub struct DraftKeeper {
    library: Library,
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// What is not written yet, by conversation.
    waiting: BTreeMap<String, String>,
    /// There is a thread.
    running: bool,
    /// The thread has taken something and is not done with it.
    writing: bool,
    /// Somebody waits: nothing rests meanwhile.
    hurries: usize,
    closing: bool,
}

impl DraftKeeper {
    /// Keeps drafts beside the journals of a library. The thread begins with
    /// a draft, and ends when nothing more comes.
    pub fn new(library: Library) -> Self {
        Self { library, shared: Arc::default(), thread: Mutex::default() }
    }

    /// Keeps what a person is writing in a conversation; returns at once. A
    /// blank text is a draft that is gone.
    pub fn keep(&self, id: &str, text: &str) {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.shared.lock();
        state.waiting.insert(id.to_owned(), text.to_owned());
        if std::mem::replace(&mut state.running, true) {
            return;
        }
        drop(state);
        let (shared, library) = (Arc::clone(&self.shared), self.library.clone());
        let work = move || shared.write_all(&library);
        match std::thread::Builder::new().name("vibeue-drafts".to_owned()).spawn(work) {
            Ok(begun) => *thread = Some(begun),
            Err(_) => {
                // Slower, and as safe.
                self.shared.write_next(&self.library);
                self.shared.lock().running = false;
            }
        }
    }

    /// Waits until everything is written; what cannot be is given up and told in
    /// the log.
    pub fn finish(&self) {
        let mut state = self.shared.lock();
        state.hurries += 1;
        self.shared.changed.notify_all();
        while state.writing || !state.waiting.is_empty() {
            state = self.shared.wait(state);
        }
        state.hurries -= 1;
    }

    /// What was being written in a conversation, also what is not on disk yet.
    /// One that begins adopts what was written where none came to be.
    ///
    /// # Errors
    /// As [`Library::draft`].
    pub fn take_up(&self, id: &str, begins: bool) -> Result<String> {
        self.finish();
        let draft = self.library.draft(id)?;
        if draft.is_empty() && begins { self.library.adopt_draft(id) } else { Ok(draft) }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what there is to write. Ends when nothing came for a while: who
    /// leaves the editor open overnight has no thread of ours for it.
    fn write_all(&self, library: &Library) {
        loop {
            self.write_next(library);
            let state = self.lock();
            let rests = |state: &mut State| !state.closing && state.hurries == 0;
            drop(self.changed.wait_timeout_while(state, REST, rests));
            let mut state = self.lock();
            if state.waiting.is_empty() {
                state.running = false;
                return;
            }
        }
    }

    /// Writes the draft of one conversation, if one waits.
    fn write_next(&self, library: &Library) {
        let mut state = self.lock();
        let Some((id, text)) = state.waiting.pop_first() else { return };
        state.writing = true;
        drop(state);
        let mut written = library.keep_draft(&id, &text);
        for _ in 0..TRIES {
            if !matches!(&written, Err(error) if error.kind() == ErrorKind::Busy) {
                break;
            }
            std::thread::sleep(BUSY);
            written = library.keep_draft(&id, &text);
        }
        if let Err(error) = written {
            tracing::warn!(target: "vibeue::session", "a draft is not kept: {error}");
        }
        self.lock().writing = false;
        self.changed.notify_all();
    }
}

impl Drop for DraftKeeper {
    fn drop(&mut self) {
        self.shared.lock().closing = true;
        self.shared.changed.notify_all();
        let thread = self.thread.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_text_of_each_conversation_is_written_however_fast_it_is_typed() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let keeper = DraftKeeper::new(library.clone());
        for length in 1..=200 {
            keeper.keep("one", &"x".repeat(length));
            keeper.keep("two", &length.to_string());
        }
        keeper.finish();
        assert_eq!(library.draft("one").unwrap().len(), 200);
        assert_eq!(keeper.take_up("two", false).unwrap(), "200");
        keeper.keep("one", "");
        keeper.keep("two", "the last");
        drop(keeper);
        let drafts = ["one", "two"].map(|id| library.draft(id).unwrap());
        assert_eq!(drafts, ["", "the last"]);
    }

    #[test]
    fn what_cannot_be_written_is_waited_for_only_so_long_and_spoils_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        std::fs::create_dir(folder.path().join("dir.draft")).unwrap();
        let keeper = DraftKeeper::new(library.clone());
        keeper.keep("dir", "never");
        keeper.keep("no id", "never");
        keeper.keep("talk", "kept");
        keeper.finish();
        assert_eq!(library.draft("talk").unwrap(), "kept");
    }

    #[test]
    fn a_conversation_that_begins_adopts_what_none_has() {
        let folder = tempfile::tempdir().unwrap();
        let keeper = DraftKeeper::new(Library::at(folder.path()));
        keeper.keep("never", "the first question");
        assert_eq!(keeper.take_up("other", false).unwrap(), "");
        assert_eq!(keeper.take_up("new", true).unwrap(), "the first question");
        std::fs::write(folder.path().join("new.jsonl"), "{}\n").unwrap();
        assert_eq!(keeper.take_up("next", true).unwrap(), "");
    }
}

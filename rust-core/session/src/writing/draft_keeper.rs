//! Keeps what the user is writing, while they write.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use vibeue_conversation::{Error, ErrorKind, Result};

use crate::library::{DraftClaim, FIRST_DRAFT, Library};

/// The minimum time between two writes: typing is much faster than a disk should have to be.
const REST: Duration = Duration::from_millis(250);

/// How long to wait for a file that another program is writing, and how often.
const BUSY: Duration = Duration::from_millis(20);
const TRIES: u32 = 25;

/// How often the thread retries what cannot be written; it waits twice as long each time.
const ROUNDS: u32 = 5;

/// Writes drafts to a library on a thread of its own: typing never waits for the disk, and only the
/// newest version of what was typed while the disk was busy is written. The first letter is written
/// at once. What could not be written, for example on a full disk, is retried for some seconds, and
/// once more by [`finish`](Self::finish). A draft that could not be read is never removed for an
/// empty text. Dropping it writes what is left and ends the thread.
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
    waiting: BTreeMap<String, Draft>,
    /// What could not be written and was not replaced by anything newer.
    failed: BTreeMap<String, Draft>,
    /// The draft files of the conversations in use, which no other keeper writes; `None` if others
    /// have all of them.
    claims: BTreeMap<String, Option<DraftClaim>>,
    /// The conversations whose drafts could not be read: an empty text for them
    /// does not mean that the user emptied it.
    unread: BTreeSet<String>,
    /// Whether there is a thread.
    running: bool,
    /// Whether the thread has taken something and is not done with it.
    writing: bool,
    /// How many callers wait: there are no pauses meanwhile.
    hurries: usize,
    closing: bool,
}

/// What the user is writing in one conversation.
#[derive(Debug)]
struct Draft {
    text: String,
    /// How often it could not be written.
    failures: u32,
}

impl State {
    /// The ending of the name of a conversation's draft file; `None` if other keepers have all
    /// files.
    fn ending(&self, id: &str) -> Option<&'static str> {
        match self.claims.get(id) {
            Some(claim) => claim.as_ref().map(DraftClaim::ending),
            None => Some(FIRST_DRAFT),
        }
    }

    /// Retries everything that could not be written.
    fn try_again(&mut self) {
        for (id, draft) in std::mem::take(&mut self.failed) {
            self.waiting.entry(id).or_insert(draft);
        }
    }

    /// How long to wait before that; `None` if there is nothing more to retry.
    fn pause(&self) -> Option<Duration> {
        let failures = self.failed.values().map(|draft| draft.failures);
        let fewest = failures.min().filter(|failures| *failures < ROUNDS && !self.closing)?;
        Some(REST * (1 << fewest))
    }

    fn not_written(&mut self, id: String, mut draft: Draft, error: &Error) {
        if draft.failures == 0 {
            tracing::warn!(target: "vibeue::session", "a draft could not be saved: {error}");
        }
        draft.failures = draft.failures.saturating_add(1);
        // What is refused as input will be refused again.
        if error.kind() != ErrorKind::Input && !self.waiting.contains_key(&id) {
            self.failed.insert(id, draft);
        }
    }
}

impl DraftKeeper {
    /// Keeps drafts next to the journals of a library. The thread begins with a draft, and ends
    /// when there is nothing more to write.
    pub fn new(library: Library) -> Self {
        Self { library, shared: Arc::default(), thread: Mutex::default() }
    }

    /// Keeps what the user is writing in a conversation; returns at once. A blank text removes the
    /// draft.
    pub fn keep(&self, id: &str, text: &str) {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.shared.lock();
        state.failed.remove(id);
        state.waiting.insert(id.to_owned(), Draft { text: text.to_owned(), failures: 0 });
        if std::mem::replace(&mut state.running, true) {
            self.shared.changed.notify_all();
            return;
        }
        drop(state);
        let (shared, library) = (Arc::clone(&self.shared), self.library.clone());
        let work = move || shared.write_all(&library);
        match std::thread::Builder::new().name("vibeue-drafts".to_owned()).spawn(work) {
            Ok(begun) => *thread = Some(begun),
            // Slower, but just as safe.
            Err(_) => self.shared.write_waiting(&self.library),
        }
    }

    /// Waits until everything is written, or was tried once more; failures are logged.
    pub fn finish(&self) {
        let mut state = self.shared.lock();
        state.try_again();
        if !state.running && !state.waiting.is_empty() {
            state.running = true;
            drop(state);
            return self.shared.write_waiting(&self.library);
        }
        state.hurries += 1;
        self.shared.changed.notify_all();
        while state.writing || !state.waiting.is_empty() {
            state = self.shared.wait(state);
        }
        state.hurries -= 1;
    }

    /// The draft of a conversation, as it is on disk. If another keeper has its file, for example
    /// that of a second window, this one uses another file from now on; the next window that opens
    /// once both are closed gets the words of both. A conversation that `begins` adopts the draft
    /// of one that was never created. If a draft cannot be read, an empty text that is kept later
    /// does not remove it.
    ///
    /// # Errors
    /// As for [`Library::draft`].
    pub fn take_up(&self, id: &str, begins: bool) -> Result<String> {
        self.finish();
        let taken = self.claim(id).and_then(|ending| match self.library.draft_in(id, ending) {
            Ok(draft) if draft.is_empty() && begins && ending == FIRST_DRAFT => {
                self.library.adopt_draft(id)
            }
            taken => taken,
        });
        let mut state = self.shared.lock();
        match &taken {
            Ok(_) => state.unread.remove(id),
            Err(_) => state.unread.insert(id.to_owned()),
        };
        drop(state);
        taken
    }

    /// Claims the draft file of a conversation for this keeper; returns the ending of its name.
    fn claim(&self, id: &str) -> Result<&'static str> {
        let known =
            self.shared.lock().claims.get(id).and_then(Option::as_ref).map(DraftClaim::ending);
        known.map_or_else(|| self.shared.keep_claim(id, self.library.claim_draft(id)), Ok)
    }
}

impl Shared {
    fn keep_claim(&self, id: &str, claim: Result<DraftClaim>) -> Result<&'static str> {
        let ending = claim.as_ref().map(DraftClaim::ending).map_err(Error::clone);
        self.lock().claims.insert(id.to_owned(), claim.ok());
        ending
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes what there is to write, and retries what could not be written. Ends when nothing
    /// arrives for a while: an editor that is left open overnight has no thread of ours.
    fn write_all(&self, library: &Library) {
        loop {
            self.write_next(library);
            let state = self.lock();
            let rests = |state: &mut State| !state.closing && state.hurries == 0;
            drop(self.changed.wait_timeout_while(state, REST, rests));
            let mut state = self.lock();
            if state.waiting.is_empty() {
                let Some(pause) = state.pause() else {
                    state.running = false;
                    return;
                };
                let idle = |state: &mut State| !state.closing && state.waiting.is_empty();
                let waited = self.changed.wait_timeout_while(state, pause, idle);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                if state.waiting.is_empty() {
                    state.try_again();
                }
            }
        }
    }

    /// Writes what waits, instead of the thread.
    fn write_waiting(&self, library: &Library) {
        loop {
            self.write_next(library);
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
        let Some((id, draft)) = state.waiting.pop_first() else { return };
        if !draft.text.trim().is_empty() || !state.unread.contains(&id) {
            state.writing = true;
            let ending = state.ending(&id);
            drop(state);
            let claimed = || self.keep_claim(&id, library.claim_empty_draft(&id));
            let ending = ending.map_or_else(claimed, Ok);
            let written =
                ending.and_then(|ending| keep_patiently(library, &id, ending, &draft.text));
            state = self.lock();
            state.writing = false;
            if let Err(error) = written {
                state.not_written(id, draft, &error);
            } else {
                state.unread.remove(&id);
            }
        }
        drop(state);
        self.changed.notify_all();
    }
}

/// Keeps a draft; waits a little if another program is writing it.
fn keep_patiently(library: &Library, id: &str, ending: &str, text: &str) -> Result<()> {
    let mut written = library.keep_draft_in(id, ending, text);
    for _ in 0..TRIES {
        if !matches!(&written, Err(error) if error.kind() == ErrorKind::Busy) {
            break;
        }
        std::thread::sleep(BUSY);
        written = library.keep_draft_in(id, ending, text);
    }
    written
}

impl Drop for DraftKeeper {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closing = true;
        state.try_again();
        drop(state);
        self.shared.changed.notify_all();
        let thread = self.thread.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            let _ = thread.join();
        }
        self.shared.write_waiting(&self.library);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keeper_that_finds_no_file_writes_into_none_until_one_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let mut others = Vec::new();
        while let Ok(claim) = library.claim_draft("talk") {
            others.push(claim);
        }
        library.keep_draft("talk", "of another").unwrap();
        let keeper = DraftKeeper::new(library.clone());
        assert_eq!(keeper.take_up("talk", false).unwrap_err().kind(), ErrorKind::Busy);
        keeper.keep("talk", "mine");
        keeper.finish();
        assert_eq!(library.draft("talk").unwrap(), "of another");
        drop(others);
        keeper.finish();
        assert_eq!(library.draft("talk").unwrap(), "of another");
        drop(keeper);
        drop(library.claim_draft("talk").unwrap());
        assert_eq!(library.draft("talk").unwrap(), "of another\n\nmine");
    }

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
    fn what_could_not_be_written_is_written_when_it_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let obstacles = ["one", "two"].map(|id| folder.path().join(format!("{id}.draft")));
        obstacles.iter().for_each(|path| std::fs::create_dir(path).unwrap());
        let keeper = DraftKeeper::new(library.clone());
        keeper.keep("one", "older");
        keeper.keep("two", "kept");
        keeper.finish();
        // The caller learns what is on disk: the text field keeps what is not.
        assert!(keeper.take_up("two", false).is_err());
        keeper.keep("one", "newer");
        keeper.finish();
        std::fs::remove_dir(&obstacles[0]).unwrap();
        keeper.finish();
        assert_eq!(library.draft("one").unwrap(), "newer");
        std::fs::remove_dir(&obstacles[1]).unwrap();
        drop(keeper);
        let drafts = ["one", "two"].map(|id| library.draft(id).unwrap());
        assert_eq!(drafts, ["newer", "kept"]);
    }

    #[test]
    fn a_draft_that_cannot_be_read_is_not_removed_for_an_empty_field() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let path = folder.path().join("talk.draft");
        std::fs::create_dir(&path).unwrap();
        let keeper = DraftKeeper::new(library.clone());
        assert_eq!(keeper.take_up("talk", false).unwrap_err().kind(), ErrorKind::Io);
        // As if its disk were there again.
        std::fs::remove_dir(&path).unwrap();
        library.keep_draft("talk", "half a thought").unwrap();
        keeper.keep("talk", " ");
        keeper.finish();
        assert_eq!(library.draft("talk").unwrap(), "half a thought");
        keeper.keep("talk", "another");
        keeper.finish();
        keeper.keep("talk", "");
        drop(keeper);
        assert_eq!(library.draft("talk").unwrap(), "");
    }

    #[test]
    fn two_windows_on_one_conversation_write_over_no_words_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        std::fs::write(folder.path().join("talk.jsonl"), "{}\n").unwrap();
        library.keep_draft("talk", "begun").unwrap();
        let [first, second] = [(); 2].map(|()| DraftKeeper::new(library.clone()));
        assert_eq!(first.take_up("talk", false).unwrap(), "begun");
        assert_eq!(second.take_up("talk", false).unwrap(), "");
        for length in 1..=20 {
            first.keep("talk", &"x".repeat(length));
            second.keep("talk", &"y".repeat(length));
        }
        assert_eq!(first.take_up("talk", false).unwrap(), "x".repeat(20));
        assert_eq!(second.take_up("talk", false).unwrap(), "y".repeat(20));
        // One sends its words; those of the other stay.
        first.keep("talk", "");
        drop(first);
        drop(second);
        let third = DraftKeeper::new(library);
        assert_eq!(third.take_up("talk", false).unwrap(), "y".repeat(20));
        drop(third);
        let mut left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        left.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
        let names = left.into_iter().map(|it| it.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["talk.draft", "talk.jsonl"]);
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

//! A history and its journal, changed together or not at all.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::writer::Writer;
use super::{Header, JournalReader, SyncPolicy, TornTail, line};
use crate::files::{Draft, FileId, Lock, Place, busy, open_to_write, refuse_taken};
use crate::{Applied, Event, History};
use vibeue_compaction::Compaction;
use vibeue_conversation::MessageId;
use vibeue_conversation::{Error, ErrorKind, Result};

/// A conversation that is kept on disk: every change is written before it takes effect.
///
/// There is no way to change one without the other.
///
/// ```
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("talk.jsonl");
/// use vibeue_conversation::{Message, Role};
/// use vibeue_session::Event;
/// use vibeue_session::journal::{Header, JournaledHistory, SyncPolicy};
///
/// let header = Header::with_random_id(1_795_212_000_000);
/// let mut talk = JournaledHistory::create(&path, header, SyncPolicy::EachTurn)?;
/// let message = Message::text(talk.history().next_id(), Role::User, "Rename the mesh");
/// talk.append(Event::Message(message), 1_795_212_000_100)?;
/// drop(talk);
///
/// let again = JournaledHistory::open(&path, SyncPolicy::EachTurn)?;
/// assert_eq!(again.journal.history().view()[0].joined_text(), "Rename the mesh");
/// # Ok::<(), vibeue_conversation::Error>(())
/// ```
#[derive(Debug)]
pub struct JournaledHistory {
    header: Header,
    history: History,
    last_at: u64,
    writer: Writer,
}

/// A journal that was opened for writing.
#[derive(Debug)]
pub struct Opened {
    /// The conversation.
    pub journal: JournaledHistory,
    /// The incomplete line that a crash had left at the end; it was removed.
    pub torn: Option<TornTail>,
}

/// A journal that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadHistory {
    /// The journal's header.
    pub header: Header,
    /// The conversation.
    pub history: History,
    /// When the last event happened, in milliseconds since the Unix epoch;
    /// without events, when the conversation began.
    pub last_at: u64,
    /// The incomplete line at the end, left by a crash or being written now.
    pub torn: Option<TornTail>,
}

impl ReadHistory {
    /// Reads a journal, without a lock and without changing it.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] with file and line if it is not a journal, or is damaged before its
    /// end; [`ErrorKind::Io`] if it cannot be read.
    pub fn read(path: &Path) -> Result<Self> {
        read_all(&mut JournalReader::open(path)?)
    }

    /// Reads a journal that is in memory; the name is for errors.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] as for [`ReadHistory::read`].
    pub fn of_bytes(bytes: &[u8], name: &str) -> Result<Self> {
        read_all(&mut JournalReader::new(bytes, name)?)
    }
}

/// Locks the journal itself, so that it cannot be opened under a second name either. On Windows
/// that would keep readers out, so only the name is locked.
fn lock_itself(file: &File, path: &Path) -> Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(busy(path)),
        Err(TryLockError::Error(error)) => {
            Err(super::storage_error(path, "cannot lock the journal", &error))
        }
    }
}

fn read_all<R: std::io::BufRead>(reader: &mut JournalReader<R>) -> Result<ReadHistory> {
    let mut history = History::new();
    let mut last_at = reader.header().created;
    while let Some(entry) = reader.next().transpose()? {
        history.apply(entry.event).map_err(|error| {
            Error::new(
                ErrorKind::Input,
                format!(
                    "event {} does not fit the events before it: {}",
                    entry.seq,
                    error.message()
                ),
            )
            .at(reader.place(entry.line))
            .hint(line::SALVAGE_HINT)
        })?;
        last_at = entry.at;
    }
    let header = reader.header().clone();
    Ok(ReadHistory { header, history, last_at, torn: reader.torn_tail() })
}

impl JournaledHistory {
    /// Begins a conversation in a new file, which appears with its header or
    /// not at all.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if the file exists, [`ErrorKind::Busy`] if another process is creating
    /// it, [`ErrorKind::Io`] if it cannot be created.
    pub fn create(path: &Path, header: Header, sync: SyncPolicy) -> Result<Self> {
        Self::create_with(path, header, std::iter::empty(), sync)
    }

    /// Begins a file with a conversation that began elsewhere: all of it
    /// appears, or nothing. The events get the header's time.
    ///
    /// # Errors
    /// As for [`JournaledHistory::create`] and [`History::apply`].
    pub fn create_with(
        path: &Path,
        header: Header,
        events: impl IntoIterator<Item = Event>,
        sync: SyncPolicy,
    ) -> Result<Self> {
        let lock = Lock::take(path)?;
        refuse_taken(path)?;
        let mut file = Draft::begin(path, Draft::PRIVATE)?;
        let mut buffer = Vec::new();
        header.encode(&mut buffer)?;
        file.write(&buffer)?;
        let mut history = History::new();
        for event in events {
            line::encode(&mut buffer, history.version() + 1, header.created, &event)?;
            history.apply(event)?;
            file.write(&buffer)?;
        }
        let (file, end) = file.finish(Place::New, sync != SyncPolicy::Never)?;
        lock_itself(&file, path)?;
        let writer = Writer::new(path, file, end, sync, lock);
        Ok(Self { last_at: header.created, header, history, writer })
    }

    /// Opens a journal for writing, and removes what a crash left at its end.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if another process is writing it, under any name, and as for
    /// [`ReadHistory::read`]. A refused file is not changed.
    pub fn open(path: &Path, sync: SyncPolicy) -> Result<Opened> {
        let file = open_to_write(path)?;
        Self::open_under(Lock::take(path)?, file, path, sync)
    }

    /// Opens a journal for writing, with a lock that was taken before.
    ///
    /// # Errors
    /// As for [`JournaledHistory::open`].
    pub fn open_locked(path: &Path, lock: Lock, sync: SyncPolicy) -> Result<Opened> {
        Self::open_under(lock, open_to_write(path)?, path, sync)
    }

    fn open_under(lock: Lock, file: File, path: &Path, sync: SyncPolicy) -> Result<Opened> {
        lock_itself(&file, path)?;
        let ids = (FileId::of_file(&file).ok(), FileId::of_path(path).ok());
        if ids.0 != ids.1 {
            // It was replaced between our opening and locking it.
            return Err(Error::new(ErrorKind::Busy, "the journal was replaced a moment ago")
                .at(path.display().to_string())
                .hint("try again"));
        }
        let reading = file.try_clone().map_err(|error| {
            super::storage_error(path, "cannot open the journal a second time", &error)
        })?;
        let mut reader = JournalReader::of_file(reading, path)?;
        let ReadHistory { header, history, last_at, torn } = read_all(&mut reader)?;
        let end = reader.end();
        let mut file = file;
        // Reading has moved the write position, too.
        std::io::Seek::seek(&mut file, std::io::SeekFrom::Start(end)).map_err(|error| {
            super::storage_error(path, "cannot reach the end of the journal", &error)
        })?;
        let mut writer = Writer::new(path, file, end, sync, lock);
        if torn.is_some() {
            writer.cut_tail()?;
        }
        if reader.is_unclosed() {
            writer.close_line()?;
        }
        Ok(Opened { journal: Self { header, history, last_at, writer }, torn })
    }

    /// Writes an event and applies it.
    ///
    /// The time is in milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// As for [`History::check`]; [`ErrorKind::Input`] also if the event is too long or too deeply
    /// nested for a line; [`ErrorKind::Io`] if it cannot be written. Journal and history are then
    /// unchanged.
    pub fn append(&mut self, event: Event, at: u64) -> Result<Applied> {
        self.history.check(&event)?;
        self.writer.append(self.history.version() + 1, at, &event, None)?;
        self.last_at = at;
        Ok(self.history.perform(event))
    }

    /// Installs a compaction that was planned on an earlier version.
    ///
    /// # Errors
    /// As for [`History::plan_commit`] and [`JournaledHistory::append`].
    pub fn commit(&mut self, planned_on: u64, compaction: Compaction, at: u64) -> Result<Applied> {
        let event = self.history.plan_commit(planned_on, compaction)?;
        self.append(event, at)
    }

    /// Undoes a compaction, and those that build on it.
    ///
    /// # Errors
    /// As for [`History::undo`] and [`JournaledHistory::append`].
    pub fn undo(&mut self, seq: u64, at: u64) -> Result<Applied> {
        self.append(Event::Undo { compaction: seq }, at)
    }

    /// Redoes an undone compaction as a new one.
    ///
    /// # Errors
    /// As for [`History::plan_redo`] and [`JournaledHistory::append`].
    pub fn redo(&mut self, seq: u64, at: u64) -> Result<Applied> {
        let event = self.history.plan_redo(seq)?;
        self.append(event, at)
    }

    /// Reserves an id for a summary that is being written; see [`History::reserve_id`]. Unlike all
    /// other changes this is not journaled: an id that was not used when the program ended is free
    /// again.
    pub fn reserve_id(&mut self) -> MessageId {
        self.history.reserve_id()
    }

    /// Flushes everything written to the disk, whatever the policy.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the operating system cannot.
    pub fn sync(&mut self) -> Result<()> {
        self.writer.sync()
    }

    /// Flushes everything written to the disk while the session is idle, unless the policy is
    /// [`SyncPolicy::Never`]. Costs nothing if it is already there.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the disk refuses; nothing can be written after that.
    pub fn rest(&mut self) -> Result<()> {
        self.writer.rest()
    }

    /// The state.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Closes the file, releases its lock, and returns the state.
    pub fn close(self) -> History {
        self.history
    }

    /// Splits off the history from the journal's writer: a live session decides with the former and
    /// writes with the latter, each event before it takes effect.
    pub(crate) fn into_parts(self) -> (Header, History, Writer) {
        (self.header, self.history, self.writer)
    }

    /// The journal's header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.writer.path()
    }

    /// The length of the file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.writer.end()
    }

    /// When the last event happened, in milliseconds since the Unix epoch;
    /// without events, when the conversation began.
    pub fn last_at(&self) -> u64 {
        self.last_at
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::super::storage::faulty::{Disk, FaultyStorage};
    use super::*;
    use vibeue_conversation::{Message, Role};

    /// A journal on a disk with this much free space after the header.
    fn on_disk(room: usize, sync: SyncPolicy) -> (JournaledHistory, Arc<Mutex<Disk>>) {
        let header = Header::new("c1", 7);
        let mut bytes = Vec::new();
        header.encode(&mut bytes).unwrap();
        let end = bytes.len();
        let disk = Arc::new(Mutex::new(Disk { bytes, room: end + room, ..Disk::default() }));
        let storage = Box::new(FaultyStorage(Arc::clone(&disk)));
        let writer = Writer::on(Path::new("talk.jsonl"), storage, end as u64, sync, None);
        (JournaledHistory { header, history: History::new(), last_at: 7, writer }, disk)
    }

    fn message(journal: &JournaledHistory, role: Role, text: &str) -> Event {
        Event::Message(Message::text(journal.history().next_id(), role, text))
    }

    /// What a program would find that opened the disk's content.
    fn reopened(disk: &Mutex<Disk>) -> ReadHistory {
        let bytes = disk.lock().unwrap().bytes.clone();
        read_all(&mut JournalReader::new(bytes.as_slice(), "talk.jsonl").unwrap()).unwrap()
    }

    #[test]
    fn a_full_disk_refuses_the_event_and_keeps_the_state() {
        // Every amount of room: the write stops at every byte of the line.
        for room in 0..400 {
            let (mut journal, disk) = on_disk(room, SyncPolicy::EachTurn);
            let error = loop {
                let before = (journal.history().clone(), disk.lock().unwrap().bytes.clone());
                let event = message(&journal, Role::User, "Rename the mesh");
                if let Err(error) = journal.append(event, 8) {
                    assert_eq!(journal.history(), &before.0);
                    assert_eq!(disk.lock().unwrap().bytes, before.1, "no half line is left");
                    break error;
                }
            };
            assert_eq!(
                (error.kind(), error.place(), error.hint_text()),
                (
                    ErrorKind::Io,
                    Some("talk.jsonl"),
                    Some("free some space on the disk and try again")
                )
            );
            let seen = reopened(&disk);
            assert_eq!((&seen.history, seen.torn), (journal.history(), None));

            disk.lock().unwrap().room = usize::MAX;
            let event = message(&journal, Role::User, "Rename the mesh");
            journal.append(event, 9).unwrap();
            assert_eq!(&reopened(&disk).history, journal.history());
        }
    }

    #[test]
    fn a_journal_that_cannot_take_a_half_line_back_writes_no_more() {
        let (mut journal, disk) = on_disk(200, SyncPolicy::EachTurn);
        let event = message(&journal, Role::User, "first");
        journal.append(event, 8).unwrap();
        disk.lock().unwrap().cut_fails = true;
        let event = message(&journal, Role::User, &"long ".repeat(100));
        assert_eq!(journal.append(event, 9).unwrap_err().kind(), ErrorKind::Io);

        let mut repaired = disk.lock().unwrap();
        (repaired.cut_fails, repaired.room) = (false, usize::MAX);
        drop(repaired);
        let event = message(&journal, Role::User, "after");
        let error = journal.append(event, 10).unwrap_err();
        assert_eq!(error.hint_text(), Some("close the conversation and open it again"));
        assert_eq!(journal.sync().unwrap_err().kind(), ErrorKind::Io);
        let seen = reopened(&disk);
        assert_eq!(&seen.history, journal.history());
        assert!(seen.torn.is_some());
    }

    #[test]
    fn an_event_that_did_not_reach_the_disk_was_not_said() {
        let (mut journal, disk) = on_disk(10_000, SyncPolicy::EachTurn);
        disk.lock().unwrap().sync_fails = true;
        let event = message(&journal, Role::User, "lost");
        assert_eq!(journal.append(event, 8).unwrap_err().kind(), ErrorKind::Io);
        assert_eq!(journal.history(), &History::new());
        assert_eq!(&reopened(&disk).history, journal.history());
        let event = message(&journal, Role::Assistant, "after");
        assert!(journal.append(event, 9).is_err());
    }

    #[test]
    fn each_policy_syncs_when_it_says() {
        let syncs = |policy| {
            let (mut journal, disk) = on_disk(10_000, policy);
            let mut counts = Vec::new();
            for role in [Role::System, Role::User, Role::Assistant, Role::Tool] {
                let event = message(&journal, role, "text");
                journal.append(event, 8).unwrap();
                counts.push(disk.lock().unwrap().syncs);
            }
            let pin = Event::Pin { message: MessageId(1), pinned: true };
            journal.append(pin, 9).unwrap();
            counts.push(disk.lock().unwrap().syncs);
            counts
        };
        assert_eq!(syncs(SyncPolicy::EachTurn), [0, 1, 1, 1, 2]);
        assert_eq!(syncs(SyncPolicy::Always), [1, 2, 3, 4, 5]);
        assert_eq!(syncs(SyncPolicy::Never), [0, 0, 0, 0, 0]);
    }

    #[test]
    fn what_is_on_the_disk_is_not_brought_there_again() {
        let syncs = |policy| {
            let (mut journal, disk) = on_disk(10_000, policy);
            let mut counts = Vec::new();
            for role in [Role::User, Role::Assistant] {
                let event = message(&journal, role, "text");
                journal.append(event, 8).unwrap();
                journal.rest().unwrap();
                journal.rest().unwrap();
                counts.push(disk.lock().unwrap().syncs);
            }
            journal.sync().unwrap();
            journal.sync().unwrap();
            counts.push(disk.lock().unwrap().syncs);
            counts
        };
        assert_eq!(syncs(SyncPolicy::EachTurn), [1, 2, 2]);
        assert_eq!(syncs(SyncPolicy::Always), [1, 2, 2]);
        assert_eq!(syncs(SyncPolicy::Never), [0, 0, 1]);
    }

    #[test]
    fn a_journaled_history_may_move_to_another_thread() {
        fn movable<T: Send + Sync>() {}
        movable::<JournaledHistory>();
    }
}

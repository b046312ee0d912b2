//! The history, with or without a file.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::files::occupant;
use crate::journal::{Header, JournaledHistory, SyncPolicy, TornTail};
use crate::{Applied, Event, History};
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_conversation::{Message, MessageId};

/// The history, with or without a file.
#[derive(Debug)]
pub(super) enum Store {
    Memory { history: Box<History>, conversation: String },
    Journal(Box<JournaledHistory>),
}

impl Store {
    /// Opens the journal, or begins it where there is none.
    pub(super) fn open(
        journal: Option<&Path>,
        sync: SyncPolicy,
        now: u64,
    ) -> Result<(Self, Option<TornTail>)> {
        let header = Header::with_random_id(now);
        let Some(path) = journal else {
            let conversation = header.conversation;
            return Ok((Self::Memory { history: Box::default(), conversation }, None));
        };
        if occupant(path)?.is_file() {
            let opened = JournaledHistory::open(path, sync)?;
            return Ok((Self::Journal(Box::new(opened.journal)), opened.torn));
        }
        make_folder_of(path)?;
        match JournaledHistory::create(path, header, sync) {
            Ok(journal) => Ok((Self::Journal(Box::new(journal)), None)),
            // Somebody made it since.
            Err(error) if error.kind() == ErrorKind::Input && occupant(path)?.is_file() => {
                let opened = JournaledHistory::open(path, sync)?;
                Ok((Self::Journal(Box::new(opened.journal)), opened.torn))
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn history(&self) -> &History {
        match self {
            Self::Memory { history, .. } => history,
            Self::Journal(journal) => journal.history(),
        }
    }

    /// Closes the file and lets go of its lock; the history is left.
    pub(super) fn close(self) -> Box<History> {
        match self {
            Self::Memory { history, .. } => history,
            Self::Journal(journal) => Box::new(journal.close()),
        }
    }

    /// The conversation's id.
    pub(super) fn conversation(&self) -> &str {
        match self {
            Self::Memory { conversation, .. } => conversation,
            Self::Journal(journal) => &journal.header().conversation,
        }
    }

    /// Writes an event and applies it, or does neither.
    pub(super) fn append(&mut self, event: Event, at: u64) -> Result<Applied> {
        match self {
            Self::Memory { history, .. } => history.apply(event),
            Self::Journal(journal) => journal.append(event, at),
        }
    }

    /// Adds a message and returns it as the view shares it.
    pub(super) fn append_message(&mut self, message: Message, at: u64) -> Result<Arc<Message>> {
        self.append(Event::Message(message), at)?;
        let view = self.history().view();
        Ok(Arc::clone(view.last().expect("a message that was added is the last of the view")))
    }

    /// Says a message that waited and returns it as the view shares it.
    pub(super) fn send(&mut self, submit: u64, at: u64) -> Result<Arc<Message>> {
        let message = self.history().next_id();
        self.append(Event::Send { submit, message }, at)?;
        let view = self.history().view();
        Ok(Arc::clone(view.last().expect("a message that was said is the last of the view")))
    }

    pub(super) fn reserve_id(&mut self) -> MessageId {
        match self {
            Self::Memory { history, .. } => history.reserve_id(),
            Self::Journal(journal) => journal.reserve_id(),
        }
    }

    /// Brings the file onto the disk.
    pub(super) fn sync(&mut self) -> Result<()> {
        match self {
            Self::Memory { .. } => Ok(()),
            Self::Journal(journal) => journal.sync(),
        }
    }

    /// Brings the file onto the disk, where the policy says so, while nothing
    /// is under way: ending the session need not wait for the disk then.
    pub(super) fn rest(&mut self) -> Result<()> {
        match self {
            Self::Memory { .. } => Ok(()),
            Self::Journal(journal) => journal.rest(),
        }
    }
}

/// Makes the folder of a journal that is begun.
fn make_folder_of(path: &Path) -> Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| {
        Error::new(ErrorKind::Io, format!("the folder cannot be created: {error}"))
            .at(folder.display().to_string())
            .hint("check the path and the permissions of the folder above it")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_begun_with_its_folder_where_one_can_be_made() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("Saved/VibeUE/talk.jsonl");
        assert!(Store::open(Some(&path), SyncPolicy::Never, 7).unwrap().1.is_none());
        assert!(path.exists());

        let error = Store::open(Some(&path.join("talk.jsonl")), SyncPolicy::Never, 7).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
        assert_eq!(error.place(), Some(&*path.display().to_string()));
    }
}

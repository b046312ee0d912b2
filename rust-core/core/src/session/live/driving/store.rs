//! The history, with or without a file.

use std::path::Path;
use std::sync::Arc;

use crate::conversation::{Message, MessageId};
use crate::session::journal::{Header, JournaledHistory, SyncPolicy, TornTail};
use crate::session::{Applied, Event, History};
use crate::{ErrorKind, Result};

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
        if path.exists() {
            let opened = JournaledHistory::open(path, sync)?;
            return Ok((Self::Journal(Box::new(opened.journal)), opened.torn));
        }
        match JournaledHistory::create(path, header, sync) {
            Ok(journal) => Ok((Self::Journal(Box::new(journal)), None)),
            // Somebody made it since.
            Err(error) if error.kind() == ErrorKind::Input && path.exists() => {
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
    pub(super) fn say(&mut self, message: Message, at: u64) -> Result<Arc<Message>> {
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
}

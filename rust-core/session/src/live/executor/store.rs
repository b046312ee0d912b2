//! The history with or without a file, while it is opened.

use std::fs;
use std::path::Path;

use crate::files::occupant;
use crate::journal::{Header, JournaledHistory, SyncPolicy, TornTail, Writer};
use crate::{Event, History};
use vibeue_conversation::{Error, ErrorKind, Result};

/// The history with or without a file, while it is opened.
#[derive(Debug)]
pub(super) enum Store {
    Memory { history: Box<History>, conversation: String },
    Journal(Box<JournaledHistory>),
}

impl Store {
    /// Opens the journal, or begins it if there is none.
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
            // Another process has created it meanwhile.
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

    /// Writes an event and applies it, or does neither.
    pub(super) fn append(&mut self, event: Event, at: u64) -> Result<()> {
        match self {
            Self::Memory { history, .. } => history.apply(event).map(|_| ()),
            Self::Journal(journal) => journal.append(event, at).map(|_| ()),
        }
    }

    /// The history, the journal's writer, and the conversation's id: from here on the machine keeps
    /// the first, and the executor writes with the second.
    pub(super) fn into_parts(self) -> (Box<History>, Option<Writer>, String) {
        match self {
            Self::Memory { history, conversation } => (history, None, conversation),
            Self::Journal(journal) => {
                let (header, history, writer) = journal.into_parts();
                (Box::new(history), Some(writer), header.conversation)
            }
        }
    }
}

/// Creates the folder of a new journal.
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

//! The conversation that a command works on.

use std::path::Path;

use vibeue_core::conversation::Conversation;
use vibeue_core::conversation::transcript::{self, Format, Layout, ReadOptions, Repair};
use vibeue_core::session::History;
use vibeue_core::session::journal::{ReadHistory, TornTail};
use vibeue_core::{Error, ErrorKind};

use crate::args::ReadingArgs;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::input;
use crate::original::Original;
use crate::output::counted;
use crate::progress::Progress;
use crate::stamp::Stamp;

/// A conversation with where it came from.
pub(crate) struct Source {
    /// The file's name, for the user.
    pub(crate) name: String,
    /// The file as it is.
    pub(crate) original: Original,
    /// What would be sent to the model.
    pub(crate) conversation: Conversation,
    /// What was repaired on reading.
    pub(crate) repairs: Vec<Repair>,
    /// The file's format.
    pub(crate) written: Written,
}

/// The format in which a file has a conversation.
pub(crate) enum Written {
    /// As a provider's JSON.
    Transcript {
        /// The provider's format.
        format: Format,
        /// Indentation, line ends and the like.
        layout: Layout,
        /// The position of each message in the file's list of messages; `None` if they are the
        /// same, as in most files.
        places: Option<Vec<Option<usize>>>,
    },
    /// As a journal.
    Journal {
        /// The whole history.
        history: Box<History>,
        /// What a crash left at its end.
        torn: Option<TornTail>,
    },
}

impl Source {
    /// Reads a transcript or a journal; reports on standard error what was repaired.
    ///
    /// # Errors
    /// What is wrong with the file, with its name.
    pub(crate) fn read(path: &Path, reading: &ReadingArgs, console: &mut Console) -> Result<Self> {
        let name = input::shown(path);
        let progress = Progress::begin(console, "reading", 0);
        let (bytes, stamp) = input::read_stamped(path)?;
        let source = if is_journal(&bytes) {
            Self::read_journal(path, name, bytes, console)?
        } else {
            Self::read_transcript(path, name, (bytes, stamp), reading)?
        };
        drop(progress);
        source.note_repairs(console);
        Ok(source)
    }

    fn read_transcript(
        path: &Path,
        name: String,
        (bytes, stamp): (Vec<u8>, Option<Stamp>),
        reading: &ReadingArgs,
    ) -> Result<Self> {
        let mut options = ReadOptions::default().named(name.clone());
        options.strict = reading.strict;
        let read = transcript::read(&bytes, &options)?;
        let moved = read.places.iter().enumerate().any(|(at, place)| *place != Some(at));
        let places = moved.then_some(read.places);
        let written = Written::Transcript { format: read.format, layout: read.layout, places };
        let (conversation, repairs) = (read.conversation, read.repairs);
        let original = Original::new(path, bytes, stamp);
        Ok(Self { name, original, conversation, repairs, written })
    }

    fn read_journal(
        path: &Path,
        name: String,
        bytes: Vec<u8>,
        console: &mut Console,
    ) -> Result<Self> {
        if input::is_standard_input(path) {
            return Err(Failure::input(
                "a journal cannot be read from standard input",
                "give the journal's path",
            )
            .at(&name));
        }
        let read = ReadHistory::of_bytes(&bytes, &name)?;
        if let Some(torn) = read.torn {
            console.note(format!("{name}: {torn}"));
        }
        let conversation = read.history.to_conversation();
        let written = Written::Journal { history: Box::new(read.history), torn: read.torn };
        let (original, repairs) = (Original::Kept(bytes), Vec::new());
        Ok(Self { name, original, conversation, repairs, written })
    }

    /// The format of the conversation in the file.
    pub(crate) fn format(&self) -> Format {
        match &self.written {
            Written::Transcript { format, .. } => *format,
            Written::Journal { .. } => Format::Journal,
        }
    }

    /// The format and layout in which a transcript is written; `None` for a
    /// journal.
    pub(crate) fn written_as(&self) -> Option<(Format, &Layout)> {
        match &self.written {
            Written::Transcript { format, layout, .. } => Some((*format, layout)),
            Written::Journal { .. } => None,
        }
    }

    /// Pins the message at a position in the file's list of messages, from 0; in a journal, among
    /// the messages that the model sees.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if there is no such message, or it was left out on reading because it
    /// was empty.
    pub(crate) fn pin(&mut self, index: usize) -> Result {
        let (found, length) = match &self.written {
            Written::Transcript { places: Some(places), .. } => (
                places.iter().position(|place| *place == Some(index)),
                places.iter().flatten().max().map_or(0, |last| last + 1),
            ),
            Written::Transcript { places: None, .. } | Written::Journal { .. } => {
                let length = self.conversation.messages.len();
                ((index < length).then_some(index), length)
            }
        };
        let Some(message) = found.and_then(|at| self.conversation.messages.get_mut(at)) else {
            let (what, hint) = if index < length {
                let what = format!("message {index} was left out when the file was repaired");
                (what, "pin a different one".to_owned())
            } else {
                let what = format!("there is no message {index} to pin");
                (what, format!("use an index from 0 to {}", length.saturating_sub(1)))
            };
            return Err(Error::new(ErrorKind::Input, what)
                .at(format!("{}: --pin {index}", self.name))
                .hint(hint)
                .into());
        };
        message.pinned = true;
        Ok(())
    }

    fn note_repairs(&self, console: &mut Console) {
        const SHOWN: usize = 8;
        for repair in self.repairs.iter().take(SHOWN) {
            console.note(format!("{}: {repair}", self.name));
        }
        let more = self.repairs.len().saturating_sub(SHOWN) as u64;
        if more > 0 {
            console.note(format!("{}: {} more", self.name, counted(more, "repair")));
        }
    }
}

/// Returns whether a file is a journal: its header begins with the format's name.
fn is_journal(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.starts_with(b"{\"vibeue_journal\"")
}

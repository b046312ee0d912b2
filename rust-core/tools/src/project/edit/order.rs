//! What is to be written, and who wants it.

use serde_json::{Map, Value};

use super::arguments::Arguments;
use crate::project::FileHash;

/// What is to be written, and who wants it.
#[derive(Debug, Clone, Copy)]
pub(in crate::project) enum Order<'a> {
    /// A call of one of our tools.
    Call {
        /// The tool is the one for guarded files.
        guarded: bool,
        /// As the model wrote them.
        arguments: &'a Map<String, Value>,
    },
    /// All of a file's text, of another program that knows what it replaces.
    Whole {
        /// The user is asked for it as for a guarded file.
        guarded: bool,
        /// The file.
        path: &'a str,
        /// What it will hold, to the byte.
        text: &'a str,
    },
}

impl Order<'_> {
    /// The user is asked for it as for a guarded file.
    pub(super) fn is_guarded(self) -> bool {
        match self {
            Self::Call { guarded, .. } | Self::Whole { guarded, .. } => guarded,
        }
    }

    /// It is of another program.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::Whole { .. })
    }

    /// What it asks for.
    ///
    /// # Errors
    /// What is wrong with it, in words for who gave it.
    pub(super) fn arguments(self) -> Result<Arguments, String> {
        match self {
            Self::Call { arguments, .. } => Arguments::read(arguments),
            Self::Whole { path, text, .. } => Arguments::exact(path, text),
        }
    }

    /// By which its preview and its write know each other.
    pub(super) fn hash(self) -> FileHash {
        let text = match self {
            Self::Call { arguments, .. } => Value::Object(arguments.clone()).to_string(),
            Self::Whole { path, text, .. } => {
                format!("{path}\0{}", FileHash::of(text.as_bytes()).digits())
            }
        };
        FileHash::of(text.as_bytes())
    }
}

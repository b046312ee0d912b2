//! What is to be written, and for whom.

use serde_json::{Map, Value};

use super::arguments::Arguments;
use crate::project::FileHash;

/// What is to be written, and for whom.
#[derive(Debug, Clone, Copy)]
pub(in crate::project) enum Order<'a> {
    /// A call of one of our tools.
    Call {
        /// Whether the tool is the one for guarded files.
        guarded: bool,
        /// The arguments as the model wrote them.
        arguments: &'a Map<String, Value>,
    },
    /// A file's whole text, from another program that knows what it replaces.
    Whole {
        /// Whether the user is asked for it as for a guarded file.
        guarded: bool,
        /// The file.
        path: &'a str,
        /// Its exact new content.
        text: &'a str,
    },
}

impl Order<'_> {
    /// Whether the user is asked for it as for a guarded file.
    pub(super) fn is_guarded(self) -> bool {
        match self {
            Self::Call { guarded, .. } | Self::Whole { guarded, .. } => guarded,
        }
    }

    /// Whether it is from another program.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::Whole { .. })
    }

    /// What it asks for.
    ///
    /// # Errors
    /// What is wrong with it, in words for the caller.
    pub(super) fn arguments(self) -> Result<Arguments, String> {
        match self {
            Self::Call { arguments, .. } => Arguments::read(arguments),
            Self::Whole { path, text, .. } => Arguments::exact(path, text),
        }
    }

    /// Identifies the order, to match its preview with its write.
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

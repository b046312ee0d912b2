//! One line of the file.

use serde::{Deserialize, Serialize};
use vibeue_compaction::secrets;

/// The most characters of a call's arguments.
const MOST_ARGUMENTS: usize = 4_096;

/// The most characters of any other text.
const MOST_WORDS: usize = 600;

/// One step of a call. What is empty is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    /// Milliseconds since the Unix epoch.
    pub(super) at: u64,
    /// Which start of the program; each numbers its calls by itself.
    pub(super) run: String,
    pub(super) call: String,
    /// What the program calls itself; nobody checked it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) caller: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) tool: String,
    /// JSON text, without secrets, cut where it is long.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) arguments: String,
    /// Who decided that it may run; of a step before it runs alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) decided: String,
    /// How it ended; of the last step alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) end: String,
    /// What the caller was told where it did not work.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) why: String,
}

impl Line {
    /// The line as it may be kept: without secrets, and none longer than some
    /// kilobytes.
    pub(super) fn kept(mut self) -> Self {
        for (text, most) in [
            (&mut self.caller, MOST_WORDS),
            (&mut self.tool, MOST_WORDS),
            (&mut self.arguments, MOST_ARGUMENTS),
            (&mut self.why, MOST_WORDS),
        ] {
            // First masked: of half a secret nobody knows that it is one.
            *text = shortened(&secrets::mask(text), most);
        }
        self
    }
}

/// The beginning of a text, and how much of it is not there.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((at, _)) => {
            let rest = text[at..].chars().count();
            format!("{} [{rest} more characters]", &text[..at])
        }
    }
}

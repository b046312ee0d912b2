//! One line of the file.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use vibeue_compaction::secrets;

/// The maximum number of characters of a call's arguments.
const MOST_ARGUMENTS: usize = 4_096;

/// The maximum number of characters of the arguments of a call that never ran.
const MOST_REFUSED: usize = 200;

/// How many further characters are searched for the end of a secret that begins before: other
/// programs choose the length of their texts.
const MARGIN: usize = 16 * 1024;

/// The maximum number of characters of any other text.
const MOST_WORDS: usize = 600;

/// One step of a call. What is empty is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    /// Milliseconds since the Unix epoch.
    pub(super) at: u64,
    /// The run of the program; each numbers its own calls.
    pub(super) run: String,
    pub(super) call: String,
    /// The name that the program gives itself, unverified.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) caller: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) tool: String,
    /// JSON text, without secrets, cut if it is long.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) arguments: String,
    /// Who decided that it may run; only in the step before it runs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) decided: String,
    /// How it ended; only in the last step.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) end: String,
    /// The error that the caller was given if the call failed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) why: String,
}

impl Line {
    /// The line as it may be stored: without secrets, and at most some kilobytes long.
    pub(super) fn kept(mut self) -> Self {
        // The end of a call that ran has none.
        let most_arguments = if self.end.is_empty() { MOST_ARGUMENTS } else { MOST_REFUSED };
        for (text, most) in [
            (&mut self.caller, MOST_WORDS),
            (&mut self.tool, MOST_WORDS),
            (&mut self.arguments, most_arguments),
            (&mut self.why, MOST_WORDS),
        ] {
            *text = kept(text, most);
        }
        self
    }
}

impl Line {
    /// The line as it is written.
    pub(super) fn text(&self) -> String {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The beginning of a text without secrets, and how much of it was cut off.
fn kept(text: &str, most: usize) -> String {
    let (near, far) = text.split_at(end_of(text, most + MARGIN));
    // Masked first: half a secret would not be recognized.
    let mut masked = secrets::mask(near).into_owned();
    let at = end_of(&masked, most);
    let rest = masked[at..].chars().count() + far.chars().count();
    if rest > 0 {
        masked.truncate(at);
        let _ = write!(masked, " [{rest} more characters]");
    }
    masked
}

/// The byte offset at which this many characters of a text end.
fn end_of(text: &str, characters: usize) -> usize {
    text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_behind_its_secrets_and_says_how_much_is_gone() {
        assert_eq!(kept("open the door", 13), "open the door");
        assert_eq!(kept("open the d\u{f6}or", 4), "open [9 more characters]");
        let long = "\u{1f6aa}".repeat(MARGIN + 500);
        let shown = format!("{} [{} more characters]", "\u{1f6aa}".repeat(200), MARGIN + 300);
        assert_eq!(kept(&long, 200), shown);
        // A key that extends past the cut is masked as a whole.
        let key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let cut = kept(&format!("the key {key}"), 30);
        assert!(!cut.contains("abcdef"), "{cut}");
    }
}

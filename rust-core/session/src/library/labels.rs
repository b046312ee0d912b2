//! The labels of a conversation: a pin and tags.
//!
//! They are in a small file next to the journal, `<id>.labels.json`, and not in it: a conversation
//! can be pinned while another program writes it.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use vibeue_conversation::{Error, ErrorKind, Result};

use crate::files::{open_to_read, storage_error};

/// The labels of a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Labels {
    /// Whether it comes before others in a list.
    pub pinned: bool,
    /// Its tags, in alphabetical order; at most 16.
    pub tags: Vec<String>,
}

/// Maximum number of tags of one conversation.
const MOST_TAGS: usize = 16;

/// Maximum length of a tag in characters.
const LONGEST_TAG: usize = 40;

/// How much of a file of labels is read at most, in bytes.
const MOST_BYTES: u64 = 64 * 1024;

impl Labels {
    /// Reads a tag as the user typed it: letters, digits, hyphens and underscores, without the `#`
    /// that may come before it, in lower case. At most forty characters.
    ///
    /// # Errors
    /// [`ErrorKind::Input`].
    pub fn tag_of(text: &str) -> Result<String> {
        let tag = text.trim().trim_start_matches('#').to_lowercase();
        // A combining mark does not count as a letter.
        let allowed = |letter: char| {
            letter.is_alphanumeric()
                || "-_".contains(letter)
                || ('\u{300}'..'\u{370}').contains(&letter)
        };
        if !tag.is_empty() && tag.chars().count() <= LONGEST_TAG && tag.chars().all(allowed) {
            return Ok(tag);
        }
        let hint = "use up to forty letters, digits, hyphens and underscores";
        Err(Error::new(ErrorKind::Input, "this is not a valid tag").hint(hint))
    }

    /// Adds a tag, unless it is already there.
    pub(super) fn add(&mut self, tag: String) -> Result<()> {
        if self.tags.contains(&tag) {
            return Ok(());
        }
        if self.tags.len() >= MOST_TAGS {
            return Err(Error::new(ErrorKind::Input, "a conversation has at most sixteen tags")
                .hint("remove one first"));
        }
        self.tags.push(tag);
        self.tags.sort();
        Ok(())
    }

    /// Reads a file of labels; no labels if there is no file.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let fault = |error: io::Error| storage_error(path, "cannot read the labels", &error);
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(fault(error)),
            Ok(_) => {}
        }
        let mut text = Vec::new();
        open_to_read(path)?.take(MOST_BYTES).read_to_end(&mut text).map_err(fault)?;
        let read: Self = serde_json::from_slice(&text).map_err(|_| {
            Error::new(ErrorKind::Input, "the labels of the conversation cannot be read")
                .at(path.display().to_string())
                .hint("pin or tag it again: that replaces the file")
        })?;
        let mut labels = Self { pinned: read.pinned, tags: Vec::new() };
        for tag in read.tags.iter().filter_map(|tag| Self::tag_of(tag).ok()).take(MOST_TAGS) {
            labels.add(tag)?;
        }
        Ok(labels)
    }
}

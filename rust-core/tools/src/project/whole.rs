//! Whole texts that are read and written for another program.

use std::io::Read as _;

use super::edit::{MOST_EDITED, Order, Place};
use super::{Answer, Edits, ProjectFiles, read_file};
use crate::{Allowance, Preview};

/// The maximum number of bytes of a text that is read as a whole.
const MOST_READ: u64 = 8 * 1024 * 1024;

/// What is known about a file before it is written for another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// Whether it decides what runs, or which instructions agents get: the user is asked about it
    /// separately.
    pub is_guarded: bool,
    /// Whether it can be written directly: no rule forbids it, and it does not have to be checked
    /// out first.
    pub is_open: bool,
    /// Its content; `None` if it does not exist, or is not text.
    pub holds: Option<String>,
    /// Whether the file exists.
    pub is_there: bool,
}

impl ProjectFiles {
    /// Whether files can be written at all.
    pub fn can_edit(&self) -> bool {
        self.edits.is_some()
    }

    /// Reads a text for another program, or some of its lines: from `line` on, counted from 1, and
    /// at most `limit`. Files that usually contain secrets are not read, and credentials are
    /// masked, as by the reading tool.
    ///
    /// # Errors
    /// Why not, in words for the caller.
    pub fn read_whole(
        &self,
        path: &str,
        line: Option<u32>,
        limit: Option<u32>,
        allowance: &Allowance,
    ) -> Result<String, String> {
        let opened = read_file::open(&self.folder, path, allowance)?;
        let mut bytes = Vec::new();
        opened
            .reader
            .take(MOST_READ + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("{path}: cannot be read: {error}"))?;
        if bytes.len() as u64 > MOST_READ {
            return Err(format!("{path} has more than {MOST_READ} bytes"));
        }
        let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text"))?;
        if line.is_none() && limit.is_none() {
            return Ok(text);
        }
        let skipped = line.unwrap_or(1).saturating_sub(1) as usize;
        let most = limit.map_or(usize::MAX, |limit| limit as usize);
        Ok(text.split_inclusive('\n').skip(skipped).take(most).collect())
    }

    /// Examines a file before it is written for another program.
    ///
    /// # Errors
    /// If it is not a path in the folder, cannot be examined, or writing is not allowed at all; in
    /// words for the caller.
    pub fn outlook(&self, path: &str) -> Result<Outlook, String> {
        let editor = &self.edits()?.editor;
        let (inside, is_guarded, is_forbidden) = editor.ward(&self.folder, path)?;
        let old = Place::open(self.folder.root(), &inside, None)
            .and_then(|place| place.map_or(Ok(None), |place| place.read(MOST_EDITED)));
        let (is_there, is_open, holds) = match old {
            Ok(Some(old)) => (true, !old.read_only, String::from_utf8(old.bytes).ok()),
            Ok(None) => (false, true, None),
            Err(_) => (true, false, None),
        };
        Ok(Outlook { is_guarded, is_open: is_open && !is_forbidden, holds, is_there })
    }

    /// Says what writing a text would do: its diff against the file's content, or why it would be
    /// refused.
    pub fn preview_whole(
        &self,
        guarded: bool,
        path: &str,
        text: &str,
        allowance: &Allowance,
    ) -> Preview {
        let order = Order::Whole { guarded, path, text };
        match self.edits() {
            Ok(edits) => edits.editor.preview(&self.folder, &edits.seen, order, allowance),
            Err(why) => Preview::refused("this call would be refused", &why),
        }
    }

    /// Writes exactly this text, by the rules of the editing tools: what it replaces is kept and
    /// can be undone, a read-only file is checked out first or refused, and if the user was shown a
    /// preview, the file must not have changed since. `guarded` says for which kind of file the
    /// user was asked.
    ///
    /// # Errors
    /// Why nothing was written, in words for the caller.
    pub fn write_whole(
        &self,
        guarded: bool,
        path: &str,
        text: &str,
        allowance: &Allowance,
    ) -> Answer {
        let edits = self.edits()?;
        let order = Order::Whole { guarded, path, text };
        edits.editor.run(&self.folder, &edits.seen, order, allowance)
    }

    fn edits(&self) -> Result<&Edits, String> {
        self.edits.as_ref().ok_or_else(|| "no files are written here".to_owned())
    }
}

#[cfg(test)]
#[path = "whole_tests.rs"]
mod tests;

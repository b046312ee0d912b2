//! A tool's complete result.

use std::path::Path;

use serde_json::json;
use vibeue_core::conversation::MessageId;
use vibeue_core::session::recall::places;
use vibeue_core::session::results::ResultFiles;

use crate::console::Console;
use crate::failure::{Failure, Result};

/// The requested part, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    /// Where it begins.
    pub(super) offset: usize,
    /// How much; `None` for everything that follows.
    pub(super) bytes: Option<usize>,
    /// A text whose offsets are requested instead.
    pub(super) query: Option<&'a str>,
}

/// Writes a tool's result, or a part of it, as the tool gave it.
///
/// # Errors
/// If the journal is damaged, has no such result, or the file with it is lost.
pub(super) fn show(
    file: &Path,
    id: MessageId,
    part: Part<'_>,
    as_json: bool,
    console: &mut Console,
) -> Result {
    let history = super::reading::read(file, console)?.history;
    let none = || {
        let hint = "`vibeue journal FILE` lists the messages with their ids";
        Failure::input(format!("{id} is not a tool's result"), hint).at(&file.display().to_string())
    };
    let message = history.original(id).ok_or_else(none)?;
    let result = message.tool_results().next().ok_or_else(none)?;
    let text = match &result.whole {
        Some(whole) => ResultFiles::beside(file)?.read(whole)?,
        None => result.joined_text(),
    };
    if let Some(query) = part.query {
        let found = places(&text, query);
        if as_json {
            return console.json(&json!({ "bytes": text.len(), "offsets": found }));
        }
        for at in found {
            writeln!(console.out, "{at}")?;
        }
        return Ok(());
    }
    let start = text.floor_char_boundary(part.offset);
    let end = part.bytes.map_or(text.len(), |bytes| {
        text.floor_char_boundary(part.offset.saturating_add(bytes)).max(start)
    });
    let shown = &text[start..end];
    if as_json {
        return console
            .json(&json!({ "bytes": text.len(), "offset": start, "end": end, "text": shown }));
    }
    // Unchanged: it may go into a file or another program.
    Ok(console.out.write_all(shown.as_bytes())?)
}

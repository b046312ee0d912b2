//! `/edit` and `/branches`: branches of the conversation.

use std::io::Write as _;

use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::Snapshot;
use vibeue_core::session::writing::own_words;

use super::editor;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, counted, style};

/// The maximum number of characters of a request that a list shows.
const SHOWN: usize = 60;

/// Lists the branches, the one in view marked.
pub(super) fn list(now: &Snapshot, console: &mut Console) -> Result {
    let rows = now.branches();
    if rows.is_empty() {
        console
            .note("there is only one branch: /edit resends an earlier message and starts another");
        return Ok(());
    }
    let (bold, faint) = (style::HEADING, style::FAINT);
    for row in rows {
        let mark = if row.shown { "→" } else { " " };
        let from = row.from.map_or(String::new(), |from| format!(", from branch {from}"));
        let words: String = row.words.chars().take(SHOWN).collect();
        writeln!(
            console.out,
            "{mark} {bold}{}{bold:#} {} {}{faint} {}{from}{faint:#}",
            row.branch,
            row.request,
            Printable(&words),
            counted(row.messages, "message"),
        )?;
    }
    writeln!(console.out, "{faint}/branches NUMBER shows one{faint:#}")?;
    console.finish()
}

/// Which message is sent again, and with which words; `None` if they are unchanged.
pub(super) fn change(
    now: &Snapshot,
    id: Option<MessageId>,
    words: Option<String>,
    console: &mut Console,
) -> Result<Option<(MessageId, String)>> {
    let Some(id) = id.or_else(|| now.last_request()) else {
        return Err(Failure::input("there is no message to change yet", "say something first"));
    };
    let Some(message) = now.transcript.iter().find(|message| message.id == id) else {
        let hint = "/history lists the last messages, /branches the other branches";
        return Err(Failure::input(format!("there is no message {id} in this branch"), hint));
    };
    if !message.is_user_request() {
        let hint = "/history lists the last messages";
        return Err(Failure::input(format!("{id} is not a message of yours"), hint));
    }
    let old = own_words(&message.parts);
    let new = match words {
        Some(words) => words,
        None => editor::edit(&old, &format!("/edit {id}"), "the message")?,
    };
    if new.trim() == old.trim() {
        console.note("the message is unchanged; /retry asks again");
        return Ok(None);
    }
    Ok(Some((id, new.trim_end().to_owned())))
}

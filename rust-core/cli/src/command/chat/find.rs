//! Finds words in the conversation.

use std::io::Write as _;

use vibeue_core::session::live::Snapshot;

use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, style};

/// The maximum number of messages that are listed: the newest.
const MOST: usize = 50;

/// Lists the messages that have the words, with their ids.
pub(super) fn find(now: &Snapshot, words: &str, console: &mut Console) -> Result {
    let found = now.find(words, false);
    if found.is_empty() {
        let hint = "/find searches everything that was said, ignoring case";
        return Err(Failure::input(format!("{words:?} does not occur here"), hint));
    }
    let hidden = found.len().saturating_sub(MOST);
    let (faint, bold) = (style::FAINT, style::HEADING);
    for message in &found[hidden..] {
        let more = match message.times {
            1 => String::new(),
            times => format!(" ({times} times)"),
        };
        let condensed = if now.condensed.contains(&message.id) { " condensed" } else { "" };
        writeln!(
            console.out,
            "{faint}{} {}{condensed}{more}{faint:#} {}{bold}{}{bold:#}{}",
            message.id,
            message.role.as_str(),
            Printable(&message.before),
            Printable(&message.found),
            Printable(&message.after)
        )?;
    }
    let times: usize = found.iter().map(|message| message.times).sum();
    let shown = if hidden > 0 { format!("; the newest {MOST} are shown") } else { String::new() };
    let messages = if found.len() == 1 { "message" } else { "messages" };
    writeln!(console.out, "{times} in {} {messages}{shown}", found.len())?;
    console.finish()
}

//! Messages that wait to be sent.

use std::io::Write as _;

use vibeue_core::session::live::{Session, Waiting};
use vibeue_core::session::writing::own_words;

use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, counted};

/// The maximum number of characters of a message that the list shows.
const SHOWN: usize = 100;

/// Lists what waits, or removes the message at a position, from 1.
///
/// # Errors
/// If nothing waits there, or the output cannot be written.
pub(super) fn obey(session: &Session, place: Option<usize>, console: &mut Console) -> Result {
    let waiting = session.snapshot().waiting.to_vec();
    let Some(place) = place else {
        list(&waiting, console)?;
        return console.finish();
    };
    let Some(found) = place.checked_sub(1).and_then(|at| waiting.get(at)) else {
        let waits = counted(waiting.len() as u64, "message");
        let what = format!("there is no message {place} in the queue: it has {waits}");
        return Err(Failure::input(what, "/queue lists them"));
    };
    session.withdraw(found.message.submit);
    writeln!(console.out, "removed from the queue: {}", Printable(&line(found)))?;
    console.finish()
}

fn list(waiting: &[Waiting], console: &mut Console) -> Result {
    if waiting.is_empty() {
        writeln!(console.out, "nothing waits to be sent")?;
        return Ok(());
    }
    for (at, message) in waiting.iter().enumerate() {
        writeln!(console.out, "{}  {}", at + 1, Printable(&line(message)))?;
    }
    writeln!(console.out, "they are sent with your next message, or by /retry")?;
    Ok(())
}

/// How a message begins, in one line.
fn line(waiting: &Waiting) -> String {
    let words = own_words(&waiting.message.parts);
    let line: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
        None if line.is_empty() => "an image".to_owned(),
        None => line,
    }
}

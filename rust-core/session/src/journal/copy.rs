//! A copy of a journal with one more event.

use super::{TornTail, line};
use crate::{Event, History};
use vibeue_conversation::Result;

/// Returns the bytes of a journal with one more event after its last whole line; what a crash left
/// at its end is not copied. The time is in milliseconds since the Unix epoch.
///
/// `history` and `torn` are the results of reading these bytes.
///
/// # Errors
/// As for [`History::check`], and [`ErrorKind::Input`](vibeue_conversation::ErrorKind::Input) if
/// the event is too long or too deeply nested for a line.
pub fn copy_with(
    bytes: &[u8],
    torn: Option<TornTail>,
    history: &History,
    event: &Event,
    at: u64,
) -> Result<Vec<u8>> {
    history.check(event)?;
    let mut added = Vec::new();
    line::encode(&mut added, history.version() + 1, at, event)?;
    let end = torn.map_or(bytes.len(), |torn| usize::try_from(torn.offset).unwrap_or(bytes.len()));
    let whole = bytes.get(..end).unwrap_or(bytes);
    let mut copy = Vec::with_capacity(whole.len() + 1 + added.len());
    copy.extend_from_slice(whole);
    if copy.last() != Some(&b'\n') {
        copy.push(b'\n');
    }
    copy.append(&mut added);
    Ok(copy)
}

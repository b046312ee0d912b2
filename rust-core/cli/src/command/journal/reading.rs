//! Reading a journal.

use std::path::Path;

use vibeue_core::session::journal::ReadHistory;

use crate::console::Console;
use crate::failure::Result;
use crate::progress::Progress;

/// Reads a journal; reports on standard error what a crash left at its end.
pub(super) fn read(file: &Path, console: &mut Console) -> Result<ReadHistory> {
    let _progress = Progress::begin(console, "reading", 0);
    let read = ReadHistory::read(file)?;
    if let Some(torn) = read.torn {
        console.note(format!("{}: {torn}", file.display()));
    }
    Ok(read)
}

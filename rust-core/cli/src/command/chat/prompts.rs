//! The user's prompts in earlier chats.

use std::path::Path;
use std::time::{Duration, Instant};

use vibeue_core::session::library::Library;
use vibeue_core::session::live::Snapshot;

/// How many prompts can be recalled at most.
const MOST: usize = 100;

/// How long a chat waits for them at most before it begins.
const LONGEST: Duration = Duration::from_secs(1);

/// The user's prompts in this conversation, newest first, followed by those in the others next to
/// its journal. Read from the journals: no other file has them.
pub(super) fn earlier(now: &Snapshot, journal: Option<&Path>) -> Vec<String> {
    let mut prompts = now.prompts(MOST);
    let Some(journal) = journal else { return prompts };
    let folder = match journal.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let own = journal.file_stem().and_then(|name| name.to_str());
    let begun = Instant::now();
    let late = || begun.elapsed() > LONGEST;
    let others = Library::at(folder).prompts(own, MOST, late).unwrap_or_default();
    for words in others {
        if prompts.len() < MOST && !prompts.contains(&words) {
            prompts.push(words);
        }
    }
    prompts
}

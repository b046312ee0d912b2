//! What the user said in earlier chats.

use std::path::Path;
use std::time::{Duration, Instant};

use vibeue_core::session::library::Library;
use vibeue_core::session::live::Snapshot;

/// The most that can be recalled.
const MOST: usize = 100;

/// The longest that a chat waits for it before it begins.
const LONGEST: Duration = Duration::from_secs(1);

/// What the user said in this conversation, newest first, and then in the
/// others beside its journal. Read from the journals: no other file holds it.
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

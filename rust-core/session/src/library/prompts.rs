//! What the user recently wrote, in any conversation of a library.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use vibeue_conversation::{Message, Part, Result};

use super::Library;
use crate::Event;
use crate::files::is_journal;
use crate::journal::{JournalReader, recent_change};
use crate::writing::own_words;

/// How many bytes of journals are read at most.
const MOST_BYTES: u64 = 32 << 20;

impl Library {
    /// What the user recently wrote in the conversations of the library, newest first and without
    /// duplicates: the most recently changed conversation comes first, and one may be left out.
    /// Without attachments; commands are not in journals. Reads only the newest 32 MiB of a large
    /// library, and damaged journals as far as possible. Stops early once `cancelled`, which is
    /// checked before each file.
    ///
    /// # Errors
    /// As for [`Library::ids`].
    pub fn prompts(
        &self,
        except: Option<&str>,
        most: usize,
        cancelled: impl Fn() -> bool,
    ) -> Result<Vec<String>> {
        let mut seen = HashSet::new();
        let mut prompts = Vec::new();
        let mut left = MOST_BYTES;
        for (id, path) in self.by_time(&cancelled)? {
            let bytes = fs::metadata(&path).map_or(0, |facts| facts.len());
            if except == Some(id.as_str()) || bytes > left {
                continue;
            }
            left -= bytes;
            let found = prompts_of(&path, &cancelled).into_iter().rev();
            prompts.extend(found.filter(|words| seen.insert(words.clone())));
            if prompts.len() >= most || cancelled() {
                break;
            }
        }
        prompts.truncate(most);
        Ok(prompts)
    }

    /// The conversations, the most recently changed first; none once `cancelled`.
    fn by_time(&self, cancelled: &impl Fn() -> bool) -> Result<Vec<(String, PathBuf)>> {
        let mut found = Vec::new();
        for (id, path) in self.journals()? {
            if cancelled() {
                return Ok(Vec::new());
            }
            found.push((Reverse(changed(&path)), id, path));
        }
        found.sort();
        Ok(found.into_iter().map(|(_, id, path)| (id, path)).collect())
    }
}

/// About when a journal last changed: if its last event is long, the file's own time; 0 if it is
/// not a journal.
fn changed(path: &Path) -> u64 {
    if let Some(at) = recent_change(path).ok().flatten() {
        return at;
    }
    if !is_journal(path).unwrap_or(false) {
        return 0;
    }
    let time = fs::metadata(path).and_then(|facts| facts.modified()).ok();
    let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The user's prompts in one journal, oldest first.
fn prompts_of(path: &Path, cancelled: &impl Fn() -> bool) -> Vec<String> {
    let Ok(reader) = JournalReader::open(path) else { return Vec::new() };
    let mut waiting: HashMap<u64, String> = HashMap::new();
    let mut prompts = Vec::new();
    for entry in reader.map_while(Result::ok) {
        if cancelled() {
            break;
        }
        match entry.event {
            Event::Message(message) | Event::Branch { message, .. } => {
                prompts.extend(words(&message));
            }
            Event::Submit { parts } => {
                waiting.extend(own(&parts).map(|words| (entry.seq, words)));
            }
            Event::Send { submit, .. } => prompts.extend(waiting.remove(&submit)),
            Event::Withdraw { submit } => drop(waiting.remove(&submit)),
            _ => {}
        }
    }
    prompts
}

/// The user's own words in a message, if it is a request of the user.
pub(crate) fn words(message: &Message) -> Option<String> {
    message.is_user_request().then(|| own(&message.parts)).flatten()
}

fn own(parts: &[Part]) -> Option<String> {
    Some(own_words(parts)).filter(|words| !words.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Header, JournaledHistory, SyncPolicy};
    use crate::writing::{Attachment, AttachmentKind};
    use vibeue_conversation::{MessageId, Role};

    fn begin(library: &Library, id: &str, at: u64) -> JournaledHistory {
        let path = library.path_of(id).unwrap();
        JournaledHistory::create(&path, Header::new(id, at), SyncPolicy::Never).unwrap()
    }

    fn say(journal: &mut JournaledHistory, at: u64, role: Role, parts: Vec<Part>) {
        let id = journal.history().next_id();
        journal.append(Event::Message(Message::new(id, role, parts)), at).unwrap();
    }

    #[test]
    fn own_words_come_newest_first_and_once_from_the_conversation_that_changed_last() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        assert_eq!(library.prompts(None, 9, || false), Ok(Vec::new()));
        let mut old = begin(&library, "old", 1);
        say(&mut old, 10, Role::User, vec![Part::text("Open the door")]);
        say(&mut old, 11, Role::Assistant, vec![Part::text("Open.")]);
        say(&mut old, 12, Role::User, vec![Part::text("go on")]);
        let mut new = begin(&library, "new", 2);
        let attached = Attachment {
            kind: AttachmentKind::File,
            name: "Door.cpp".to_owned(),
            detail: "3 bytes".to_owned(),
            text: "int".to_owned(),
        };
        let parts = vec![Part::text("See @Door.cpp"), Part::text(attached.to_string())];
        say(&mut new, 20, Role::User, parts);
        say(&mut new, 21, Role::User, vec![Part::text("go on")]);
        let submit = |journal: &mut JournaledHistory, words: &str| {
            let parts = vec![Part::text(words)];
            journal.append(Event::Submit { parts }, 22).unwrap().version
        };
        let sent = submit(&mut new, "and then");
        let taken_back = submit(&mut new, "never said");
        new.append(Event::Send { submit: sent, message: MessageId(3) }, 23).unwrap();
        new.append(Event::Withdraw { submit: taken_back }, 24).unwrap();
        fs::write(folder.path().join("broken.jsonl"), "no journal\n").unwrap();

        let all = library.prompts(None, 9, || false).unwrap();
        assert_eq!(all, ["and then", "go on", "See @Door.cpp", "Open the door"]);
        assert_eq!(library.prompts(Some("new"), 1, || false).unwrap(), ["go on"]);
        assert_eq!(library.prompts(None, 9, || true).unwrap(), [""; 0]);
        let asked = std::cell::Cell::new(0);
        let second = || asked.replace(asked.get() + 1) == 1;
        assert_eq!(library.prompts(None, 9, second).unwrap(), [""; 0]);
        assert_eq!(asked.get(), 2, "no file is looked at any more");
        // A long last event is not read to know its time: the file's counts.
        say(&mut old, 30, Role::Assistant, vec![Part::text("x".repeat(100_000))]);
        let all = library.prompts(None, 9, || false).unwrap();
        assert_eq!(all, ["go on", "Open the door", "and then", "See @Door.cpp"]);
    }
}

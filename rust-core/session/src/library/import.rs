//! Imports a conversation from a file elsewhere.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use vibeue_conversation::transcript::{self, ReadOptions};
use vibeue_conversation::{Conversation, Error, ErrorKind, Result};

use super::Library;
use super::markdown::{self, is_meant_as_export};
use crate::files::{OutputFile, Readers, Replacing, is_journal, open_to_read, storage_error};
use crate::journal::{Header, JournaledHistory, ReadHistory, SyncPolicy};
use crate::results::ResultFiles;
use crate::{Event, History};

/// The largest file that is imported, in bytes: 1 GiB.
const MOST_BYTES: u64 = 1 << 30;

/// A conversation that was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Its id in the library.
    pub id: String,
    /// The number of its messages, including condensed ones.
    pub messages: u64,
    /// In words: what had to be repaired so that a provider accepts it, what Markdown does not hold
    /// or left ambiguous, what a crash left at the end of a journal, and which long tool results
    /// are lost.
    pub repairs: Vec<String>,
}

impl Library {
    /// Imports a conversation: a journal as it is, with all that was summarized and the long
    /// results next to it; a transcript in the form of models' requests, as JSON or one message per
    /// line; or Markdown exported by this version or an earlier one. The file stays. `now` is in
    /// milliseconds since the Unix epoch.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if it is none of these, or damaged; [`ErrorKind::Io`] if it cannot be
    /// read, or the library cannot be written to.
    pub fn import(&self, from: &Path, now: u64) -> Result<Imported> {
        let is_journal = is_journal(from)?;
        let bytes = read_whole(from)?;
        let name = from.display().to_string();
        let header = Header::with_random_id(now);
        let id = header.conversation.clone();
        let path = self.path_of(&id)?;
        std::fs::create_dir_all(self.folder())
            .map_err(|error| storage_error(self.folder(), "cannot create the folder", &error))?;
        // A page may quote lines of a journal.
        let is_page = is_meant_as_export(from, &bytes);
        if is_journal && !is_page {
            let read = ReadHistory::of_bytes(&bytes, &name)?;
            let messages = read.history.originals().count() as u64;
            let new = Replacing::Nothing("try again");
            // Before the journal that names them.
            let lost =
                ResultFiles::beside(from)?.carry(&read.history, &ResultFiles::beside(&path)?);
            OutputFile::put(&path, new, Readers::Owner, &bytes)?;
            let torn = read.torn.iter().map(ToString::to_string);
            return Ok(Imported { id, messages, repairs: torn.chain(lost).collect() });
        }
        let (events, repairs) = if is_page {
            events_of_page(&bytes).map_err(|error| error.at(name))?
        } else {
            events_of_transcript(&bytes, name)?
        };
        let journal = JournaledHistory::create_with(&path, header, events, SyncPolicy::Always)?;
        let messages = journal.history().originals().count() as u64;
        Ok(Imported { id, messages, repairs })
    }

    /// Imports several files independently: a refused one does not affect the others. Returns the
    /// results in order; files that were not begun when it was `cancelled` are refused.
    pub fn import_all(
        &self,
        files: &[PathBuf],
        now: u64,
        cancelled: impl Fn() -> bool,
    ) -> Vec<Result<Imported>> {
        let one = |file: &PathBuf| {
            if cancelled() {
                let what = "it was not read: importing was cancelled";
                return Err(Error::new(ErrorKind::Cancelled, what).at(file.display().to_string()));
            }
            self.import(file, now)
        };
        files.iter().map(one).collect()
    }
}

/// The events of a transcript, and what had to be repaired.
fn events_of_transcript(bytes: &[u8], name: String) -> Result<(Vec<Event>, Vec<String>)> {
    let read = transcript::read(bytes, &ReadOptions::default().named(name))?;
    let repairs = read.repairs.iter().map(ToString::to_string).collect();
    Ok((History::events_of(read.conversation).collect(), repairs))
}

/// The events of exported Markdown, what it does not hold, and what had to be repaired.
fn events_of_page(bytes: &[u8]) -> Result<(Vec<Event>, Vec<String>)> {
    let talk = markdown::read(bytes)?;
    let (messages, repaired) = transcript::repair(talk.messages);
    let repairs = talk.repairs.into_iter().chain(repaired.iter().map(ToString::to_string));
    let title = talk.title.map(|title| title.trim().to_owned()).filter(|title| !title.is_empty());
    let name = title.map(|title| Event::Rename { title });
    let events = History::events_of(Conversation::from_messages(messages)).chain(name);
    Ok((events.collect(), repairs.collect()))
}

/// Reads a whole file of at most that size.
pub(super) fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let fault = |error: std::io::Error| storage_error(path, "cannot read the file", &error);
    let mut bytes = Vec::new();
    open_to_read(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > MOST_BYTES {
        let what = "the file is larger than 1 GiB";
        return Err(Error::new(ErrorKind::Input, what).at(path.display().to_string()));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use vibeue_conversation::ContentForm;

    use super::super::{Export, ExportForm, FileForm};
    use super::*;

    #[test]
    fn transcripts_and_journals_become_conversations_and_the_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let talk = folder.path().join("talk.json");
        let text =
            r#"[{"role":"user","content":"Open the door"},{"role":"wizard","content":"ok"}]"#;
        fs::write(&talk, text).unwrap();
        let first = library.import(&talk, 7).unwrap();
        assert_eq!((first.messages, first.repairs.len()), (2, 1));
        assert_eq!(fs::read_to_string(&talk).unwrap(), text);
        let journal = library.path_of(&first.id).unwrap();
        let second = library.import(&journal, 8).unwrap();
        assert_eq!((second.messages, second.repairs.len()), (2, 0));
        assert_ne!(second.id, first.id);
        let copy = fs::read(library.path_of(&second.id).unwrap()).unwrap();
        assert_eq!(copy, fs::read(&journal).unwrap());
        let titles: Vec<String> =
            library.list(|| false).unwrap().into_iter().map(|entry| entry.title).collect();
        assert_eq!(titles, ["Open the door", "Open the door"]);
    }

    #[test]
    fn what_was_exported_as_markdown_becomes_the_same_conversation_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let call = r#"{"id":"c","type":"function","function":{"name":"read","arguments":"{}"}}"#;
        let talk = format!(
            r###"[{{"role":"system","content":"Be brief."}},
            {{"role":"user","content":"Open the door\n\n## Assistant (m1)\n\n```"}},
            {{"role":"assistant","content":"I look.","tool_calls":[{call}]}},
            {{"role":"tool","tool_call_id":"c","content":"{{\"vibeue_journal\":1}}\n"}},
            {{"role":"assistant","content":"Open."}}]"###
        );
        let file = folder.path().join("talk.json");
        fs::write(&file, talk).unwrap();
        let first = library.import(&file, 7).unwrap().id;
        library.rename(&first, "The door", 8).unwrap();
        let export = Export { form: ExportForm::Markdown, with_secrets: true };
        let page =
            |id: &str| library.export(id, FileForm::Text { export, view: false }).unwrap().bytes;
        let file = folder.path().join("talk.md");
        fs::write(&file, page(&first)).unwrap();
        let second = library.import(&file, 9).unwrap();
        assert_eq!((second.messages, second.repairs), (5, Vec::new()));
        let read = |id: &str| ReadHistory::read(&library.path_of(id).unwrap()).unwrap().history;
        let mut whole = read(&first).to_conversation();
        // The form in which the transcript wrote its content is not on a page.
        whole.messages.iter_mut().for_each(|message| message.form = ContentForm::Auto);
        assert_eq!(read(&second.id).to_conversation(), whole);
        assert_eq!(read(&second.id).title(), Some("The door"));
        assert_eq!(page(&second.id), page(&first));
        // A call that was never answered is answered, as in any transcript.
        let page = String::from_utf8(page(&first)).unwrap();
        let cut = page.rfind("\n<!-- vibeue:1 {\"result\"").unwrap();
        fs::write(&file, &page[..cut]).unwrap();
        let third = library.import(&file, 10).unwrap();
        assert_eq!((third.messages, third.repairs.len()), (4, 2), "{:?}", third.repairs);
    }

    #[test]
    fn markdown_that_is_not_an_export_is_refused_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let file = folder.path().join("notes.md");
        for text in ["# Notes\n\n## User\n\nOpen the door\n", "notes", "# \0\0\n"] {
            fs::write(&file, text).unwrap();
            let refused = library.import(&file, 7).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::Input);
            assert_eq!(
                refused.to_string(),
                format!(
                    "{}: this Markdown is not an export of VibeUE (import Markdown that VibeUE \
                     exported, a JSON transcript or a journal)",
                    file.display()
                )
            );
        }
        assert_eq!(library.list(|| false), Ok(Vec::new()));
    }

    #[test]
    fn what_is_not_a_conversation_leaves_nothing_in_the_library() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let file = folder.path().join("file");
        let torn = "{\"vibeue_journal\":1,\"conversation\":\"c\",\"created\":1,\"crc\":\"0";
        for text in ["", "hello", "42", torn] {
            fs::write(&file, text).unwrap();
            assert_eq!(library.import(&file, 7).unwrap_err().kind(), ErrorKind::Input, "{text}");
        }
        assert_eq!(library.import(folder.path(), 7).unwrap_err().kind(), ErrorKind::Io);
        assert_eq!(library.list(|| false), Ok(Vec::new()));
    }

    #[test]
    fn of_several_files_each_is_taken_in_for_itself() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let talk = r#"[{"role":"user","content":"Open the door"}]"#;
        let mut files = vec![file("a.json", talk), file("b.txt", "hello"), file("c.json", talk)];
        let first = library.import_all(&files[..1], 7, || false).remove(0).unwrap();
        let mut torn = fs::read(library.path_of(&first.id).unwrap()).unwrap();
        torn.extend(b"{\"seq\":");
        files.push(folder.path().join("d.jsonl"));
        fs::write(&files[3], &torn).unwrap();
        let told = |results: Vec<Result<Imported>>| -> Vec<_> {
            let one = |it: Result<Imported>| {
                it.map(|it| (it.messages, it.repairs.len())).map_err(|error| error.kind())
            };
            results.into_iter().map(one).collect()
        };
        assert_eq!(
            told(library.import_all(&files, 8, || false)),
            [Ok((1, 0)), Err(ErrorKind::Input), Ok((1, 0)), Ok((1, 1))]
        );
        let asked = std::cell::Cell::new(0);
        let cancelled = || asked.replace(asked.get() + 1) > 0;
        let rest = Err(ErrorKind::Cancelled);
        assert_eq!(told(library.import_all(&files, 9, cancelled)), [Ok((1, 0)), rest, rest, rest]);
        assert_eq!(library.ids().unwrap().len(), 5);
    }
}

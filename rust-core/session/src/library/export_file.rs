//! A conversation of the library as a file.

use std::path::{Path, PathBuf};

use vibeue_conversation::Result;

use super::import::read_whole;
use super::{Export, ExportForm, Library};
use crate::files::{OutputFile, Readers, Replacing};
use crate::journal::ReadHistory;
use crate::results::{ResultFiles, kept_results};

/// Which part of a conversation becomes a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileForm {
    /// The journal as it is: every event and every credential in it.
    Journal,
    /// What was said, written for others.
    Text {
        /// In which form, and whether credentials stay readable.
        export: Export,
        /// Whether to write what the model sees; otherwise everything that was said.
        view: bool,
    },
}

/// A conversation as the bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// How many secrets were masked.
    pub masked: usize,
    /// The long tool results that are lost, in words.
    pub lost: Vec<String>,
    /// How many long results are in files next to a journal, which these bytes do not include.
    pub left_out: u64,
}

/// The result of writing a conversation to a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenFile {
    /// How many secrets were masked.
    pub masked: usize,
    /// The long tool results that are lost, in words.
    pub lost: Vec<String>,
}

impl FileForm {
    /// What the names of such files end with, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Journal => "jsonl",
            Self::Text { export: Export { form: ExportForm::Markdown, .. }, .. } => "md",
            Self::Text { .. } => "json",
        }
    }

    /// The file that the user means by a typed name: some dialogs leave the extension to the
    /// program.
    pub fn named(self, path: &Path) -> PathBuf {
        let is_bare = path.extension().is_none() && path.file_name().is_some();
        if is_bare { path.with_extension(self.extension()) } else { path.to_owned() }
    }
}

impl Library {
    /// Writes a conversation as the content of a file; the library does not change, and the
    /// conversation may be open.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](vibeue_conversation::ErrorKind::Input) if there is no such
    /// conversation, its journal is damaged, or the form cannot hold what was said;
    /// [`ErrorKind::Io`](vibeue_conversation::ErrorKind::Io) if it cannot be read.
    pub fn export(&self, id: &str, form: FileForm) -> Result<ExportedFile> {
        let path = self.existing(id)?;
        let (export, view) = match form {
            FileForm::Journal => {
                let bytes = read_whole(&path)?;
                let read = ReadHistory::of_bytes(&bytes, &path.display().to_string());
                let left_out = read.map_or(0, |read| kept_results(&read.history).count() as u64);
                return Ok(ExportedFile { bytes, masked: 0, lost: Vec::new(), left_out });
            }
            FileForm::Text { export, view } => (export, view),
        };
        let history = ReadHistory::read(&path)?.history;
        let (conversation, lost) = if view {
            (history.to_conversation(), Vec::new())
        } else {
            let mut whole = history.to_original_conversation();
            let lost = ResultFiles::beside(&path)?.fill(&mut whole.messages);
            (whole, lost)
        };
        let written = export.write(conversation, history.title())?;
        let bytes = written.text.into_bytes();
        Ok(ExportedFile { bytes, masked: written.masked, lost, left_out: 0 })
    }

    /// Writes a conversation to a file that only those who may read its journal can read; a journal
    /// together with the long results that are kept next to it.
    ///
    /// # Errors
    /// As for [`Library::export`] and [`OutputFile::put`]; a file that may not be replaced is
    /// reported before the journal is read.
    pub fn export_to(
        &self,
        id: &str,
        form: FileForm,
        to: &Path,
        replacing: Replacing,
    ) -> Result<WrittenFile> {
        OutputFile::check(to, replacing)?;
        let mut file = self.export(id, form)?;
        let path = self.path_of(id)?;
        if file.left_out > 0 {
            // Before the journal that names them.
            file.lost = carry_results(&path, &file.bytes, to)?;
        }
        OutputFile::put(to, replacing, Readers::Of(&path), &file.bytes)?;
        Ok(WrittenFile { masked: file.masked, lost: file.lost })
    }
}

/// Copies the long results that a journal names next to its copy.
fn carry_results(from: &Path, journal: &[u8], to: &Path) -> Result<Vec<String>> {
    let history = ReadHistory::of_bytes(journal, &from.display().to_string())?.history;
    Ok(ResultFiles::beside(from)?.carry(&history, &ResultFiles::beside(to)?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use vibeue_conversation::ErrorKind;
    use vibeue_conversation::transcript::Format;

    use super::*;

    const KEY: &str = "sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd";
    const FREE: Replacing = Replacing::Nothing("choose another name");

    fn text(form: ExportForm) -> FileForm {
        FileForm::Text { export: Export { form, with_secrets: false }, view: false }
    }

    #[test]
    fn what_was_exported_is_imported_again_and_only_a_journal_has_the_credentials() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path().join("talks"));
        let talk = folder.path().join("talk.json");
        fs::write(&talk, format!(r#"[{{"role":"user","content":"The key is {KEY}"}}]"#)).unwrap();
        let id = library.import(&talk, 7).unwrap().id;
        let journal = fs::read(library.path_of(&id).unwrap()).unwrap();
        let export = |form: FileForm, name: &str| {
            let to = form.named(&folder.path().join(name));
            let written = library.export_to(&id, form, &to, FREE).unwrap();
            assert_eq!(written.lost, [""; 0]);
            (written.masked, to)
        };
        let (masked, markdown) = export(text(ExportForm::Markdown), "door");
        assert_eq!((masked, &markdown), (1, &folder.path().join("door.md")));
        assert!(!fs::read_to_string(&markdown).unwrap().contains(KEY));
        assert_eq!(library.import(&markdown, 8).unwrap().messages, 1);
        let (masked, transcript) =
            export(text(ExportForm::Transcript(Format::OpenAiObject)), "door");
        assert_eq!((masked, &transcript), (1, &folder.path().join("door.json")));
        assert!(!fs::read_to_string(&transcript).unwrap().contains(KEY));
        assert_eq!(library.import(&transcript, 8).unwrap().messages, 1);
        let (masked, copy) = export(FileForm::Journal, "door.of.today");
        assert_eq!((masked, &copy), (0, &folder.path().join("door.of.today")));
        assert_eq!(fs::read(&copy).unwrap(), journal);
        assert_eq!(library.import(&copy, 9).unwrap().messages, 1);
        assert_eq!(fs::read(library.path_of(&id).unwrap()).unwrap(), journal);
    }

    #[test]
    fn what_is_there_stays_and_what_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let to = folder.path().join("door.md");
        let kind =
            |id: &str| library.export_to(id, FileForm::Journal, &to, FREE).unwrap_err().kind();
        assert_eq!((kind("nobody"), kind("../talk")), (ErrorKind::Input, ErrorKind::Input));
        assert!(!to.exists());
        fs::write(folder.path().join("talk.jsonl"), "no journal\n").unwrap();
        let markdown = text(ExportForm::Markdown);
        assert_eq!(library.export("talk", markdown).unwrap_err().kind(), ErrorKind::Input);
        // A damaged journal can be handed to somebody who repairs it.
        let written = library.export_to("talk", FileForm::Journal, &to, FREE);
        assert_eq!(written, Ok(WrittenFile::default()));
        assert_eq!(kind("talk"), ErrorKind::Input);
        assert_eq!(fs::read_to_string(&to).unwrap(), "no journal\n");
    }
}

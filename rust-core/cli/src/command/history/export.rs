//! A conversation as a file.

use std::path::Path;

use vibeue_core::conversation::transcript::Format;
use vibeue_core::session::files::{OutputFile, Readers, Replacing};
use vibeue_core::session::journal::ReadHistory;
use vibeue_core::session::library::{Export, ExportForm, Library};
use vibeue_core::session::results::{ResultFiles, kept_results};

use crate::args::HistoryFormat;
use crate::command::masked::note_masked;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::input;
use crate::output::counted;

/// What of a conversation is written, and as what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// As what.
    pub(super) format: HistoryFormat,
    /// What the model sees; else all that was said.
    pub(super) view: bool,
    /// Credentials stay readable.
    pub(super) with_secrets: bool,
}

impl Wanted {
    /// Writes a conversation into a file, or onto standard output.
    ///
    /// # Errors
    /// When the journal is damaged, the format cannot hold what was said, or
    /// the file cannot be written.
    pub(super) fn write(
        self,
        library: &Library,
        id: &str,
        out: Option<&Path>,
        force: bool,
        console: &mut Console,
    ) -> Result {
        let path = library.path_of(id)?;
        let bytes = match self.format {
            HistoryFormat::Journal if !self.with_secrets => {
                let what = "a journal is copied in full, credentials included";
                return Err(Failure::input(what, "confirm with --with-secrets"));
            }
            HistoryFormat::Journal => {
                self.carry_results(&path, out, console)?;
                input::read(&path)?
            }
            HistoryFormat::Markdown => self.text(ExportForm::Markdown, &path, console)?,
            HistoryFormat::Openai => {
                self.text(ExportForm::Transcript(Format::OpenAiObject), &path, console)?
            }
            HistoryFormat::Anthropic => {
                self.text(ExportForm::Transcript(Format::Anthropic), &path, console)?
            }
        };
        let replacing =
            if force { Replacing::Files } else { Replacing::Nothing("--force replaces it") };
        match out {
            Some(out) => Ok(OutputFile::put(out, replacing, Readers::Of(&path), &bytes)?),
            None => Ok(console.out.write_all(&bytes)?),
        }
    }

    /// Copies what is kept beside a journal to beside its copy, before that is
    /// there.
    fn carry_results(self, path: &Path, out: Option<&Path>, console: &mut Console) -> Result {
        let history = ReadHistory::read(path)?.history;
        let Some(out) = out else {
            let count = kept_results(&history).count() as u64;
            if count > 0 {
                let results = counted(count, "long result");
                console.note(format!("{results} of tools left out; --out FILE copies them, too"));
            }
            return Ok(());
        };
        for lost in ResultFiles::beside(path)?.carry(&history, &ResultFiles::beside(out)?) {
            console.note(lost);
        }
        Ok(())
    }

    fn text(self, form: ExportForm, path: &Path, console: &mut Console) -> Result<Vec<u8>> {
        let history = ReadHistory::read(path)?.history;
        let mut conversation =
            if self.view { history.to_conversation() } else { history.to_original_conversation() };
        if !self.view {
            for lost in ResultFiles::beside(path)?.fill(&mut conversation.messages) {
                console.note(lost);
            }
        }
        let export = Export { form, with_secrets: self.with_secrets };
        let exported = export.write(conversation, history.title())?;
        note_masked(exported.masked, "--with-secrets", console);
        Ok(exported.text.into_bytes())
    }
}

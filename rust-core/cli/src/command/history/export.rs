//! A conversation as a file.

use std::path::Path;

use vibeue_core::conversation::transcript::Format;
use vibeue_core::session::files::Replacing;
use vibeue_core::session::library::{Export, ExportForm, FileForm, Library};

use crate::args::HistoryFormat;
use crate::command::masked::note_masked;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::counted;

/// Which part of a conversation is written, and in which format.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// The format.
    pub(super) format: HistoryFormat,
    /// Whether to write what the model sees; otherwise everything that was said.
    pub(super) view: bool,
    /// Whether credentials stay readable.
    pub(super) with_secrets: bool,
}

impl Wanted {
    /// Writes a conversation to a file, or to standard output.
    ///
    /// # Errors
    /// If the journal is damaged, the format cannot hold what was said, or the file cannot be
    /// written.
    pub(super) fn write(
        self,
        library: &Library,
        id: &str,
        out: Option<&Path>,
        force: bool,
        console: &mut Console,
    ) -> Result {
        let form = self.form()?;
        let replacing =
            if force { Replacing::Files } else { Replacing::Nothing("--force replaces it") };
        let (masked, lost) = match out {
            Some(out) => {
                let written = library.export_to(id, form, out, replacing)?;
                (written.masked, written.lost)
            }
            None => {
                let file = library.export(id, form)?;
                if file.left_out > 0 {
                    let results = counted(file.left_out, "long result");
                    let hint = "--out FILE copies them, too";
                    console.note(format!("{results} of tools left out; {hint}"));
                }
                console.out.write_all(&file.bytes)?;
                (file.masked, file.lost)
            }
        };
        lost.iter().for_each(|lost| console.note(lost));
        note_masked(masked, "--with-secrets", console);
        Ok(())
    }

    fn form(self) -> Result<FileForm> {
        let form = match self.format {
            HistoryFormat::Journal if !self.with_secrets => {
                let what = "a journal is copied in full, credentials included";
                return Err(Failure::input(what, "confirm with --with-secrets"));
            }
            HistoryFormat::Journal => return Ok(FileForm::Journal),
            HistoryFormat::Markdown => ExportForm::Markdown,
            HistoryFormat::Openai => ExportForm::Transcript(Format::OpenAiObject),
            HistoryFormat::Anthropic => ExportForm::Transcript(Format::Anthropic),
        };
        let export = Export { form, with_secrets: self.with_secrets };
        Ok(FileForm::Text { export, view: self.view })
    }
}

//! A conversation of a folder, written to a file.

use std::path::Path;

use vibeue_core::conversation::transcript::Format;
use vibeue_core::session::files::Replacing;
use vibeue_core::session::library::{Export, ExportForm, FileForm, Library, WrittenFile};

use super::job::Job;
use crate::ffi::ffi::{ConversationExportReport, ConversationForm, StatusCode};
use crate::status;

/// A conversation that is written to a file in the background.
#[derive(Debug)]
pub struct ConversationExport {
    job: Job<ConversationExportReport>,
    path: String,
}

/// As with every requested file: nobody waits for it, and it is written to the end.
impl Drop for ConversationExport {
    fn drop(&mut self) {
        self.job.let_go();
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ConversationExport {
    pub(crate) fn start(folder: &str, id: &str, path: &str, form: ConversationForm) -> Self {
        let (library, id, form) = (Library::at(folder), id.to_owned(), form_of(form));
        let to = form.named(Path::new(path));
        let path = to.to_string_lossy().into_owned();
        let report_of = {
            let path = path.clone();
            move |status, written: WrittenFile| ConversationExportReport {
                status,
                path: path.clone(),
                masked: written.masked as u64,
                lost: written.lost,
            }
        };
        let broken = status::failed(
            StatusCode::Internal,
            format!("{path}: the file could not be written"),
            "see the log, and close other programs",
        );
        let job =
            Job::start("vibeue-export", report_of(broken, WrittenFile::default()), move |_| {
                // It may be somebody's only copy, and not every dialog asks.
                let replacing = Replacing::Nothing("choose another name");
                match library.export_to(&id, form, &to, replacing) {
                    Ok(written) => report_of(status::ok(), written),
                    Err(error) => report_of(status::of(&error), WrittenFile::default()),
                }
            });
        Self { job, path }
    }

    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn report(&self) -> ConversationExportReport {
        let running = || ConversationExportReport {
            status: status::running(),
            path: self.path.clone(),
            masked: 0,
            lost: Vec::new(),
        };
        self.job.result().cloned().unwrap_or_else(running)
    }
}

pub(crate) fn form_of(form: ConversationForm) -> FileForm {
    let form = match form {
        ConversationForm::Journal => return FileForm::Journal,
        ConversationForm::Transcript => ExportForm::Transcript(Format::OpenAiObject),
        _ => ExportForm::Markdown,
    };
    FileForm::Text { export: Export { form, with_secrets: false }, view: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_is_written_in_the_background_and_never_over_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().to_str().unwrap();
        let talk = folder.path().join("talk.json");
        let key = "sk-proj-4f9QzT7kLmN2pRs8vWxY3bCd";
        std::fs::write(&talk, format!(r#"[{{"role":"user","content":"Use {key}"}}]"#)).unwrap();
        let library = Library::at(at);
        let id = library.import(&talk, 7).unwrap().id;
        let place = folder.path().join("door");
        let write = |form| {
            let export = ConversationExport::start(at, &id, place.to_str().unwrap(), form);
            while !export.is_finished() {
                let code = export.report().status.code;
                // It may have ended since the check.
                if !export.is_finished() {
                    assert_eq!(code, StatusCode::Busy);
                }
                std::thread::yield_now();
            }
            export.report()
        };
        for (form, name, masked) in [
            (ConversationForm::Markdown, "door.md", 1),
            (ConversationForm::Transcript, "door.json", 1),
            (ConversationForm::Journal, "door.jsonl", 0),
        ] {
            let path = folder.path().join(name);
            let shown = path.to_str().unwrap().to_owned();
            let lost = Vec::new();
            let told = ConversationExportReport { status: status::ok(), path: shown, masked, lost };
            assert_eq!(write(form), told);
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(text.contains(key), masked == 0, "{name}");
            assert_eq!(write(form).status.code, StatusCode::Input, "{name} is there");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}

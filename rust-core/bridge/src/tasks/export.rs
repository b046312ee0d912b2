//! A conversation written to a file.

use std::path::Path;
use std::sync::Arc;

use vibeue_core::Result;
use vibeue_core::conversation::transcript::Format;
use vibeue_core::conversation::{Conversation, Message};
use vibeue_core::session::files::{OutputFile, Readers, Replacing};
use vibeue_core::session::library::{Export as CoreExport, ExportForm};
use vibeue_core::session::live::Snapshot;

use super::job::Job;
use crate::ffi::ffi::{ExportFormat, HistoryKind, Status, StatusCode};
use crate::status;

/// An export that is written beside.
#[derive(Debug)]
pub struct Export {
    job: Job<Status>,
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Export {
    pub(crate) fn start(
        now: Option<Arc<Snapshot>>,
        path: &str,
        format: ExportFormat,
        history: HistoryKind,
        with_secrets: bool,
    ) -> Self {
        let path = path.to_owned();
        let broken = status::failed(
            StatusCode::Internal,
            "the conversation could not be written",
            "see the log, and close other programs",
        );
        let job = Job::start("vibeue-export", broken, move |_| {
            let Some(now) = now else { return status::closed() };
            match export(&now, Path::new(&path), format, history, with_secrets) {
                Ok(()) => status::ok(),
                Err(error) => status::of(&error),
            }
        });
        Self { job }
    }

    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn status(&self) -> Status {
        self.job.result().cloned().unwrap_or_else(status::running)
    }
}

fn export(
    now: &Snapshot,
    path: &Path,
    format: ExportFormat,
    history: HistoryKind,
    with_secrets: bool,
) -> Result<()> {
    let list = if history == HistoryKind::View { &now.view } else { &now.transcript };
    let messages: Vec<Message> = list.iter().map(|message| (**message).clone()).collect();
    let tools = now.tools.iter().map(|tool| tool.definition.to_value()).collect();
    let conversation = Conversation { tools, ..Conversation::from_messages(messages) };
    let written = CoreExport { form: form(format), with_secrets }
        .write(conversation, now.title.as_deref())?;
    // Never over a file that is there: it may be somebody's only copy. And as
    // private as the journal.
    let replacing = Replacing::Nothing("choose another name");
    OutputFile::put(path, replacing, Readers::Owner, written.text.as_bytes())
}

fn form(format: ExportFormat) -> ExportForm {
    match format {
        ExportFormat::Markdown => ExportForm::Markdown,
        ExportFormat::OpenAiLines => ExportForm::Transcript(Format::OpenAiLines),
        ExportFormat::Anthropic => ExportForm::Transcript(Format::Anthropic),
        _ => ExportForm::Transcript(Format::OpenAiArray),
    }
}

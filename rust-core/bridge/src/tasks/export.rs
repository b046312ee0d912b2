//! A conversation written to a file.

use std::path::Path;
use std::sync::Arc;

use vibeue_core::Result;
use vibeue_core::conversation::transcript::Format;
use vibeue_core::conversation::{Conversation, Message};
use vibeue_core::session::library::{Export as CoreExport, ExportForm};
use vibeue_core::session::live::Snapshot;
use vibeue_core::session::results::ResultFiles;

use super::FileWriting;
use crate::ffi::ffi::{ExportFormat, HistoryKind};
use crate::status;

/// Which part of a conversation is written, in which format, and whether its credentials stay
/// readable.
type Wanted = (ExportFormat, HistoryKind, bool);

/// Begins to write a conversation to a file; without one, the session is closed. Long results are
/// written completely, if they are kept next to the journal.
pub(crate) fn start_export(
    now: Option<Arc<Snapshot>>,
    journal: &Path,
    path: &str,
    wanted: Wanted,
) -> FileWriting {
    let journal = journal.to_owned();
    let text = move || match now {
        Some(now) => text(&now, &journal, wanted).map_err(|error| status::of(&error)),
        None => Err(status::closed()),
    };
    FileWriting::start("vibeue-export", Path::new(path), text)
}

fn text(now: &Snapshot, journal: &Path, (format, history, with_secrets): Wanted) -> Result<String> {
    let of_view = history == HistoryKind::View;
    let list = if of_view { &now.view } else { &now.transcript };
    let mut messages: Vec<Message> = list.iter().map(|message| (**message).clone()).collect();
    if !of_view && !journal.as_os_str().is_empty() {
        // The head and tail of a lost result say that something is missing.
        for lost in ResultFiles::beside(journal)?.fill(&mut messages) {
            tracing::warn!("{lost}");
        }
    }
    let tools = now.tools.iter().map(|tool| tool.definition.to_value()).collect();
    let conversation = Conversation { tools, ..Conversation::from_messages(messages) };
    let export = CoreExport { form: form(format), with_secrets };
    Ok(export.write(conversation, now.title.as_deref())?.text)
}

fn form(format: ExportFormat) -> ExportForm {
    match format {
        ExportFormat::Markdown => ExportForm::Markdown,
        ExportFormat::OpenAiLines => ExportForm::Transcript(Format::OpenAiLines),
        ExportFormat::Anthropic => ExportForm::Transcript(Format::Anthropic),
        _ => ExportForm::Transcript(Format::OpenAiArray),
    }
}

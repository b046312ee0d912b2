//! A conversation written to a file.

use std::path::Path;
use std::sync::Arc;

use vibeue_core::Result;
use vibeue_core::conversation::transcript::Format;
use vibeue_core::conversation::{Conversation, Message};
use vibeue_core::session::library::{Export as CoreExport, ExportForm};
use vibeue_core::session::live::Snapshot;

use super::FileWriting;
use crate::ffi::ffi::{ExportFormat, HistoryKind};
use crate::status;

/// Begins to write a conversation to a file; without one, the session is
/// closed.
pub(crate) fn start_export(
    now: Option<Arc<Snapshot>>,
    path: &str,
    format: ExportFormat,
    history: HistoryKind,
    with_secrets: bool,
) -> FileWriting {
    let text = move || match now {
        Some(now) => text(&now, format, history, with_secrets).map_err(|error| status::of(&error)),
        None => Err(status::closed()),
    };
    FileWriting::start("vibeue-export", Path::new(path), text)
}

fn text(
    now: &Snapshot,
    format: ExportFormat,
    history: HistoryKind,
    with_secrets: bool,
) -> Result<String> {
    let list = if history == HistoryKind::View { &now.view } else { &now.transcript };
    let messages: Vec<Message> = list.iter().map(|message| (**message).clone()).collect();
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

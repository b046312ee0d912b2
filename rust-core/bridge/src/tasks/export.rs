//! A conversation written to a file.

use std::path::Path;
use std::sync::Arc;

use vibeue_core::conversation::transcript::{Format, Layout, write};
use vibeue_core::conversation::{Conversation, Message};
use vibeue_core::session::live::Snapshot;
use vibeue_core::{Result, secrets};

use super::{FileWriting, markdown};
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
    let mut conversation = Conversation { tools, ..Conversation::from_messages(messages) };
    let mut title = now.title.as_deref().map(str::to_owned);
    if !with_secrets {
        let masked = secrets::Export::of(conversation);
        title = title.map(|title| masked.text(&title));
        conversation = masked.conversation;
    }
    match format {
        ExportFormat::Markdown => Ok(markdown::write(title.as_deref(), &conversation.messages)),
        json => {
            let layout = Layout {
                indent: (json != ExportFormat::OpenAiLines).then(|| "  ".to_owned()),
                final_newline: true,
                ..Layout::default()
            };
            write(&conversation, of(json), &layout)
        }
    }
}

fn of(format: ExportFormat) -> Format {
    match format {
        ExportFormat::OpenAiLines => Format::OpenAiLines,
        ExportFormat::Anthropic => Format::Anthropic,
        _ => Format::OpenAiArray,
    }
}

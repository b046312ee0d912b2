//! The sources of a conversation's summaries.

use vibeue_core::compaction::LineBasis as CoreBasis;
use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::{SourceMessage as CoreSource, SourcedLine as CoreLine};

use crate::ffi::ffi::{LineBasis, SourceMessage, SourcedLine, Status};
use crate::messages;
use crate::session::Session;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn summary_sources(&self, message: u64) -> Vec<SourcedLine> {
        let lines = self.read(|now| now.summary_sources(MessageId(message)));
        lines.unwrap_or_default().into_iter().map(line).collect()
    }

    pub fn undo_summary_edit(&self, message: u64) -> Status {
        self.ask(|session| session.undo_summary_edit(MessageId(message)))
    }

    pub fn redo_summary_edit(&self, message: u64) -> Status {
        self.ask(|session| session.redo_summary_edit(MessageId(message)))
    }
}

fn line(line: CoreLine) -> SourcedLine {
    SourcedLine {
        text: line.text,
        basis: match line.basis {
            CoreBasis::Structure => LineBasis::Structure,
            CoreBasis::Settings => LineBasis::Settings,
            CoreBasis::Cited => LineBasis::Cited,
            CoreBasis::Matched => LineBasis::Matched,
            CoreBasis::Unknown => LineBasis::Unknown,
        },
        sources: line.sources.into_iter().map(source).collect(),
        more: line.more,
        shared: line.shared,
    }
}

fn source(source: CoreSource) -> SourceMessage {
    SourceMessage {
        id: source.id.0,
        role: messages::role(source.role),
        tools: source.tools,
        first_words: source.first_words,
    }
}

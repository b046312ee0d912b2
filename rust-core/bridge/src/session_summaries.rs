//! The versions of a conversation's summaries, and their sources.

use vibeue_core::compaction::LineBasis as CoreBasis;
use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::{
    MessagesWithoutLine as CoreWithoutLine, Snapshot, SourceMessage as CoreSource,
    SourcedLine as CoreLine, SummaryVersion as CoreVersion,
};

use crate::ffi::ffi::{
    LineBasis, MessagesWithoutLine, SourceMessage, SourcedLine, Status, SummaryVersion,
};
use crate::session::Session;
use crate::{messages, reports};

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn summary_versions(&self, compaction: u64) -> Vec<SummaryVersion> {
        let versions = |now: &Snapshot| {
            let row = now.summaries.iter().find(|row| row.compaction == compaction);
            row.map(|row| versions(&row.versions)).unwrap_or_default()
        };
        self.read(versions).unwrap_or_default()
    }

    pub fn summary_sources(&self, message: u64) -> Vec<SourcedLine> {
        let lines = self.read(|now| now.summary_sources(MessageId(message)));
        lines.unwrap_or_default().into_iter().map(line).collect()
    }

    pub fn messages_without_line(&self, message: u64) -> MessagesWithoutLine {
        let found = self.read(|now| now.messages_without_line(MessageId(message)));
        without_line(found.unwrap_or_default())
    }

    pub fn undo_summary_edit(&self, message: u64) -> Status {
        self.ask(|session| session.undo_summary_edit(MessageId(message)))
    }

    pub fn redo_summary_edit(&self, message: u64) -> Status {
        self.ask(|session| session.redo_summary_edit(MessageId(message)))
    }
}

/// The first one is entirely new: its lines are the summary itself.
fn versions(versions: &[CoreVersion]) -> Vec<SummaryVersion> {
    let version = |(nth, version): (usize, &CoreVersion)| SummaryVersion {
        strategy: reports::strategy(version.by),
        writer: version.writer.clone().unwrap_or_default(),
        added: version.added,
        removed: version.removed,
        lines: if nth == 0 { String::new() } else { version.marked_lines() },
    };
    versions.iter().enumerate().map(version).collect()
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

fn without_line(found: CoreWithoutLine) -> MessagesWithoutLine {
    MessagesWithoutLine {
        condensed: found.condensed,
        count: found.count,
        ids: found.ids,
        messages: found.messages.into_iter().map(source).collect(),
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

#[cfg(test)]
mod tests {
    use vibeue_core::compaction::Strategy;
    use vibeue_core::session::live::{ChangedLine, LineChange};

    use super::*;
    use crate::ffi::ffi::SummaryStrategy;

    #[test]
    fn a_version_says_who_wrote_it_and_which_lines_came_and_went() {
        let line = |kind, text: &str| ChangedLine { kind, text: text.to_owned() };
        let version = |by, added, removed, change| CoreVersion {
            event: 1,
            by,
            writer: by.map(|_| "gpt-5".to_owned()),
            text: String::new(),
            added,
            removed,
            change,
        };
        let (came, stays, went) = (LineChange::Added, LineChange::Kept, LineChange::Removed);
        let told = versions(&[
            version(Some(Strategy::Hybrid), 2, 0, vec![line(came, "Doors"), line(came, "- blue")]),
            version(
                None,
                1,
                1,
                vec![line(stays, "Doors"), line(went, "- blue"), line(came, "- red")],
            ),
        ]);
        let expected = |strategy, writer: &str, added, removed, lines: &str| {
            let (writer, lines) = (writer.to_owned(), lines.to_owned());
            SummaryVersion { strategy, writer, added, removed, lines }
        };
        assert_eq!(
            told,
            [
                expected(SummaryStrategy::Hybrid, "gpt-5", 2, 0, ""),
                expected(SummaryStrategy::None, "", 1, 1, "- - blue\n+ - red\n"),
            ]
        );
    }
}

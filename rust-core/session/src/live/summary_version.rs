//! The versions of a summary's text, and what each changed.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::CompactionEntry;
use vibeue_compaction::{Strategy, SummaryRecord, secrets, summary_text};
use vibeue_tokens::grouped;
use vibeue_tools::{Diff, DiffLine};

/// One version of a summary's text, with its changes to the previous one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryVersion {
    /// The sequence number of the event that wrote it: the compaction, another
    /// one of the same messages, or an edit.
    pub event: u64,
    /// Who wrote it; `None` for the user.
    pub by: Option<Strategy>,
    /// The id of the model that wrote it; `None` if none did, or if the version
    /// that made it did not record the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writer: Option<String>,
    /// The text, without our tags, credentials masked.
    pub text: String,
    /// Lines that the previous version did not have; all if it is the first.
    pub added: u64,
    /// Lines of the previous version that it no longer has.
    pub removed: u64,
    /// The changes to the previous version, line by line.
    pub change: Vec<ChangedLine>,
}

impl SummaryVersion {
    /// What the versions of a summary changed, as a text for the user: a line about each version,
    /// followed by the lines that were added (`+`) and removed (`-`).
    pub fn changes(versions: &[Self]) -> String {
        let mut out = String::new();
        for (nth, version) in versions.iter().enumerate() {
            let by = match version.by {
                None => "you".to_owned(),
                Some(strategy) => strategy.author(version.writer.as_deref()),
            };
            let head = format!("version {} of {}, by {by}", nth + 1, versions.len());
            // The first one is entirely new.
            if nth == 0 {
                let _ = writeln!(out, "{head}: {}", lines_of(version.added));
                continue;
            }
            let _ = writeln!(
                out,
                "{head}: {} added, {} removed",
                lines_of(version.added),
                grouped(version.removed)
            );
            out.push_str(&version.marked_lines());
        }
        out
    }

    /// The lines that were added (`+`) and removed (`-`) since the previous version, each with its
    /// line end.
    pub fn marked_lines(&self) -> String {
        let mut out = String::new();
        for line in &self.change {
            let mark = match line.kind {
                LineChange::Kept => continue,
                LineChange::Added => '+',
                LineChange::Removed => '-',
            };
            let _ = writeln!(out, "{mark} {}", line.text);
        }
        out
    }
}

fn lines_of(count: u64) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{} lines", grouped(count)) }
}

/// One line of a difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedLine {
    /// What happened to it.
    pub kind: LineChange,
    /// The line, without its end.
    pub text: String,
}

/// What happened to a line from one version to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineChange {
    /// It is in both.
    Kept,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
}

/// The versions of the summaries of a conversation, by what they condense.
pub(in crate::live) struct Versions<'a>(HashMap<&'a str, Vec<&'a CompactionEntry>>);

impl<'a> Versions<'a> {
    /// Collects the versions from all compactions, oldest first.
    pub(in crate::live) fn of(compactions: &'a [CompactionEntry]) -> Self {
        let mut all: HashMap<&str, Vec<&CompactionEntry>> = HashMap::new();
        for entry in compactions {
            if let Some(record) = &entry.compaction.record {
                all.entry(record.sha256.as_str()).or_default().push(entry);
            }
        }
        Self(all)
    }

    /// The versions of the summary of a compaction, oldest first: those of earlier compactions of
    /// the same messages and its own. Empty if there is only one.
    pub(in crate::live) fn of_entry(&self, entry: &CompactionEntry) -> Vec<SummaryVersion> {
        let Some(record) = &entry.compaction.record else { return Vec::new() };
        let same = self.0.get(record.sha256.as_str()).into_iter().flatten();
        let mut texts: Vec<WrittenText<'_>> = Vec::new();
        for entry in same.take_while(|other| other.seq <= entry.seq) {
            for mut written in texts_of(entry) {
                written.text = secrets::mask(&written.text).into_owned();
                if texts.last().is_none_or(|last| last.text != written.text) {
                    texts.push(written);
                }
            }
        }
        if texts.len() < 2 {
            return Vec::new();
        }
        let mut before = String::new();
        let version = |WrittenText { event, record, text }: WrittenText<'_>| {
            let change = change(&before, &text);
            let count = |kind| change.iter().filter(|line| line.kind == kind).count() as u64;
            let (added, removed) = (count(LineChange::Added), count(LineChange::Removed));
            before.clone_from(&text);
            let by = record.map(|record| record.strategy);
            let writer = record.and_then(SummaryRecord::written_by).map(str::to_owned);
            SummaryVersion { event, by, writer, text, added, removed, change }
        };
        texts.into_iter().map(version).collect()
    }
}

/// A text of a summary, as an event wrote it.
struct WrittenText<'a> {
    /// The sequence number of the event.
    event: u64,
    /// What is known of who wrote it; `None` if the user did.
    record: Option<&'a SummaryRecord>,
    text: String,
}

/// The texts of one compaction's summary, oldest first.
fn texts_of(entry: &CompactionEntry) -> Vec<WrittenText<'_>> {
    let written = |event: u64, text: String| {
        let record = entry.compaction.record.as_ref().filter(|_| event == entry.seq);
        WrittenText { event, record, text }
    };
    let earlier = entry.earlier.iter().map(|it| written(it.event, it.text.clone()));
    let now = entry
        .compaction
        .summary
        .as_ref()
        .map(|summary| written(entry.edited_by.unwrap_or(entry.seq), summary_text(summary)));
    earlier.chain(now).collect()
}

fn change(old: &str, new: &str) -> Vec<ChangedLine> {
    let ended = |text: &str| {
        if text.is_empty() { String::new() } else { format!("{}\n", text.trim_end()) }
    };
    let (old, new) = (ended(old), ended(new));
    let line = |line: DiffLine<'_>| {
        let (kind, text) = match line {
            DiffLine::Kept(text) => (LineChange::Kept, text),
            DiffLine::Added(text) => (LineChange::Added, text),
            DiffLine::Removed(text) => (LineChange::Removed, text),
        };
        ChangedLine { kind, text: text.trim_end().to_owned() }
    };
    Diff::of(&old, &new).lines().map(line).collect()
}

//! The messages that each line of a summary is based on, as shown to the user.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Snapshot;
use super::context_figures::{View, first_words};
use vibeue_compaction::rules::Envelope;
use vibeue_compaction::{LineBasis, SummaryLine, summary_text};
use vibeue_conversation::{Message, MessageId, MessageKind, Role};

/// One line of a summary, with the messages that it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcedLine {
    /// The line as it is written, without its end.
    pub text: String,
    /// How its sources are known.
    pub basis: LineBasis,
    /// The messages, oldest first; at most eight.
    pub sources: Vec<SourceMessage>,
    /// How many more there are.
    pub more: u64,
    /// Words that it shares with them, rarest first, if it was compared.
    pub shared: Vec<String>,
}

/// A message that a line of a summary comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceMessage {
    /// Which one.
    pub id: MessageId,
    /// Who speaks.
    pub role: Role,
    /// The tools that it calls, or whose results it carries, each once.
    pub tools: Vec<String>,
    /// Its first words on one line, credentials masked; may be empty.
    pub first_words: String,
}

impl Snapshot {
    /// Finds the messages that each line of a summary is based on, even if the summary was undone
    /// or merged into a later one. Returns no lines if there is no such summary or if it has no
    /// text, like one that only its provider can read. Takes time proportional to the number of
    /// messages that it replaces.
    pub fn summary_sources(&self, summary: MessageId) -> Vec<SourcedLine> {
        let is_it =
            |message: &&Arc<Message>| message.id == summary && message.kind == MessageKind::Summary;
        let found = self.view.iter().find(is_it).or_else(|| self.earlier.iter().find(is_it));
        let Some(summary) = found else { return Vec::new() };
        let condensed = self.condensed_into(summary);
        let refs: Vec<&Message> = condensed.iter().map(|message| &**message).collect();
        let places: HashMap<MessageId, usize> =
            refs.iter().enumerate().map(|(at, message)| (message.id, at)).collect();
        let none = HashSet::new();
        let view = View {
            messages: &condensed,
            tokens: &[],
            requests: &[],
            newest_condensed: None,
            condensed: &none,
        };
        let source = |id: &MessageId| {
            let at = *places.get(id)?;
            let message = refs[at];
            Some(SourceMessage {
                id: *id,
                role: message.role,
                tools: view.tools(at),
                first_words: first_words(message),
            })
        };
        let lines = SummaryLine::of_summary(&summary_text(summary), &refs).into_iter();
        lines
            .map(|line| SourcedLine {
                sources: line.sources.iter().filter_map(source).collect(),
                text: line.text,
                basis: line.basis,
                more: line.more,
                shared: line.shared,
            })
            .collect()
    }

    /// The messages that a summary stands for, oldest first: those in the summary's span that the
    /// model does not see. A summary without a span, written by an earlier version, stands for all
    /// messages that the model does not see. If the model does not see the summary, it may see its
    /// messages again: such a summary stands for its whole span, or for everything that was said
    /// before it.
    fn condensed_into(&self, summary: &Message) -> Vec<Arc<Message>> {
        let seen: HashSet<MessageId> = self.view.iter().map(|message| message.id).collect();
        let is_seen = seen.contains(&summary.id);
        let text = summary.joined_text();
        let span = Envelope::unwrap(&text).and_then(|(envelope, _)| envelope.span);
        let is_in = |id| match span {
            Some((first, last)) => (first..=last).contains(&id),
            None => is_seen || id < summary.id,
        };
        let is_gone = |id: &MessageId| !is_seen || !seen.contains(id);
        let gone = self.transcript.iter().filter(|it| is_gone(&it.id) && is_in(it.id));
        gone.cloned().collect()
    }
}

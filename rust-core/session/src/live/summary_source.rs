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

/// The messages that a summary stands for and has no line for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagesWithoutLine {
    /// How many messages the summary stands for; 0 if it has no text, or if there is no such
    /// summary.
    pub condensed: u64,
    /// How many of them no line comes from; a line about a call is also about its results.
    pub count: u64,
    /// Which ones, as short as they can be named to the user: `m4, m6, m8-m11, …`.
    pub ids: String,
    /// The first of them, oldest first; at most 20.
    pub messages: Vec<SourceMessage>,
}

/// The maximum number of messages without a line that are listed.
const MOST_LISTED: usize = 20;

/// The maximum number of ids, or ranges of them, that are named in one line of text.
const MOST_NAMED: usize = 8;

impl Snapshot {
    /// Finds the messages that each line of a summary is based on, even if the summary was undone
    /// or merged into a later one. Returns no lines if there is no such summary or if it has no
    /// text, like one that only its provider can read. Takes time proportional to the number of
    /// messages that it replaces.
    pub fn summary_sources(&self, summary: MessageId) -> Vec<SourcedLine> {
        let Some((summary, condensed)) = self.find_condensed(summary) else { return Vec::new() };
        let refs: Vec<&Message> = condensed.iter().map(|message| &**message).collect();
        let sources = Sources::of(&condensed);
        let lines = SummaryLine::of_summary(&summary_text(summary), &refs).into_iter();
        lines
            .map(|line| SourcedLine {
                sources: line.sources.iter().filter_map(|id| sources.find(*id)).collect(),
                text: line.text,
                basis: line.basis,
                more: line.more,
                shared: line.shared,
            })
            .collect()
    }

    /// Finds the messages that a summary stands for and has no line for: what a reader of the
    /// summary would otherwise only notice by counting. Takes as long as
    /// [`Snapshot::summary_sources`].
    pub fn messages_without_line(&self, summary: MessageId) -> MessagesWithoutLine {
        let Some((summary, condensed)) = self.find_condensed(summary) else {
            return MessagesWithoutLine::default();
        };
        let text = summary_text(summary);
        if text.trim().is_empty() {
            return MessagesWithoutLine::default();
        }
        let refs: Vec<&Message> = condensed.iter().map(|message| &**message).collect();
        let missing = SummaryLine::missing_from(&text, &refs);
        let sources = Sources::of(&condensed);
        let said = refs.iter().filter(|message| message.role != Role::System);
        MessagesWithoutLine {
            condensed: said.count() as u64,
            count: missing.len() as u64,
            ids: named(&missing),
            messages: missing.iter().take(MOST_LISTED).filter_map(|id| sources.find(*id)).collect(),
        }
    }

    /// Finds a summary, whether the model sees it or not, and the messages that it stands for.
    fn find_condensed(&self, summary: MessageId) -> Option<(&Message, Vec<Arc<Message>>)> {
        let is_it =
            |message: &&Arc<Message>| message.id == summary && message.kind == MessageKind::Summary;
        let found = self.view.iter().find(is_it).or_else(|| self.earlier.iter().find(is_it))?;
        Some((found, self.condensed_into(found)))
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

/// Condensed messages, as they are shown to the user.
struct Sources<'a> {
    condensed: &'a [Arc<Message>],
    places: HashMap<MessageId, usize>,
}

impl<'a> Sources<'a> {
    fn of(condensed: &'a [Arc<Message>]) -> Self {
        let places = condensed.iter().enumerate().map(|(at, message)| (message.id, at)).collect();
        Self { condensed, places }
    }

    fn find(&self, id: MessageId) -> Option<SourceMessage> {
        let at = *self.places.get(&id)?;
        let none = HashSet::new();
        let view = View {
            messages: self.condensed,
            tokens: &[],
            requests: &[],
            newest_condensed: None,
            condensed: &none,
        };
        let message = &*self.condensed[at];
        Some(SourceMessage {
            id,
            role: message.role,
            tools: view.tools(at),
            first_words: first_words(message),
        })
    }
}

/// Names messages, oldest first: `m4, m6, m8-m11, …`.
fn named(ids: &[MessageId]) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == id.0 => *last = id.0,
            _ => ranges.push((id.0, id.0)),
        }
    }
    let range = |(first, last): &(u64, u64)| match last - first {
        0 => format!("m{first}"),
        1 => format!("m{first}, m{last}"),
        _ => format!("m{first}-m{last}"),
    };
    let mut names: Vec<String> = ranges.iter().take(MOST_NAMED).map(range).collect();
    if ranges.len() > MOST_NAMED {
        names.push("…".to_owned());
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_a_row_are_a_range_and_no_more_than_a_line_of_them_is_named() {
        let name = |ids: &[u64]| named(&ids.iter().copied().map(MessageId).collect::<Vec<_>>());
        assert_eq!(name(&[]), "");
        assert_eq!(name(&[4, 6, 8]), "m4, m6, m8");
        assert_eq!(name(&[1, 2, 4, 5, 6, 9]), "m1, m2, m4-m6, m9");
        assert_eq!(
            name(&[2, 4, 6, 8, 10, 12, 14, 16, 18]),
            "m2, m4, m6, m8, m10, m12, m14, m16, …"
        );
    }
}

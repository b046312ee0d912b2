//! What happens to each message in a preview.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::context_figures::View;
use super::preview_fate::PreviewFate;
use super::preview_scale::PreviewScale;
use vibeue_compaction::{Compaction, StayReason};
use vibeue_conversation::{Message, MessageId, MessageKind, Role};
use vibeue_tokens::Counter;

/// What would happen to one message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewMessage {
    /// The message.
    pub id: MessageId,
    /// Who speaks.
    pub role: Role,
    /// Whether it is an earlier summary.
    pub is_summary: bool,
    /// The tools that it calls, or whose results it carries, each once.
    pub tools: Vec<String>,
    /// Its first words on one line, credentials masked; may be empty.
    pub first_words: String,
    /// What happens to it.
    pub fate: PreviewFate,
    /// Why it stays; `None` if it does not, or becomes shorter.
    pub reason: Option<StayReason>,
    /// Its tokens now.
    pub tokens_before: u64,
    /// Its tokens afterwards: 0 if it goes.
    pub tokens_after: u64,
    /// Whether it is one of those that the preview was asked to keep.
    pub kept: bool,
    /// Whether it would be condensed or shortened, but could be kept.
    pub can_be_kept: bool,
}

/// The input of a preview.
pub(in crate::live) struct Previewed<'a> {
    pub(in crate::live) messages: &'a [Arc<Message>],
    /// Tokens of each message, by our own count.
    pub(in crate::live) tokens: &'a [u64],
    pub(in crate::live) counter: &'a Counter,
    /// Messages that the user wants to keep.
    pub(in crate::live) keep: &'a [MessageId],
}

impl Previewed<'_> {
    /// What a compaction does to each message, oldest first.
    pub(in crate::live) fn rows(
        &self,
        compaction: &Compaction,
        scale: PreviewScale,
    ) -> Vec<PreviewMessage> {
        let none = HashSet::new();
        let (messages, tokens) = (self.messages, self.tokens);
        let view =
            View { messages, tokens, requests: &[], newest_condensed: None, condensed: &none };
        let gone: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
        let short: HashMap<MessageId, u64> = compaction
            .shortened
            .iter()
            .map(|form| (form.id, self.counter.message(form).total()))
            .collect();
        let seen: Vec<&Message> = messages.iter().map(|message| &**message).collect();
        let reasons = StayReason::of_each(&seen);
        let row = |at: usize| {
            let message = seen[at];
            let fate = match (gone.contains(&message.id), short.contains_key(&message.id)) {
                (true, _) => PreviewFate::Goes,
                (_, true) => PreviewFate::Shortened,
                _ => PreviewFate::Stays,
            };
            let tokens_before = scale.of(tokens[at]);
            let is_summary = message.kind == MessageKind::Summary;
            PreviewMessage {
                id: message.id,
                role: message.role,
                is_summary,
                tools: view.tools(at),
                first_words: super::context_figures::first_words(message),
                fate,
                reason: (fate == PreviewFate::Stays).then(|| reasons[at]),
                tokens_before,
                tokens_after: match fate {
                    PreviewFate::Goes => 0,
                    PreviewFate::Shortened => scale.of(short[&message.id]),
                    PreviewFate::Stays => tokens_before,
                },
                kept: self.keep.contains(&message.id),
                can_be_kept: fate != PreviewFate::Stays && !is_summary,
            }
        };
        (0..messages.len()).map(row).collect()
    }
}

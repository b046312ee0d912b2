//! What a compaction did, as data.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::value::RawValue;
use vibeue_core::compaction::replay::Retention;
use vibeue_core::compaction::strategy::CompactedConversation;
use vibeue_core::compaction::{Compaction, Rung, Story, SummaryRecord};
use vibeue_core::conversation::transcript::{self, Format, Layout, Repair};
use vibeue_core::conversation::{Conversation, Message, MessageId};
use vibeue_core::{Error, ErrorKind};

use super::work::Work;
use crate::counting::Counted;
use crate::failure::Result;
use crate::source::{Source, Written};

/// What is printed with `--json`.
#[derive(Serialize)]
pub(super) struct CompactReport {
    pub(super) encoding: &'static str,
    pub(super) exact: bool,
    pub(super) error_bound: f64,
    pub(super) window: u64,
    pub(super) reserve: u64,
    /// The maximum number of tokens that the request may have by this count: if it is an estimate,
    /// this is less than what is available, by the error bound.
    pub(super) budget: u64,
    pub(super) tokens_before: u64,
    pub(super) tokens_after: u64,
    /// `tokens_after` as a share of `tokens_before`.
    pub(super) ratio: f64,
    pub(super) fits: bool,
    pub(super) compacted: bool,
    pub(super) reason: String,
    pub(super) rung: Option<Rung>,
    pub(super) messages_before: usize,
    pub(super) messages_after: usize,
    pub(super) summarized_messages: usize,
    pub(super) pruned_tool_results: usize,
    pub(super) summary: Option<SummaryRecord>,
    pub(super) facts: Retention,
    /// Condensed messages with words of the user or the agent, and how many of them the summary
    /// reports on.
    pub(super) story: StoryReport,
    pub(super) model_calls: u64,
    /// US dollars, if the prices are known.
    pub(super) dollars: Option<f64>,
    /// Tokens of the condensed messages.
    pub(super) tokens_archived: u64,
    pub(super) repairs: Vec<Repair>,
    pub(super) messages: Box<RawValue>,
    pub(super) elapsed_ms: u64,
    /// For the printed form.
    #[serde(skip)]
    pub(super) pruned_messages: Vec<Message>,
    #[serde(skip)]
    pub(super) summarized: Vec<MessageId>,
}

/// How much of what was said the summary covers.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct StoryReport {
    pub(super) found: u64,
    pub(super) kept: u64,
}

impl CompactReport {
    pub(super) fn new(
        work: &Work<'_>,
        available: u64,
        done: &CompactedConversation,
        facts: Retention,
        elapsed_ms: u64,
    ) -> Result<Self> {
        let Work { source, counting, counted, budget } = *work;
        let counter = &counting.counter;
        let compaction = done.compaction.as_deref();
        let tokens_after = done.usage.total();
        let shortened = compaction.map_or(&[][..], |it| &it.shortened);
        let account = compaction.and_then(|it| it.account.as_deref());
        let tokens_before = counted.usage.total();
        Ok(Self {
            encoding: counter.name(),
            exact: counter.is_exact(),
            error_bound: counter.error_bound(),
            window: budget.window,
            reserve: budget.reserve,
            budget: available,
            tokens_before,
            tokens_after,
            ratio: if tokens_before == 0 {
                1.0
            } else {
                tokens_after as f64 / tokens_before as f64
            },
            fits: tokens_after <= available,
            compacted: compaction.is_some(),
            reason: done.reason.clone(),
            rung: compaction.map(|it| it.rung),
            messages_before: source.conversation.messages.len(),
            messages_after: done.after.messages.len(),
            summarized_messages: compaction.map_or(0, |it| it.replaced.len()),
            pruned_tool_results: pruned_results(&source.conversation.messages, shortened),
            summary: compaction.and_then(|it| it.record.clone()),
            facts,
            story: compaction.map_or_else(StoryReport::default, |it| story(source, it)),
            model_calls: account.map_or(0, |account| account.model_calls),
            dollars: account.map_or(Some(0.0), |account| account.dollars),
            tokens_archived: compaction.map_or(0, |it| archived(source, counted, it)),
            repairs: source.repairs.clone(),
            messages: openai_messages(source, &done.after)?,
            elapsed_ms,
            pruned_messages: shortened.to_vec(),
            summarized: compaction.map_or_else(Vec::new, |it| it.replaced.clone()),
        })
    }
}

fn story(source: &Source, compaction: &Compaction) -> StoryReport {
    let messages: Vec<&Message> = source.conversation.messages.iter().collect();
    let Story { found, kept } = Story::of(&messages, compaction);
    StoryReport { found, kept }
}

/// Tokens of the condensed messages.
fn archived(source: &Source, counted: &Counted, compaction: &Compaction) -> u64 {
    let gone: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
    let counts = source.conversation.messages.iter().zip(&counted.tokens);
    counts.filter(|(message, _)| gone.contains(&message.id)).map(|(_, tokens)| tokens).sum()
}

/// How many tool results have a different text than before.
fn pruned_results(before: &[Message], shortened: &[Message]) -> usize {
    let by_id: std::collections::HashMap<_, _> =
        shortened.iter().map(|message| (message.id, message)).collect();
    before
        .iter()
        .filter_map(|message| Some((message, by_id.get(&message.id)?)))
        .map(|(long, short)| {
            long.tool_results()
                .zip(short.tool_results())
                .filter(|(a, b)| a.parts != b.parts)
                .count()
        })
        .sum()
}

/// The messages in OpenAI's chat format, whatever format they were read from.
fn openai_messages(source: &Source, after: &Conversation) -> Result<Box<RawValue>> {
    let origin = match &source.written {
        Written::Transcript { format, .. } => Some(*format),
        Written::Journal { .. } => None,
    };
    let layout = Layout { origin, ..Layout::compact() };
    let text = transcript::write(after, Format::OpenAiArray, &layout)?;
    Ok(RawValue::from_string(text).map_err(|error| {
        Error::new(ErrorKind::Internal, format!("the written messages are not JSON: {error}"))
    })?)
}

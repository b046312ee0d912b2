//! What a compaction did, as data.

use serde::Serialize;
use serde_json::value::RawValue;
use vibeue_core::compaction::replay::Retention;
use vibeue_core::compaction::{Rung, SummaryRecord};
use vibeue_core::conversation::transcript::{self, Format, Layout, Repair};
use vibeue_core::conversation::{Conversation, Message};
use vibeue_core::tokens::Budget;
use vibeue_core::{Error, ErrorKind};

use super::Plan;
use crate::counting::{Counted, Counting};
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
    /// The most tokens that the request may have by this count: where it is an
    /// estimate, fewer than what is available, by the error bound.
    pub(super) budget: u64,
    pub(super) tokens_before: u64,
    pub(super) tokens_after: u64,
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
    pub(super) repairs: Vec<Repair>,
    pub(super) messages: Box<RawValue>,
    pub(super) elapsed_ms: u64,
    /// For the printed form.
    #[serde(skip)]
    pub(super) pruned_messages: Vec<Message>,
    #[serde(skip)]
    pub(super) summarized: Vec<vibeue_core::conversation::MessageId>,
}

impl CompactReport {
    #[expect(clippy::too_many_arguments, reason = "it gathers what the steps before it made")]
    pub(super) fn new(
        source: &Source,
        counting: &Counting,
        budget: &Budget,
        available: u64,
        counted: &Counted,
        plan: &Plan,
        after: &Conversation,
        facts: Retention,
        elapsed_ms: u64,
    ) -> Result<Self> {
        let counter = &counting.counter;
        let compaction = plan.compaction.as_deref();
        let tokens_after = counter.conversation(after).total();
        let shortened = compaction.map_or(&[][..], |it| &it.shortened);
        Ok(Self {
            encoding: counter.name(),
            exact: counter.is_exact(),
            error_bound: counter.error_bound(),
            window: budget.window,
            reserve: budget.reserve,
            budget: available,
            tokens_before: counted.usage.total(),
            tokens_after,
            fits: tokens_after <= available,
            compacted: compaction.is_some(),
            reason: plan.reason.clone(),
            rung: compaction.map(|it| it.rung),
            messages_before: source.conversation.messages.len(),
            messages_after: after.messages.len(),
            summarized_messages: compaction.map_or(0, |it| it.replaced.len()),
            pruned_tool_results: pruned_results(&source.conversation.messages, shortened),
            summary: compaction.and_then(|it| it.record.clone()),
            facts,
            repairs: source.repairs.clone(),
            messages: openai_messages(source, after)?,
            elapsed_ms,
            pruned_messages: shortened.to_vec(),
            summarized: compaction.map_or_else(Vec::new, |it| it.replaced.clone()),
        })
    }
}

/// How many tool results have another text than before.
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

/// The messages in the form of OpenAI's chat, whatever they were read from.
fn openai_messages(source: &Source, after: &Conversation) -> Result<Box<RawValue>> {
    let origin = match &source.written {
        Written::Transcript { format, .. } => Some(*format),
        Written::Journal { .. } => None,
    };
    let layout = Layout { origin, ..Layout::compact() };
    let text = transcript::write(after, Format::OpenAiArray, &layout)?;
    Ok(RawValue::from_string(text).map_err(|error| {
        Error::new(ErrorKind::Internal, format!("the written messages are no JSON: {error}"))
    })?)
}

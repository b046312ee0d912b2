//! Turns a conversation that is too long into one that fits.
//!
//! The ladder's rungs, each tried only if the one before did not bring the
//! request under the target: prune old tool results, summarize, trim what is
//! left. None of them needs a network.

mod covered;
mod doubles;
mod expectation;
mod pressure;
mod pruned_forms;
mod pruning;
mod short;
mod summarizing;
mod trimming;
pub mod written;

use std::borrow::Cow;

pub use self::expectation::Expectation;
use self::pruned_forms::PrunedForms;
use self::short::Short;
use super::applied::Compaction;
use super::digest::DigestOptions;
use super::fingerprint::fingerprint;
use super::keep::KeepList;
use super::layout::Layout;
use super::measure::Measure;
use super::record::{Rung, Strategy, SummaryRecord, record_number};
use super::rules::{Envelope, Line, Room, Summary, SummaryInput};
use super::text::texts_of;
use crate::facts::FactIndex;
use crate::prepared::Prepared;
use crate::secrets::Masked;
use vibeue_conversation::Result;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId, MessageKind, Role};
use vibeue_tokens::grouped;

/// What to compact, and under which constraints.
#[derive(Debug, Clone, Copy)]
pub struct CompactRequest<'a> {
    /// What the model sees now, oldest first.
    pub messages: &'a [&'a Message],
    /// Tokens of each message, in the same order.
    pub tokens: &'a [u64],
    /// Tokens of the request besides the messages: tool schemas, priming.
    pub fixed: u64,
    /// The budget: tokens that a request may use.
    pub available: u64,
    /// The settings in force.
    pub settings: &'a Settings,
    /// Why it runs, as text for the user; kept in the result.
    pub reason: &'a str,
    /// The user asked for it: summarize even if pruning would do, and keep no more than the set
    /// number of recent messages.
    pub forced: bool,
    /// The id for the summary's message.
    pub next_id: MessageId,
    /// The lowest number for the summary's record: 3 for `s3`. Pass one more
    /// than the highest that the conversation ever had, so that no id is used
    /// twice; or 1 if that is unknown, in which case the records in view are
    /// counted.
    pub next_record: u64,
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
}

/// The result of a compaction.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A compaction that brings the request within the budget, to be applied.
    Compacted(Box<Compaction>),
    /// Nothing was done, and why; the request fits as it is.
    Unchanged(String),
}

/// Finds the compaction that brings a request within its budget.
///
/// Pure and deterministic: the same input gives the same output.
///
/// # Errors
/// [`vibeue_conversation::ErrorKind::Irreducible`] if the parts that must stay do not fit: the
/// error names them, their sizes and the excess.
pub fn compact(request: &CompactRequest<'_>, measure: &impl Measure) -> Result<Outcome> {
    Ladder::new(request, measure, &Masked::of(request.messages), None).climb()
}

/// Like [`compact`], with what was found out about these messages before: the
/// same result sooner.
///
/// # Errors
/// Those of [`compact`].
pub fn compact_prepared(
    request: &CompactRequest<'_>,
    prepared: &Prepared,
    measure: &impl Measure,
) -> Result<Outcome> {
    Ladder::new(request, measure, &prepared.masked, Some(&prepared.facts)).climb()
}

/// The digest options that the settings ask for.
pub fn digest_options(settings: &Settings) -> DigestOptions {
    DigestOptions {
        preserve_error_details: settings.preserve_error_details,
        ..DigestOptions::default()
    }
}

struct Ladder<'a, M> {
    request: &'a CompactRequest<'a>,
    layout: Layout<'a>,
    /// The messages with secrets masked: summaries, digests and facts are made
    /// from these. Messages that stay unchanged come from the layout.
    view: Cow<'a, [&'a Message]>,
    /// The facts of the messages as they are, if they were read before.
    index: Option<&'a FactIndex>,
    measure: &'a M,
    options: DigestOptions,
    /// What the user never wants to lose.
    keep: KeepList<'a>,
    pruned: PrunedForms,
    /// Nothing below the threshold was found: the budget itself is the limit.
    spends_budget: bool,
}

/// Steps from the configured target to the softest one.
const STEPS: u64 = 10;

/// About how many new facts each message of a long conversation adds.
const FACTS_PER_MESSAGE: usize = 6;
/// On average a fact takes at least this many tokens.
const TOKENS_PER_FACT: u64 = 16;

/// Tokens of a summary's tags, note and message overhead, rounded up:
/// attributes vary by a few tokens.
const ENVELOPE: u64 = 62;

/// How many tokens the seals of two texts may differ by.
const SEAL: u64 = 4;

impl<'a, M: Measure> Ladder<'a, M> {
    fn new(
        request: &'a CompactRequest<'a>,
        measure: &'a M,
        masked: &'a Masked,
        index: Option<&'a FactIndex>,
    ) -> Self {
        debug_assert_eq!(request.messages.len(), request.tokens.len());
        let layout = Layout::new(request.messages, request.tokens, request.fixed);
        let view = masked.shared_view(request.messages);
        let pruned = PrunedForms::of(&view, request.tokens);
        let options = digest_options(request.settings);
        let keep = KeepList::of(request.settings);
        let spends_budget = false;
        Self { request, layout, view, index, measure, options, keep, pruned, spends_budget }
    }
}

impl<M: Measure> Ladder<'_, M> {
    fn climb(mut self) -> Result<Outcome> {
        self.layout.check(self.request.available)?;
        let total = self.layout.total();
        let goal = self.goal();
        if !self.request.forced && total <= goal {
            return Ok(Outcome::Unchanged("the request is already within the target".to_owned()));
        }
        if !self.request.forced
            && let Some(compaction) = self.prune_to(goal)
        {
            return Ok(Outcome::Compacted(Box::new(compaction)));
        }
        let recent = self.layout.tail_start(self.request.settings.recent_messages_to_keep as usize);
        let pressing = self.is_pressing(total, goal);
        let worthwhile = self.worthwhile(recent, total, goal);
        if !worthwhile && !pressing {
            return Ok(Outcome::Unchanged(
                "there is nothing to condense except the recent messages".to_owned(),
            ));
        }
        let mut found = self.shrink(recent, goal, pressing);
        if found.is_none() && total > self.request.available {
            // It has to fit, even if the next message compacts again.
            self.spends_budget = true;
            found = self.shrink(recent, goal, pressing);
        }
        match found {
            Some(compaction) => Ok(Outcome::Compacted(Box::new(compaction))),
            None if total > self.request.available => {
                Err(self.layout.irreducible(self.smallest_rest(), self.request.available))
            }
            None if pressing => Ok(Outcome::Unchanged(format!(
                "the parts that must stay take {} of {} tokens, and the rest is already as short as possible",
                grouped(self.layout.mandatory()),
                grouped(self.request.available)
            ))),
            None => Ok(Outcome::Unchanged(
                "a summary would not be smaller than what it replaces".to_owned(),
            )),
        }
    }

    /// Condenses what is before the recent messages; if that is not enough for a pressing request,
    /// cuts what is kept, too.
    fn shrink(&self, recent: usize, goal: u64, pressing: bool) -> Option<Compaction> {
        let mut found = self.summarize(recent, goal, self.request.forced);
        if found.is_none() && pressing && !self.request.forced {
            found = self.summarize(recent, goal, true);
        }
        if found.is_none() && pressing {
            found = self.trim(goal);
        }
        found
    }

    fn goal(&self) -> u64 {
        portion(self.request.settings.target_ratio, self.request.available)
    }

    /// The targets to try in turn: the configured one; then, in steps, up to
    /// the same share of the room that the system prompt, pins and the newest
    /// request leave; then, in steps, up to just below the threshold; finally
    /// the budget itself.
    fn goals(&self, goal: u64) -> Vec<u64> {
        let available = self.request.available;
        let settings = self.request.settings;
        let mandatory = self.layout.mandatory();
        let soft = mandatory + portion(settings.target_ratio, available.saturating_sub(mandatory));
        let below_threshold = self.below_threshold();
        let softest = goal.max(soft.min(below_threshold));
        let mut goals: Vec<u64> =
            (0..=STEPS).map(|step| goal + (softest - goal) * step / STEPS).collect();
        let above = below_threshold.saturating_sub(softest);
        goals.extend((1..=STEPS).map(|step| softest + above * step / STEPS));
        goals.push(available);
        goals.dedup();
        let limit = self.limit();
        goals.retain(|goal| *goal <= limit);
        goals
    }

    /// Returns whether anything before `tail` may be condensed that is not already a summary.
    fn anything_new(&self, tail: usize) -> bool {
        self.layout.condensable(tail).any(|at| self.layout.messages[at].kind == MessageKind::Normal)
    }

    /// Returns whether there is anything to condense: before the recent messages or, while there is
    /// no summary yet, among them.
    fn worthwhile(&self, recent: usize, total: u64, goal: u64) -> bool {
        let settings = self.request.settings;
        let fewest = self.layout.tail_start(settings.minimum_recent_messages as usize);
        let summarized = self.layout.messages.iter().any(|m| m.kind == MessageKind::Summary);
        self.anything_new(recent) || (!summarized && total > goal && self.anything_new(fewest))
    }

    /// The texts that the model still reads next to a summary of the messages
    /// before `start`.
    fn kept_texts<'s>(&'s self, start: usize, shorts: &'s [Short]) -> Vec<&'s str> {
        let mut short = shorts.iter().peekable();
        let mut texts = Vec::new();
        for at in 0..self.layout.messages.len() {
            let shortened = short.next_if(|short| short.at == at);
            if at >= start || self.layout.stays(at) {
                let message = shortened.map_or(self.layout.messages[at], |short| &short.message);
                texts.extend(texts_of(message));
            }
        }
        texts
    }

    /// The maximum number of tokens for a summary and its ledger.
    fn caps(&self) -> Room {
        room(self.request.settings, self.request.available)
    }

    /// The maximum number of tokens for a summary of `condensed` tokens.
    fn wanted(&self, condensed: u64) -> u64 {
        wanted(self.caps().total, condensed)
    }

    /// Adds the condensable messages of `from..to` to the summary's input.
    fn add_to<'m>(&'m self, input: &mut SummaryInput<'m>, from: usize, to: usize) {
        // A hundred thousand one-word messages hold next to nothing.
        let tokens: u64 = self.layout.tokens[from.min(to)..to].iter().sum();
        let most = usize::try_from(tokens / TOKENS_PER_FACT).unwrap_or(usize::MAX);
        input.facts.reserve((to.saturating_sub(from) * FACTS_PER_MESSAGE).min(most));
        for at in self.layout.condensable(to) {
            if at >= from {
                input.add(&self.view, at, self.layout.tokens[at], self.index_of(at));
            }
        }
        input.settle();
        for call in self.view[to..].iter().flat_map(|message| message.tool_calls()) {
            input.calculated.read(&call.arguments);
        }
    }

    /// The index that holds the facts of the message at a place; `None` if there is none, or what
    /// is masked in the message would be among them.
    fn index_of(&self, at: usize) -> Option<&FactIndex> {
        self.index.filter(|_| std::ptr::eq(self.view[at], self.request.messages[at]))
    }

    /// Writes a summary within `free` tokens.
    fn write(
        &self,
        input: &SummaryInput<'_>,
        start: usize,
        shorts: &[Short],
        free: u64,
    ) -> Summary {
        let mut lines = input.lines(&self.options);
        self.keep_in(&mut lines, start, shorts);
        self.write_lines(input, &lines, start, shorts, (free, false))
    }

    /// Adds what the user never wants to lose to the lines of a summary of the
    /// messages before `start`, and of what is cut after it.
    fn keep_in(&self, lines: &mut Vec<Line>, start: usize, shorts: &[Short]) {
        let gone = self.layout.condensable(start).map(|at| self.view[at]);
        let cut = shorts.iter().map(|short| (self.view[short.at], &short.message));
        self.keep.add_to(lines, gone, cut);
    }

    /// Writes a summary of the given lines within `free` tokens; they may
    /// include a model's notes.
    fn write_lines(
        &self,
        input: &SummaryInput<'_>,
        lines: &[Line],
        start: usize,
        shorts: &[Short],
        (free, for_notes): (u64, bool),
    ) -> Summary {
        let kept = self.kept_texts(start, shorts);
        let mut facts = Cow::Borrowed(&input.facts);
        if !shorts.is_empty() {
            // What a shortened message no longer says may matter, too.
            let all = facts.to_mut();
            shorts.iter().for_each(|short| all.extend(self.view[short.at]));
        }
        let ledger = self.caps().ledger;
        let wanted = self.wanted(input.tokens + input.carried_tokens * 3);
        let room = Room { total: wanted.min(free), ledger, for_notes };
        Summary::write(input, &facts, lines, &kept, room, self.measure)
    }

    fn kept_tokens(&self, start: usize, shorts: &[Short]) -> u64 {
        let saved: u64 =
            shorts.iter().map(|short| self.layout.tokens[short.at] - short.tokens).sum();
        let tail: u64 = self.layout.free_tail(start).map(|at| self.layout.tokens[at]).sum();
        self.layout.mandatory() + tail - saved
    }

    /// Tags and note around a summary of this input.
    fn envelope(&self, input: &SummaryInput<'_>) -> Envelope {
        // Above every summary in view: a pinned one stays next to this one.
        let number = self
            .layout
            .messages
            .iter()
            .filter(|message| message.kind == MessageKind::Summary)
            .filter_map(|message| {
                let (older, _) = Envelope::unwrap(message.texts().next()?)?;
                record_number(&older.id)
            })
            .max()
            .map_or(1, |number| number + 1)
            .max(self.request.next_record);
        Envelope {
            id: format!("s{number}"),
            depth: input.parent.as_ref().map_or(0, |parent| parent.depth.saturating_add(1)),
            messages: input.messages(),
            span: input.span(),
        }
    }

    /// Tokens of the tags and note around a summary of this input.
    fn around(&self, input: &SummaryInput<'_>) -> u64 {
        let empty = self.envelope(input).wrap("");
        // The seal of another text may take a few more.
        self.measure.message(&Message::text(self.request.next_id, Role::User, empty)) + SEAL
    }

    /// Assembles the compaction and counts the result.
    fn install(
        &self,
        input: &SummaryInput<'_>,
        summary: Summary,
        start: usize,
        shorts: Vec<Short>,
        rung: Rung,
    ) -> Compaction {
        let condensed = self.layout.condensable(start).map(|at| self.layout.messages[at]);
        let replaced: Vec<MessageId> = condensed.clone().map(|message| message.id).collect();
        let parent = input.parent.as_ref();
        let envelope = self.envelope(input);
        let mut message =
            Message::text(self.request.next_id, Role::User, envelope.wrap(&summary.body));
        message.kind = MessageKind::Summary;
        let before = self.layout.total();
        let after = self.kept_tokens(start, &shorts) + self.measure.message(&message);
        let record = SummaryRecord {
            id: envelope.id.clone(),
            timestamp: self.request.now,
            depth: envelope.depth,
            parent: parent.map(|parent| parent.id.clone()),
            key_points: summary.key_points(),
            context: summary.context(input, &self.options),
            narrative: summary.body,
            ledger: summary.ledger,
            condensed: replaced.clone(),
            sha256: fingerprint(condensed),
            tokens_before: before,
            tokens_after: after,
            strategy: Strategy::Rules,
            writer: None,
            rung,
            duration_ms: 0,
            native: None,
        };
        Compaction {
            reason: self.request.reason.to_owned(),
            rung,
            replaced,
            summary: Some(message),
            record: Some(record),
            account: None,
            shortened: shorts.into_iter().map(|short| short.message).collect(),
            tokens_before: before,
            tokens_after: after,
        }
    }
}

/// The maximum number of tokens for a summary and its ledger.
fn room(settings: &Settings, available: u64) -> Room {
    let ledger = portion(settings.ledger_share, available).min(settings.summary_max_tokens);
    let summary = portion(settings.summary_share, available).min(settings.summary_max_tokens);
    Room { total: summary + ledger, ledger, for_notes: false }
}

/// The maximum number of tokens for a summary of `condensed` tokens, of `most` in any case.
fn wanted(most: u64, condensed: u64) -> u64 {
    most.min((condensed * 2 / 5).max(256))
}

/// `ratio x whole`, rounded down, never more than the whole.
fn portion(ratio: f64, whole: u64) -> u64 {
    ((ratio * whole as f64 + 1e-9).max(0.0) as u64).min(whole)
}

#[cfg(test)]
mod tests;

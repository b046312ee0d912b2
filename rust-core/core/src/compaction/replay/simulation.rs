//! Playing a conversation again.

use std::collections::HashMap;

use super::{ReplayCompaction, ReplayRequest};
use crate::compaction::{
    CompactRequest, Compaction, Measure, Outcome, Situation, Trigger, compact,
};
use crate::conversation::{Conversation, Message, MessageId, Role};
use crate::settings::Settings;

/// What became of a conversation that was played again.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The requests in their order.
    pub requests: Vec<ReplayRequest>,
    /// What the model would see after the last message.
    pub messages: Vec<Message>,
    /// Tokens that a request may have.
    pub available: u64,
}

impl Replay {
    /// Plays a conversation again under settings.
    ///
    /// `tokens` are those of each message, `fixed` those of a request beside
    /// its messages. A request goes out before each assistant message, with
    /// all messages before that one; the trigger is asked each time, and what
    /// it starts is the rule-based compaction.
    ///
    /// Takes time in proportion to the messages, and for each compaction to
    /// what the model sees then.
    pub fn of(
        conversation: &Conversation,
        tokens: &[u64],
        fixed: u64,
        available: u64,
        settings: &Settings,
        measure: &impl Measure,
    ) -> Self {
        let mut player = Player {
            fixed,
            available,
            settings,
            measure,
            trigger: Trigger::new(),
            view: View::default(),
            next_id: conversation.next_id(),
            depth: 0,
        };
        let mut requests = Vec::new();
        for (at, (message, tokens)) in conversation.messages.iter().zip(tokens).enumerate() {
            if message.role == Role::Assistant && at > 0 {
                requests.push(player.send(at));
            }
            player.view.push(message.clone(), *tokens);
            player.trigger.message_added(message.is_user_request());
        }
        Self { requests, messages: player.view.messages, available }
    }

    /// How often a compaction ran.
    pub fn compactions(&self) -> usize {
        self.requests.iter().filter(|request| request.compaction.is_some()).count()
    }

    /// The share of the budget that each request filled as it was sent.
    pub fn fill_ratios(&self) -> impl Iterator<Item = f64> + '_ {
        self.requests.iter().map(|request| request.tokens as f64 / self.available.max(1) as f64)
    }

    /// The largest share of the budget that a request filled.
    pub fn peak_ratio(&self) -> f64 {
        self.fill_ratios().fold(0.0, f64::max)
    }

    /// Requests that were larger than the budget: a provider would have
    /// refused them.
    pub fn over_budget(&self) -> usize {
        self.requests.iter().filter(|request| request.tokens > self.available).count()
    }

    /// Tokens of all requests.
    pub fn input_tokens(&self) -> u64 {
        self.requests.iter().map(|request| request.tokens).sum()
    }

    /// Tokens of all requests that came out of the provider's prompt cache.
    pub fn cached_tokens(&self) -> u64 {
        self.requests.iter().map(|request| request.cached).sum()
    }

    /// What all requests cost, in tokens at full price, where a cached token
    /// costs the given share of it.
    pub fn cost(&self, cached_share: f64) -> f64 {
        let cached = self.cached_tokens();
        (self.input_tokens() - cached) as f64 + cached as f64 * cached_share
    }

    /// The most tokens that one compaction took away.
    pub fn biggest_drop(&self) -> u64 {
        let compactions = self.requests.iter().filter_map(|request| request.compaction.as_ref());
        compactions.map(|it| it.before.saturating_sub(it.after)).max().unwrap_or(0)
    }
}

/// What the model sees, with the tokens of each message.
#[derive(Default)]
struct View {
    messages: Vec<Message>,
    tokens: Vec<u64>,
    total: u64,
    /// System messages, which the trigger does not count.
    system: u64,
    /// How many messages at the beginning are as in the last request; `None`
    /// before the first one.
    unchanged: Option<usize>,
    /// Their tokens.
    unchanged_tokens: u64,
}

impl View {
    fn push(&mut self, message: Message, tokens: u64) {
        self.system += u64::from(message.role == Role::System);
        self.total += tokens;
        self.messages.push(message);
        self.tokens.push(tokens);
    }

    fn apply(&mut self, compaction: &Compaction, measure: &impl Measure) {
        let mut known: HashMap<MessageId, u64> =
            self.messages.iter().map(|message| message.id).zip(self.tokens.drain(..)).collect();
        for changed in compaction.shortened.iter().chain(&compaction.summary) {
            known.insert(changed.id, measure.message(changed));
        }
        let after = compaction.apply(&self.messages);
        let same = self.messages.iter().zip(&after).take_while(|(old, new)| old == new).count();
        self.tokens = after
            .iter()
            .map(|message| known.get(&message.id).copied().unwrap_or_default())
            .collect();
        self.total = self.tokens.iter().sum();
        self.system = after.iter().filter(|message| message.role == Role::System).count() as u64;
        self.messages = after;
        if let Some(unchanged) = self.unchanged.as_mut().filter(|unchanged| **unchanged > same) {
            *unchanged = same;
            self.unchanged_tokens = self.tokens[..same].iter().sum();
        }
    }

    /// Notes that all of it was sent.
    fn sent(&mut self) {
        self.unchanged = Some(self.messages.len());
        self.unchanged_tokens = self.total;
    }
}

struct Player<'a, M> {
    fixed: u64,
    available: u64,
    settings: &'a Settings,
    measure: &'a M,
    trigger: Trigger,
    view: View,
    next_id: MessageId,
    depth: u32,
}

impl<M: Measure> Player<'_, M> {
    /// Sends the request that the message at `answer` answers.
    fn send(&mut self, answer: usize) -> ReplayRequest {
        let used = self.fixed + self.view.total;
        self.trigger.observe(used, self.available, self.settings);
        let situation = Situation {
            used,
            available: self.available,
            messages: self.view.messages.len() as u64 - self.view.system,
            depth: self.depth,
        };
        let decision = self.trigger.decide(&situation, self.settings);
        let mut compaction = None;
        let mut failure = None;
        if decision.start.is_some() {
            match self.compact(&decision.to_string()) {
                Ok(Some(done)) => compaction = Some(done),
                Ok(None) => self.trigger.failed(),
                Err(why) => {
                    self.trigger.failed();
                    failure = Some(why.to_string());
                }
            }
        }
        let cached = self.view.unchanged.map_or(0, |_| self.fixed + self.view.unchanged_tokens);
        self.view.sent();
        let tokens = self.fixed + self.view.total;
        ReplayRequest { answer, tokens, cached, compaction, failure }
    }

    fn compact(&mut self, reason: &str) -> crate::Result<Option<ReplayCompaction>> {
        let messages: Vec<&Message> = self.view.messages.iter().collect();
        let outcome = compact(
            &CompactRequest {
                messages: &messages,
                tokens: &self.view.tokens,
                fixed: self.fixed,
                available: self.available,
                settings: self.settings,
                reason,
                forced: false,
                next_id: self.next_id,
                // Nobody reads the records of a replay.
                now: 0,
            },
            self.measure,
        )?;
        let Outcome::Compacted(compaction) = outcome else {
            return Ok(None);
        };
        if compaction.summary.is_some() {
            self.next_id = MessageId(self.next_id.0 + 1);
        }
        if let Some(record) = &compaction.record {
            self.depth = record.depth.saturating_add(1);
        }
        let before = self.fixed + self.view.total;
        self.view.apply(&compaction, self.measure);
        let after = self.fixed + self.view.total;
        self.trigger.compacted(before, after, self.available, self.settings);
        Ok(Some(ReplayCompaction { rung: compaction.rung, before, after }))
    }
}

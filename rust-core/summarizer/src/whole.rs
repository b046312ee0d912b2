//! Compacts a whole conversation at once, such as one from a file.

use std::sync::Arc;
use std::time::Instant;

use super::{CompactionJob, SummaryCache, SummaryModel, run};
use vibeue_compaction::ladder::Outcome;
use vibeue_compaction::{Account, Compaction, Decision, Prepared, Reason, Snapshot, Trigger};
use vibeue_conversation::settings::Settings;
use vibeue_conversation::transcript::{self, Format, Layout};
use vibeue_conversation::{Conversation, Message, MessageId, Result};
use vibeue_tokens::{Counter, Usage};

/// A whole conversation to be compacted at once, with everything that decides
/// how.
///
/// A live session does the same step by step, alongside the chat.
#[derive(Debug, Clone, Copy)]
pub struct WholeConversation<'a> {
    /// The conversation.
    pub conversation: &'a Conversation,
    /// Tokens of each message, in the same order.
    pub tokens: &'a [u64],
    /// Tokens of the request besides the messages: tool schemas, priming.
    pub fixed: u64,
    /// The budget: tokens that a request may use.
    pub available: u64,
    /// The settings in force.
    pub settings: &'a Settings,
    /// Compact even if the trigger would not fire: the user asked for it.
    pub by_hand: bool,
    /// What the user wants to see in the summary; used by models only.
    pub instructions: Option<&'a str>,
    /// The format in which the result will be written and must be recognizable;
    /// `None` if it is not written as a transcript.
    pub written_as: Option<(Format, &'a Layout)>,
    /// Whether the result goes into a journal, which records an account of it.
    pub journaled: bool,
    /// The id for the summary's message.
    pub next_id: MessageId,
    /// The lowest number for the summary's record; see
    /// [`CompactRequest::next_record`](vibeue_compaction::CompactRequest::next_record).
    pub next_record: u64,
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
    /// Counts the tokens.
    pub counter: Counter,
    /// What was found out about these messages before, if anything; used by
    /// rules only.
    pub prepared: Option<&'a Prepared>,
}

/// The result of compacting a whole conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct CompactedConversation {
    /// What was done; `None` if nothing was.
    pub compaction: Option<Box<Compaction>>,
    /// Why it was done, or why not, as text for the user.
    pub reason: String,
    /// The resulting conversation.
    pub after: Conversation,
    /// Its tokens, by what they are spent on.
    pub usage: Usage,
    /// What the user should know about how it was made.
    pub warnings: Vec<String>,
}

impl WholeConversation<'_> {
    /// Compacts if the trigger fires or the user asked for it: by rules if
    /// there are no models, otherwise as the settings say.
    ///
    /// If the trigger does not fire, or is switched off, the result may still
    /// be larger than the budget.
    ///
    /// # Errors
    /// Those of [`run()`], and if the result cannot be written in its format.
    pub async fn compact(&self, models: &[SummaryModel]) -> Result<CompactedConversation> {
        let done = self.attempt(models).await?;
        if done.compaction.is_none() || done.usage.total() <= self.available {
            return Ok(done);
        }
        // The summary names the file's format; reserve room for that.
        let available = self.available.saturating_sub(transcript::SETTLED_TOKENS);
        let mut done = Self { available, ..*self }.attempt(models).await?;
        if let Some(account) = done.compaction.as_mut().and_then(|it| it.account.as_mut()) {
            account.budget = self.available;
        }
        Ok(done)
    }

    async fn attempt(&self, models: &[SummaryModel]) -> Result<CompactedConversation> {
        let messages: Vec<&Message> = self.conversation.messages.iter().collect();
        let snapshot = Snapshot {
            messages: &messages,
            tokens: self.tokens,
            fixed: self.fixed,
            available: self.available,
            settings: self.settings,
            next_id: self.next_id,
            next_record: self.next_record,
            now: self.now,
        };
        let decision = self.decide(&snapshot);
        let mut reason = decision.to_string();
        let (outcome, warnings) = match models {
            [] => (self.by_rules(&snapshot, &decision)?, Vec::new()),
            models => self.by_models(&decision, models).await?,
        };
        let compaction = match outcome {
            Some(Outcome::Compacted(compaction)) => Some(compaction),
            Some(Outcome::Unchanged(why)) => {
                reason = format!("{reason}; {why}");
                None
            }
            None => None,
        };
        let after = self.after(compaction.as_deref())?;
        let usage = self.counter.conversation(&after);
        Ok(CompactedConversation { compaction, reason, after, usage, warnings })
    }

    fn decide(&self, snapshot: &Snapshot<'_>) -> Decision {
        // The maximum depth limits what a model may do alongside a chat; here
        // each run was requested by the user.
        let situation = snapshot.situation(0);
        let trigger = Trigger::new();
        if self.by_hand {
            trigger.decide_manual(&situation, self.settings)
        } else {
            trigger.decide(&situation, self.settings)
        }
    }

    /// Compacts without a model, and without copying the messages: there may be
    /// hundreds of thousands.
    fn by_rules(&self, snapshot: &Snapshot<'_>, decision: &Decision) -> Result<Option<Outcome>> {
        let began = Instant::now();
        let mut outcome = snapshot.compact_prepared(decision, self.prepared, &self.counter)?;
        if let Some(Outcome::Compacted(compaction)) = &mut outcome {
            let duration_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
            if let Some(record) = &mut compaction.record {
                record.duration_ms = duration_ms;
            }
            if self.journaled {
                let mut account = Account::of(snapshot.messages, compaction, self.available);
                account.duration_ms = compaction.record.as_ref().map_or(0, |it| it.duration_ms);
                account.dollars = Some(0.0);
                compaction.account = Some(Box::new(account));
            }
        }
        Ok(outcome)
    }

    async fn by_models(
        &self,
        decision: &Decision,
        models: &[SummaryModel],
    ) -> Result<(Option<Outcome>, Vec<String>)> {
        let Some(start) = decision.start else { return Ok((None, Vec::new())) };
        let job = CompactionJob {
            messages: self.conversation.messages.iter().cloned().map(Arc::new).collect(),
            tokens: self.tokens.to_vec(),
            fixed: self.fixed,
            available: self.available,
            settings: Arc::new(self.settings.clone()),
            reason: decision.to_string(),
            forced: start == Reason::Manual,
            instructions: self.instructions.map(str::to_owned),
            model_allowed: decision.model_allowed,
            next_id: self.next_id,
            next_record: self.next_record,
            now: self.now,
            counter: self.counter,
        };
        let report = run(job, models, &SummaryCache::new()).await?;
        Ok((Some(report.outcome), report.warnings))
    }

    /// The resulting conversation, in a form that can be written in its format.
    fn after(&self, compaction: Option<&Compaction>) -> Result<Conversation> {
        let before = self.conversation;
        let Some(compaction) = compaction else { return Ok(before.clone()) };
        let mut after = Conversation {
            messages: compaction.apply(&before.messages),
            tools: before.tools.clone(),
            extra: before.extra.clone(),
        };
        if let Some((format, layout)) = self.written_as {
            transcript::settle(&mut after, format, layout)?;
        }
        Ok(after)
    }
}

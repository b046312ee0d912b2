//! A conversation at a moment when a compaction may start.

use super::{
    CompactRequest, Decision, Measure, Outcome, Prepared, Reason, Situation, compact,
    compact_prepared,
};
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId, Result, Role};

/// What the model sees, with token counts, at a moment when a compaction may
/// start.
///
/// The owner of a conversation creates one, passes its
/// [situation](Self::situation) to a [`Trigger`](super::Trigger), and passes
/// the decision to [`Snapshot::compact`].
#[derive(Debug, Clone, Copy)]
pub struct Snapshot<'a> {
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
    /// The id for the summary's message.
    pub next_id: MessageId,
    /// The lowest number for the summary's record; see
    /// [`CompactRequest::next_record`].
    pub next_record: u64,
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
}

impl Snapshot<'_> {
    /// What a trigger decides by, if the current summary builds on `depth`
    /// others.
    pub fn situation(&self, depth: u32) -> Situation {
        let spoken = self.messages.iter().filter(|message| message.role != Role::System);
        Situation {
            used: self.fixed + self.tokens.iter().sum::<u64>(),
            available: self.available,
            messages: spoken.count() as u64,
            depth,
        }
    }

    /// Compacts by rules, as a trigger decided; `None` if the decision is not
    /// to start.
    ///
    /// # Errors
    /// Those of [`compact`].
    pub fn compact(&self, decision: &Decision, measure: &impl Measure) -> Result<Option<Outcome>> {
        self.compact_prepared(decision, None, measure)
    }

    /// The same, with what was found out about the messages before, if
    /// anything.
    ///
    /// # Errors
    /// Those of [`compact`].
    pub fn compact_prepared(
        &self,
        decision: &Decision,
        prepared: Option<&Prepared>,
        measure: &impl Measure,
    ) -> Result<Option<Outcome>> {
        let Some(start) = decision.start else { return Ok(None) };
        let request = CompactRequest {
            messages: self.messages,
            tokens: self.tokens,
            fixed: self.fixed,
            available: self.available,
            settings: self.settings,
            reason: &decision.to_string(),
            forced: start == Reason::Manual,
            next_id: self.next_id,
            next_record: self.next_record,
            now: self.now,
        };
        match prepared {
            Some(prepared) => compact_prepared(&request, prepared, measure),
            None => compact(&request, measure),
        }
        .map(Some)
    }
}

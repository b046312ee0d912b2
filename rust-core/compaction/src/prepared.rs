//! What is found out about a conversation before it is compacted.

use super::facts::FactIndex;
use super::secrets::Masked;

/// What a compaction needs to know of each message: its facts, and where its
/// secrets are masked.
///
/// Reading the messages for that takes most of the time of a compaction by rules. A caller with two
/// threads computes it beforehand, while something else is done; [`compact`](super::compact) does
/// it itself.
#[derive(Debug, Default)]
pub struct Prepared {
    /// The conversation with its secrets masked.
    pub(crate) masked: Masked,
    /// The facts of the conversation as it is, secrets included.
    pub(crate) facts: FactIndex,
}

impl Prepared {
    /// Takes what was found out about all messages of a conversation.
    pub fn new(masked: Masked, mut facts: FactIndex) -> Self {
        // A long conversation holds hundreds of thousands of facts.
        facts.settle();
        Self { masked, facts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Letters, Measure};
    use crate::{CompactRequest, Outcome, compact, compact_prepared};
    use vibeue_conversation::settings::Settings;
    use vibeue_conversation::{Message, MessageId, Role};

    /// A conversation with rules, errors, repeated names and a password.
    fn talk() -> Vec<Message> {
        let mut talk =
            vec![Message::text(MessageId(1), Role::System, "Doors are in Source/Doors.")];
        for turn in 0..60_u64 {
            let id = 2 + turn * 3;
            let said = format!(
                "never save L_{turn}. Door_{} costs ${turn}20, and DB_PASSWORD=hunter{turn}secret is mine",
                turn % 7
            );
            let result = format!(
                "{{\"leg_id\": \"AB{turn:04}\", \"door\": \"Door_{}\", \"log\": \"error C{turn}: lost\"}}",
                turn % 5
            );
            talk.push(Message::text(MessageId(id), Role::User, said));
            talk.push(Message::tool_result(MessageId(id + 1), "c", Some("look"), result, false));
            let told =
                format!("Door_{turn} was cut off, so I turned AB{turn:04}. Next step: L_{turn}.");
            talk.push(Message::text(MessageId(id + 2), Role::Assistant, told));
        }
        talk
    }

    #[test]
    fn what_was_found_out_before_changes_nothing_in_the_result() {
        let talk = talk();
        let messages: Vec<&Message> = talk.iter().collect();
        let tokens: Vec<u64> = talk.iter().map(|it| Letters.message(it)).collect();
        let settings = Settings::default();
        let prepared = Prepared::new(Masked::of(&messages), FactIndex::of(&talk));
        assert!(prepared.masked.count() > 0);
        let mut done = 0;
        for available in [900, 1_800, 3_000, 4_000, 5_000] {
            for forced in [false, true] {
                let request = CompactRequest {
                    messages: &messages,
                    tokens: &tokens,
                    fixed: 30,
                    available,
                    settings: &settings,
                    reason: "asked for",
                    forced,
                    next_id: MessageId(9_999),
                    next_record: 1,
                    now: 0,
                };
                let alone = compact(&request, &Letters).ok();
                assert_eq!(compact_prepared(&request, &prepared, &Letters).ok(), alone);
                done += usize::from(matches!(alone, Some(Outcome::Compacted(_))));
            }
        }
        assert!(done >= 6, "{done}");
    }
}

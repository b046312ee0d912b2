//! The facts of a conversation, and the messages that hold each.

use super::findings::{Findings, Places};
use super::{Fact, FactSet, message};
use vibeue_conversation::{Message, MessageId};

/// The facts of a whole conversation, with the messages that hold each: every
/// message is read once, however often the facts of some of them are asked for.
///
/// Reading is most of what a compaction by rules costs, and nothing else needs
/// to be known for it. So a program can make an index on another thread while
/// it counts the tokens.
#[derive(Debug, Clone, Default)]
pub struct FactIndex {
    facts: FactSet,
    findings: Findings,
}

impl FactIndex {
    /// Reads the messages of a conversation.
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Self {
        let mut facts = FactSet::noting();
        for message in messages {
            let reports_error = message::extract(&mut facts, message);
            facts.close_message(message.id, reports_error);
        }
        let mut findings = facts.take_findings();
        findings.finish();
        Self { facts, findings }
    }

    /// The facts of all messages.
    pub fn facts(&self) -> &FactSet {
        &self.facts
    }

    /// The facts that must survive, see [`Fact::is_vital`].
    pub fn vital(&self) -> impl Iterator<Item = &Fact> {
        self.facts.vital()
    }

    /// Adds the facts of the message at a place of the conversation to another
    /// set, as reading it would. Returns whether a result in the message may
    /// report an error; `None` where the message must be read, because what is
    /// taken from it depends on what else is in the set, or it is not the
    /// message that was read.
    ///
    /// Pass the same `places` for all messages of one set, empty at first.
    pub(crate) fn copy(
        &self,
        at: usize,
        id: MessageId,
        set: &mut FactSet,
        places: &mut Places,
    ) -> Option<bool> {
        self.findings.copy((at, id), &self.facts, set, places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::Role;

    /// Messages that share facts, with keys and without, and one that holds more
    /// than a message may add.
    fn talk() -> Vec<Message> {
        let mut talk = vec![
            Message::text(MessageId(1), Role::System, "Doors are in Source/Doors/Door.cpp."),
            Message::text(MessageId(2), Role::User, "never save HXDUBJ. it costs $120, see Door_7"),
        ];
        let result = |id, text: &str| {
            Message::tool_result(MessageId(id), "c", Some("look"), text.to_owned(), false)
        };
        talk.push(result(3, r#"{"reservation_id": "HXDUBJ", "leg": "Door_7", "price": 120.5}"#));
        talk.push(result(4, r#"{"booking": "HXDUBJ", "door": "Door_7", "Door_7": "error: 4 lost"}"#));
        let log: String = (0..90).map(|at| format!("D{at}.cpp(3): error C{at}: lost\n")).collect();
        talk.push(result(5, &log));
        talk.push(result(6, &log[..600]));
        talk.push(Message::text(MessageId(7), Role::Assistant, "Let's use Door_7. Next step: HXDUBJ"));
        talk
    }

    fn copied(index: &FactIndex, some: &[&Message], places: &[usize]) -> (FactSet, usize) {
        let (mut set, mut known, mut read) = (FactSet::new(), Places::default(), 0);
        for (message, at) in some.iter().zip(places) {
            if let Some(error) = index.copy(*at, message.id, &mut set, &mut known) {
                assert_eq!(error, FactSet::new().extend_noting_errors(message));
            } else {
                set.extend(message);
                read += 1;
            }
        }
        (set, read)
    }

    #[test]
    fn the_facts_of_some_messages_are_those_that_reading_them_alone_finds() {
        let talk = talk();
        let index = FactIndex::of(&talk);
        assert_eq!(*index.facts(), FactSet::of(&talk));
        for chosen in 0..1_usize << talk.len() {
            let places: Vec<usize> = (0..talk.len()).filter(|at| chosen >> at & 1 == 1).collect();
            let some: Vec<&Message> = places.iter().map(|at| &talk[*at]).collect();
            let (set, read) = copied(&index, &some, &places);
            assert_eq!(set, FactSet::of(some.iter().copied()), "{places:?}");
            // Only the log that may add no more than its cap is read again.
            assert_eq!(read, usize::from(places.contains(&4)), "{places:?}");
        }
    }

    #[test]
    fn a_message_that_was_not_read_is_not_in_the_index() {
        let talk = talk();
        let index = FactIndex::of(&talk);
        let mut set = FactSet::new();
        assert_eq!(index.copy(1, MessageId(9), &mut set, &mut Places::default()), None);
        assert_eq!(index.copy(99, MessageId(2), &mut set, &mut Places::default()), None);
        assert!(set.is_empty());
    }
}

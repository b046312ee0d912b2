//! The facts of a conversation, and the messages that hold each.

use super::copied::Places;
use super::{Fact, FactSet, Sought, message};
use vibeue_conversation::{Message, MessageId};

/// The facts of a whole conversation, with the messages that hold each: every
/// message is read once, however often the facts of some of them are asked for.
///
/// Reading is most of what a compaction by rules costs, and nothing else needs
/// to be known for it. So a program can make an index on another thread while
/// it counts the tokens.
#[derive(Debug, Clone)]
pub struct FactIndex(FactSet);

/// Room for the facts of more messages than a transcript may have is never made
/// in advance.
const MOST_EXPECTED: usize = 1_000_000;

impl Default for FactIndex {
    fn default() -> Self {
        Self(FactSet::noting())
    }
}

impl FactIndex {
    /// Reads the messages of a conversation.
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Self {
        let mut index = Self::default();
        let messages = messages.into_iter();
        // Lists that grow leave holes behind, which a thread other than the one
        // that read the messages cannot use. If messages are so many and so
        // short that this matters, they hold about a fact each.
        let (least, most) = messages.size_hint();
        index.0.reserve(most.unwrap_or(least).min(MOST_EXPECTED));
        for message in messages {
            index.read(message);
        }
        index
    }

    /// Adds the messages that follow, which were read already, for example on
    /// another thread: the same as if all had been read one after the other.
    pub fn append(&mut self, later: &Self, messages: &[&Message]) {
        let mut places = Places::default();
        for (at, message) in messages.iter().enumerate() {
            match later.copy(at, message.id, &mut self.0, &mut places) {
                Some(reports_error) => {
                    if let Some(findings) = self.0.findings() {
                        findings.close_copied(message.id, reports_error);
                    }
                }
                None => self.read(message),
            }
        }
    }

    fn read(&mut self, message: &Message) {
        let reports_error = message::extract(&mut self.0, message);
        if let Some(findings) = self.0.findings() {
            findings.close(message.id, reports_error);
        }
    }

    /// Frees what is only needed to add messages; none may be added after that.
    pub(crate) fn settle(&mut self) {
        self.0.settle();
    }

    /// The facts that must survive, see [`Fact::is_vital`].
    pub fn vital(&self) -> impl Iterator<Item = Fact<'_>> {
        self.0.vital()
    }

    /// The same, to be looked for in texts.
    pub(crate) fn sought(&self) -> Sought<'_> {
        self.0.sought()
    }

    /// Adds the facts of the message at a place of the conversation to another set, as reading it
    /// would. Returns whether a result in the message may report an error; `None` if the message
    /// must be read, because what is taken from it depends on what else is in the set, or it is not
    /// the message that was read.
    ///
    /// Pass the same `places` for all messages of one set, empty at first.
    pub(crate) fn copy(
        &self,
        at: usize,
        id: MessageId,
        set: &mut FactSet,
        places: &mut Places,
    ) -> Option<bool> {
        self.0.findings_so_far()?.copy((at, id), &self.0, set, places)
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
        talk.push(result(
            4,
            r#"{"booking": "HXDUBJ", "door": "Door_7", "Door_7": "error: 4 lost"}"#,
        ));
        let log: String = (0..90).map(|at| format!("D{at}.cpp(3): error C{at}: lost\n")).collect();
        talk.push(result(5, &log));
        talk.push(result(6, &log[..600]));
        talk.push(Message::text(
            MessageId(7),
            Role::Assistant,
            "Let's use Door_7. Next step: HXDUBJ",
        ));
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
        assert_eq!(index.0, FactSet::of(&talk));
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
    fn parts_that_are_read_apart_are_together_what_is_read_in_one_go() {
        let talk = talk();
        for cut in 0..=talk.len() {
            let (first, later) = talk.split_at(cut);
            let later: Vec<&Message> = later.iter().collect();
            let mut index = FactIndex::of(first);
            index.append(&FactIndex::of(later.iter().copied()), &later);
            assert_eq!(index.0, FactSet::of(&talk), "{cut}");
            index.settle();
            for from in 0..talk.len() {
                let places: Vec<usize> = (from..talk.len()).collect();
                let some: Vec<&Message> = talk[from..].iter().collect();
                let (set, read) = copied(&index, &some, &places);
                assert_eq!(set, FactSet::of(&talk[from..]), "{cut} {from}");
                assert_eq!(read, usize::from(from <= 4), "{cut} {from}");
            }
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

    #[test]
    fn a_message_with_an_id_of_more_than_32_bits_is_read_again() {
        let (low, high) = (MessageId(7), MessageId((1 << 32) + 7));
        let talk = [low, high].map(|id| Message::text(id, Role::User, "never save HXDUBJ"));
        let index = FactIndex::of(&talk);
        let copied = |at, id| index.copy(at, id, &mut FactSet::new(), &mut Places::default());
        assert_eq!([copied(0, low), copied(0, high)], [Some(false), None]);
        assert_eq!([copied(1, high), copied(1, low)], [None, None]);
    }
}

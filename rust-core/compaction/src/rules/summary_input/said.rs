//! What somebody said, message by message.

use std::borrow::Cow;

use hashbrown::HashMap;

use vibeue_conversation::{Message, MessageId};

/// The words of some messages, in their order.
///
/// There may be hundreds of thousands, most of them a word or two: each takes as
/// much as the reference to its message, and its text is looked up there.
#[derive(Clone, Default)]
pub(super) struct Said<'a> {
    messages: Vec<&'a Message>,
    /// By their places, the texts that no part of their message is.
    made: HashMap<usize, String>,
}

impl<'a> Said<'a> {
    /// Adds what a message says: a borrowed text is the one that [`words`] finds.
    pub(super) fn push(&mut self, message: &'a Message, text: Cow<'a, str>) {
        match text {
            Cow::Borrowed(text) => debug_assert_eq!(text, words(message).unwrap_or_default()),
            Cow::Owned(text) => {
                self.made.insert(self.messages.len(), text);
            }
        }
        self.messages.push(message);
    }

    /// How many messages there are.
    pub(super) fn len(&self) -> usize {
        self.messages.len()
    }

    /// What the message at a place says, and its id.
    pub(super) fn get(&self, at: usize) -> Option<(MessageId, &str)> {
        let message = *self.messages.get(at)?;
        let made = self.made.get(&at).map(String::as_str);
        Some((message.id, made.or_else(|| words(message)).unwrap_or_default()))
    }

    /// Returns whether the text at a place is no part of its message.
    pub(super) fn is_made(&self, at: usize) -> bool {
        self.made.contains_key(&at)
    }

    /// All of them from a place on.
    pub(super) fn from(&self, at: usize) -> impl DoubleEndedIterator<Item = (MessageId, &str)> {
        (at..self.len()).filter_map(|at| self.get(at))
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (MessageId, &str)> {
        self.from(0)
    }

    /// How many come before a message.
    pub(super) fn before(&self, id: MessageId) -> usize {
        self.messages.partition_point(|message| message.id < id)
    }

    /// How many come before a message, itself included.
    pub(super) fn up_to(&self, id: MessageId) -> usize {
        self.messages.partition_point(|message| message.id <= id)
    }

    /// The last of those that come before a message.
    pub(super) fn last_before(&self, id: MessageId) -> Option<(MessageId, &str)> {
        self.get(self.before(id).checked_sub(1)?)
    }
}

/// The first text of a message that is not blank, or else its first.
pub(super) fn words(message: &Message) -> Option<&str> {
    let told = message.texts().find(|text| !text.trim().is_empty());
    told.or_else(|| message.texts().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Part, Role};

    #[test]
    fn words_come_back_whether_they_are_a_part_of_their_message_or_not() {
        let say = |id, texts: &[&str]| {
            let parts = texts.iter().map(|text| Part::text(*text)).collect();
            Message::new(MessageId(id), Role::User, parts)
        };
        let talk = [say(2, &["one"]), say(4, &["", "two"]), say(6, &["a", "b"]), say(8, &[])];
        let mut said = Said::default();
        said.push(&talk[0], Cow::Borrowed("one"));
        said.push(&talk[1], Cow::Borrowed("two"));
        said.push(&talk[2], Cow::Owned("a\nb".to_owned()));
        said.push(&talk[3], Cow::Owned(String::new()));
        let told = |at| said.from(at).map(|(id, text)| (id.0, text)).collect::<Vec<_>>();
        assert_eq!(told(0), [(2, "one"), (4, "two"), (6, "a\nb"), (8, "")]);
        assert_eq!(told(3), [(8, "")]);
        assert_eq!([0, 1, 2, 3].map(|at| said.is_made(at)), [false, false, true, true]);
        assert_eq!([1, 4, 5, 9].map(|id| said.before(MessageId(id))), [0, 1, 2, 4]);
        assert_eq!([1, 4, 5, 9].map(|id| said.up_to(MessageId(id))), [0, 2, 2, 4]);
        assert_eq!(said.last_before(MessageId(7)), Some((MessageId(6), "a\nb")));
        assert_eq!(said.last_before(MessageId(2)), None);
    }
}

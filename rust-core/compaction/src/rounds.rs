//! All rounds of a conversation.

use std::ops::Range;

use super::round::each_round;
use vibeue_conversation::Message;

/// Where the rounds of a conversation begin.
///
/// In a conversation of short messages nearly every one is a round of its own:
/// each takes four bytes and not the sixteen of a range.
pub(super) struct Rounds {
    begins: Vec<u32>,
    /// Where the last one ends.
    end: usize,
}

impl Rounds {
    /// Splits a conversation, see [`rounds`](super::round::rounds).
    pub(super) fn of(messages: &[&Message]) -> Self {
        let mut begins = Vec::with_capacity(messages.len());
        begins.extend(each_round(messages).map(|it| u32::try_from(it.start).unwrap_or(u32::MAX)));
        Self { begins, end: messages.len() }
    }

    /// All of them, oldest first.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Range<usize>> + '_ {
        (0..self.begins.len()).map(|nth| self.nth(nth))
    }

    /// The one that a message belongs to.
    pub(super) fn around(&self, message: usize) -> Option<Range<usize>> {
        let begun = self.begins.partition_point(|begin| *begin as usize <= message);
        begun.checked_sub(1).map(|nth| self.nth(nth)).filter(|round| round.contains(&message))
    }

    fn nth(&self, nth: usize) -> Range<usize> {
        let end = self.begins.get(nth + 1).map_or(self.end, |next| *next as usize);
        self.begins[nth] as usize..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round::rounds;
    use vibeue_conversation::{Extra, MessageId, Part, Role, ToolCall};

    #[test]
    fn the_rounds_are_those_of_a_list_of_ranges() {
        let call = Part::ToolCall(Box::new(ToolCall {
            id: "c".into(),
            name: "read_file".into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        }));
        let talk = [
            Message::text(MessageId(1), Role::User, "look"),
            Message::new(MessageId(2), Role::Assistant, vec![call]),
            Message::tool_result(MessageId(3), "c", None, "found", false),
            Message::text(MessageId(4), Role::Assistant, "done"),
        ];
        for count in 0..=talk.len() {
            let talk: Vec<&Message> = talk[..count].iter().collect();
            let (all, ranges) = (Rounds::of(&talk), rounds(&talk));
            assert_eq!(all.iter().collect::<Vec<_>>(), ranges);
            assert!(all.iter().rev().eq(ranges.iter().rev().cloned()));
            for at in 0..6 {
                let around = ranges.iter().find(|round| round.contains(&at)).cloned();
                assert_eq!(all.around(at), around, "{at} of {count}");
            }
        }
    }
}

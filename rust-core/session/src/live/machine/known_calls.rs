//! The ids of all calls that were ever made.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use vibeue_conversation::{Message, Part};

/// The ids of all calls that were ever made in a conversation.
///
/// Some servers give none, and some number the calls of each answer from the start. A late result
/// of a cancelled call could then be mistaken for that of another one: here no two calls have the
/// same id.
///
/// Only the hash of an id is kept, because a long conversation has many. If two hashes happen to
/// collide, a call needlessly gets an id of ours.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct KnownCalls(HashSet<u64>);

impl KnownCalls {
    /// Registers the calls of messages, whatever their ids: those of conversations that began
    /// elsewhere stay as they are.
    pub(super) fn of<'a>(messages: impl Iterator<Item = &'a Arc<Message>>) -> Self {
        Self(messages.flat_map(|message| message.tool_calls()).map(|call| hash(&call.id)).collect())
    }

    /// Returns whether there ever was a call with this id.
    pub(super) fn contains(&self, id: &str) -> bool {
        self.0.contains(&hash(id))
    }

    /// Registers the calls of a new message. One that has no id, or that of another call, gets a
    /// new one.
    pub(super) fn make_unique(&mut self, message: &mut Message) {
        let new = message.id.0;
        for (at, part) in message.parts.iter_mut().enumerate() {
            let Part::ToolCall(call) = part else { continue };
            if call.id.is_empty() || !self.0.insert(hash(&call.id)) {
                let base = if call.id.is_empty() { "call" } else { &*call.id };
                let numbered = [format!("{base}_{at}"), format!("{base}_{new}_{at}")];
                let more = (0_u64..).map(|number| format!("{base}_{new}_{at}_{number}"));
                let mut fresh = numbered.into_iter().chain(more);
                if let Some(id) = fresh.find(|id| self.0.insert(hash(id))) {
                    call.id = id.into();
                }
            }
        }
    }
}

/// The same in every run: whether a call is given another id must not depend on
/// chance.
fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, Role, ToolCall};

    fn calls(message: u64, ids: &[&str]) -> Message {
        let call = |id: &&str| {
            Part::ToolCall(Box::new(ToolCall {
                id: (*id).into(),
                name: "look".into(),
                arguments: "{}".to_owned(),
                extra: Extra::new(),
            }))
        };
        Message::new(MessageId(message), Role::Assistant, ids.iter().map(call).collect())
    }

    fn unique_ids(known: &mut KnownCalls, message: u64, ids: &[&str]) -> Vec<String> {
        let mut message = calls(message, ids);
        known.make_unique(&mut message);
        message.tool_calls().map(|call| call.id.to_string()).collect()
    }

    #[test]
    fn calls_of_one_message_with_the_same_id_or_none_get_ids_of_their_own() {
        let ids = ["a", "a", "", "", "a_1", "b"];
        assert_eq!(
            unique_ids(&mut KnownCalls::default(), 1, &ids),
            ["a", "a_1", "call_2", "call_3", "a_1_4", "b"]
        );
    }

    #[test]
    fn a_call_never_gets_the_id_of_an_earlier_one() {
        let before = [Arc::new(calls(3, &["a", "b"])), Arc::new(calls(4, &["a"]))];
        let mut known = KnownCalls::of(before.iter());
        assert!(known.contains("a") && !known.contains("c"));
        assert_eq!(unique_ids(&mut known, 5, &["a", "c"]), ["a_0", "c"]);
        assert_eq!(unique_ids(&mut known, 7, &["a", "a_0"]), ["a_7_0", "a_0_1"]);
        assert_eq!(unique_ids(&mut known, 9, &["", "call_0"]), ["call_0", "call_0_1"]);
        assert_eq!(
            unique_ids(&mut known, 11, &["", "a_11_2", "a"]),
            ["call_11_0", "a_11_2", "a_2"]
        );
        assert_eq!(unique_ids(&mut known, 13, &["b", "x", "a_13_3", "a"])[3], "a_3");
        assert_eq!(unique_ids(&mut known, 15, &["y", "z", "a_15_3", "a"])[3], "a_15_3_0");
    }
}

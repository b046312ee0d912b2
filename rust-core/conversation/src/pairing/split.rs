//! Detects a cut between a call and its result.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet, VecDeque};

use crate::{Message, MessageId};

/// Finds the first pair of messages, with a call and its result, only one of which is in `gone`.
///
/// A result belongs to the oldest unanswered call with its id: some providers
/// reuse ids in every turn.
pub fn first_split_pair<M: Borrow<Message>>(
    messages: &[M],
    gone: &HashSet<MessageId>,
) -> Option<(MessageId, MessageId)> {
    let mut unanswered: HashMap<&str, VecDeque<MessageId>> = HashMap::new();
    for message in messages {
        let message = message.borrow();
        for result in message.tool_results() {
            let caller = unanswered.get_mut(&*result.call_id).and_then(VecDeque::pop_front);
            if let Some(caller) = caller
                && gone.contains(&caller) != gone.contains(&message.id)
            {
                return Some((caller, message.id));
            }
        }
        for call in message.tool_calls() {
            unanswered.entry(&call.id).or_default().push_back(message.id);
        }
    }
    None
}

/// Returns whether two forms of a message make the same calls and carry the same results, in the
/// same order.
pub fn same_pairs(one: &Message, other: &Message) -> bool {
    one.tool_calls().map(|call| &call.id).eq(other.tool_calls().map(|call| &call.id))
        && one
            .tool_results()
            .map(|result| &result.call_id)
            .eq(other.tool_results().map(|result| &result.call_id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extra, Part, Role, ToolCall};

    fn call(id: u64, call_id: &str) -> Message {
        let call = ToolCall {
            id: call_id.into(),
            name: "read_file".into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        };
        Message::new(MessageId(id), Role::Assistant, vec![Part::ToolCall(Box::new(call))])
    }

    fn result(id: u64, call_id: &str) -> Message {
        Message::tool_result(MessageId(id), call_id, None, "text", false)
    }

    fn ids(ids: &[u64]) -> HashSet<MessageId> {
        ids.iter().copied().map(MessageId).collect()
    }

    #[test]
    fn a_pair_that_goes_or_stays_as_a_whole_is_not_split() {
        let messages = [call(1, "a"), result(2, "a"), call(3, "b"), result(4, "b")];
        assert_eq!(first_split_pair(&messages, &ids(&[1, 2])), None);
        assert_eq!(first_split_pair(&messages, &ids(&[])), None);
    }

    #[test]
    fn a_result_that_stays_behind_its_call_is_found() {
        let messages = [call(1, "a"), result(2, "a")];
        assert_eq!(first_split_pair(&messages, &ids(&[1])), Some((MessageId(1), MessageId(2))));
        assert_eq!(first_split_pair(&messages, &ids(&[2])), Some((MessageId(1), MessageId(2))));
    }

    #[test]
    fn an_id_that_is_used_again_belongs_to_the_newer_call() {
        let messages =
            [call(1, "call_0"), result(2, "call_0"), call(3, "call_0"), result(4, "call_0")];
        assert_eq!(first_split_pair(&messages, &ids(&[1, 2])), None);
    }

    #[test]
    fn a_call_without_result_may_go() {
        assert_eq!(first_split_pair(&[call(1, "a")], &ids(&[1])), None);
    }
}

//! Rounds: runs of messages that are kept or condensed together.

use std::collections::HashSet;
use std::ops::Range;

use vibeue_conversation::{Message, Role};

/// Splits a conversation into rounds. An assistant message with tool calls and
/// the messages directly after it that carry results are one round; every other
/// message is a round of its own. If somebody spoke before the last result
/// arrived, the round extends to that result.
///
/// Providers refuse a call without its result and a result without its call. A
/// cut between rounds never separates the two, however many calls ran in
/// parallel.
pub fn rounds(messages: &[&Message]) -> Vec<Range<usize>> {
    let mut rounds = Vec::with_capacity(messages.len());
    rounds.extend(each_round(messages));
    rounds
}

/// The same, one after the other.
pub(super) fn each_round(messages: &[&Message]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let calls = messages.get(at)?.tool_calls().next().is_some();
        at += 1;
        if calls {
            at = last_result(messages, start).map_or(at, |last| last + 1);
            while messages.get(at).is_some_and(|m| carries_results(m)) {
                at += 1;
            }
        }
        Some(start..at)
    })
}

/// Finds the last message before the next calls that answers one of the calls
/// of the message at `start`.
fn last_result(messages: &[&Message], start: usize) -> Option<usize> {
    let mut open: HashSet<&str> = messages[start].tool_calls().map(|call| &*call.id).collect();
    let mut last = None;
    for (at, message) in messages.iter().enumerate().skip(start + 1) {
        if open.is_empty() || message.tool_calls().next().is_some() {
            break;
        }
        for result in message.tool_results() {
            if open.remove(&*result.call_id) {
                last = Some(at);
            }
        }
    }
    last
}

fn carries_results(message: &Message) -> bool {
    message.role == Role::Tool || message.tool_results().next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, MessageId, Part, ToolCall};

    fn call(id: &str) -> Part {
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: "read_file".into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        }))
    }

    #[test]
    fn parallel_calls_and_all_their_results_are_one_round() {
        let messages = [
            Message::text(MessageId(1), Role::System, "s"),
            Message::text(MessageId(2), Role::User, "u"),
            Message::new(MessageId(3), Role::Assistant, vec![call("a"), call("b"), call("c")]),
            Message::tool_result(MessageId(4), "a", None, "1", false),
            Message::tool_result(MessageId(5), "b", None, "2", false),
            Message::tool_result(MessageId(6), "c", None, "3", true),
            Message::text(MessageId(7), Role::Assistant, "done"),
            Message::new(MessageId(8), Role::Assistant, vec![call("d")]),
        ];
        let messages: Vec<&Message> = messages.iter().collect();
        assert_eq!(rounds(&messages), [0..1, 1..2, 2..6, 6..7, 7..8]);
        assert_eq!(rounds(&[]), Vec::<Range<usize>>::new());
    }

    #[test]
    fn words_before_a_late_result_belong_to_the_round_and_a_lost_result_does_not_prolong_it() {
        let messages = [
            Message::new(MessageId(1), Role::Assistant, vec![call("a"), call("b")]),
            Message::text(MessageId(2), Role::User, "hurry"),
            Message::tool_result(MessageId(3), "a", None, "1", false),
            Message::text(MessageId(4), Role::User, "and?"),
            Message::new(MessageId(5), Role::Assistant, vec![call("c")]),
            Message::tool_result(MessageId(6), "b", None, "2", false),
        ];
        let messages: Vec<&Message> = messages.iter().collect();
        assert_eq!(rounds(&messages), [0..3, 3..4, 4..6]);
    }
}

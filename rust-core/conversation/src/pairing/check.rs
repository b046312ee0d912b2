//! The rule that every provider has for calls and their results.

use std::collections::HashMap;

use crate::{Error, ErrorKind, Message, Part, Result, Role};

/// The answer to a call whose result does not exist: the conversation was
/// interrupted while the tool ran, or its result was lost.
pub const NO_RESULT: &str = "(no result: the conversation was interrupted here)";

/// Checks that calls and results are paired as every provider demands.
///
/// Only assistant messages make calls. The calls of one message have distinct
/// ids. Each call has exactly one result, in the messages directly after it: in
/// `tool` messages, or in a user message that ends them and starts with its
/// results. Every result has a call.
///
/// The end of the conversation is no exception: a request that ends with an
/// unanswered call is refused, too.
///
/// # Errors
/// [`ErrorKind::Input`] with the position of the message, from 0, and the id.
pub fn check_pairs(messages: &[Message]) -> Result<()> {
    let mut turn = Turn::default();
    for (index, message) in messages.iter().enumerate() {
        let mut words = false;
        let mut results = false;
        for part in &message.parts {
            match part {
                Part::ToolResult(result) => {
                    let id = &result.call_id;
                    if !matches!(message.role, Role::Tool | Role::User) {
                        return Err(fault(index, id, "is in a message of the wrong role"));
                    }
                    if words {
                        return Err(fault(index, id, "comes after other content"));
                    }
                    results = true;
                    match turn.answered.get_mut(result.call_id.as_ref()) {
                        None => return Err(fault(index, id, "has no call directly before it")),
                        Some(true) => {
                            return Err(fault(index, id, "is a second result for its call"));
                        }
                        Some(answered) => *answered = true,
                    }
                }
                _ if message.role == Role::Tool => {
                    return Err(Error::new(
                        ErrorKind::Input,
                        "a tool message contains something other than results",
                    )
                    .at(format!("message {index}")));
                }
                _ => words = true,
            }
        }
        let mut calls = message.tool_calls().peekable();
        if calls.peek().is_none() && results && message.role == Role::Tool {
            continue;
        }
        turn.close()?;
        if calls.peek().is_some() && message.role != Role::Assistant {
            let what = format!("a {} message cannot make calls", message.role.as_str());
            return Err(Error::new(ErrorKind::Input, what).at(format!("message {index}")));
        }
        turn.index = index;
        for call in calls {
            if turn.answered.insert(&call.id, false).is_some() {
                let what = format!("two calls of one message have the id `{}`", shown(&call.id));
                return Err(Error::new(ErrorKind::Input, what).at(format!("message {index}")));
            }
            turn.ids.push(&call.id);
        }
    }
    turn.close()
}

/// The calls that are waiting for their results.
#[derive(Default)]
struct Turn<'a> {
    index: usize,
    ids: Vec<&'a str>,
    answered: HashMap<&'a str, bool>,
}

impl Turn<'_> {
    fn close(&mut self) -> Result<()> {
        match self.ids.iter().find(|id| self.answered.get(**id) == Some(&false)) {
            Some(id) => {
                let what = format!("the call `{}` has no result directly after it", shown(id));
                Err(Error::new(ErrorKind::Input, what).at(format!("message {}", self.index)))
            }
            None => {
                self.ids.clear();
                self.answered.clear();
                Ok(())
            }
        }
    }
}

fn fault(index: usize, id: &str, what: &str) -> Error {
    Error::new(ErrorKind::Input, format!("the result of `{}` {what}", shown(id)))
        .at(format!("message {index}"))
}

/// Cuts an id to a length that a message can show.
pub(crate) fn shown(id: &str) -> &str {
    match id.char_indices().nth(60) {
        Some((at, _)) => &id[..at],
        None => id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extra, MessageId, ToolCall};

    fn calls(ids: &[&str]) -> Message {
        let parts = ids.iter().map(|id| {
            Part::ToolCall(Box::new(ToolCall {
                id: (*id).into(),
                name: "look".into(),
                arguments: "{}".to_owned(),
                extra: Extra::new(),
            }))
        });
        Message::new(MessageId(1), Role::Assistant, parts.collect())
    }

    fn result(id: &str) -> Message {
        Message::tool_result(MessageId(1), id, None, "seen", false)
    }

    fn user() -> Message {
        Message::text(MessageId(1), Role::User, "go on")
    }

    /// A user message with a result and text.
    fn mixed(id: &str) -> Message {
        let mut message = result(id);
        message.role = Role::User;
        message.parts.push(Part::text("and go on"));
        message
    }

    fn fault_of(messages: &[Message]) -> String {
        check_pairs(messages).unwrap_err().to_string()
    }

    #[test]
    fn whole_pairs_are_accepted() {
        assert_eq!(check_pairs(&[]), Ok(()));
        assert_eq!(check_pairs(&[user(), calls(&["a", "b"]), result("b"), result("a")]), Ok(()));
        assert_eq!(check_pairs(&[calls(&["a", "b"]), result("a"), mixed("b"), user()]), Ok(()));
        // Some servers number the calls of each message from the start.
        assert_eq!(check_pairs(&[calls(&["0"]), result("0"), calls(&["0"]), result("0")]), Ok(()));
    }

    #[test]
    fn every_broken_pair_is_named() {
        assert_eq!(
            fault_of(&[user(), calls(&["a", "b"]), result("a")]),
            "message 1: the call `b` has no result directly after it"
        );
        assert_eq!(
            fault_of(&[calls(&["a"]), user(), result("a")]),
            "message 0: the call `a` has no result directly after it"
        );
        assert_eq!(
            fault_of(&[user(), result("a")]),
            "message 1: the result of `a` has no call directly before it"
        );
        assert_eq!(
            fault_of(&[calls(&["a"]), result("a"), result("a")]),
            "message 2: the result of `a` is a second result for its call"
        );
        assert_eq!(
            fault_of(&[calls(&["a"]), result("a"), user(), result("a")]),
            "message 3: the result of `a` has no call directly before it"
        );
        assert_eq!(
            fault_of(&[calls(&["a", "a"]), result("a")]),
            "message 0: two calls of one message have the id `a`"
        );
        assert_eq!(
            fault_of(&[calls(&["a", "b"]), mixed("a"), result("b")]),
            "message 0: the call `b` has no result directly after it"
        );
    }

    #[test]
    fn content_of_the_wrong_role_is_named() {
        let mut behind = mixed("a");
        behind.parts.rotate_left(1);
        assert_eq!(
            fault_of(&[calls(&["a"]), behind]),
            "message 1: the result of `a` comes after other content"
        );
        let mut calling = calls(&["a"]);
        calling.role = Role::User;
        assert_eq!(fault_of(&[calling]), "message 0: a user message cannot make calls");
        let mut answering = result("a");
        answering.role = Role::Assistant;
        assert_eq!(
            fault_of(&[calls(&["a"]), answering]),
            "message 1: the result of `a` is in a message of the wrong role"
        );
        let mut tool = mixed("a");
        tool.role = Role::Tool;
        assert_eq!(
            fault_of(&[calls(&["a"]), tool]),
            "message 1: a tool message contains something other than results"
        );
    }
}

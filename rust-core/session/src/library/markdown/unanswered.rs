//! Finds the call that a result answers if neither names the other.

use std::collections::VecDeque;

/// The calls of the newest message with calls, each with a generated id.
#[derive(Debug, Default)]
pub(super) struct Unanswered {
    /// How many calls there were in the whole conversation.
    count: usize,
    /// Those without a result: id and name of the tool.
    open: VecDeque<(Box<str>, String)>,
}

impl Unanswered {
    /// The model's next message begins: calls that are still open get no result any more.
    pub(super) fn begin(&mut self) {
        self.open.clear();
    }

    /// A call; returns its id.
    pub(super) fn call(&mut self, name: &str) -> Box<str> {
        self.count += 1;
        let id: Box<str> = format!("call_{}", self.count).into();
        self.open.push_back((id.clone(), name.to_owned()));
        id
    }

    /// A result; returns the id of the first open call of this tool, or of any tool if the result
    /// names none. Empty if there is none.
    pub(super) fn answer(&mut self, name: Option<&str>) -> Box<str> {
        let fits = |(_, called): &(Box<str>, String)| name.is_none_or(|name| name == called);
        let found = self.open.iter().position(fits).and_then(|at| self.open.remove(at));
        found.map(|(id, _)| id).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_answer_the_calls_of_the_newest_message_by_name_and_order() {
        let mut calls = Unanswered::default();
        assert_eq!(&*calls.call("lost"), "call_1");
        calls.begin();
        let ids: Vec<Box<str>> =
            ["read", "list", "read", "find"].into_iter().map(|name| calls.call(name)).collect();
        let answers = [Some("read"), Some("find"), None, Some("read"), Some("lost"), None]
            .map(|name| calls.answer(name));
        assert_eq!(answers, [&*ids[0], &*ids[3], &*ids[1], &*ids[2], "", ""].map(Box::from));
    }
}

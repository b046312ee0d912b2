//! What was wrong with a transcript and what was done about it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One fault that a provider would refuse, and how it was repaired.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Repair {
    /// The message's position in the file, from 0; `None` if the fault is
    /// outside the messages.
    pub message: Option<usize>,
    /// The field, as a path inside the message: `tool_calls[1].id`; empty for
    /// the message itself.
    pub field: String,
    /// What was wrong.
    pub what: String,
    /// What was done about it.
    pub done: String,
}

impl Repair {
    /// Names the place: the message's position in the file, and the field.
    pub fn place(&self) -> String {
        match (self.message, self.field.is_empty()) {
            (Some(message), true) => format!("message {message}"),
            (Some(message), false) => format!("message {message}, {}", self.field),
            (None, true) => "file".to_owned(),
            (None, false) => self.field.clone(),
        }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, field, what, done } = self;
        if message.is_none() && field.is_empty() {
            // A sentence of its own: `file` by itself could be any word.
            return write!(f, "file: {what}; {done}");
        }
        write!(f, "{}: {what}; {done}", self.place())
    }
}

/// The repairs of one file, with a limit: a file with a hundred million faults
/// must not produce a list of that length.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    list: Vec<Repair>,
    unlisted: usize,
}

impl Repairs {
    /// The user reads the first few; a program can tell from this many what is
    /// wrong with a file.
    const MOST: usize = 10_000;

    /// Adds one.
    pub(super) fn push(&mut self, repair: Repair) {
        self.push_with(|| repair);
    }

    /// Adds one, which is created only if there is room for it.
    pub(super) fn push_with(&mut self, repair: impl FnOnce() -> Repair) {
        if self.list.len() < Self::MOST {
            self.list.push(repair());
        } else {
            self.unlisted += 1;
        }
    }

    /// Returns them in the order of the messages; the last entry says how many
    /// more there were.
    pub(super) fn into_vec(mut self) -> Vec<Repair> {
        self.list.sort_by_key(|repair| repair.message);
        if self.unlisted > 0 {
            self.list.push(Repair {
                message: None,
                field: String::new(),
                what: format!("{} more faults", self.unlisted),
                done: "they were repaired as well".to_owned(),
            });
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_repairs_is_bounded() {
        let mut repairs = Repairs::default();
        for message in (0..10_003).rev() {
            repairs.push(Repair {
                message: Some(message),
                field: String::new(),
                what: "torn".to_owned(),
                done: "repaired".to_owned(),
            });
        }
        let list = repairs.into_vec();
        assert_eq!(list.len(), 10_001);
        assert_eq!(list[0].to_string(), "message 3: torn; repaired");
        assert_eq!(list[10_000].to_string(), "file: 3 more faults; they were repaired as well");
    }

    #[test]
    fn a_repair_names_its_place_its_fault_and_its_remedy() {
        let mut repair = Repair {
            message: Some(12),
            field: "tool_calls[1].id".to_owned(),
            what: "the id is null".to_owned(),
            done: "it is now `call_12_1`".to_owned(),
        };
        assert_eq!(
            repair.to_string(),
            "message 12, tool_calls[1].id: the id is null; it is now `call_12_1`"
        );
        repair.field.clear();
        assert_eq!(repair.place(), "message 12");
        repair.message = None;
        assert_eq!(repair.place(), "file");
    }
}

//! What was wrong with a transcript and what was done about it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One fault that a provider would refuse, and how it was mended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Repair {
    /// The message's position in the file, from 0; `None` where the fault is
    /// outside of the messages.
    pub message: Option<usize>,
    /// The field, as a path inside the message: `tool_calls[1].id`; empty for
    /// the message itself.
    pub field: String,
    /// What is wrong.
    pub what: String,
    /// What was done about it.
    pub done: String,
}

impl Repair {
    /// Names the place: file position of the message and its field.
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
        write!(f, "{}: {}; {}", self.place(), self.what, self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

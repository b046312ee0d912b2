//! A conversation as it was read from a page.

use vibeue_conversation::Message;

/// A conversation as it was read from a page.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::library) struct Talk {
    /// Its given name.
    pub(in crate::library) title: Option<String>,
    /// Its messages, each with an id of its own.
    pub(in crate::library) messages: Vec<Message>,
    /// What was ambiguous or left out, in words.
    pub(in crate::library) repairs: Vec<String>,
}

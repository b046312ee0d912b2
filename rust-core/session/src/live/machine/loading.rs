//! Server tools that the model loads on demand.

use std::collections::HashSet;
use std::sync::Arc;

use crate::{History, by_need};
use vibeue_conversation::Message;

/// Which of the servers' tools a request has.
#[derive(Debug, Default)]
pub(super) struct Loading {
    /// Whether there are more than a request should have.
    pub(super) is_needed: bool,
    /// Whether our tool is offered. Once offered, it stays offered: calls of it may be in the view,
    /// and some servers refuse calls of tools that are not declared.
    pub(super) is_offered: bool,
    /// The names of those that the model asked for or called.
    pub(super) loaded: HashSet<String>,
    /// The names of those that are not in the request.
    pub(super) waiting: Arc<[String]>,
}

impl Loading {
    /// What was loaded in a conversation, in any branch.
    pub(super) fn of(history: &History, own_name: &str) -> Self {
        let lines = 1..=history.branches().len() as u64 + 1;
        let messages = || lines.clone().flat_map(|line| history.originals_of(line)).map(|it| &**it);
        let loaded = by_need::loaded(messages(), own_name).into_iter().collect();
        let is_offered = messages().flat_map(Message::tool_calls).any(|it| *it.name == *own_name);
        Self { loaded, is_offered, ..Self::default() }
    }
}

//! The pruned forms of messages.

use std::cell::OnceCell;

use super::short::Short;
use crate::prune::may_be_pruned;
use vibeue_conversation::Message;

/// The pruned form of each message that may have one, made when it is first
/// asked for.
///
/// Most messages of a long conversation have none, and take no room here.
pub(super) struct PrunedForms(Vec<(usize, OnceCell<Option<Box<Short>>>)>);

impl PrunedForms {
    /// None of them is made yet.
    pub(super) fn of(messages: &[&Message], tokens: &[u64]) -> Self {
        let all = messages.iter().zip(tokens).enumerate();
        let some = all.filter(|(_, (message, tokens))| may_be_pruned(message, **tokens));
        Self(some.map(|(at, _)| (at, OnceCell::new())).collect())
    }

    /// The form of the message at a place, by `make` if it is asked for the first time. `None` if
    /// the message has none.
    pub(super) fn get(
        &self,
        at: usize,
        make: impl FnOnce() -> Option<Box<Short>>,
    ) -> Option<&Short> {
        let place = self.0.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        self.0[place].1.get_or_init(make).as_deref()
    }
}

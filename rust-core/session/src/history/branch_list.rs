//! The branches of a history.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::slot::Slot;
use crate::CompactionEntry;
use vibeue_conversation::{Message, MessageId};

/// All branches of a conversation.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Branches {
    /// All but the first, by their numbers.
    pub(super) list: Vec<Branch>,
    /// How many numbers lie below the one in view.
    pub(super) below: u64,
    /// Those that are not in view.
    pub(super) asleep: BTreeMap<u64, Line>,
}

impl Branches {
    /// Returns whether a branch that is not in view has this message.
    pub(super) fn know(&self, id: MessageId) -> bool {
        self.asleep.values().any(|line| line.places.contains_key(&id))
    }

    /// The event with which a branch began; 0 for the first.
    pub(super) fn begun(&self, number: u64) -> u64 {
        self.list.iter().find(|branch| branch.number == number).map_or(0, |branch| branch.begun)
    }

    /// The branch that began with an event; 0 names the first.
    pub(super) fn number(&self, begun: u64) -> Option<u64> {
        if begun == 0 {
            return Some(1);
        }
        self.list.iter().find(|branch| branch.begun == begun).map(|branch| branch.number)
    }
}

/// One branch of a conversation other than the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its number: the first branch is 1, these are 2, 3, …
    pub number: u64,
    /// The sequence number of the event with which it began.
    pub begun: u64,
    /// The branch that it left.
    pub from: u64,
    /// The request that was changed.
    pub before: MessageId,
    /// The message that replaced it.
    pub first: MessageId,
}

/// What belongs to one branch; titles, tools, waiting messages and what was learned of models
/// belong to all.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Line {
    pub(super) slots: Vec<Slot>,
    pub(super) places: HashMap<MessageId, usize>,
    pub(super) view: Vec<Arc<Message>>,
    pub(super) short_forms: HashMap<MessageId, Vec<Arc<Message>>>,
    pub(super) compactions: Vec<CompactionEntry>,
    /// The version at which it was left.
    pub(super) left: u64,
}

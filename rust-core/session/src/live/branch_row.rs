//! What a host shows of the branches of a conversation.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::History;
use crate::library::title_of;
use crate::writing::shown_words;
use vibeue_conversation::{Message, MessageId, Role};

/// One branch, as a list of them shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchRow {
    /// Its number: 1 is the one with which the conversation began.
    pub branch: u64,
    /// The branch that it left; `None` for the first.
    pub from: Option<u64>,
    /// The request by which it differs; for the first branch, the one that was changed first.
    pub request: MessageId,
    /// The beginning of that request.
    pub words: String,
    /// How many messages it has, without those of the system.
    pub messages: u64,
    /// Whether it is the one in view.
    pub shown: bool,
}

/// Which wording of a request is in view, and how to get to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wording {
    /// Which one, counted from 1.
    pub number: u64,
    /// How many there are: at least 2.
    pub count: u64,
    /// The branch that has the previous one.
    pub previous: Option<u64>,
    /// The branch that has the next one.
    pub next: Option<u64>,
}

/// All branches, by number; none if no request was ever changed.
pub(super) fn branch_rows(history: &History) -> Vec<BranchRow> {
    let Some(oldest) = history.branches().first() else { return Vec::new() };
    let first = (1, None, oldest.before);
    let others = history.branches().iter().map(|it| (it.number, Some(it.from), it.first));
    let row = |(branch, from, request): (u64, Option<u64>, MessageId)| {
        let changed = history.originals_of(branch).find(|message| message.id == request);
        BranchRow {
            branch,
            from,
            request,
            words: changed
                .map(|message| title_of(&shown_words(&message.parts)))
                .unwrap_or_default(),
            messages: count(history.originals_of(branch)),
            shown: branch == history.branch(),
        }
    };
    std::iter::once(first).chain(others).map(row).collect()
}

/// How many of these messages the user sees.
pub(super) fn count<'a>(messages: impl Iterator<Item = &'a Arc<Message>>) -> u64 {
    messages.filter(|message| message.role != Role::System).count() as u64
}

/// The requests in view that have several wordings.
pub(super) fn wordings(history: &History) -> HashMap<MessageId, Wording> {
    let changed = history.branches().iter().flat_map(|branch| [branch.before, branch.first]);
    let mut wordings = HashMap::new();
    for id in changed.filter(|id| history.original(*id).is_some()) {
        let all = history.wordings(id);
        let Some(at) = all.iter().position(|it| *it == id) else { continue };
        let branch = |at: Option<usize>| history.branch_with(*all.get(at?)?);
        let wording = Wording {
            number: at as u64 + 1,
            count: all.len() as u64,
            previous: branch(at.checked_sub(1)),
            next: branch(at.checked_add(1)),
        };
        wordings.insert(id, wording);
    }
    wordings
}

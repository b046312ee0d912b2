//! The branches of a conversation: the user changed an earlier request, and it continued from
//! there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::History;
use super::branch_list::{Branch, Line};
use super::check::{check_submitted, conflict, input};
use crate::{CompactionEntry, Event};
use vibeue_conversation::{Message, MessageId, Result, Role};

impl History {
    /// The maximum number of branches that a conversation has: each keeps a list of its messages in
    /// memory.
    pub const MAX_BRANCHES: usize = 200;

    /// The number of the branch in view; 1 is the one with which the
    /// conversation began.
    pub fn branch(&self) -> u64 {
        self.branches.below + 1
    }

    /// The branches that began with a changed request, by their numbers: all
    /// but 1.
    pub fn branches(&self) -> &[Branch] {
        &self.branches.list
    }

    /// Visits the messages of a branch, oldest first, in full form and without our summaries; none
    /// if there is no such branch.
    pub fn originals_of(&self, branch: u64) -> impl Iterator<Item = &Arc<Message>> {
        let asleep = self.branches.asleep.get(&branch).map(|line| &line.slots);
        let slots = if branch == self.branch() { Some(&self.slots) } else { asleep };
        let originals = slots.into_iter().flatten().filter(|slot| slot.summary_of.is_none());
        originals.map(|slot| &slot.message)
    }

    /// The sequence number of the event with which the branch in view began; 0
    /// is the first branch.
    pub(crate) fn branch_begun(&self) -> u64 {
        self.branches.begun(self.branch())
    }

    /// Returns the event that shows another branch, by its number.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`](vibeue_conversation::ErrorKind::Conflict) if it is in view,
    /// [`ErrorKind::Input`](vibeue_conversation::ErrorKind::Input) if there is none of that number.
    pub fn plan_switch(&self, branch: u64) -> Result<Event> {
        let last = self.branches.list.len() as u64 + 1;
        if !(1..=last).contains(&branch) {
            let error = input(format!("there is no branch {branch} in this conversation"));
            return Err(if last == 1 {
                error.hint("a branch begins where you change an earlier request")
            } else {
                error.hint(format!("there are branches 1 to {last}"))
            });
        }
        let begun = self.branches.begun(branch);
        self.check_switch(begun)?;
        Ok(Event::Switch { begun })
    }

    /// The messages with the wordings of a request, in the order in which they were written; empty
    /// if it was never changed.
    pub fn wordings(&self, id: MessageId) -> Vec<MessageId> {
        // Maps each later wording to the first one.
        let mut roots: HashMap<MessageId, MessageId> = HashMap::new();
        for branch in &self.branches.list {
            let root = roots.get(&branch.before).copied().unwrap_or(branch.before);
            roots.insert(branch.first, root);
        }
        let root = roots.get(&id).copied().unwrap_or(id);
        let changed = self.branches.list.iter().map(|branch| branch.first);
        let same: Vec<MessageId> =
            changed.filter(|first| roots.get(first) == Some(&root)).collect();
        if same.is_empty() { same } else { [vec![root], same].concat() }
    }

    /// The branch that has a message: the one in view, else the one that was in view last.
    pub fn branch_with(&self, id: MessageId) -> Option<u64> {
        if self.places.contains_key(&id) {
            return Some(self.branch());
        }
        let with = self.branches.asleep.iter().filter(|(_, line)| line.places.contains_key(&id));
        with.max_by_key(|(_, line)| line.left).map(|(number, _)| *number)
    }

    pub(super) fn check_branch(&self, before: MessageId, message: &Message) -> Result<()> {
        let Some(place) = self.places.get(&before) else {
            return Err(input(format!("there is no message {before} in this branch"))
                .hint("look for its id in the history"));
        };
        let slot = &self.slots[*place];
        // If it carries results, their calls would lose them.
        let is_answer = slot.message.tool_results().next().is_some();
        if slot.summary_of.is_some() || is_answer || !slot.message.is_user_request() {
            return Err(input(format!("message {before} is not one of your requests"))
                .hint("only what you wrote yourself can be changed and sent again"));
        }
        if self.branches.list.len() + 1 >= Self::MAX_BRANCHES {
            return Err(conflict(format!("the conversation has {} branches", Self::MAX_BRANCHES))
                .hint("continue in one of them, or start a new conversation"));
        }
        self.check_new_id(message.id)?;
        check_submitted(&message.parts)?;
        if message.role != Role::User || !message.is_user_request() {
            return Err(input("only a request can replace a request"));
        }
        Ok(())
    }

    pub(super) fn check_switch(&self, begun: u64) -> Result<()> {
        match self.branches.number(begun) {
            None => {
                Err(input(format!("event {begun} did not start a branch of this conversation")))
            }
            Some(branch) if branch == self.branch() => {
                Err(conflict(format!("branch {branch} is the one in view")))
            }
            Some(_) => Ok(()),
        }
    }

    /// Continues from the point before a request with another one.
    pub(super) fn branch_off(&mut self, before: MessageId, message: Message) {
        let from = self.branch();
        let first = message.id;
        let line = self.lines_end(before);
        self.leave();
        self.enter(line);
        self.push(message);
        let number = self.branches.list.len() as u64 + 2;
        self.branches.list.push(Branch { number, begun: self.version, from, before, first });
        self.branches.below = number - 1;
    }

    /// Shows another branch, as it was left, by the event with which it began.
    pub(super) fn show_branch(&mut self, begun: u64) {
        let Some(branch) = self.branches.number(begun) else { return };
        if let Some(line) = self.branches.asleep.remove(&branch) {
            self.leave();
            self.enter(line);
            self.branches.below = branch - 1;
        }
    }

    /// Sets aside what belongs to the branch in view.
    fn leave(&mut self) {
        let line = Line {
            slots: std::mem::take(&mut self.slots),
            places: std::mem::take(&mut self.places),
            view: std::mem::take(&mut self.view),
            short_forms: std::mem::take(&mut self.short_forms),
            compactions: std::mem::take(&mut self.compactions),
            left: self.version,
        };
        self.branches.asleep.insert(self.branch(), line);
    }

    fn enter(&mut self, line: Line) {
        let Line { slots, places, view, short_forms, compactions, left: _ } = line;
        (self.slots, self.places, self.view) = (slots, places, view);
        (self.short_forms, self.compactions) = (short_forms, compactions);
        self.reshaped = self.version;
    }

    /// The branch in view without a request and everything after it. Summaries of earlier messages
    /// stay, even if they were written later; a summary that loses a part is undone, with those
    /// that build on it.
    fn lines_end(&self, before: MessageId) -> Line {
        let mut it = self.without_branches();
        let end = it.places[&before];
        let stays = it.compactions_before(end);
        for at in (0..it.compactions.len()).rev() {
            if !stays[at] && it.compactions[at].in_force() {
                it.take_back(it.compactions[at].seq);
            }
        }
        // The new position of each compaction and each message.
        let mut number = 0..;
        let compactions: Vec<Option<usize>> =
            stays.iter().map(|stays| if *stays { number.next() } else { None }).collect();
        let mut places: Vec<usize> = Vec::with_capacity(it.slots.len());
        let mut line = Line::default();
        for (at, mut slot) in it.slots.into_iter().enumerate() {
            places.push(line.slots.len());
            let summary_of = slot.summary_of.map(|of| compactions[of]);
            match summary_of {
                None if at >= end => continue,
                Some(None) => continue,
                None => {}
                Some(of) => slot.summary_of = of,
            }
            line.places.insert(slot.message.id, line.slots.len());
            line.slots.push(slot);
        }
        for slot in &mut line.slots {
            slot.key = places[slot.key];
        }
        let stay = |id: &MessageId| line.places.contains_key(id);
        line.view = it.view.into_iter().filter(|message| stay(&message.id)).collect();
        line.short_forms = it.short_forms.into_iter().filter(|(id, _)| stay(id)).collect();
        let mut stay = stays.into_iter();
        line.compactions = it.compactions;
        line.compactions.retain(|_| stay.next() == Some(true));
        line
    }

    /// A copy of the branch in view, to try something out.
    fn without_branches(&self) -> Self {
        Self {
            slots: self.slots.clone(),
            places: self.places.clone(),
            view: self.view.clone(),
            short_forms: self.short_forms.clone(),
            compactions: self.compactions.clone(),
            version: self.version,
            ..Self::default()
        }
    }

    /// For each compaction, whether it covers only messages before a position, and summaries of
    /// those.
    fn compactions_before(&self, end: usize) -> Vec<bool> {
        let mut known: HashSet<MessageId> = HashSet::new();
        known.extend(self.slots[..end].iter().filter_map(|slot| {
            let is_original = slot.summary_of.is_none();
            is_original.then_some(slot.message.id)
        }));
        let mut stays = Vec::with_capacity(self.compactions.len());
        for CompactionEntry { compaction, .. } in &self.compactions {
            let short = compaction.shortened.iter().map(|short| &short.id);
            let all = compaction.replaced.iter().chain(short).all(|id| known.contains(id));
            if all {
                known.extend(compaction.summary.as_ref().map(|summary| summary.id));
            }
            stays.push(all);
        }
        stays
    }
}

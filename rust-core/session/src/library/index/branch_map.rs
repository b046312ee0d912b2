//! The branch of a conversation in which each message was said.

use serde::{Deserialize, Serialize};

use crate::History;

/// The branch of a conversation in which each message was said, by the numbers of events. Its size
/// depends on the number of branches and waiting messages, not on the number of messages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::library) struct BranchMap {
    /// Which branch is in view from which event on; branch 1 before the first.
    spans: Vec<(u64, u64)>,
    /// For each branch but 1, by number: the branch that it left, and the event that added the
    /// request that it changes.
    left: Vec<(u64, u64)>,
    /// The event with which each began.
    begun: Vec<u64>,
    /// Messages that waited: the event that submitted them and the one that sent them.
    waited: Vec<(u64, u64)>,
}

impl BranchMap {
    /// An event began a branch with another wording of the message of an earlier event.
    pub(super) fn branched(&mut self, at: u64, changed: u64) {
        let from = self.in_view();
        self.left.push((from, self.message_of(changed)));
        self.begun.push(at);
        self.spans.push((at, self.left.len() as u64 + 1));
    }

    /// The maximum number of branches is reached: a conversation with more cannot be opened.
    pub(super) fn is_full(&self) -> bool {
        self.left.len() + 1 >= History::MAX_BRANCHES
    }

    /// An event showed the branch that another one began; 0 is the first.
    pub(super) fn switched(&mut self, at: u64, begun: u64) {
        let place = self.begun.iter().position(|it| *it == begun);
        let branch = if begun == 0 { Some(1) } else { place.map(|place| place as u64 + 2) };
        self.spans.extend(branch.map(|branch| (at, branch)));
    }

    /// An event sent the message that another one had submitted.
    pub(super) fn sent(&mut self, submit: u64, at: u64) {
        self.waited.push((submit, at));
    }

    /// The branch in which a message was said, given the event that has its words, if the branch in
    /// view does not have it.
    pub(in crate::library) fn elsewhere(&self, words: u64) -> Option<u64> {
        let message = self.message_of(words);
        let branch = self.at(message);
        let (mut line, mut end) = (self.in_view(), u64::MAX);
        loop {
            if line == branch && message < end {
                return None;
            }
            let place = line.checked_sub(2).and_then(|at| usize::try_from(at).ok());
            // A branch has a higher number than the one that it left, so this loop ends, whatever
            // an index says.
            match place.and_then(|at| self.left.get(at)) {
                Some((from, cut)) if *from < line => (line, end) = (*from, end.min(*cut)),
                _ => return Some(branch),
            }
        }
    }

    fn in_view(&self) -> u64 {
        self.spans.last().map_or(1, |(_, branch)| *branch)
    }

    /// The branch in view when an event happened.
    fn at(&self, event: u64) -> u64 {
        let behind = self.spans.partition_point(|(from, _)| *from <= event);
        self.spans[..behind].last().map_or(1, |(_, branch)| *branch)
    }

    fn message_of(&self, words: u64) -> u64 {
        let at = self.waited.iter().rev().find(|(submit, _)| *submit == words);
        at.map_or(words, |(_, message)| *message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_in_the_branches_that_began_after_it() {
        let mut map = BranchMap::default();
        // Events 1 to 4 are messages; what 5 submits is said by 7, after 6.
        map.sent(5, 7);
        let all = |map: &BranchMap| [1, 3, 5, 6, 9, 11, 13].map(|it| map.elsewhere(it));
        assert_eq!(all(&map), [None; 7]);
        // It is changed by 8; 9 is after that.
        map.branched(8, 5);
        assert_eq!(all(&map), [None, None, Some(1), None, None, None, None]);
        // 3 is changed by 10; 11 is after that.
        map.branched(10, 3);
        assert_eq!(all(&map), [None, Some(1), Some(1), Some(1), Some(2), None, None]);
        // The first branch continues with 13.
        map.switched(12, 0);
        assert_eq!(all(&map), [None, None, None, None, Some(2), Some(3), None]);
        map.switched(14, 8);
        assert_eq!(all(&map), [None, None, Some(1), None, None, Some(3), Some(1)]);
    }

    #[test]
    fn a_map_that_makes_no_sense_is_looked_into_without_an_end() {
        let mut map = BranchMap { left: vec![(9, 1), (3, 2)], ..BranchMap::default() };
        // No event of the conversation began this branch.
        map.switched(10, 9);
        assert_eq!(map.spans, []);
        for branch in [0, 2, 3, 4, u64::MAX] {
            map.spans.push((10, branch));
            let told = map.elsewhere(1);
            assert!(told.is_none() || told == Some(1), "{told:?}");
        }
    }
}

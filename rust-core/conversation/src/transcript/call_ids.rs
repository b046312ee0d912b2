//! Ids of calls that do not collide.

use std::collections::{HashMap, HashSet};

/// Hands out ids, each only once.
pub(super) struct CallIds {
    /// The ids that the source has anywhere: none of them is made up.
    source: HashSet<Box<str>>,
    taken: HashSet<Box<str>>,
    met: HashSet<Box<str>>,
    /// The last number that was tried behind an id.
    numbers: HashMap<Box<str>, usize>,
}

impl CallIds {
    /// Knows all ids of a source.
    pub(super) fn new<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        Self {
            source: ids.map(Into::into).collect(),
            taken: HashSet::new(),
            met: HashSet::new(),
            numbers: HashMap::new(),
        }
    }

    /// Tells whether any call of the source has this id.
    pub(super) fn in_source(&self, id: &str) -> bool {
        self.source.contains(id)
    }

    /// Tells whether such a call came already.
    pub(super) fn was_met(&self, id: &str) -> bool {
        self.met.contains(id)
    }

    /// Returns the id itself the first time and another one later.
    pub(super) fn unique(&mut self, id: &str) -> Box<str> {
        self.met.insert(id.into());
        if self.taken.insert(id.into()) {
            return id.into();
        }
        let number = self.numbers.entry(id.into()).or_insert(1);
        loop {
            *number += 1;
            let candidate: Box<str> = format!("{id}_{number}").into();
            if !self.source.contains(&candidate) && self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }

    /// Lets all ids be handed out again.
    pub(super) fn release(&mut self) {
        self.taken.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_handed_out_once() {
        let mut ids = CallIds::new(["a", "a", "a_2"].into_iter());
        assert_eq!(
            ["a", "a", "a_2", "a"].map(|id| ids.unique(id).into_string()),
            ["a", "a_3", "a_2", "a_4"]
        );
        assert!(ids.was_met("a") && !ids.was_met("b") && ids.in_source("a_2"));
        ids.release();
        assert_eq!(ids.unique("a").as_ref(), "a");
    }
}

//! Call ids that do not collide and that a protocol accepts.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Assigns ids, each only once. The same conversation always gets the same ids,
/// so that a provider's prompt cache is hit.
#[derive(Debug)]
pub struct CallIds {
    /// The ids that occur in the source: a generated id is never one of them.
    source: HashSet<Box<str>>,
    taken: HashSet<Box<str>>,
    met: HashSet<Box<str>>,
    /// The last number that was appended to each id.
    numbers: HashMap<Box<str>, usize>,
}

/// What a protocol accepts as an id or a name.
#[derive(Debug, Clone, Copy)]
pub struct IdForm {
    /// Tells whether an id or name may contain a character.
    pub allowed: fn(char) -> bool,
    /// The most characters it may have.
    pub longest: usize,
}

/// The maximum number of characters that an appended number takes.
const NUMBER: usize = 12;

impl IdForm {
    /// ASCII letters and digits, `_` and `-`, in any number.
    pub const PLAIN: Self = Self {
        allowed: |c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'),
        longest: usize::MAX,
    };

    /// Returns the name with other characters replaced by `_` and cut to the
    /// longest length.
    pub fn fit(self, name: &str) -> Cow<'_, str> {
        if name.chars().all(self.allowed) && name.chars().count() <= self.longest {
            return Cow::Borrowed(name);
        }
        let letters = name.chars().take(self.longest);
        Cow::Owned(letters.map(|c| if (self.allowed)(c) { c } else { '_' }).collect())
    }
}

impl CallIds {
    /// Registers all ids of a source.
    pub fn new<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        Self {
            source: ids.map(Into::into).collect(),
            taken: HashSet::new(),
            met: HashSet::new(),
            numbers: HashMap::new(),
        }
    }

    /// Returns whether any call of the source has this id.
    pub fn in_source(&self, id: &str) -> bool {
        self.source.contains(id)
    }

    /// Returns whether a call with this id was already seen.
    pub fn was_met(&self, id: &str) -> bool {
        self.met.contains(id)
    }

    /// Returns the id itself the first time, and a numbered one afterwards.
    pub fn unique(&mut self, id: &str) -> Box<str> {
        self.met.insert(id.into());
        if self.taken.insert(id.into()) { id.into() } else { self.numbered(id) }
    }

    /// Returns the id itself if it is accepted and new, otherwise a similar
    /// one.
    pub fn unique_as(&mut self, id: &str, form: IdForm) -> Box<str> {
        self.met.insert(id.into());
        let accepted = form.fit(id);
        let base = if accepted.is_empty() { "call" } else { accepted.as_ref() };
        // A generated id must not be the id of another call.
        let free = accepted == id || !self.source.contains(accepted.as_ref());
        if !accepted.is_empty() && free && self.taken.insert(base.into()) {
            return base.into();
        }
        let room = form.longest.saturating_sub(NUMBER);
        let base: String = base.chars().take(room).collect();
        self.numbered(&base)
    }

    fn numbered(&mut self, base: &str) -> Box<str> {
        let number = self.numbers.entry(base.into()).or_insert(1);
        loop {
            *number += 1;
            let candidate: Box<str> = format!("{base}_{number}").into();
            if !self.source.contains(&candidate) && self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }

    /// Makes all ids available again.
    pub fn release(&mut self) {
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

    const SHORT: IdForm = IdForm { longest: 20, ..IdForm::PLAIN };

    fn given(source: &[&str]) -> Vec<String> {
        let mut ids = CallIds::new(source.iter().copied());
        source.iter().map(|id| ids.unique_as(id, SHORT).into_string()).collect()
    }

    #[test]
    fn ids_are_unique_of_the_accepted_form_and_no_longer_than_allowed() {
        let source = ["a", "a", "a_2", "", "x.y", "x y", "x_y", "0123456789012345678901234"];
        assert_eq!(
            given(&source),
            ["a", "a_3", "a_2", "call_2", "x_y_2", "x_y_3", "x_y", "01234567890123456789"]
        );
    }

    #[test]
    fn two_long_ids_of_one_beginning_stay_apart() {
        assert_eq!(
            given(&["0123456789012345678901234", "0123456789012345678901235"]),
            ["01234567890123456789", "01234567_2"]
        );
    }
}

//! Ids of calls in one request.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::Rules;

/// Hands out ids that a protocol accepts, each only once.
pub(super) struct CallIds<'a> {
    /// The ids that the conversation has anywhere: none of them is made up.
    source: HashSet<&'a str>,
    taken: HashSet<Cow<'a, str>>,
    /// The last number that was tried behind an id.
    numbers: HashMap<String, usize>,
}

/// Room that a number behind an id takes.
const NUMBER: usize = 12;

impl<'a> CallIds<'a> {
    /// Knows all ids of a conversation.
    pub(super) fn new(ids: impl Iterator<Item = &'a str>) -> Self {
        Self { source: ids.collect(), taken: HashSet::new(), numbers: HashMap::new() }
    }

    /// Returns the id itself where it is accepted and new, and one like it
    /// otherwise. The same conversation always gets the same ids, so that a
    /// provider's prompt cache is hit.
    pub(super) fn unique(&mut self, id: &'a str, rules: &Rules) -> Cow<'a, str> {
        let accepted = accepted(id, rules.id_char, rules.id_length);
        if !accepted.is_empty() {
            let made_up = matches!(accepted, Cow::Owned(_));
            let collides = made_up && self.source.contains(accepted.as_ref());
            if !collides && self.taken.insert(accepted.clone()) {
                return accepted;
            }
        }
        let base = if accepted.is_empty() { "call" } else { accepted.as_ref() };
        let room = rules.id_length.saturating_sub(NUMBER);
        let base: String = base.chars().take(room).collect();
        let number = self.numbers.entry(base.clone()).or_insert(1);
        loop {
            *number += 1;
            let candidate = format!("{base}_{number}");
            if !self.source.contains(candidate.as_str())
                && self.taken.insert(Cow::Owned(candidate.clone()))
            {
                return Cow::Owned(candidate);
            }
        }
    }
}

/// Returns a name in which other characters became `_` and what is too long
/// is cut.
pub(super) fn accepted(name: &str, char_is: fn(char) -> bool, length: usize) -> Cow<'_, str> {
    if name.chars().all(char_is) && name.chars().count() <= length {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.chars().take(length).map(|c| if char_is(c) { c } else { '_' }).collect())
}

#[cfg(test)]
mod tests {
    use super::super::rules::is_plain;
    use super::*;
    use vibeue_conversation::Protocol;

    fn rules() -> Rules {
        Rules {
            protocol: Protocol::Anthropic,
            owns: |_| false,
            owns_source: |_| false,
            id_char: is_plain,
            id_length: 20,
            name_char: is_plain,
            name_length: 20,
        }
    }

    #[test]
    fn ids_are_unique_of_the_accepted_form_and_no_longer_than_allowed() {
        let source = ["a", "a", "a_2", "", "x.y", "x y", "x_y", "0123456789012345678901234"];
        let mut ids = CallIds::new(source.into_iter());
        let given: Vec<String> =
            source.into_iter().map(|id| ids.unique(id, &rules()).into_owned()).collect();
        assert_eq!(
            given,
            ["a", "a_3", "a_2", "call_2", "x_y_2", "x_y_3", "x_y", "01234567890123456789"]
        );
    }

    #[test]
    fn two_long_ids_of_one_beginning_stay_apart() {
        let long = ["0123456789012345678901234", "0123456789012345678901235"];
        let mut ids = CallIds::new(long.into_iter());
        let given = long.map(|id| ids.unique(id, &rules()).into_owned());
        assert_eq!(given, ["01234567890123456789", "01234567_2"]);
    }
}

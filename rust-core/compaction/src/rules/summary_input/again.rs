//! Failures that repeat an earlier one: the same work was tried again, and it
//! failed in the same way.

use hashbrown::{HashMap, HashSet};

use crate::digest::DigestOptions;
use crate::rules::operation::Operation;

/// How many of the latest failures are compared with a new one.
const REACH: usize = 16;
/// The most earlier failures that a line names.
const NAMED: usize = 5;
/// Maximum length of what was different in an earlier error, in bytes.
const OTHER: usize = 48;

/// Which failures repeat which.
#[derive(Default)]
pub(super) struct Again {
    /// The earlier failures that each repeats, oldest first, by place.
    before: HashMap<usize, Vec<usize>>,
    /// Those that a later one repeats: its line tells of them.
    repeated: HashSet<usize>,
}

impl Again {
    /// Compares the failures at some places, in order.
    pub(super) fn of(
        operations: &[Operation<'_>],
        failures: impl Iterator<Item = usize>,
        options: &DigestOptions,
    ) -> Self {
        let mut again = Self::default();
        let mut latest: Vec<usize> = Vec::new();
        for at in failures {
            let now = &operations[at];
            let is_again = |before: &usize| {
                let before = &operations[*before];
                before.tool() == now.tool()
                    && before.subject().is_settled_by(now.subject())
                    && other(before.error(options), now.error(options)).is_some()
            };
            let near = latest.len().saturating_sub(REACH);
            if let Some(found) = latest[near..].iter().rposition(is_again) {
                let before = latest.remove(near + found);
                let mut all = again.before.remove(&before).unwrap_or_default();
                all.push(before);
                again.before.insert(at, all);
                again.repeated.insert(before);
            }
            latest.push(at);
        }
        again
    }

    /// Returns whether a later failure repeats the one at a place.
    pub(super) fn is_repeated(&self, at: usize) -> bool {
        self.repeated.contains(&at)
    }

    /// How often it was tried before, and what was different then: ` (3rd time,
    /// after m40, m48 … paid 1047)`.
    pub(super) fn note(
        &self,
        at: usize,
        operations: &[Operation<'_>],
        options: &DigestOptions,
    ) -> String {
        let Some(before) = self.before.get(&at) else { return String::new() };
        let now = &operations[at];
        let named = &before[before.len().saturating_sub(NAMED)..];
        let given = |at: &usize| operations[*at].call.map(|call| &call.arguments);
        let same = before.iter().all(|it| given(it) == given(&at));
        let named = named.iter().map(|&it| {
            let earlier = &operations[it];
            match other(earlier.error(options), now.error(options)) {
                Some(what) if !what.is_empty() => format!("{} … {what}", earlier.id),
                _ => earlier.id.to_string(),
            }
        });
        let named = named.collect::<Vec<_>>().join(", ");
        let call = if same { "the same call in " } else { "" };
        format!(" ({} time, after {call}{named})", ordinal(before.len() + 1))
    }
}

/// What an earlier error says that the later one does not, after the word before it: nothing if
/// they are the same, `None` if they are about different things.
fn other(earlier: &str, later: &str) -> Option<String> {
    if earlier == later {
        return Some(String::new());
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (one, two) = (words(earlier), words(later));
    let pairs = || one.iter().zip(&two);
    let first = pairs().take_while(|(a, b)| a == b).count();
    let most = one.len().min(two.len()) - first;
    let ends = one.iter().rev().zip(two.iter().rev());
    let last = ends.take(most).take_while(|(a, b)| a == b).count();
    if (first + last) * 2 < one.len().max(two.len()) {
        return None;
    }
    let what = one[first.saturating_sub(1)..one.len() - last].join(" ");
    // The line's own marks would be taken for its end.
    (what.len() <= OTHER && !what.contains([':', '(', ')'])).then_some(what)
}

fn ordinal(number: usize) -> String {
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_like_errors_what_was_different_in_the_earlier_one_is_told() {
        let paid = |sum: &str| format!("Error: total price is 1002, but paid {sum}");
        assert_eq!(other(&paid("1047"), &paid("957")).as_deref(), Some("paid 1047"));
        assert_eq!(other(&paid("957"), &paid("957")).as_deref(), Some(""));
        assert_eq!(other("error C2039 in Door.cpp at 14", "error C2065 in Lamp.cpp at 3"), None);
        assert_eq!(other("no such file", "the disk is full"), None);
        assert_eq!([1, 2, 3, 4, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
    }
}

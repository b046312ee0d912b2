//! Rules that a later rule of the user's replaces.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::facts::{FactKind, FactSet};
use crate::work::{Work, count};
use vibeue_conversation::MessageId;

/// Finds the rules that a later one certainly replaces, each with the message
/// of the later one.
///
/// Only what both sentences state explicitly is certain: the earlier one asks
/// for a thing (`always use tabs`), the later one for another thing in its
/// place (`use spaces instead of tabs`), both for the same occasion and without
/// conditions. In all other cases both stay as they are, because two
/// conflicting rules in their order do less harm than one that is lost.
pub(super) fn overruled(facts: &FactSet) -> HashMap<&str, MessageId> {
    let turns = [" instead of ", " rather than ", " not "];
    let turns_back = |text: &str| turns.iter().any(|turn| text.contains(turn));
    if !facts.of_kind(FactKind::Rule).any(|fact| turns_back(fact.text)) {
        return HashMap::new();
    }
    let rules: Vec<_> = facts
        .of_kind(FactKind::Rule)
        .filter_map(|fact| Some((fact, Wish::read(fact.text)?)))
        .collect();
    let mut by_thing: HashMap<(&str, &BTreeSet<String>), Vec<usize>> = HashMap::new();
    for (at, (_, wish)) in rules.iter().enumerate() {
        by_thing.entry((&wish.thing, &wish.occasion)).or_default().push(at);
    }
    let mut found = HashMap::new();
    for (later, wish) in &rules {
        let Some(dropped) = &wish.dropped else {
            continue;
        };
        for &at in by_thing.get(&(dropped.as_str(), &wish.occasion)).into_iter().flatten() {
            count(Work::Compared, 1);
            let (earlier, _) = &rules[at];
            // A rule that is repeated later still holds.
            if earlier.last < later.first {
                found.insert(earlier.text, later.first);
            }
        }
    }
    found
}

const MARK: &str = " (replaced by ";

/// Marks a rule as replaced.
pub(super) fn marked(rule: &str, by: MessageId) -> String {
    format!("{rule}{MARK}{by})")
}

/// A rule without the mark that it was replaced.
pub(super) fn unmarked(rule: &str) -> &str {
    let bare = rule
        .rsplit_once(MARK)
        .and_then(|(bare, by)| by.strip_suffix(')')?.parse::<MessageId>().is_ok().then_some(bare));
    bare.unwrap_or(rule)
}

/// What a rule of the simplest form asks for.
#[derive(Debug, PartialEq, Eq)]
struct Wish {
    /// What is to be used.
    thing: String,
    /// What it replaces.
    dropped: Option<String>,
    /// The other meaningful words: where, for what.
    occasion: BTreeSet<String>,
}

/// Words that do not change a rule.
const FILLERS: [&str; 28] = [
    "a", "actually", "always", "an", "and", "from", "here", "i", "just", "must", "no", "now", "ok",
    "okay", "on", "only", "please", "shall", "should", "so", "sorry", "that", "the", "then", "to",
    "want", "we", "you",
];

/// Words that end the name of a thing.
const ENDS: [&str; 9] = ["in", "for", "at", "inside", "within", "when", "with", "everywhere", "as"];

/// Words that make a rule more than a simple wish.
const CONDITIONS: [&str; 17] = [
    "never",
    "don't",
    "don’t",
    "dont",
    "avoid",
    "without",
    "unless",
    "except",
    "if",
    "when",
    "until",
    "but",
    "or",
    "maybe",
    "cannot",
    "either",
    "sometimes",
];

impl Wish {
    fn read(rule: &str) -> Option<Self> {
        if rule.len() > 200 || rule.ends_with('?') {
            return None;
        }
        let lower = rule.to_lowercase();
        let words: Vec<&str> = lower
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '!' | '.' | '"'))
            .filter(|word| !word.is_empty())
            .collect();
        if words.iter().any(|word| CONDITIONS.contains(word)) {
            return None;
        }
        let verb = words.iter().position(|word| matches!(*word, "use" | "prefer"))?;
        let (before, after) = (&words[..verb], &words[verb + 1..]);
        let turn = after.iter().enumerate().find_map(|(at, word)| {
            let next = after.get(at + 1).copied();
            match (*word, next) {
                ("instead", Some("of")) | ("rather", Some("than")) => Some((at, at + 2)),
                ("not", Some(_)) => Some((at, at + 1)),
                _ => None,
            }
        });
        let (thing, dropped, rest): (_, _, Vec<&str>) = match turn {
            Some((end, next)) => {
                let (thing, rest) = name(&after[..end]);
                let (dropped, others) = name(&after[next..]);
                (thing, Some(dropped), rest.iter().chain(others).copied().collect())
            }
            None => {
                let (thing, rest) = name(after);
                (thing, None, rest.to_vec())
            }
        };
        let is_word = |word: &&&str| !FILLERS.contains(*word);
        let occasion: BTreeSet<String> =
            before.iter().chain(&rest).filter(is_word).map(|word| (*word).to_owned()).collect();
        // A rule that negates or replaces twice is not a simple wish.
        let plain = !["not", "instead", "rather"].iter().any(|word| occasion.contains(*word));
        let named = !thing.is_empty() && dropped.as_ref().is_none_or(|name| !name.is_empty());
        (plain && named).then_some(Self { thing, dropped, occasion })
    }
}

/// The name of a thing at the beginning of these words, and the other words.
fn name<'w, 't>(words: &'w [&'t str]) -> (String, &'w [&'t str]) {
    let length = words.iter().position(|word| ENDS.contains(word)).unwrap_or(words.len());
    let (name, rest) = words.split_at(length);
    let name: Vec<&str> = name.iter().filter(|word| !FILLERS.contains(*word)).copied().collect();
    (name.join(" "), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Fact, Origin};

    /// Which of these rules are replaced, each being in a message of its own.
    fn replaced(rules: &[&str]) -> Vec<(String, u64)> {
        let mut facts = FactSet::new();
        for (at, rule) in rules.iter().enumerate() {
            let id = MessageId(at as u64 + 1);
            facts.insert(Fact {
                kind: FactKind::Rule,
                text: rule,
                label: None,
                origin: Origin::User,
                first: id,
                last: id,
                messages: 1,
            });
        }
        let mut found: Vec<_> =
            overruled(&facts).into_iter().map(|(text, by)| (text.to_owned(), by.0)).collect();
        found.sort();
        found
    }

    #[test]
    fn a_rule_is_replaced_by_one_that_names_it() {
        let replaced_by = |text: &str, by| vec![(text.to_owned(), by)];
        assert_eq!(
            replaced(&["Always use tabs.", "No, use spaces instead of tabs."]),
            replaced_by("Always use tabs.", 2)
        );
        assert_eq!(
            replaced(&["Use tabs in Python files", "x", "use spaces, not tabs in Python files!"]),
            replaced_by("Use tabs in Python files", 3)
        );
        assert_eq!(
            replaced(&[
                "use tabs instead of spaces",
                "please use spaces rather than tabs",
                "use tabs instead of spaces again",
            ]),
            replaced_by("use tabs instead of spaces", 2)
        );
    }

    #[test]
    fn what_is_not_certain_stays() {
        for rules in [
            // A different occasion, or one of the two says more.
            ["Always use tabs in Makefiles.", "No, use spaces instead of tabs."],
            ["Always use tabs.", "Use spaces instead of tabs in Python files."],
            // A different thing.
            ["Always use hard tabs.", "Use spaces instead of tabs."],
            // Conditions and questions.
            ["Never use tabs.", "Use spaces instead of tabs."],
            ["Always use tabs.", "If it is long, use spaces instead of tabs."],
            ["Always use tabs.", "Should we use spaces instead of tabs?"],
            // The later one does not name the other.
            ["Always use tabs.", "Always use spaces."],
            // The order is the other way round.
            ["Use spaces instead of tabs.", "Always use tabs."],
            ["", "use"],
        ] {
            assert_eq!(replaced(&rules), [], "{rules:?}");
        }
    }

    #[test]
    fn a_mark_can_be_taken_off_again() {
        let rule = "use tabs (in C++)";
        let text = marked(rule, MessageId(14));
        assert_eq!(text, "use tabs (in C++) (replaced by m14)");
        assert_eq!(unmarked(&text), rule);
        assert_eq!(unmarked(rule), rule);
        assert_eq!(unmarked("x (replaced by us)"), "x (replaced by us)");
    }
}

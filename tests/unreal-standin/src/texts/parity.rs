//! Whether a translation is one of these texts, all of them, and whole.

use std::collections::BTreeSet;

use super::catalogue::{Catalogue, Entry};
use super::text::Text;

/// Ends of sentences and labels that a translation keeps.
const ENDS: [char; 6] = ['.', '?', '!', ':', '\u{2026}', ' '];

/// Returns what is wrong with a translation of `texts`: texts without one, and
/// those that are no longer there; translations that have other `{arguments}`,
/// plural forms, lines, names of commands, or another end than the text; and
/// texts that are the same in both languages and not in `same`, by namespace
/// and key. Empty means that the two agree.
#[must_use]
pub fn differences(texts: &[Text], catalogue: &Catalogue, same: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for entry in &catalogue.entries {
        let id = id(&entry.text);
        if !seen.insert(id.clone()) {
            found.push(format!("{id} is there twice"));
        }
        match texts
            .iter()
            .find(|text| text.namespace == entry.text.namespace && text.key == entry.text.key)
        {
            None => found.push(format!("{id} is no longer in the sources")),
            Some(text) if text.source != entry.text.source => {
                found.push(format!("{id} has other words in the sources"));
            }
            Some(_) if entry.translation.is_empty() => {
                found.push(format!("{id} is not translated: {}", entry.text.source));
            }
            Some(_) => found.extend(faults(entry, same).map(|fault| format!("{id}: {fault}"))),
        }
    }
    found.extend(
        texts.iter().map(id).filter(|id| !seen.contains(id)).map(|id| format!("{id} is missing")),
    );
    let listed = same.iter().filter(|listed| {
        !catalogue
            .entries
            .iter()
            .any(|entry| id(&entry.text) == **listed && entry.translation == entry.text.source)
    });
    found
        .extend(listed.map(|listed| format!("{listed} is listed as the same in both, and is not")));
    found
}

fn id(text: &Text) -> String {
    format!("{},{}", text.namespace, text.key)
}

fn faults<'a>(entry: &'a Entry, same: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    let (source, translation) = (entry.text.source.as_str(), entry.translation.as_str());
    let kept = [
        ("arguments", arguments as fn(&str) -> Vec<String>),
        ("plural and gender forms", forms),
        ("lines", lines),
        ("commands and code", verbatim),
        ("blanks at its ends", ends_in_blanks),
    ];
    let mut faults: Vec<String> = kept
        .into_iter()
        .filter(|(_, part)| part(source) != part(translation))
        .map(|(name, part)| {
            format!("other {name}: {:?} became {:?}", part(source), part(translation))
        })
        .collect();
    let end = |text: &str| text.chars().next_back().filter(|c| ENDS.contains(c));
    if end(source) != end(translation) {
        faults.push(format!("another end: {source:?} became {translation:?}"));
    }
    let has_words = words(source).any(|_| true);
    if source == translation && has_words && !same.contains(&id(&entry.text).as_str()) {
        faults.push("the words are those of the sources".to_owned());
    }
    faults.into_iter()
}

/// The arguments, sorted: another language may name them in another order.
fn arguments(text: &str) -> Vec<String> {
    let mut found: Vec<String> = text
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name.trim().to_owned())
        .collect();
    found.sort();
    found
}

/// The forms that a number or a gender chooses among, by what chooses.
fn forms(text: &str) -> Vec<String> {
    let kinds = ["}|plural(", "}|ordinal(", "}|gender(", "}|hpp("];
    kinds.into_iter().flat_map(|kind| text.matches(kind)).map(str::to_owned).collect()
}

fn lines(text: &str) -> Vec<String> {
    vec![text.matches('\n').count().to_string()]
}

/// What is in backticks, and names of commands, sorted.
fn verbatim(text: &str) -> Vec<String> {
    let code = text.split('`').skip(1).step_by(2).map(str::to_owned);
    let commands = text
        .split(|c: char| c.is_whitespace() || "`,;:()".contains(c))
        .filter(|word| {
            word.strip_prefix('/')
                .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        })
        .map(|word| word.trim_end_matches('.').to_owned());
    let mut found: Vec<String> = code.chain(commands).collect();
    found.sort();
    found
}

fn ends_in_blanks(text: &str) -> Vec<String> {
    let blanks = |text: &str, rest: &str| (text.len() - rest.len()).to_string();
    vec![blanks(text, text.trim_start()), blanks(text, text.trim_end())]
}

/// The words that are not arguments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let outside = text.split('{').enumerate().map(|(index, part)| {
        if index == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) }
    });
    outside
        .flat_map(|part| part.split(|c: char| !c.is_alphabetic()))
        .filter(|word| word.chars().count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(key: &str, source: &str) -> Text {
        Text { namespace: "N".into(), key: key.into(), source: source.into() }
    }

    fn found(source: &str, translation: &str) -> Vec<String> {
        let texts = [text("K", source)];
        let entry = Entry { text: texts[0].clone(), translation: translation.into() };
        differences(&texts, &Catalogue { entries: vec![entry] }, &[])
    }

    #[test]
    fn what_a_translation_may_not_change_is_found() {
        for (source, translation, fault) in [
            ("{0} of {1}", "{1} von {1}", "other arguments: [\"0\", \"1\"] became [\"1\", \"1\"]"),
            (
                "{0}|plural(one=a,other=b)",
                "{0} b",
                "other plural and gender forms: [\"}|plural(\"] became []",
            ),
            ("One\nTwo", "Eins zwei", "other lines: [\"1\"] became [\"0\"]"),
            (
                "Use /summarize now",
                "Jetzt /zusammenfassen",
                "other commands and code: [\"/summarize\"] became [\"/zusammenfassen\"]",
            ),
            ("Run `a b`", "Starte `a`", "other commands and code: [\"a b\"] became [\"a\"]"),
            ("Say this.", "Sag das", "another end: \"Say this.\" became \"Sag das\""),
            ("Send it", "Send it", "the words are those of the sources"),
        ] {
            assert_eq!(found(source, translation), [format!("N,K: {fault}")]);
        }
        assert_eq!(
            found(" of", "von"),
            ["N,K: other blanks at its ends: [\"1\", \"0\"] became [\"0\", \"0\"]"]
        );
    }

    #[test]
    fn a_translation_may_change_the_order_and_leave_what_has_no_words() {
        assert_eq!(found("{0} of {1}.", "Von {1} {0}."), [""; 0]);
        assert_eq!(found("{0}: {1}", "{0}: {1}"), [""; 0]);
        assert_eq!(found("See /history.", "Siehe /history."), [""; 0]);
    }

    #[test]
    fn a_text_too_few_too_many_or_twice_is_found() {
        let texts = [text("A", "one"), text("B", "two"), text("C", "three"), text("D", "four")];
        let entry = |key: &str, source: &str, translation: &str| Entry {
            text: text(key, source),
            translation: translation.into(),
        };
        let entries = vec![
            entry("A", "one", "eins"),
            entry("A", "one", "eins"),
            entry("B", "zwo", "zwei"),
            entry("C", "three", ""),
            entry("E", "five", "fünf"),
        ];
        assert_eq!(
            differences(&texts, &Catalogue { entries }, &["N,A"]),
            [
                "N,A is there twice",
                "N,B has other words in the sources",
                "N,C is not translated: three",
                "N,E is no longer in the sources",
                "N,D is missing",
                "N,A is listed as the same in both, and is not",
            ]
        );
    }
}

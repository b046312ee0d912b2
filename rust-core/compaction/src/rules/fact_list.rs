//! Writes facts as lines of a summary, and reads them back.

use hashbrown::HashMap;

use crate::digest;
use crate::facts::{Fact, FactKind};

/// A fact in a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a> {
    pub(super) fact: Fact<'a>,
    /// Whether its key is written, too.
    pub(super) labelled: bool,
}

/// Facts of one kind on one line, grouped by their keys (`ids: 1842;
/// reservation_id: HXDUBJ, 46BBSE`), or on a line each if they may contain
/// commas.
pub(super) fn fact_lines(entries: &[Entry<'_>]) -> Vec<String> {
    // The position of each group among the lists, which are in order of first
    // appearance; a sentence is a line of its own.
    let mut places: HashMap<(FactKind, &str), usize> = HashMap::new();
    let mut groups: Vec<(FactKind, Option<&str>, String)> = Vec::new();
    for Entry { fact, labelled } in entries {
        if fact.kind.is_line() {
            let mut line = format!("{}: ", fact.kind.heading());
            push_flat(&mut line, fact.text);
            groups.push((fact.kind, None, line));
            continue;
        }
        let label = fact.label.filter(|label| *labelled && is_label(label));
        let place = *places.entry((fact.kind, label.unwrap_or_default())).or_insert(groups.len());
        if place == groups.len() {
            groups.push((
                fact.kind,
                label,
                label.map_or(String::new(), |label| label.to_owned() + ": "),
            ));
        } else {
            groups[place].2.push_str(", ");
        }
        push_flat(&mut groups[place].2, fact.text);
    }
    groups.sort_by_key(|(kind, label, _)| (*kind, label.is_some()));
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for (kind, _, group) in groups {
        match lines.last_mut() {
            _ if kind.is_line() => lines.push(group),
            Some(line) if last == Some(kind) => {
                line.push_str("; ");
                line.push_str(&group);
            }
            _ => lines.push(format!("{}: {group}", kind.heading())),
        }
        last = Some(kind);
    }
    lines
}

fn is_label(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Appends a fact on one line, with our own tags disarmed.
fn push_flat(out: &mut String, text: &str) {
    // Hardly any contains a line break or a tag.
    if memchr::memchr3(b'\n', b'\r', b'<', text.as_bytes()).is_none() {
        out.push_str(text);
    } else {
        out.push_str(&digest::neutralize(&text.replace(['\n', '\r'], " ")));
    }
}

/// Reads a line that [`fact_lines`] wrote: kind, label, text.
pub(super) fn parse_facts(line: &str) -> Vec<(FactKind, Option<&str>, &str)> {
    let Some((heading, rest)) = line.split_once(": ") else {
        return Vec::new();
    };
    let Some(kind) = FactKind::ALL.into_iter().find(|kind| kind.heading() == heading) else {
        return Vec::new();
    };
    if kind.is_line() {
        return vec![(kind, None, rest)];
    }
    let mut facts = Vec::new();
    for group in rest.split("; ") {
        let (label, list) = match group.split_once(": ") {
            Some((label, list)) if is_label(label) => (Some(label), list),
            _ => (None, group),
        };
        facts.extend(
            list.split(", ").filter(|text| !text.is_empty()).map(|text| (kind, label, text)),
        );
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Origin;
    use vibeue_conversation::MessageId;

    fn fact<'a>(kind: FactKind, text: &'a str, label: Option<&'a str>) -> Fact<'a> {
        let id = MessageId(1);
        Fact { kind, text, label, origin: Origin::User, first: id, last: id, messages: 1 }
    }

    #[test]
    fn facts_can_be_read_from_the_lines_that_were_written() {
        let facts = [
            fact(FactKind::Id, "HXDUBJ", Some("reservation_id")),
            fact(FactKind::Rule, "never save, unless I ask", None),
            fact(FactKind::Id, "gift_card_6941833", None),
            fact(FactKind::Rule, "always ask: twice", None),
            fact(FactKind::Id, "46BBSE", Some("reservation_id")),
        ];
        let entries: Vec<_> =
            facts.map(|fact| Entry { fact, labelled: true }).into_iter().collect();
        let lines = fact_lines(&entries);
        assert_eq!(
            lines,
            [
                "rules: never save, unless I ask",
                "rules: always ask: twice",
                "ids: gift_card_6941833; reservation_id: HXDUBJ, 46BBSE",
            ]
        );
        let read: Vec<_> = lines.iter().flat_map(|line| parse_facts(line)).collect();
        assert_eq!(
            read,
            [
                (FactKind::Rule, None, "never save, unless I ask"),
                (FactKind::Rule, None, "always ask: twice"),
                (FactKind::Id, None, "gift_card_6941833"),
                (FactKind::Id, Some("reservation_id"), "HXDUBJ"),
                (FactKind::Id, Some("reservation_id"), "46BBSE"),
            ]
        );
    }
}

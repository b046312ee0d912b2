//! Facts as lines of a summary, and back.

use crate::compaction::digest;
use crate::compaction::facts::{Fact, FactKind};

/// Facts of one kind on one line, grouped by the keys under which they stood
/// (`ids: 1842; reservation_id: HXDUBJ, 46BBSE`), or one line each where they
/// hold commas.
pub(super) fn fact_lines<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Vec<String> {
    type Group<'a> = (FactKind, Option<&'a str>, Vec<String>);
    let mut groups: Vec<Group<'_>> = Vec::new();
    for fact in facts {
        let label = fact.label.as_deref().filter(|label| is_label(label) && !fact.kind.is_line());
        let text = flat(&fact.text);
        match groups.iter_mut().find(|(kind, key, _)| *kind == fact.kind && *key == label) {
            Some((_, _, list)) => list.push(text),
            None => groups.push((fact.kind, label, vec![text])),
        }
    }
    groups.sort_by_key(|(kind, label, _)| (*kind, label.is_some()));
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for (kind, label, texts) in groups {
        let heading = kind.heading();
        if kind.is_line() {
            lines.extend(texts.iter().map(|text| format!("{heading}: {text}")));
            continue;
        }
        let list = texts.join(", ");
        let group = label.map_or(list.clone(), |label| format!("{label}: {list}"));
        match lines.last_mut() {
            Some(line) if last == Some(kind) => {
                line.push_str("; ");
                line.push_str(&group);
            }
            _ => lines.push(format!("{heading}: {group}")),
        }
        last = Some(kind);
    }
    lines
}

fn is_label(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A fact on one line, without the power to open or close a summary.
fn flat(text: &str) -> String {
    digest::neutralize(&text.replace(['\n', '\r'], " ")).into_owned()
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
    use crate::compaction::facts::Origin;
    use crate::conversation::MessageId;

    fn fact(kind: FactKind, text: &str, label: Option<&str>) -> Fact {
        let id = MessageId(1);
        Fact {
            kind,
            text: text.into(),
            label: label.map(Into::into),
            origin: Origin::User,
            first: id,
            last: id,
            messages: 1,
        }
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
        let lines = fact_lines(&facts);
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

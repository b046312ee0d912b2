//! What the agent itself listed as open.

use super::SummaryInput;
use crate::facts::sentences;
use crate::rules::Section;
use crate::rules::line::{Line, one_line, rank};
use vibeue_conversation::MessageId;

/// How the line of such an item begins, after the message's id.
pub(super) const STILL_OPEN: &str = "still open: ";

/// The latest statements that are searched for a list.
const STATEMENTS: usize = 200;
/// The most items that are taken from a list.
const ITEMS: usize = 12;
/// The longest heading, in bytes.
const HEADING: usize = 48;
const ITEM_CHARS: usize = 200;

/// How the headings of such lists begin, in lower case.
const HEADINGS: [&str; 33] = [
    "open",
    "still open",
    "remaining",
    "left to do",
    "still to do",
    "to do",
    "to-do",
    "todo",
    "pending",
    "outstanding",
    "not done yet",
    "next steps",
    "on the list",
    "offen",
    "noch offen",
    "noch zu tun",
    "nächste schritte",
    "reste à faire",
    "à faire",
    "pendiente",
    "por hacer",
    "próximos pasos",
    "da fare",
    "in sospeso",
    "a fazer",
    "te doen",
    "do zrobienia",
    "осталось",
    "открыто",
    "未完了",
    "残り",
    "待办",
    "남은",
];

/// What may follow the first words of a heading.
const OF_WORK: [&str; 16] = [
    "so",
    "far",
    "now",
    "items",
    "item",
    "points",
    "tasks",
    "work",
    "steps",
    "issues",
    "questions",
    "todos",
    "still",
    "punkte",
    "aufgaben",
    "tâches",
];

impl SummaryInput<'_> {
    /// The items of the agent's latest list of what is open; an older list says
    /// what was open then.
    pub(super) fn open_list_lines(&self, lines: &mut Vec<Line>) {
        let Some((list, items)) = self.open_list() else { return };
        let mark = format!(": {STILL_OPEN}");
        lines.retain(|line| !line.text.contains(&mark));
        let own = items.len();
        let items = items.into_iter().map(|item| (list, item));
        for (place, (id, item)) in (4..).zip(items.chain(self.added_items(list, own))) {
            lines.retain(|line| {
                line.section != Section::Continuation
                    || line.order.0 != id.0
                    || !line.text.ends_with(item)
            });
            lines.push(Line {
                section: Section::Continuation,
                rank: rank::QUESTION + rank::RECENCY,
                order: (id.0, place),
                text: format!("{id}: {STILL_OPEN}{}", one_line(item, ITEM_CHARS)),
            });
        }
    }

    /// The agent's latest list of what is open, with its message.
    fn open_list(&self) -> Option<(MessageId, Vec<&str>)> {
        let latest = self.statements.iter().rev().take(STATEMENTS);
        latest.map(|(id, text)| (id, open_items(text))).find(|(_, items)| !items.is_empty())
    }

    /// What the agent added by number to its list of `own` items since.
    fn added_items(&self, list: MessageId, own: usize) -> Vec<(MessageId, &str)> {
        let later = self.statements.up_to(list);
        let mut added = Vec::new();
        for (id, text) in self.statements.from(later).take(STATEMENTS) {
            for line in text.lines() {
                for sentence in sentences(line) {
                    let number = own + added.len() + 1;
                    added.extend(added_as(sentence, number).map(|item| (id, item)));
                }
            }
        }
        added.truncate(ITEMS);
        added
    }
}

/// The item that a sentence adds to a list under a number: `Noted as 4: …`.
fn added_as(sentence: &str, number: usize) -> Option<&str> {
    let (lead, item) = sentence.split_once(": ")?;
    let mut words = lead.rsplit(' ');
    let digits = words.next()?.trim_start_matches('#');
    let link = words.next()?;
    let link = if matches!(link, "number" | "no." | "item" | "point" | "Nummer" | "Punkt") {
        words.next()?
    } else {
        link
    };
    let adds = lead.len() <= HEADING && matches!(link, "as" | "als" | "comme" | "como" | "come");
    (adds && digits.parse() == Ok(number) && !item.is_empty()).then_some(item)
}

/// The items of the lists in a text whose headings say that they are open.
fn open_items(text: &str) -> Vec<&str> {
    let mut items = Vec::new();
    let mut in_list = false;
    for line in text.lines().map(str::trim) {
        if let Some(item) = item(line) {
            if in_list && items.len() < ITEMS {
                items.push(item);
            }
        } else if !line.is_empty() {
            in_list = is_heading(line);
        }
    }
    items
}

/// The text of a list's item: `1. Save it.`, `- [ ] Save it.`; none for one
/// that is ticked.
fn item(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match digits {
        1 | 2 => line[digits..].strip_prefix(['.', ')'])?,
        _ => line.strip_prefix(['-', '*', '•'])?,
    };
    let rest = rest.strip_prefix(' ')?.trim_start();
    let rest = rest.strip_prefix("[ ] ").unwrap_or(rest);
    (!rest.is_empty() && !rest.starts_with("[x]") && !rest.starts_with("[X]")).then_some(rest)
}

/// Recognizes the heading of a list of what is open: `Still open:`, `## TODO`.
fn is_heading(line: &str) -> bool {
    let marked = line.starts_with('#') || line.starts_with("**");
    let bare = line.trim_matches(['#', '*', ' ', '_']);
    let Some(words) = bare.strip_suffix([':', '：']).or(marked.then_some(bare)) else {
        return false;
    };
    if words.len() > HEADING {
        return false;
    }
    let words = words.trim_end_matches('*').to_lowercase();
    HEADINGS.iter().any(|begin| {
        words.strip_prefix(begin).is_some_and(|rest| {
            rest.is_empty()
                || !begin.is_ascii()
                || rest.starts_with(' ')
                    && rest.split_whitespace().all(|word| OF_WORK.contains(&word))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_added_to_a_list_under_the_next_number() {
        assert_eq!(added_as("Noted as 4: the list of doors.", 4), Some("the list of doors."));
        assert_eq!(added_as("Steht als Punkt 5: die Tür.", 5), Some("die Tür."));
        for other in ["Noted as 5: the door.", "Noted: 4 doors.", "There are 4: the doors."] {
            assert_eq!(added_as(other, 4), None, "{other}");
        }
    }

    #[test]
    fn a_list_of_what_is_open_is_told_from_other_lists() {
        let text = "Saved.\n\nOpen so far:\n1. Double clunk (Jonas).\n2. Two prompts.\n\nChanged:\n\
                    - Door.h\n\n## TODO\n- [ ] Measure it\n- [x] Save it";
        assert_eq!(open_items(text), ["Double clunk (Jonas).", "Two prompts.", "Measure it"]);
        for other in [
            "Open flights:\n1. HAT001",
            "Remaining seats:\n- 4A",
            "Open the door:\n- press E",
            "I opened these:\n- Door.h",
            "To do this you need:\n- a key",
            "1. A point without a heading",
            "Next, the steps:\n1. Open it",
        ] {
            assert_eq!(open_items(other), Vec::<&str>::new(), "{other}");
        }
        for heading in
            ["Still open:", "**Remaining work:**", "Noch offen:", "残りの作業：", "### Next steps"]
        {
            assert!(is_heading(heading), "{heading}");
        }
    }
}

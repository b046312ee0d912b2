//! The message ids that a line of a summary cites.

use std::collections::HashSet;

use vibeue_conversation::{Message, MessageId, MessageKind};

/// Which ids exist.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct KnownIds {
    known: HashSet<MessageId>,
    /// Spans of messages that older summaries replace.
    archived: Vec<(MessageId, MessageId)>,
    /// The first and the last message of what is summarized.
    whole: (MessageId, MessageId),
}

/// The most ranges that a line cites: the first ones that it names.
const MOST_RANGES: usize = 2;

impl KnownIds {
    /// Takes the messages that are summarized, and the spans that the summaries
    /// among them replace.
    pub(super) fn of<'a>(
        messages: impl IntoIterator<Item = &'a Message>,
        archived: Option<(MessageId, MessageId)>,
    ) -> Self {
        let known: HashSet<MessageId> = messages
            .into_iter()
            .filter(|message| message.kind == MessageKind::Normal)
            .map(|message| message.id)
            .collect();
        let ends = known.iter().copied().chain(archived.into_iter().flat_map(|(a, b)| [a, b]));
        let first = ends.clone().min().unwrap_or(MessageId(0));
        let last = ends.max().unwrap_or(MessageId(0));
        Self { known, archived: archived.into_iter().collect(), whole: (first, last) }
    }

    fn exists(&self, id: MessageId) -> bool {
        self.known.contains(&id)
            || self.archived.iter().any(|(first, last)| (*first..=*last).contains(&id))
    }

    /// Removes the ids from a line: returns its words, the first id, and the
    /// ids to append to it, `(m12-m31)`. Ids that do not exist are left out; a
    /// line without any cites the whole span.
    pub(super) fn take(&self, line: &str) -> (String, MessageId, String) {
        let mut ranges: Vec<(MessageId, MessageId)> = Vec::new();
        let mut words = String::with_capacity(line.len());
        let mut rest = self.take_leading(line.trim(), &mut ranges);
        while let Some(open) = rest.find(['(', '[']) {
            let close = if rest[open..].starts_with('(') { ')' } else { ']' };
            let Some(length) = rest[open..].find(close) else { break };
            let inside = &rest[open + 1..open + length];
            if is_ids(inside) {
                words.push_str(rest[..open].trim_end());
                self.read(inside, &mut ranges);
                rest = &rest[open + length + 1..];
            } else {
                // Groups may be nested.
                words.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
            }
        }
        words.push_str(rest);
        let mut seen = HashSet::new();
        ranges.retain(|range| seen.insert(*range));
        ranges.truncate(MOST_RANGES);
        ranges.sort_unstable();
        if ranges.is_empty() {
            ranges.push(self.whole);
        }
        let first = ranges[0].0;
        let ids: Vec<String> = ranges
            .iter()
            .map(|(from, to)| if from == to { from.to_string() } else { format!("{from}-{to}") })
            .collect();
        (words.trim().to_owned(), first, format!("({})", ids.join(", ")))
    }

    /// Removes `m12:`, `m12-m14:` or `m12 user:` from the beginning.
    fn take_leading<'t>(
        &self,
        mut line: &'t str,
        ranges: &mut Vec<(MessageId, MessageId)>,
    ) -> &'t str {
        while let Some((head, rest)) = line.split_once(": ") {
            let ids = head.split(' ').next().unwrap_or_default();
            let speaker = head[ids.len()..].trim();
            if !is_ids(ids) || !matches!(speaker, "" | "user" | "assistant" | "tool" | "host") {
                break;
            }
            self.read(ids, ranges);
            line = rest.trim_start();
        }
        line
    }

    /// Parses `m12, m14-m20`.
    fn read(&self, text: &str, ranges: &mut Vec<(MessageId, MessageId)>) {
        for part in text.split([',', ';', ' ']).filter(|part| !part.is_empty()) {
            let mut ends = part.split(['-', '–', '—']).map(|end| {
                let digits = end.trim().trim_start_matches('m');
                digits.parse().ok().map(MessageId).filter(|id| self.exists(*id))
            });
            match (ends.next().flatten(), ends.next().flatten()) {
                (Some(from), Some(to)) => ranges.push((from.min(to), from.max(to))),
                (Some(id), None) | (None, Some(id)) => ranges.push((id, id)),
                (None, None) => {}
            }
        }
    }
}

/// Returns whether a text consists of ids only.
fn is_ids(text: &str) -> bool {
    let mut named = false;
    let parts = text.split([',', ';', ' ', '-', '–', '—']).filter(|part| !part.is_empty());
    for part in parts {
        let digits = part.strip_prefix('m').inspect(|_| named = true).unwrap_or(part);
        if digits.is_empty() || digits.len() > 20 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return false;
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::Role;

    fn known() -> KnownIds {
        let messages: Vec<Message> =
            (10..=20).map(|id| Message::text(MessageId(id), Role::User, "x")).collect();
        KnownIds::of(&messages, Some((MessageId(2), MessageId(9))))
    }

    fn take(line: &str) -> (String, u64, String) {
        let (words, first, ids) = known().take(line);
        (words, first.0, ids)
    }

    #[test]
    fn ids_are_taken_from_anywhere_and_stand_behind() {
        let expect = |words: &str, first, ids: &str| (words.to_owned(), first, ids.to_owned());
        assert_eq!(take("the door (m12-m14)"), expect("the door", 12, "(m12-m14)"));
        assert_eq!(take("m12 user: \"the door\""), expect("\"the door\"", 12, "(m12)"));
        assert_eq!(take("a [m3, m15] b (m4)."), expect("a b.", 3, "(m3, m15)"));
        assert_eq!(take("a screw (M4) and f(x)"), expect("a screw (M4) and f(x)", 2, "(m2-m20)"));
        assert_eq!(take("((m11))"), expect("()", 11, "(m11)"));
    }

    #[test]
    fn ids_that_do_not_exist_are_removed() {
        for line in ["gone (m99)", "gone (m0-m1)", "gone (m18446744073709551616)"] {
            assert_eq!(take(line), ("gone".to_owned(), 2, "(m2-m20)".to_owned()), "{line}");
        }
        assert_eq!(take("half (m12-m99)"), ("half".to_owned(), 12, "(m12)".to_owned()));
    }
}

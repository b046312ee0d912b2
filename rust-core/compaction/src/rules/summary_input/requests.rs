//! What the user said, as lines.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use super::SummaryInput;
use super::statements::answered;
use crate::rules::line::{Line, one_line, rank};
use crate::rules::{Section, overruled, results, worth};
use vibeue_conversation::MessageId;

const LONG_REQUEST_CHARS: usize = 4_000;
/// The latest requests get a line of their own, and the first one does. A
/// summary never has room for that many; the rules and values of older ones are
/// facts.
const REQUESTS: usize = 4_000;

/// A message up to this length, in bytes, that contains a value used by a call
/// only supplies that value.
const GIVING: usize = 70;
/// How many of the latest calls are searched for such values, and the longest
/// arguments that are, in bytes.
const USED: usize = 80;
const SHORT_CALL: usize = 1_000;

impl SummaryInput<'_> {
    /// What the user asked for, in an older summary and since, in order.
    pub(super) fn wishes(&self) -> impl Iterator<Item = (MessageId, &str)> {
        let carried: Vec<(MessageId, &str)> = self
            .carried
            .iter()
            .filter(|line| line.is_of_user())
            .filter_map(|line| {
                let (_, words) = line.text.split_once(" user: \"")?;
                let end = words.rfind("\" (answers m").or_else(|| words.rfind('"'))?;
                Some((MessageId(line.order.0), &words[..end]))
            })
            .collect();
        let count = carried.len() + self.requests.len();
        let wish = move |place: u32| match (place as usize).checked_sub(carried.len()) {
            Some(at) => self.requests.get(at),
            None => Some(carried[place as usize]),
        };
        // There may be hundreds of thousands, nearly always in order already.
        let mut order: Vec<u32> = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
        order.sort_by_key(|place| wish(*place).map(|wish| wish.0));
        order.into_iter().filter_map(wish)
    }

    pub(super) fn request_lines(
        &self,
        replaced: &HashMap<MessageId, MessageId>,
        lines: &mut Vec<Line>,
    ) {
        let latest = self.requests.len().saturating_sub(REQUESTS);
        let used = self.used_values();
        let topic = self.topic();
        for (at, (id, text)) in self.requests.iter().enumerate() {
            if at != topic && at < latest {
                continue;
            }
            // A greeting that does not say the topic ranks with what supplies a
            // value.
            let rank = if at == topic && !self.first_carried_request {
                rank::FIRST_REQUEST
            } else if (at == 0 && topic != 0)
                || text.len() <= GIVING && used.iter().any(|value| text.contains(value))
            {
                rank::QUESTION
            } else {
                rank::REQUEST + rank::recency(at, self.requests.len())
            };
            lines.push(Line {
                section: if rank == rank::FIRST_REQUEST {
                    Section::Overview
                } else {
                    Section::Progress
                },
                rank,
                order: (id.0, 0),
                text: match replaced.get(&id) {
                    Some(by) => overruled::marked(&self.request_text(id, text), *by),
                    None => self.request_text(id, text),
                },
            });
        }
    }

    /// Which request says what the conversation is about: the first, unless that
    /// only greets and a later one says it.
    fn topic(&self) -> usize {
        let opening = |text: &str| worth::is_greeting(text) && worth::is_brief(text);
        let wish = |text: &str| worth::is_wish(text) && !worth::is_greeting(text);
        match self.requests.get(0) {
            Some((_, first)) if opening(first) => {
                self.requests.iter().position(|(_, text)| wish(text)).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The values by which the latest calls identify things.
    fn used_values(&self) -> BTreeSet<String> {
        let calls = self.operations.iter().rev().take(USED).filter_map(|it| it.call);
        let short = calls.filter(|call| call.arguments.len() <= SHORT_CALL);
        let values = short.flat_map(|call| results::asked(&call.arguments)).map(|it| it.1);
        let names = |value: &String| {
            value.len() >= 5 && value.bytes().any(|b| b.is_ascii_digit()) && !value.contains(' ')
        };
        values.filter(names).collect()
    }

    /// A request in the user's words; one that says little on its own comes
    /// with what it answers.
    pub(super) fn request_text(&self, id: MessageId, text: &str) -> String {
        let words = one_line(text, LONG_REQUEST_CHARS);
        let asked = self
            .statements
            .last_before(id)
            .filter(|(asked, statement)| self.is_answered(*asked, statement))
            .and_then(|(asked, statement)| Some((asked, answered(statement, &words)?)));
        match asked {
            Some((asked, what)) => format!("{id} user: \"{words}\" (answers {asked}: {what})"),
            None => format!("{id} user: \"{words}\""),
        }
    }
}

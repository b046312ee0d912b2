//! What a tool was asked and what it returned.

use std::cell::OnceCell;

use hashbrown::HashSet;

use super::calculated::Calculated;
use super::line::one_line;
use super::{results, worth};
use crate::digest::arguments::Arguments;
use crate::digest::{self, DigestOptions, Known, Subject};
use crate::facts::ErrorLines;
use vibeue_conversation::{MessageId, ToolCall, ToolResult};

const OPERATION_CHARS: usize = 200;
const FAILURE_CHARS: usize = 260;
/// Separates two values in a field.
const CELL: &str = ", ";
/// The most that is written of what a failed call works on, in bytes.
const ABOUT_CHARS: usize = 60;

/// A result in a condensed message, with its call if that is known.
#[derive(Clone)]
pub(super) struct Operation<'a> {
    pub(super) id: MessageId,
    pub(super) call: Option<&'a ToolCall>,
    pub(super) result: &'a ToolResult,
    pub(super) failed: bool,
    /// The error lines, if they were read to judge the result.
    pub(super) errors: Option<ErrorLines>,
    pub(super) solved: bool,
    /// The previous result of the same tool.
    pub(super) before: Option<&'a ToolResult>,
    pub(super) digest: OnceCell<String>,
    pub(super) target: OnceCell<Box<str>>,
    pub(super) subject: OnceCell<Subject>,
}

impl Operation<'_> {
    pub(super) fn tool(&self) -> &str {
        self.call.map(|call| &*call.name).or(self.result.name.as_deref()).unwrap_or_default()
    }

    /// What the tool works on, read on first use.
    pub(super) fn target(&self) -> &str {
        self.target.get_or_init(|| {
            self.call.map_or(Box::default(), |call| {
                let arguments = Arguments::read(&call.arguments);
                arguments.target(&call.arguments).unwrap_or_default().into()
            })
        })
    }

    /// By what it is recognized that another call tries the same again, read on
    /// first use.
    pub(super) fn subject(&self) -> &Subject {
        self.subject.get_or_init(|| {
            self.call.map_or_else(Subject::default, |it| Subject::of(&it.arguments))
        })
    }

    /// What it works on, in a few words.
    fn about(&self) -> String {
        one_line(self.subject().name().unwrap_or_else(|| self.target()), ABOUT_CHARS)
    }

    /// What it returned: field by field if the result has fields, otherwise as a digest. Keys and
    /// values that earlier calls were given are known and not repeated; for a call that changed
    /// something, neither are values from earlier results: the rest is what it did.
    pub(super) fn describe(
        &self,
        options: &DigestOptions,
        calculated: &Calculated,
        known: &mut HashSet<(String, String)>,
    ) -> String {
        if !self.failed {
            let text = self.result.joined_text();
            let asked = self.call.map_or(Vec::new(), |call| results::asked(&call.arguments));
            let fields = results::fields(&text, calculated, |key, value| {
                let own = asked.iter().any(|it| value.len() >= 3 && it.1 == value);
                own || known.contains(&(key.to_owned(), value.to_owned()))
            });
            if let Some(mut fields) = fields {
                if !worth::is_look(self.tool()) {
                    let is_known = |value: &str| known.contains(&(String::new(), value.to_owned()));
                    // What was known may be combined with other values now.
                    fields.leave_out(|value| is_known(value) || value.split(CELL).all(is_known));
                }
                for value in &fields.values {
                    let cells = value.split(CELL).filter(|cell| cell.len() < value.len());
                    known.extend(cells.map(|cell| (String::new(), cell.to_owned())));
                    known.insert((String::new(), value.clone()));
                }
                let line = results::line('✓', self.tool(), &asked, &fields);
                known.extend(asked);
                return line;
            }
            known.extend(asked);
        }
        let digest = self.digest(options);
        if self.failed
            && let Some((head, error)) = digest.split_once("] ")
            && !error.trim().is_empty()
        {
            // The error says more than how the call was made.
            let head = head.split([':', '|']).next().unwrap_or(head).trim();
            let about = self.about();
            let gap = if about.is_empty() { "" } else { ": " };
            return one_line(&format!("{head}{gap}{about}] {error}"), FAILURE_CHARS);
        }
        match self.subject().name().filter(|name| self.failed && !digest.contains(name)) {
            // A later summary must know what failed.
            Some(_) => digest.replacen(": ", &format!(": {} | ", self.about()), 1),
            None => digest.to_owned(),
        }
    }

    /// What its digest says after how it was called: the error of one that failed.
    pub(super) fn error(&self, options: &DigestOptions) -> &str {
        let digest = self.digest(options);
        let behind = digest.split_once("] ").map(|(_, error)| error);
        let within = || digest.strip_suffix(']')?.rsplit_once(" | ").map(|(_, error)| error);
        behind.or_else(within).unwrap_or(digest)
    }

    /// The digest on one line, written on first use: most operations of a long
    /// conversation never get a line.
    pub(super) fn digest(&self, options: &DigestOptions) -> &str {
        self.digest.get_or_init(|| {
            let most = if self.failed { 2 * OPERATION_CHARS } else { OPERATION_CHARS };
            let known = Known { errors: self.errors.as_ref(), before: self.before };
            one_line(&digest::digest_knowing(self.call, self.result, options, known), most)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::{Extra, Message, ToolCall};

    /// The lines of calls of these tools that return these texts.
    fn lines_of(calls: &[(&str, &str)]) -> Vec<String> {
        let mut known = HashSet::new();
        let of = |(name, text): &(&str, &str)| {
            let call = ToolCall {
                id: "c".into(),
                name: (*name).into(),
                arguments: r#"{"trip_id": "JG7FMM"}"#.to_owned(),
                extra: Extra::new(),
            };
            let message = Message::tool_result(MessageId(3), "c", None, *text, false);
            let operation = Operation {
                id: message.id,
                call: Some(&call),
                result: message.tool_results().next().unwrap(),
                failed: false,
                errors: None,
                solved: false,
                before: None,
                digest: OnceCell::new(),
                target: OnceCell::new(),
                subject: OnceCell::new(),
            };
            operation.describe(&DigestOptions::default(), &Calculated::default(), &mut known)
        };
        calls.iter().map(of).collect()
    }

    #[test]
    fn of_a_change_only_what_no_result_before_it_said_is_told() {
        let before = r#"{"trip_id": "JG7FMM", "made_at": "2024-05-11T08:28:51", "paid": [{"card": "c_7",
            "amount": 900}]}"#;
        let after = r#"{"trip_id": "JG7FMM", "made_at": "2024-05-11T08:28:51", "paid": [{"card": "c_7",
            "amount": 900}, {"card": "c_7", "amount": -310}]}"#;
        let lines =
            lines_of(&[("get_trip", before), ("update_trip", after), ("update_trip", after)]);
        assert!(lines[0].contains("gave made_at 2024-05-11T08:28:51; paid card c_7, amount 900"));
        assert!(lines[1].contains("gave paid c_7, amount -310"), "{}", lines[1]);
        // What was known is combined with other values.
        let moved = r#"{"trip_id": "JG7FMM", "cabin": "economy", "made_at": "2024-05-11T08:28:51",
            "kind": "one_way", "state": "cancelled"}"#;
        let first = moved.replace(r#""state": "cancelled""#, r#""bags": 2"#);
        let cabin = lines_of(&[("get_trip", &first), ("update_trip", moved)]);
        assert!(cabin[1].ends_with("gave kind one_way, state cancelled]"), "{cabin:?}");
        // If nothing is new, everything is listed.
        assert!(lines[2].contains("gave made_at 2024-05-11T08:28:51; "), "{}", lines[2]);
    }
}

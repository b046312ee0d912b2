//! What tools did and returned, as lines.

use std::borrow::Cow;

use hashbrown::HashSet;

use super::SummaryInput;
use super::again::Again;
use crate::digest::DigestOptions;
use crate::rules::Section;
use crate::rules::carried_line::{FAILED, OPEN, SOLVED};
use crate::rules::clause::TRIED;
use crate::rules::line::{Line, one_line, rank};
use crate::rules::operation::Operation;
use crate::rules::{results, worth};
use crate::trail::ArtifactOutcome;

/// The latest operations get a line of their own; older ones survive in the
/// artifact trail, the errors and the facts.
const OPERATIONS: usize = 80;
const OUTPUT_CHARS: usize = 400;
/// The most that is written of what a failed call was given, in bytes.
const TRIED_CHARS: usize = 400;
/// A failure that nothing settled counts as open only in the last part of the
/// conversation: one divided by this number.
const FRESH: u64 = 2;

impl SummaryInput<'_> {
    /// A success settles the earlier failures of the same tool at the same work.
    pub(super) fn solve(&mut self, success: &Operation<'_>) {
        let tool = success.tool();
        for line in &mut self.carried {
            // A failure in an earlier summary is known only by its digest.
            if line.text.starts_with(OPEN)
                && line.text.contains(&format!("❌ {tool}"))
                && (line.text.contains(success.subject().name().unwrap_or(success.target()))
                    || tool.contains("build")
                    || tool.contains("test"))
            {
                line.text.replace_range(..OPEN.len(), SOLVED);
                line.rank = rank::SOLVED_ERROR - rank::AGE;
            }
        }
        for earlier in self.operations.iter_mut().rev().take(64) {
            if earlier.failed
                && !earlier.solved
                && earlier.tool() == tool
                && earlier.subject().is_settled_by(success.subject())
            {
                earlier.solved = true;
            }
        }
    }

    pub(super) fn operation_lines(&self, options: &DigestOptions, lines: &mut Vec<Line>) {
        let recent = self.operations.len().saturating_sub(OPERATIONS);
        let mut known = HashSet::new();
        let open = |at: &usize| {
            let operation = &self.operations[*at];
            operation.failed && !operation.solved && !self.settled_since(operation)
        };
        let again = Again::of(&self.operations, (0..self.operations.len()).filter(open), options);
        for (at, operation) in self.operations.iter().enumerate() {
            if at < recent && !operation.failed || again.is_repeated(at) {
                continue;
            }
            let text = operation.describe(options, &self.calculated, &mut known);
            let note = again.note(at, &self.operations, options);
            let bonus = rank::recency(at, self.operations.len());
            let solved = operation.solved || self.settled_since(operation);
            // What failed long ago was abandoned or solved in another way.
            let newest = self.newest.map_or(0, |id| id.0);
            let fresh = newest - operation.id.0.min(newest) <= newest / FRESH;
            let (section, rank, text) = match (operation.failed, solved) {
                (true, false) if fresh => (
                    Section::Problems,
                    rank::OPEN_ERROR + bonus,
                    format!("{OPEN} {}{note}: {text}{}", operation.id, self.tried(at, &text)),
                ),
                (true, false) => (
                    Section::Problems,
                    rank::OLD_ERROR + bonus,
                    format!("{FAILED} {}{note}: {text}", operation.id),
                ),
                (true, true) => (
                    Section::Problems,
                    rank::SOLVED_ERROR + bonus,
                    format!("{SOLVED} {}: {text}", operation.id),
                ),
                _ => (
                    Section::Operations,
                    rank::OPERATION + bonus,
                    format!("{}: {text}", operation.id),
                ),
            };
            lines.push(Line { section, rank, order: (operation.id.0, 2 + at as u32), text });
        }
    }

    /// What the latest call that was to change something was given, if it failed: whoever goes on
    /// makes it again. What the user said is quoted in their words, and what the call's own line
    /// says is not repeated.
    fn tried(&self, at: usize, line: &str) -> String {
        let operation = &self.operations[at];
        let latest = self.operations[at + 1..].iter().all(|later| worth::is_look(later.tool()));
        let Some(call) = operation.call.filter(|_| latest && !worth::is_look(operation.tool()))
        else {
            return String::new();
        };
        let is_requested = |value: &str| self.requests.iter().any(|(_, text)| text.contains(value));
        let given = results::fields(&call.arguments, &self.calculated, |_, value| {
            value.len() >= 3 && (is_requested(value) || line.contains(value))
        });
        // So is a row of nothing else: the name and the day of birth of somebody.
        let is_user_row = |row: &String| {
            let values = row.split(", ").filter_map(|field| field.rsplit(' ').next());
            let mut values = values.filter(|value| value.len() >= 3).peekable();
            values.peek().is_some() && values.all(&is_requested)
        };
        let asked = results::asked(&call.arguments);
        let given = given.map(|mut given| {
            given.values.retain(|row| !is_user_row(row));
            // Of lists, what has no id is last: if room is short, it is the least
            // needed.
            let own = |row: &str| asked.iter().any(|(key, _)| row.starts_with(&**key));
            given.values.sort_by_key(|row| !own(row) && !row.split([' ', ',']).any(is_id));
            given
        });
        // A single one describes the failure itself.
        given.filter(|given| given.values.len() > 1).map_or(String::new(), |given| {
            format!("{TRIED}{})", one_line(&listed(&given.values), TRIED_CHARS))
        })
    }

    pub(super) fn output_lines(&self, lines: &mut Vec<Line>) {
        let recent = self.outputs.len().saturating_sub(OPERATIONS);
        for (at, (id, text)) in self.outputs.iter().enumerate().skip(recent) {
            let printed: Vec<&str> = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty() && !line.starts_with('('))
                .collect();
            let text = match &printed[..] {
                [] => continue,
                [first, .., last] if printed.len() > 4 => {
                    format!("{first} … {last} ({} lines)", printed.len())
                }
                few => few.join(" "),
            };
            lines.push(Line {
                section: Section::Operations,
                rank: rank::OPERATION + rank::recency(at, self.outputs.len()),
                order: (id.0, 2),
                text: format!("{id}: printed {}", one_line(&text, OUTPUT_CHARS)),
            });
        }
    }

    /// Returns whether a file or asset on which a call failed was later worked on successfully, by
    /// whatever tool.
    pub(super) fn settled_since(&self, operation: &Operation<'_>) -> bool {
        operation.failed
            && self.trail.get(operation.target()).is_some_and(|artifact| {
                artifact.last > operation.id && artifact.outcome == ArtifactOutcome::Done
            })
    }

    /// The failures that nothing has settled yet, oldest first, one line each.
    pub(crate) fn open_errors(&self, options: &DigestOptions) -> Vec<String> {
        let carried = self
            .carried
            .iter()
            .filter(|line| line.section == Section::Problems && line.text.starts_with(OPEN))
            .map(|line| line.text.clone());
        let own = self
            .operations
            .iter()
            .filter(|operation| {
                operation.failed && !operation.solved && !self.settled_since(operation)
            })
            .map(|operation| operation.digest(options).to_owned());
        carried.chain(own).collect()
    }
}

/// Rows one after the other, each list and each of its keys named once:
/// `payments id card_1, amount 5; card_2, 7`.
fn listed(rows: &[String]) -> String {
    let mut told: Vec<Cow<'_, str>> = Vec::with_capacity(rows.len());
    let mut before: Option<(&str, Vec<&str>)> = None;
    for row in rows {
        let (name, rest) = row.split_once(' ').unwrap_or(("", row));
        let cells: Vec<&str> = rest.split(", ").collect();
        let key = |cell: &str| cell.split_once(' ').map(|it| it.0.to_owned());
        match &before {
            Some((list, earlier)) if *list == name && cells.len() > 1 => {
                let bare = cells.iter().enumerate().map(|(at, cell)| {
                    let known = earlier.get(at).and_then(|it| key(it));
                    let value = known.and_then(|key| cell.strip_prefix(&*key)?.strip_prefix(' '));
                    value.unwrap_or(cell)
                });
                told.push(Cow::Owned(bare.collect::<Vec<_>>().join(", ")));
            }
            _ => {
                told.push(Cow::Borrowed(row));
                before = Some((name, cells));
            }
        }
    }
    told.join("; ")
}

/// Recognizes what identifies one thing among many: `HAT023`, `card_17`.
fn is_id(value: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| value.as_bytes().iter().any(kind);
    value.len() >= 4 && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

//! What the agent said, as lines.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::SummaryInput;
use super::recency::recency;
use crate::facts::{FactKind, Origin, sentences};
use crate::rules::line::{Line, one_line, rank};
use crate::rules::{Section, worth};
use vibeue_conversation::MessageId;

/// The latest statements of the agent that are considered.
const STATEMENTS: usize = 600;
/// The latest statements, which describe what was going on just before.
const ACTIVE: usize = 2;
const STATEMENT_CHARS: usize = 2_000;
const ANSWERED_CHARS: usize = 160;
/// The longest reply that is quoted with what it answers, in bytes.
const SHORT_REPLY: usize = 160;
/// The longest reply that says little without its question, in bytes.
const BARE_REPLY: usize = 70;

impl SummaryInput<'_> {
    pub(super) fn statement_lines(&self, lines: &mut Vec<Line>) {
        let skipped = self.statements.len().saturating_sub(STATEMENTS);
        let latest = &self.statements[skipped..];
        let decisions = self.decisions();
        for (at, (id, text)) in latest.iter().enumerate() {
            let rank = if at + ACTIVE >= latest.len() {
                rank::ACTIVE
            } else if self.is_answered(*id, text) {
                rank::QUESTION + recency(at, latest.len())
            } else {
                rank::STATEMENT + recency(at, latest.len())
            };
            let line = |rank, place, text: &str| Line {
                section: Section::Progress,
                rank,
                order: (id.0, place),
                text: format!("{id}: {text}"),
            };
            let told = one_line(&without_emphasis(text), STATEMENT_CHARS);
            if let Some(decided) = decisions.get(id) {
                // A decision has a line of its own: it must not lose to what
                // surrounds it.
                for sentence in sentences(&told) {
                    let is_one = |decision: &&str| sentence.contains(lead(decision));
                    if decided.iter().any(is_one) {
                        let rank = rank::DECISION + recency(at, latest.len());
                        lines.push(line(rank, 2, sentence));
                    }
                }
            }
            lines.push(line(rank, 1, &told));
        }
    }

    /// The agent's decisions, by the message that first states them.
    pub(super) fn decisions(&self) -> HashMap<MessageId, Vec<&str>> {
        let mut decisions: HashMap<MessageId, Vec<&str>> = HashMap::new();
        for fact in self.facts.of_kind(FactKind::Decision) {
            if fact.origin == Origin::Assistant {
                decisions.entry(fact.first).or_default().push(&fact.text);
            }
        }
        decisions
    }

    /// Tells whether a statement asks something that the user's next words
    /// answer so briefly that they say little without it.
    pub(super) fn is_answered(&self, id: MessageId, text: &str) -> bool {
        let after = self.requests.partition_point(|(request, _)| *request <= id);
        let Some((answer, said)) = self.requests.get(after) else { return false };
        let next = self.statements.partition_point(|(statement, _)| *statement <= id);
        let direct = self.statements.get(next).is_none_or(|(later, _)| later > answer);
        let asks = text.contains(['?', '？']) || !options_named(said).is_empty();
        direct && (said.len() <= SHORT_REPLY && asks || assents(said) && proposal(text).is_some())
    }
}

/// The words by which a decision is found in its statement, after white space
/// was folded.
pub(super) fn lead(decision: &str) -> &str {
    let line = decision.lines().next().unwrap_or(decision);
    line[..line.floor_char_boundary(60)].trim_end()
}

/// A text without bold marks, which say nothing and cost tokens: those of
/// `**so**`, not of `2**3` or `f(**options)`.
pub(super) fn without_emphasis(text: &str) -> Cow<'_, str> {
    if !text.contains("**") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("**") {
        let inner = &rest[at + 2..];
        let close = inner.find("**").filter(|close| {
            let bold = &inner[..*close];
            let edges = |c: char| !c.is_whitespace() && c != '*';
            !bold.contains('\n') && bold.starts_with(edges) && bold.ends_with(edges)
        });
        let before = rest[..at].chars().next_back();
        match close.filter(|_| before.is_none_or(|c| !c.is_alphanumeric() && c != '(')) {
            Some(close) => {
                out.push_str(&rest[..at]);
                out.push_str(&inner[..close]);
                rest = &inner[close + 2..];
            }
            None => {
                out.push_str(&rest[..at + 2]);
                rest = inner;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The part of a statement that a short reply answers: the options that it
/// names, or else, where it says little on its own, the last question.
pub(super) fn answered(statement: &str, reply: &str) -> Option<String> {
    let folded = one_line(&without_emphasis(statement), STATEMENT_CHARS);
    let told = sentences(&folded);
    let mut named: Vec<&str> = Vec::new();
    for mark in options_named(reply) {
        let option = told.iter().find(|sentence| {
            let bare = sentence.trim_start_matches(['-', '*', ' ', '(']);
            bare.strip_prefix(mark.as_str()).is_some_and(|rest| rest.starts_with([')', '.', ':']))
        });
        named.extend(option);
    }
    if named.is_empty() && assents(reply) {
        named.extend(told.iter().rev().find(|sentence| is_proposal(sentence)));
    }
    if named.is_empty() && reply.len() <= BARE_REPLY {
        let question = told.iter().rposition(|sentence| sentence.ends_with(['?', '？']))?;
        // A bare `OK?` refers to what comes before it.
        let from = if told[question].len() < 24 { question.saturating_sub(1) } else { question };
        if worth::is_filler(told[question]) {
            return None;
        }
        named.extend(&told[from..=question]);
    }
    (!named.is_empty()).then(|| one_line(&named.join(" "), ANSWERED_CHARS))
}

/// Tells whether a reply begins by agreeing, which says nothing without what
/// it agrees to, however much follows.
fn assents(reply: &str) -> bool {
    let begin = reply.split(['.', '!', ';', '\n']).next().unwrap_or_default();
    let mut words = begin.split([' ', ',', ':']).filter(|word| !word.is_empty()).take(3);
    begin.len() <= BARE_REPLY
        && words.any(|word| ASSENTS.contains(&word.to_lowercase().trim_matches(['"', '(', ')'])))
}

/// Words by which a person agrees.
const ASSENTS: [&str; 30] = [
    "yes", "yep", "yeah", "yup", "ok", "okay", "sure", "agreed", "fine", "perfect", "exactly",
    "please", "go", "both", "ja", "gern", "genau", "klar", "oui", "d'accord", "sí", "vale", "sì",
    "sim", "tak", "да", "はい", "好", "好的", "네",
];

/// How sentences begin that propose something.
const PROPOSALS: [&str; 16] = [
    "Proposal",
    "I propose",
    "I suggest",
    "I would ",
    "I'd ",
    "What I can do",
    "What I would do",
    "I can ",
    "I could ",
    "We could ",
    "Plan:",
    "My plan",
    "Suggestion",
    "Vorschlag",
    "Ich würde",
    "Ich schlage",
];

fn is_proposal(sentence: &str) -> bool {
    let bare = sentence.trim_start_matches(['-', '*', ' ']);
    PROPOSALS.iter().any(|begin| bare.starts_with(begin)) && !bare.ends_with(':')
}

/// The last proposal in a statement.
fn proposal(statement: &str) -> Option<&str> {
    let lines = statement.lines().map(str::trim).rev();
    lines.flat_map(|line| sentences(line).into_iter().rev()).find(|it| is_proposal(it))
}

/// The letters and numbers of options that a reply names: at the beginning of
/// its sentences, or after the word `option`. Of letters only the last counts,
/// which revises those before it.
pub(super) fn options_named(reply: &str) -> Vec<String> {
    let mut letters = Vec::new();
    let mut numbers = Vec::new();
    for sentence in reply.split(['.', '!', ',', ';']) {
        let mut words = sentence.split_whitespace();
        let first = words.next().unwrap_or_default().trim_matches(['(', ')', '"']);
        let mark = if first.eq_ignore_ascii_case("option") {
            words.next().unwrap_or_default()
        } else {
            first
        };
        let mark = mark.to_lowercase();
        let letter = mark.len() == 1 && mark.bytes().all(|b| b.is_ascii_lowercase() && b != b'i');
        if letter {
            letters.push(mark);
        } else if (1..=2).contains(&mark.len()) && mark.bytes().all(|b| b.is_ascii_digit()) {
            numbers.push(mark);
        }
    }
    letters.drain(..letters.len().saturating_sub(1));
    letters.into_iter().chain(numbers).take(3).collect()
}

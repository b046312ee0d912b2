//! What the agent said, as lines.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::SummaryInput;
use crate::facts::{FactKind, Origin, sentences};
use crate::fences::{FenceLine, Fences};
use crate::rules::clause::is_item;
use crate::rules::line::{Line, one_line, rank};
use crate::rules::{Section, worth};
use vibeue_conversation::MessageId;

/// The latest statements of the agent that are considered.
const STATEMENTS: usize = 600;
/// The latest statements, which describe what was going on just before.
const ACTIVE: usize = 2;
const STATEMENT_CHARS: usize = 2_000;
const ANSWERED_CHARS: usize = 160;
/// The most that is quoted of the options that a reply names, in bytes.
const OPTION_CHARS: usize = 200;
/// The longest words before the mark of an option: `Flight option 2`.
const HEADING: usize = 24;
/// The longest reply that is quoted with what it answers, in bytes.
const SHORT_REPLY: usize = 160;
/// The longest reply that says little without its question, in bytes.
const BARE_REPLY: usize = 70;

impl SummaryInput<'_> {
    pub(super) fn statement_lines(&self, lines: &mut Vec<Line>) {
        let skipped = self.statements.len().saturating_sub(STATEMENTS);
        let latest = self.statements.len() - skipped;
        let decisions = self.decisions();
        for (at, (id, text)) in self.statements.from(skipped).enumerate() {
            let rank = if at + ACTIVE >= latest && !self.is_bare_thought(skipped + at, text) {
                rank::ACTIVE
            } else if self.is_answered(id, text) {
                rank::QUESTION + rank::recency(at, latest)
            } else {
                rank::STATEMENT + rank::recency(at, latest)
            };
            let line = |rank, place, text: &str| Line {
                section: Section::Progress,
                rank,
                order: (id.0, place),
                text: format!("{id}: {text}"),
            };
            let words = one_line(&with_ends(&without_emphasis(text)), STATEMENT_CHARS);
            if let Some(decided) = decisions.get(&id) {
                // A decision has a line of its own: it must not lose to what
                // surrounds it.
                for sentence in sentences(&words) {
                    let is_one = |decision: &&str| sentence.contains(lead(decision));
                    if decided.iter().any(is_one) {
                        let rank = rank::DECISION + rank::recency(at, latest);
                        lines.push(line(rank, 2, sentence));
                    }
                }
            }
            lines.push(line(rank, 1, &words));
        }
    }

    /// The agent's decisions, by the message that first states them.
    pub(super) fn decisions(&self) -> HashMap<MessageId, Vec<&str>> {
        let mut decisions: HashMap<MessageId, Vec<&str>> = HashMap::new();
        for fact in self.facts.of_kind(FactKind::Decision) {
            if fact.origin == Origin::Assistant {
                decisions.entry(fact.first).or_default().push(fact.text);
            }
        }
        decisions
    }

    /// Returns whether a statement asks something that the user's next words answer so briefly that
    /// they say little without it.
    pub(super) fn is_answered(&self, id: MessageId, text: &str) -> bool {
        let Some((answer, reply)) = self.requests.get(self.requests.up_to(id)) else {
            return false;
        };
        let next = self.statements.get(self.statements.up_to(id));
        let direct = next.is_none_or(|(later, _)| later > answer);
        let is_question = text.contains(['?', '？']) || !options_named(reply).is_empty();
        direct
            && (reply.len() <= SHORT_REPLY && is_question
                || assents(reply) && proposal(text).is_some())
    }

    /// Recognizes what the agent only thought, in a call, without a figure or a number:
    /// what it is about to do. Such words are no part of the message, see
    /// [`super::thought()`].
    fn is_bare_thought(&self, at: usize, text: &str) -> bool {
        self.statements.is_made(at) && !text.bytes().any(|byte| byte.is_ascii_digit())
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

/// A text in which a list ends with a full stop where a paragraph follows: on one
/// line, its last item would run into the next sentence.
fn with_ends(text: &str) -> Cow<'_, str> {
    if !text.contains("\n\n") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let (mut item, mut fences) = (false, Fences::default());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let bare = line.trim();
        let is_outside = fences.read(line) == FenceLine::Outside;
        out.push_str(line);
        item = is_item(bare) && is_outside || item && !bare.is_empty();
        let open = bare.ends_with(|c: char| c.is_alphanumeric() || c == ')');
        if item && open && lines.peek().is_some_and(|next| next.trim().is_empty()) {
            out.push('.');
        }
        out.push('\n');
    }
    Cow::Owned(out)
}

/// The part of a statement that a short reply answers: the options that it names; the question, if
/// the reply takes up its words; what is proposed, if it agrees; or else, if it says little on its
/// own, the last question.
pub(super) fn answered(statement: &str, reply: &str) -> Option<String> {
    let folded = one_line(&with_ends(&without_emphasis(statement)), STATEMENT_CHARS);
    let parts = sentences(&folded);
    let options: Vec<String> =
        options_named(reply).iter().filter_map(|mark| option(&parts, mark)).collect();
    if !options.is_empty() {
        return Some(one_line(&options.join(" "), OPTION_CHARS));
    }
    let mut named: Vec<&str> = Vec::new();
    let question = parts.iter().rposition(|sentence| sentence.ends_with(['?', '？']));
    // A longer reply says itself what it is about.
    let is_brief = reply.len() <= BARE_REPLY;
    if let Some(question) =
        question.filter(|at| is_brief && assents(reply) && takes_up(reply, parts[*at]))
    {
        named.push(parts[question]);
    }
    if named.is_empty() && assents(reply) {
        named.extend(parts.iter().rev().find(|sentence| is_proposal(sentence)));
    }
    if named.is_empty() && reply.len() <= BARE_REPLY {
        let question = question?;
        // A bare `OK?` refers to what comes before it.
        let from = if parts[question].len() < 24 { question.saturating_sub(1) } else { question };
        if worth::is_filler(parts[question]) {
            return None;
        }
        named.extend(&parts[from..=question]);
    }
    (!named.is_empty()).then(|| one_line(&named.join(" "), ANSWERED_CHARS))
}

/// The option with a mark, and the names in the points below it.
fn option(parts: &[&str], mark: &str) -> Option<String> {
    let begins = |sentence: &str| {
        let bare = sentence.trim_start_matches(['-', '*', '#', ' ', '(']);
        let rest = bare.strip_prefix(mark).or_else(|| {
            let (lead, rest) = bare.split_once("ption ")?;
            rest.strip_prefix(mark).filter(|_| lead.len() <= HEADING)
        });
        rest.is_some_and(|rest| rest.starts_with([')', '.', ':']))
    };
    let first = parts.iter().position(|sentence| begins(sentence))?;
    // A heading says nothing without what is below it.
    let below = parts[first + 1..]
        .iter()
        .take_while(|sentence| parts[first].ends_with(':') && sentence.starts_with(['-', '*']));
    let names = |point: &str| point.split(' ').any(is_name);
    let points = below.map(|point| point.trim_start_matches(['-', '*', ' ']).trim_end_matches('.'));
    let points: Vec<&str> = points.filter(|point| names(point)).collect();
    let first = parts[first].trim_end_matches([',', ';']);
    let ends = [" or", " and", " oder", " und", " ou", " o", " e", " y"];
    let first = ends.iter().find_map(|end| first.strip_suffix(end)).unwrap_or(first);
    let first = first.trim_end_matches([',', ';']);
    let mut line = first.to_owned();
    let mut before = "";
    for (nth, point) in points.into_iter().enumerate() {
        let (label, value) = point.split_once(": ").unwrap_or(("", point));
        line.push_str(if nth == 0 { " " } else { ", " });
        line.push_str(if label == before && nth > 0 { value } else { point });
        before = label;
    }
    Some(line)
}

/// Recognizes what names one thing among others: `HAT056`.
fn is_name(word: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| word.as_bytes().iter().any(kind);
    word.len() >= 4 && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

/// Returns whether a reply takes up a word of a question: `And a test first?` - `test first, yes`.
fn takes_up(reply: &str, question: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let long = words.filter(|word| word.chars().count() >= 4).map(str::to_lowercase);
        long.filter(|word| !COMMON.contains(&word.as_str())).collect()
    };
    let asked = words(question);
    words(reply.split(['.', '!', ';', '\n']).next().unwrap_or_default())
        .iter()
        .any(|word| asked.contains(word))
}

/// Words that a reply and a question share by chance.
const COMMON: [&str; 16] = [
    "please", "that", "this", "with", "would", "like", "proceed", "shall", "should", "what",
    "have", "your", "then", "okay", "sure", "want",
];

/// Returns whether a reply begins by agreeing, which says nothing without what it agrees to,
/// however much follows.
fn assents(reply: &str) -> bool {
    let begin = reply.split(['.', '!', ';', '\n']).next().unwrap_or_default();
    let mut words = begin.split([' ', ',', ':']).filter(|word| !word.is_empty()).take(3);
    begin.len() <= BARE_REPLY
        && words.any(|word| ASSENTS.contains(&word.to_lowercase().trim_matches(['"', '(', ')'])))
}

/// Words by which the user agrees.
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
        let mut words = sentence.split_whitespace().map(|it| it.trim_matches(['(', ')', '"']));
        let first = words.clone().next().unwrap_or_default();
        let behind = words.find(|word| word.eq_ignore_ascii_case("option")).and(words.next());
        let mark = behind.unwrap_or(first).to_lowercase();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_item_of_a_list_does_not_run_into_the_sentence_behind_it() {
        let text = "Details:\n\n- Insurance: No\n- Bags: 2\n\nSince it is late, no refund.\n\nx = \
                    1\n\n```\n- y\n\nz\n```\n\n1. Save it.\n\nOK?";
        assert_eq!(
            one_line(&with_ends(text), STATEMENT_CHARS),
            "Details: - Insurance: No - Bags: 2. Since it is late, no refund. x = 1 ``` - y z ``` \
             1. Save it. OK?"
        );
    }

    #[test]
    fn what_a_reply_answers_is_told_whole() {
        let flights = "Here are some:\n\n1. **Flight Option 1:**\n   - **Flight 1:** EWR to LAX\n     \
                       - Flight Number: HAT041\n\n2. **Flight Option 2:**\n   - **Flight 1:** EWR to \
                       IAH\n     - Flight Number: HAT056\n   - **Flight 2:** IAH to ORD\n     - \
                       Flight Number: HAT138\n\n3. **Flight Option 3:**\n   - Flight Number: \
                       HAT166\n\nWhich one would you like?";
        let two_ways = "Two ways out: (a) a shim that maps a name to a tag, or (b) move every \
                        caller to tags. Which one?";
        let plan = "Plan: `HoldSeconds` 0.6 as a property and a latch. Header change, so a full \
                    build. And a test first?";
        for (statement, reply, told) in [
            (flights, "Option 2, please.", "2. Flight Option 2: Flight Number: HAT056, HAT138"),
            (two_ways, "a please, quick", "(a) a shim that maps a name to a tag"),
            (plan, "test first, yes. just write it", "And a test first?"),
            (plan, "yes, go", "Plan: `HoldSeconds` 0.6 as a property and a latch."),
        ] {
            assert_eq!(answered(statement, reply).as_deref(), Some(told), "{reply}");
        }
    }
}

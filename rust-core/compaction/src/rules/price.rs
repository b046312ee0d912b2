//! What each clause is worth while a summary is being written.

use super::Line;
use super::asked::{Asked, is_question};
use super::calculated::Calculated;
use super::clause::{FIELDS, OLD_FIELDS, Parts, TRIED};
use super::line::rank;
use super::outstanding::Outstanding;
use super::spoken_words::SpokenWords;
use super::{Section, worth};
use crate::facts::sentences;

/// What clauses are worth, and how much room each voice has taken.
pub(super) struct Prices {
    lines: Vec<Priced>,
    room: u64,
    spent: [u64; Voice::COUNT],
}

/// What the clauses of one line are worth.
struct Priced {
    voice: Voice,
    /// Without the facts in them.
    bases: Vec<f64>,
    /// The factor for the facts in them.
    facts: Vec<f64>,
}

/// Whose words a line contains. No voice may drown out the others.
#[derive(Clone, Copy, PartialEq)]
enum Voice {
    /// Rules, failures, tasks, a model's notes: never reduced.
    Free,
    Person,
    Agent,
    Result,
}

impl Voice {
    const COUNT: usize = 4;

    fn of(line: &Line) -> Self {
        match line.section {
            _ if line.rank >= rank::NEWEST_WISH || super::is_note(&line.text) => Self::Free,
            _ if line.text.contains(" user: \"") => Self::Person,
            Section::Progress | Section::Active => Self::Agent,
            Section::Operations => Self::Result,
            _ => Self::Free,
        }
    }

    /// The share of the room, in per cent, beyond which the voice's clauses are
    /// worth less.
    fn fair(self) -> u64 {
        match self {
            Self::Free => 100,
            Self::Person => 40,
            Self::Agent => 32,
            Self::Result => 70,
        }
    }
}

/// The factor for a clause whose voice has taken its share of the room.
const BEYOND: f64 = 0.7;

/// Until the user's words have taken this share of the room, in per cent, they
/// are worth more: what the user wants matters before what tools returned.
const USER_SHARE: u64 = 22;

/// The factor for the user's words until then.
const USER_FACTOR: f64 = 1.4;

/// The factor for a sentence of the agent with figures that also has a value
/// that the user named: it says how far the work is from what they want.
const MEASURED: f64 = 1.4;

/// The factor for a sentence of the agent that takes up what the user asked just
/// before.
const ANSWER: f64 = 1.3;

/// The factor for the sentence with which the agent's answer to a question begins:
/// those behind it explain it, and say little without it.
const LEAD: f64 = 1.6;

/// The factor for a question of the user's that was answered: the answer says what it
/// was about.
const ANSWERED: f64 = 0.8;

/// The factor for what a failed call was given: it is made again.
const AGAIN: f64 = 1.6;

/// What a result's field is worth for mentioning something that the user named.
const MENTIONED: f64 = 2.5;

/// The factor for facts in a result of a call that used a name the user gave:
/// it is about what they want.
const MEANT: f64 = 2.7;

/// The same for a name that the agent used when talking to the user.
const NAMED: f64 = 2.2;

/// The same for a row from which the agent used a figure in a calculation: it chose it.
const COUNTED: f64 = 3.5;

/// The same for a call that changed something.
const DEED: f64 = 2.7;

/// The worth of a token of a field with the outcome of such a call.
const OUTCOME: f64 = 1.2;

/// Returns whether a field only says when something was made.
fn dates(field: &str) -> bool {
    !field.contains(',') && field.split(' ').next().is_some_and(worth::is_incidental)
}

impl Prices {
    /// Evaluates lines whose clauses are to be chosen within `room` tokens.
    pub(super) fn of(
        lines: &[Line],
        parts: &[Parts<'_>],
        outstanding: &mut Outstanding<'_>,
        calculated: &Calculated,
        room: u64,
    ) -> Self {
        let mut spoken = SpokenWords::of(lines);
        let asked = Asked::of(lines);
        let priced = lines.iter().zip(parts).enumerate().map(|(at, (line, parts))| {
            let mut bases = bases_of(line, parts);
            let result = line.section == Section::Operations
                && [FIELDS, OLD_FIELDS].iter().any(|mark| parts.head.ends_with(mark));
            let deed = result && worth::is_deed(parts.head);
            if result {
                for (base, clause) in bases.iter_mut().zip(&parts.clauses) {
                    // Fields are written for the facts in them; those of a call that changed
                    // something state its outcome.
                    let is_mentioned = outstanding.mentions_named(clause) || spoken.name(clause);
                    let mentioned = if is_mentioned { MENTIONED } else { 0.0 };
                    let outcome = if deed && !dates(clause) { OUTCOME } else { 0.0 };
                    *base = mentioned.max(outcome * guess(clause) as f64);
                }
            }
            let voice = Voice::of(line);
            if voice == Voice::Agent {
                if let Some(lead) = asked.lead(at, line, parts) {
                    bases[lead] *= LEAD;
                }
                for (base, clause) in bases.iter_mut().zip(&parts.clauses) {
                    if worth::has_figures(clause) && outstanding.mentions_named(clause) {
                        *base *= MEASURED;
                    }
                    if asked.is_answered_by(line.order.0, clause) {
                        *base *= ANSWER;
                    }
                }
            }
            if voice == Voice::Person && asked.has_answer(line.order.0) {
                for (base, clause) in bases.iter_mut().zip(&parts.clauses) {
                    if is_question(clause) {
                        *base *= ANSWERED;
                    }
                }
            }
            let about = |outstanding: &mut Outstanding<'_>| {
                outstanding.mentions_named(parts.head)
                    || parts.clauses.iter().any(|clause| outstanding.is_identified(clause))
            };
            let meant = match () {
                () if result && about(outstanding) => MEANT,
                () if deed => DEED,
                () if result && outstanding.is_named_by_agent(parts.head) => NAMED,
                () => 1.0,
            };
            let point = line.section == Section::Progress;
            let facts = parts.clauses.iter().map(|clause| match point {
                true if worth::is_bare_point(clause) => meant * worth::POINT,
                false if deed && dates(clause) => 1.0,
                false if result && calculated.is_in(clause) => meant.max(COUNTED),
                false if result && spoken.name(clause) => meant.max(MEANT),
                _ => meant,
            });
            let facts = facts.collect();
            Priced { voice, bases, facts }
        });
        Self { lines: priced.collect(), room, spent: [0; Voice::COUNT] }
    }

    /// What a clause is worth now, if the facts that only it mentions are worth
    /// `facts`.
    pub(super) fn worth(&self, line: usize, clause: usize, facts: f64) -> f64 {
        let priced = &self.lines[line];
        let spent = self.spent[priced.voice as usize];
        let (had, fair) = (spent * 100, self.room * priced.voice.fair());
        let worth = priced.bases[clause] + facts * priced.facts[clause];
        if had > fair {
            worth * BEYOND
        } else if priced.voice == Voice::Person && had < self.room * USER_SHARE {
            worth * USER_FACTOR
        } else {
            worth
        }
    }

    /// Notes that a clause of a line was chosen.
    pub(super) fn spend(&mut self, line: usize, tokens: u64) {
        self.spent[self.lines[line].voice as usize] += tokens;
    }
}

/// The factor for how much a clause of the agent says: the mean of its sentences,
/// if it is a list with what announces it.
fn of_statement(clause: &str) -> f64 {
    let parts = if clause.contains(": ") { sentences(clause) } else { Vec::new() };
    if parts.len() < 2 {
        return worth::of_sentence(clause);
    }
    let of = |sentence: &str| {
        // With its list, an announcement is as good as another sentence.
        let sentence = sentence.strip_suffix(':').unwrap_or(sentence);
        worth::of_sentence(sentence) * sentence.len() as f64
    };
    let all: usize = parts.iter().map(|sentence| sentence.len()).sum();
    parts.iter().map(|sentence| of(sentence)).sum::<f64>() / all.max(1) as f64
}

/// The factor for what the user wanted first.
const WANTED: f64 = 3.0;

/// The factor for what the user wants now, in addition to its rank.
const NOW: f64 = 0.75;

/// After this many tokens what the user wanted first gives
/// instructions and details, which are worth what other words of the user are.
const OPENING: u64 = 120;

/// What each clause of a line is worth without the facts in it.
fn bases_of(line: &Line, parts: &Parts<'_>) -> Vec<f64> {
    // Rules come before everything; a model's notes are already a selection
    // from everything there was.
    let density = worth::of_rank(line.rank)
        * match () {
            () if line.rank >= rank::RULE => 50.0,
            () if line.rank >= rank::FIRST_REQUEST => WANTED,
            () if line.rank == rank::NEWEST_WISH => NOW,
            () if super::is_note(&line.text) => 40.0,
            () => 1.0,
        };
    let by_user = line.text.contains(" user: \"");
    let mut before = 0;
    let mut bases = Vec::with_capacity(parts.clauses.len());
    for clause in &parts.clauses {
        let tokens = guess(clause);
        let factor = if by_user {
            if line.rank >= rank::FIRST_REQUEST { 1.0 } else { worth::of_words(clause) }
        } else if parts.clauses.len() == 1 && parts.head.is_empty() {
            1.0
        } else {
            of_statement(clause)
        };
        // The frame around the user's words is part of them.
        let around = if by_user { guess(parts.head) + guess(parts.tail) } else { 0 };
        let own = (tokens + around) as f64;
        let first = (rank::FIRST_REQUEST..rank::RULE).contains(&line.rank);
        let factor = if first && before > OPENING { factor / WANTED } else { factor };
        let factor = if clause.starts_with(TRIED.trim_start()) { factor * AGAIN } else { factor };
        bases.push(own * density * factor * worth::of_depth(before, line));
        before += tokens;
    }
    bases
}

/// A rough token count, good enough to order candidates.
pub(super) fn guess(text: &str) -> u64 {
    text.len() as u64 * 2 / 7 + 1
}

//! The best summary of the input within a budget, as text.

use hashbrown::HashSet;

use super::carried_line::OPEN;
use super::line::rank;
use super::outstanding::Outstanding;
use super::pick::Choice;
use super::summary_draft::SummaryDraft;
use super::{Line, Section, SummaryInput};
use crate::digest::DigestOptions;
use crate::facts::{Fact, FactKind, FactSet};
use crate::measure::Measure;
use crate::record::{ActionItem, RecordContext, SummaryRecord, TaskState};
use vibeue_conversation::MessageId;

/// How many tokens a summary may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    /// For everything between the tags.
    pub(crate) total: u64,
    /// How much of that the ledger may take.
    pub(crate) ledger: u64,
    /// Whether a model wrote notes for it: they come first, the rest gets what
    /// they leave.
    pub(crate) for_notes: bool,
}

/// A summary's sections.
pub(crate) struct Summary {
    /// The sections as Markdown, without the tags.
    pub(crate) body: String,
    /// The lines that it contains, best first.
    pub(crate) lines: Vec<Line>,
    /// The ledger's lines.
    pub(crate) ledger: Vec<String>,
}

/// The smallest budget for a summary that is worth its tags. A smaller one is written if nothing
/// else fits: a rule in a few words, or the omission line.
pub(crate) const SMALLEST: u64 = 50;

impl Summary {
    /// Writes the best summary that fits into `room`; `kept` are the texts of
    /// the messages that stay, and what they contain need not be repeated.
    ///
    /// `facts` are those that must not be lost with the input and with what is
    /// kept in a shorter form; `lines` are the input's, best first. The
    /// artifact trail comes first, because what was done to which file is asked
    /// for most and lost most often; then clauses of lines by their worth;
    /// then, in the remaining room, facts that no clause mentions: all of the
    /// user's, and a few per cent of others.
    pub(crate) fn write(
        input: &SummaryInput<'_>,
        facts: &FactSet,
        lines: &[Line],
        kept: &[&str],
        room: Room,
        measure: &impl Measure,
    ) -> Self {
        let newest = input.newest.unwrap_or(MessageId(0));
        let mut outstanding = Outstanding::new(facts.best(MOST_FACTS, |_| true), newest);
        outstanding.give_up(&input.overruled());
        kept.iter().for_each(|text| outstanding.settle(text));
        // Every name if that takes at most a third; full lines if they take little.
        let cost = |text: &str| measure.text(text) + 2;
        let share = |percent| room.total * percent / 100;
        let notes: u64 = notes(lines).map(|line| cost(&line.text) + 1).sum();
        // What a model left out of notes that fill the room is not listed
        // again; what it left out of a few words is.
        let for_notes = room.for_notes && notes * 2 >= room.total;
        let (artifacts, named) = if for_notes {
            trail_beside(
                input,
                lines,
                room.total.saturating_sub(notes + HEADINGS),
                room.total,
                cost,
            )
        } else {
            input.trail.lines_within(share(TRAIL), share(NAMES), cost)
        };
        let beside = |reported: &HashSet<u64>| {
            deeds_beside(input, lines, reported, for_notes, room.total, cost)
        };
        let deeds = beside(&HashSet::new());
        artifacts.iter().chain(&deeds).for_each(|text| outstanding.settle(text));
        if named {
            // Including those in braces, whose folder is written only once.
            input.trail.artifacts().iter().for_each(|it| outstanding.settle(&it.name));
        }
        let mut used: u64 = artifacts.iter().map(|line| measure.text(line) + 2).sum();
        if !artifacts.is_empty() {
            used += measure.text(Section::Codebase.heading()) + 2;
        }
        if !deeds.is_empty() {
            used += deeds.iter().map(|line| measure.text(line) + 2).sum::<u64>()
                + measure.text(Section::Operations.heading())
                + 2;
        }
        let archive_from = if for_notes { ARCHIVE_BESIDE } else { ARCHIVE_FROM };
        let archive = (room.total >= archive_from).then(|| input.archive_line());
        used += archive.as_ref().map_or(0, |line| measure.text(line) + 2);
        let left = room.total.saturating_sub(used + 6);
        let lines = &lines[..lines.len().min(MOST_LINES)];
        let heading = |line: &Line| measure.text(line.section.heading()) + 1;
        let listed = if room.total < LITTLE && !for_notes { LITTLE_LISTED } else { LISTED };
        let others = room.ledger.min(room.total * listed / 100);
        let for_lines = if for_notes { left } else { left.saturating_sub(others * 3 / 4) };
        let mut choice = Choice::of(lines, &mut outstanding, &input.calculated, for_lines);
        choice.fill(for_lines, &mut outstanding, heading, measure);
        let open = listed_open(&choice);
        let deeds = if open.is_empty() { deeds } else { beside(&open) };
        let left = left.saturating_sub(choice.used + 6);
        let listed = outstanding.listed(left, others, |text| measure.text(text));
        let mut draft = SummaryDraft { choice, deeds, artifacts, facts: listed, archive };
        draft.fill(room.total, &mut outstanding, heading, measure);
        let (mut chosen, body) = draft.fit(room.total, measure);
        if chosen.is_empty() && body.is_empty() {
            return Self::omission(input);
        }
        chosen.sort_by_key(|line| std::cmp::Reverse((line.rank, line.order)));
        Self { body, ledger: draft.ledger(), lines: chosen }
    }

    /// The line that replaces a summary for which there is no room.
    fn omission(input: &SummaryInput<'_>) -> Self {
        let messages = input.messages();
        let body = format!("[no room for notes on {messages} messages; they are archived]\n");
        Self { body, lines: Vec::new(), ledger: Vec::new() }
    }

    /// The most important points: rules, requests, tasks, open errors,
    /// decisions.
    pub(crate) fn key_points(&self) -> Vec<String> {
        self.lines
            .iter()
            .filter(|line| line.rank >= rank::ESSENTIAL)
            .take(SummaryRecord::MAX_KEY_POINTS)
            .map(|line| line.text.clone())
            .collect()
    }

    /// Who took part, what was decided, what is to be done, what is open.
    pub(crate) fn context(
        &self,
        input: &SummaryInput<'_>,
        options: &DigestOptions,
    ) -> RecordContext {
        let texts = |kind, most: usize| {
            let facts = input.facts.of_kind(kind).map(|fact| fact.text.to_owned());
            facts.take(most).collect::<Vec<_>>()
        };
        let dates: Vec<String> = texts(FactKind::Date, MOST);
        let mut participants = vec!["user".to_owned(), "assistant".to_owned()];
        participants.extend(texts(FactKind::Participant, MOST));
        let action_items = input
            .facts
            .of_kind(FactKind::Task)
            .take(MOST)
            .map(|fact| ActionItem {
                // What the user asks for is the assistant's to do, and so is
                // what the assistant announces.
                owner: "assistant".to_owned(),
                task: fact.text.to_owned(),
                due: dates.iter().find(|date| fact.text.contains(date.as_str())).cloned(),
                state: TaskState::Pending,
            })
            .collect();
        let is_entity = |fact: &Fact<'_>| {
            matches!(fact.kind, FactKind::Asset | FactKind::Path | FactKind::Identifier)
        };
        // Vital ones rank first, so the others are only read if needed.
        let mut entities = input.facts.vital_best(MOST, is_entity);
        if entities.len() < MOST {
            entities = input.facts.best(MOST, is_entity);
        }
        RecordContext {
            participants,
            decisions: texts(FactKind::Decision, MOST),
            action_items,
            unresolved: input.open_errors(options),
            domain_entities: entities.iter().map(|fact| fact.text.to_owned()).collect(),
        }
    }
}

/// The lines that a summary contains in any case: rules, and a model's notes.
fn notes(lines: &[Line]) -> impl Iterator<Item = &Line> {
    lines.iter().filter(|line| line.rank >= rank::RULE || super::is_note(&line.text))
}

/// The trail next to a model's notes: what they do not name, in the room that
/// they leave (`left`); changed files may also take a little of the notes'
/// room.
fn trail_beside(
    input: &SummaryInput<'_>,
    lines: &[Line],
    left: u64,
    total: u64,
    cost: impl Fn(&str) -> u64,
) -> (Vec<String>, bool) {
    let texts: Vec<&str> = notes(lines).map(|line| line.text.as_str()).collect();
    let changed_only = total < ALL_NAMES_FROM;
    let trail = input.trail.unnamed(&texts, changed_only);
    let most = left.max(total * CHANGED / 100).min(total * NAMES / 100);
    trail.lines_within((total * TRAIL / 100).min(left), most, cost)
}

/// The messages with a failure that is still open and has a line of its own,
/// which says why.
fn listed_open(choice: &Choice<'_>) -> HashSet<u64> {
    let open = choice.picked.lines().filter(|line| line.text.starts_with(OPEN));
    open.map(|line| line.order.0).collect()
}

/// What calls changed, without those that failed in messages that are
/// `reported` otherwise; next to a model's notes, what they do not name.
fn deeds_beside(
    input: &SummaryInput<'_>,
    lines: &[Line],
    reported: &HashSet<u64>,
    for_notes: bool,
    total: u64,
    cost: impl Fn(&str) -> u64,
) -> Vec<String> {
    let (full, names) = (total * DEEDS / 100, total * DEED_NAMES / 100);
    if for_notes {
        let texts: Vec<&str> = notes(lines).map(|line| line.text.as_str()).collect();
        input.deeds.unnamed(&texts).lines_within(full, names, cost)
    } else {
        input.deeds.without_failed(reported).lines_within(full, names, cost)
    }
}

/// About how many tokens the headings of a model's notes take.
const HEADINGS: u64 = 30;

/// The share of a summary, in per cent, that the names of changed files and
/// assets may take from a model's notes that do not name them.
const CHANGED: u64 = 8;

/// A summary with a model's notes and fewer tokens than this does not name
/// files and assets that were only read.
const ALL_NAMES_FROM: u64 = 1_600;

/// The maximum number of lines that are considered, best first: any after them would have to be
/// shorter than its own heading to fit.
const MOST_LINES: usize = 3_000;

/// The maximum number of facts that are looked for in lines, best first.
const MOST_FACTS: usize = 20_000;

/// The share of a summary, in per cent, that the artifact trail may take.
const TRAIL: u64 = 6;

/// The share, in per cent, that lines on what calls changed may take, and that
/// bare names of it may.
const DEEDS: u64 = 15;
const DEED_NAMES: u64 = 25;

/// The share, in per cent, that bare names of files and assets may take.
const NAMES: u64 = 33;

/// The share of a summary, in per cent, for facts that no line mentions and the
/// user did not say.
const LISTED: u64 = 2;

/// In a summary of fewer tokens than this, lists may take more, since a line
/// costs more there than a value.
const LITTLE: u64 = 1_200;
const LITTLE_LISTED: u64 = 12;

/// The fewest tokens of a summary that says what the archive contains.
const ARCHIVE_FROM: u64 = 600;

/// The same for one with a model's notes, which need the room more: the tag
/// says which messages are archived.
const ARCHIVE_BESIDE: u64 = 1_600;

/// The maximum number of entries of one kind in a record's context.
const MOST: usize = 50;

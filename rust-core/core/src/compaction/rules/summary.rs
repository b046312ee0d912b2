//! The best of the material within a budget, as text.

use super::fact_list::fact_lines;
use super::line::rank;
use super::outstanding::Outstanding;
use super::page::Page;
use super::{Line, Material};
use crate::compaction::digest::DigestOptions;
use crate::compaction::facts::{Fact, FactKind, FactSet};
use crate::compaction::measure::Measure;
use crate::compaction::record::{ActionItem, RecordContext, SummaryRecord, TaskState};

/// How many tokens a summary may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    /// For everything between the tags.
    pub(crate) total: u64,
    /// Of which the ledger may take at most this.
    pub(crate) ledger: u64,
}

/// A summary's sections.
pub(crate) struct Summary {
    /// The sections, Markdown, without the tags.
    pub(crate) body: String,
    /// The lines that are in, best first.
    pub(crate) lines: Vec<Line>,
    /// The ledger's lines.
    pub(crate) ledger: Vec<String>,
    /// Whether every vital fact and every artifact is held, here or in what
    /// stays.
    pub(crate) complete: bool,
    /// Which part of the vital facts is held, from 0 to 1.
    pub(crate) coverage: f64,
}

/// The smallest budget that holds a summary worth its tags; below it stands
/// the omission line alone.
pub(crate) const SMALLEST: u64 = 50;

impl Summary {
    /// Writes the best summary that `room` holds; `kept` are the texts of the
    /// messages that stay: what they hold need not be said again.
    ///
    /// `facts` are those that must not be lost with the material and with what
    /// is kept in a shorter form; `lines` are the material's, best first. They go in by rank as long as
    /// every vital fact that they do not hold still finds room in a list after
    /// them. A fact in a list costs a few tokens, a line ten times as many:
    /// when there is little room the lines give way. They keep two fifths of it
    /// while next to no vital fact is lost by that, and an eighth in any case,
    /// because a list alone does not say what to do next.
    pub(crate) fn write(
        material: &Material<'_>,
        facts: &FactSet,
        lines: &[Line],
        kept: &[&str],
        room: Room,
        measure: &impl Measure,
    ) -> Self {
        if room.total < SMALLEST {
            return Self::omission(material, room);
        }
        let mut page = Page::new(measure);
        let mut outstanding = Outstanding::new(facts.vital_ranked(), |text| measure.text(text));
        let vital = outstanding.len();
        outstanding.give_up(&material.overruled());
        kept.iter().for_each(|text| outstanding.settle(text));
        let all_artifacts = page.add_artifacts(material, room.total / 3);
        page.artifacts.iter().for_each(|text| outstanding.settle(text));

        // What was said once may turn out to matter when it is said again:
        // the ledger's share goes to it before lines of little weight.
        let minor = (facts.len() - vital) as u64 * TYPICAL_FACT;
        let reserve = room.ledger.min(minor);
        let (most, least) = (room.total * 2 / 5, room.total / 8);
        let tolerated = outstanding.cost() * TOLERATED_LOSS / 1000;
        let mut left_out = Vec::new();
        for line in lines.iter().take(MOST_LINES) {
            let reserve = if line.rank >= rank::ESSENTIAL { 0 } else { reserve };
            let mut saved = None;
            if page.used >= most && page.used + outstanding.cost() + reserve > room.total {
                // Only a line that pays is taken now, and one that holds nothing
                // but a sentence of the lists does not: it says no more than the
                // list, with more around it.
                saved = Some(outstanding.cost_within(&line.text));
                if outstanding.holds_one_sentence() {
                    left_out.push((line, None));
                    continue;
                }
            }
            let text_cost = page.text_cost(line);
            let cost = page.heading(line.section) + text_cost;
            let used = page.used + cost;
            if used > room.total {
                left_out.push((line, Some(text_cost)));
                continue;
            }
            if used <= least || used + outstanding.cost() + reserve <= room.total {
                outstanding.settle(&line.text);
                page.add(line.clone(), cost);
                continue;
            }
            let saved = saved.unwrap_or_else(|| outstanding.cost_within(&line.text));
            let demand = used + (outstanding.cost() - saved);
            let pays = cost <= saved;
            let fits = demand + reserve <= room.total;
            if pays || fits || used <= most && demand <= room.total + tolerated {
                outstanding.settle_within();
                page.add(line.clone(), cost);
            } else {
                left_out.push((line, Some(text_cost)));
            }
        }
        let mut lost = page.add_facts(&mut outstanding, room);
        page.expand(room.total, |request| material.long_request(request));
        page.add_minor_facts(facts, kept, room);
        for (line, text_cost) in left_out {
            if page.used + SHORTEST_LINE > room.total {
                break;
            }
            let text_cost = text_cost.unwrap_or_else(|| page.text_cost(line));
            let cost = page.heading(line.section) + text_cost;
            if page.used + cost + 10 <= room.total {
                page.add(line.clone(), cost);
                page.unlist(&line.text);
            }
        }
        lost += page.fit(room.total);
        let body = page.body();
        page.lines.sort_by_key(|line| std::cmp::Reverse((line.rank, line.order)));
        Self {
            body,
            ledger: fact_lines(&page.ledger),
            lines: page.lines,
            complete: lost == 0 && all_artifacts,
            coverage: 1.0 - lost as f64 / vital.max(1) as f64,
        }
    }

    /// The line that stands where a summary has no room.
    fn omission(material: &Material<'_>, room: Room) -> Self {
        let messages = material.messages();
        let body = format!(
            "[{messages} earlier messages are left out: a summary budget of {} tokens holds no \
             summary; the originals are archived]\n",
            room.total
        );
        Self { body, lines: Vec::new(), ledger: Vec::new(), complete: false, coverage: 0.0 }
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
        material: &Material<'_>,
        options: &DigestOptions,
    ) -> RecordContext {
        let texts = |kind, most: usize| {
            let facts = material.facts.of_kind(kind).map(|fact| fact.text.to_string());
            facts.take(most).collect::<Vec<_>>()
        };
        let dates: Vec<String> = texts(FactKind::Date, MOST);
        let mut participants = vec!["user".to_owned(), "assistant".to_owned()];
        participants.extend(texts(FactKind::Participant, MOST));
        let action_items = material
            .facts
            .of_kind(FactKind::Task)
            .take(MOST)
            .map(|fact| ActionItem {
                // What a person asks for is the assistant's to do; what the
                // assistant announces as well.
                owner: "assistant".to_owned(),
                task: fact.text.to_string(),
                due: dates.iter().find(|date| fact.text.contains(date.as_str())).cloned(),
                state: TaskState::Pending,
            })
            .collect();
        let is_entity = |fact: &&Fact| {
            matches!(fact.kind, FactKind::Asset | FactKind::Path | FactKind::Identifier)
        };
        // Vital ones rank first, so the others are only looked at in need.
        let mut entities = material.facts.vital_best(MOST, is_entity);
        if entities.len() < MOST {
            entities = material.facts.ranked();
            entities.retain(is_entity);
        }
        RecordContext {
            participants,
            decisions: texts(FactKind::Decision, MOST),
            action_items,
            unresolved: material.open_errors(options),
            domain_entities: entities.iter().take(MOST).map(|fact| fact.text.to_string()).collect(),
        }
    }
}

/// The most lines that are considered, best first: beyond them a line would
/// have to be shorter than its own heading to find room.
const MOST_LINES: usize = 2_000;

/// Which part of the vital facts lines may cost, in thousandths.
const TOLERATED_LOSS: u64 = 10;

/// The least that a line takes up, with the ten tokens that are left free.
const SHORTEST_LINE: u64 = 13;

/// About what a fact costs in a list, in tokens.
const TYPICAL_FACT: u64 = 4;

/// The most entries of one kind in a record's context.
const MOST: usize = 50;

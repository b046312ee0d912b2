//! The best of the material within a budget, as text.

use super::line::rank;
use super::{Line, Material, Section};
use crate::compaction::digest::{self, DigestOptions};
use crate::compaction::facts::{Fact, FactKind, Literals, select};
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

/// Facts of one kind on one line, or one line each where they hold commas.
fn fact_lines<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Vec<String> {
    let mut by_kind: Vec<(FactKind, Vec<&Fact>)> = Vec::new();
    for fact in facts {
        match by_kind.iter_mut().find(|(kind, _)| *kind == fact.kind) {
            Some((_, list)) => list.push(fact),
            None => by_kind.push((fact.kind, vec![fact])),
        }
    }
    by_kind.sort_by_key(|(kind, _)| *kind);
    let mut lines = Vec::new();
    for (kind, facts) in by_kind {
        let heading = kind.heading();
        if kind.is_line() {
            lines.extend(facts.iter().map(|fact| format!("{heading}: {}", flat(&fact.text))));
        } else {
            let list: Vec<_> = facts.iter().map(|fact| flat(&fact.text)).collect();
            lines.push(format!("{heading}: {}", list.join(", ")));
        }
    }
    lines
}

/// A fact on one line, without the power to open or close a summary.
fn flat(text: &str) -> String {
    digest::neutralize(&text.replace(['\n', '\r'], " ")).into_owned()
}

/// Reads a line that [`fact_lines`] wrote.
pub(super) fn parse_facts(line: &str) -> Vec<(FactKind, &str)> {
    let Some((heading, rest)) = line.split_once(": ") else {
        return Vec::new();
    };
    let Some(kind) = FactKind::ALL.into_iter().find(|kind| kind.heading() == heading) else {
        return Vec::new();
    };
    if kind.is_line() {
        vec![(kind, rest)]
    } else {
        rest.split(", ").filter(|text| !text.is_empty()).map(|text| (kind, text)).collect()
    }
}

/// Vital facts that nothing on the page holds yet, and what listing them would
/// cost.
struct Outstanding<'a> {
    facts: Vec<&'a Fact>,
    costs: Vec<u64>,
    literals: Literals<'a>,
    settled: Vec<bool>,
    cost: u64,
}

impl<'a> Outstanding<'a> {
    fn new(facts: &[&'a Fact], cost: impl Fn(&Fact) -> u64) -> Self {
        // A text of one byte is in any text, as good as.
        let costs: Vec<u64> =
            facts.iter().map(|fact| if fact.text.len() < 2 { 0 } else { cost(fact) }).collect();
        let literals = Literals::new(facts.iter().map(|fact| &*fact.text).collect());
        let total = costs.iter().sum();
        Self {
            facts: facts.to_vec(),
            settled: facts.iter().map(|fact| fact.text.len() < 2).collect(),
            costs,
            literals,
            cost: total,
        }
    }

    /// Notes that a text holds some of them.
    fn settle(&mut self, text: &str) {
        let (settled, cost, costs) = (&mut self.settled, &mut self.cost, &self.costs);
        self.literals.visit(text, |at| {
            if !std::mem::replace(&mut settled[at], true) {
                *cost -= costs[at];
            }
            true
        });
    }

    /// What the outstanding facts within a text would cost in a list.
    fn cost_within(&mut self, text: &str) -> u64 {
        let mut seen = std::collections::HashSet::new();
        let (settled, costs) = (&self.settled, &self.costs);
        let mut cost = 0;
        self.literals.visit(text, |at| {
            if !settled[at] && seen.insert(at) {
                cost += costs[at];
            }
            false
        });
        cost
    }

    fn cost(&self) -> u64 {
        // Headings of the lists.
        if self.cost == 0 { 0 } else { self.cost + 24 }
    }

    fn facts(&self) -> impl Iterator<Item = &'a Fact> + '_ {
        self.facts
            .iter()
            .zip(&self.settled)
            .filter(|(_, settled)| !**settled)
            .map(|(fact, _)| *fact)
    }
}

/// What was chosen so far, and what it costs.
struct Page<'m, M> {
    measure: &'m M,
    lines: Vec<Line>,
    artifacts: Vec<String>,
    foundation: Vec<Fact>,
    ledger: Vec<Fact>,
    used: u64,
    headed: [bool; Section::ALL.len()],
}

impl<M: Measure> Page<'_, M> {
    fn heading(&self, section: Section) -> u64 {
        if self.headed[section as usize] { 0 } else { self.measure.text(section.heading()) + 1 }
    }

    /// Tokens of a line with its dash and line break, and of its section's
    /// heading if it is the first.
    fn cost(&self, section: Section, text: &str) -> u64 {
        self.heading(section) + self.measure.text(text) + 2
    }

    fn add(&mut self, line: Line, cost: u64) {
        self.used += cost;
        self.headed[line.section as usize] = true;
        self.lines.push(line);
    }

    /// Gives what room is left to the words of the user, newest first.
    fn expand(&mut self, limit: u64) {
        let measure = self.measure;
        for line in &mut self.lines {
            if let Some(long) = line.long.take() {
                let more = measure.text(&long).saturating_sub(measure.text(&line.text));
                if self.used + more <= limit {
                    self.used += more;
                    line.text = long;
                }
            }
        }
    }

    /// The texts chosen so far.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines.iter().map(|line| line.text.as_str());
        let facts = self.foundation.iter().chain(&self.ledger).map(|fact| &*fact.text);
        lines.chain(self.artifacts.iter().map(String::as_str)).chain(facts)
    }

    fn body(&self) -> String {
        let mut sections: Vec<(Section, (u64, u32), String)> = Vec::new();
        let artifacts = self.artifacts.iter().enumerate().map(|(at, text)| {
            (Section::Codebase, (at as u64, 0), digest::neutralize(text).into_owned())
        });
        sections.extend(self.lines.iter().map(|l| (l.section, l.order, l.text.clone())));
        sections.extend(artifacts);
        let facts = |section, facts: &[Fact]| {
            fact_lines(facts.iter())
                .into_iter()
                .enumerate()
                .map(|(at, text)| (section, (at as u64, 0), text))
                .collect::<Vec<_>>()
        };
        sections.extend(facts(Section::Foundation, &self.foundation));
        sections.extend(facts(Section::Ledger, &self.ledger));
        // Rules first, whenever they were given; then by time.
        sections.sort_by(|a, b| {
            (a.0, !a.2.starts_with(super::material::RULE), a.1).cmp(&(
                b.0,
                !b.2.starts_with(super::material::RULE),
                b.1,
            ))
        });
        let mut body = String::new();
        let mut last = None;
        for (section, _, text) in sections {
            if last != Some(section) {
                body.push_str(section.heading());
                body.push('\n');
                last = Some(section);
            }
            body.push_str("- ");
            body.push_str(&text);
            body.push('\n');
        }
        body
    }

    /// Drops what matters least; tells whether there was anything.
    fn drop_last(&mut self) -> bool {
        if self.ledger.pop().is_some() {
            return true;
        }
        if self.foundation.pop().is_some() {
            return true;
        }
        if self.lines.pop().is_some() {
            return true;
        }
        self.artifacts.pop().is_some()
    }
}

impl Summary {
    /// Writes the best summary that `room` holds; `kept` are the texts of the
    /// messages that stay: what they hold need not be said again.
    ///
    /// `lines` are the material's, best first. They go in by rank as long as every vital fact that they do not hold
    /// still finds room in a list after them. A fact in a list costs a few
    /// tokens, a line ten times as many: when there is little room the lines
    /// give way, but never below a fifth of it, because a list alone does not
    /// say what to do next.
    pub(crate) fn write(
        material: &Material<'_>,
        lines: &[Line],
        kept: &[&str],
        room: Room,
        measure: &impl Measure,
    ) -> Self {
        let mut page = Page {
            measure,
            lines: Vec::new(),
            artifacts: Vec::new(),
            foundation: Vec::new(),
            ledger: Vec::new(),
            used: 0,
            headed: [false; Section::ALL.len()],
        };
        let vital: Vec<&Fact> = material.facts.vital_ranked();
        let mut outstanding = Outstanding::new(&vital, |fact| page.fact_cost(fact));
        kept.iter().for_each(|text| outstanding.settle(text));
        let all_artifacts = page.add_artifacts(material, room.total / 3);
        page.artifacts.iter().for_each(|text| outstanding.settle(text));

        let least = page.used + room.total / 5;
        for line in lines.iter().take(MOST_LINES) {
            let cost = page.cost(line.section, &line.text);
            let saved = outstanding.cost_within(&line.text);
            let pays = cost <= saved;
            let within_least = page.used + cost <= least;
            let fits = page.used + cost + (outstanding.cost() - saved) <= room.total;
            if page.used + cost <= room.total && (pays || within_least || fits) {
                outstanding.settle(&line.text);
                page.add(line.clone(), cost);
            }
        }
        let missing: Vec<&Fact> = outstanding.facts().collect();
        let lost = page.add_facts(&missing, room);
        page.expand(room.total);
        page.add_minor_facts(material, kept, room);
        while measure.text(&page.body()) > room.total && page.drop_last() {}
        let body = page.body();
        page.lines.sort_by_key(|line| std::cmp::Reverse((line.rank, line.order)));
        Self {
            body,
            ledger: fact_lines(page.ledger.iter()),
            lines: page.lines,
            complete: lost == 0 && all_artifacts,
            coverage: 1.0 - lost as f64 / vital.len().max(1) as f64,
        }
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
        let mut entities = material.facts.ranked();
        entities.retain(|fact| {
            matches!(fact.kind, FactKind::Asset | FactKind::Path | FactKind::Identifier)
        });
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

/// The most entries of one kind in a record's context.
const MOST: usize = 50;

impl<M: Measure> Page<'_, M> {
    /// Adds the artifact trail; returns whether all of it is in.
    fn add_artifacts(&mut self, material: &Material<'_>, limit: u64) -> bool {
        let measure = self.measure;
        let (lines, all) = material.trail.lines_within(limit, |text| measure.text(text) + 2);
        if !lines.is_empty() {
            self.used += self.heading(Section::Codebase)
                + lines.iter().map(|line| measure.text(line) + 2).sum::<u64>();
            self.headed[Section::Codebase as usize] = true;
            self.artifacts = lines;
        }
        all
    }

    fn fact_cost(&self, fact: &Fact) -> u64 {
        // A separator or, for a line of its own, dash, heading and break.
        self.measure.text(&fact.text) + if fact.kind.is_line() { 4 } else { 1 }
    }

    /// Adds vital facts, best first; returns how many found no room.
    ///
    /// The ledger has its share; what exceeds it stands among the values that
    /// the work depends on.
    fn add_facts(&mut self, missing: &[&Fact], room: Room) -> usize {
        let measure = self.measure;
        let cost = |text: &str| measure.text(text);
        let chosen = select(missing, cost, room.total.saturating_sub(self.used + 10));
        let held: String = chosen.iter().flat_map(|fact| [&*fact.text, "\n"]).collect();
        let lost = missing.iter().filter(|fact| !held.contains(&*fact.text)).count();
        let costs: Vec<u64> = chosen.iter().map(|fact| self.fact_cost(fact)).collect();
        let total: u64 = costs.iter().sum();
        self.used += total;
        let (mut ledger, mut at) = (total, 0);
        while at < chosen.len() && ledger > room.ledger {
            ledger -= costs[at];
            at += 1;
        }
        self.foundation = chosen[..at].iter().map(|fact| (*fact).clone()).collect();
        self.ledger = chosen[at..].iter().map(|fact| (*fact).clone()).collect();
        lost
    }

    /// Adds facts that were said once, by a tool or the model, to what is left
    /// of the ledger's share.
    fn add_minor_facts(&mut self, material: &Material<'_>, kept: &[&str], room: Room) {
        let ledger: u64 = self.ledger.iter().map(|fact| self.fact_cost(fact)).sum();
        let left =
            room.ledger.saturating_sub(ledger).min(room.total.saturating_sub(self.used + 10));
        if left < 16 {
            return;
        }
        let missing = material.facts.missing_from(kept.iter().copied().chain(self.texts()));
        let minor: Vec<&Fact> = missing.into_iter().filter(|fact| !fact.is_vital()).collect();
        let measure = self.measure;
        let chosen = select(&minor, |text| measure.text(text), left);
        self.used += chosen.iter().map(|fact| self.fact_cost(fact)).sum::<u64>();
        self.ledger.extend(chosen.into_iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compaction::facts::Origin;
    use crate::conversation::MessageId;

    fn fact(kind: FactKind, text: &str) -> Fact {
        let id = MessageId(1);
        Fact { kind, text: text.into(), origin: Origin::User, first: id, last: id, messages: 1 }
    }

    #[test]
    fn facts_can_be_read_from_the_lines_that_were_written() {
        let facts = [
            fact(FactKind::Id, "HXDUBJ"),
            fact(FactKind::Rule, "never save, unless I ask"),
            fact(FactKind::Id, "gift_card_6941833"),
            fact(FactKind::Rule, "always ask: twice"),
        ];
        let lines = fact_lines(facts.iter());
        assert_eq!(
            lines,
            [
                "rules: never save, unless I ask",
                "rules: always ask: twice",
                "ids: HXDUBJ, gift_card_6941833"
            ]
        );
        let read: Vec<_> = lines.iter().flat_map(|line| parse_facts(line)).collect();
        assert_eq!(
            read,
            [
                (FactKind::Rule, "never save, unless I ask"),
                (FactKind::Rule, "always ask: twice"),
                (FactKind::Id, "HXDUBJ"),
                (FactKind::Id, "gift_card_6941833")
            ]
        );
    }
}

//! The best of the material within a budget, as text.

use super::line::rank;
use super::{Line, Material, Section};
use crate::compaction::digest::DigestOptions;
use crate::compaction::facts::{Fact, FactKind};
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

fn flat(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
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
        if self.headed[section as usize] {
            0
        } else {
            self.measure.text(section.heading()) + 1
        }
    }

    /// Tokens of a line with its dash and line break, and of its section's
    /// heading if it is the first.
    fn cost(&self, section: Section, text: &str) -> u64 {
        self.heading(section) + self.measure.text(text) + 2
    }

    fn add(&mut self, line: &Line, limit: u64) -> bool {
        let cost = self.cost(line.section, &line.text);
        if self.used + cost > limit {
            return false;
        }
        self.used += cost;
        self.headed[line.section as usize] = true;
        self.lines.push(line.clone());
        true
    }

    /// The texts chosen so far, for the question what they lack.
    fn texts(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.text.as_str()).chain(self.artifacts.iter().map(String::as_str))
    }

    fn body(&self) -> String {
        let mut sections: Vec<(Section, (u64, u32), String)> = Vec::new();
        let artifacts = self.artifacts.iter().enumerate().map(|(at, text)| {
            (Section::Codebase, (at as u64, 0), text.clone())
        });
        sections.extend(self.lines.iter().map(|l| (l.section, l.order, l.text.clone())));
        sections.extend(artifacts);
        let facts = |section, facts: &[Fact]| {
            fact_lines(facts)
                .into_iter()
                .enumerate()
                .map(|(at, text)| (section, (at as u64, 0), text))
                .collect::<Vec<_>>()
        };
        sections.extend(facts(Section::Foundation, &self.foundation));
        sections.extend(facts(Section::Ledger, &self.ledger));
        // Rules first, whenever they were given; then by time.
        sections.sort_by(|a, b| {
            (a.0, !a.2.starts_with(super::material::RULE), a.1)
                .cmp(&(b.0, !b.2.starts_with(super::material::RULE), b.1))
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

    /// Drops what matters least.
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
    pub(crate) fn write(
        material: &Material<'_>,
        kept: &[&str],
        room: Room,
        options: &DigestOptions,
        measure: &impl Measure,
    ) -> Self {
        let candidates = material.lines(options);
        let mut page = Page {
            measure,
            lines: Vec::new(),
            artifacts: Vec::new(),
            foundation: Vec::new(),
            ledger: Vec::new(),
            used: 0,
            headed: [false; Section::ALL.len()],
        };
        let all_artifacts = page.add_artifacts(material, room.total / 3);

        // What a person would miss first, then room for what must survive,
        // then the rest: a fact costs a few tokens, a line ten times as many.
        let essential_limit = room.total - room.total / 4;
        let mut left_over: Vec<&Line> = Vec::new();
        for line in &candidates {
            let limit = if line.rank >= rank::ESSENTIAL { essential_limit } else { 0 };
            if !page.add(line, limit) {
                left_over.push(line);
            }
        }
        let texts = |page: &Page<'_, _>| -> Vec<String> { page.texts().map(str::to_owned).collect() };
        let lacking = |page: &Page<'_, _>| {
            let own = texts(page);
            let held = kept.iter().copied().chain(own.iter().map(String::as_str));
            let missing = material.facts.missing_from(held);
            missing.into_iter().cloned().collect::<Vec<Fact>>()
        };
        let missing = lacking(&page);
        let need = page.facts_cost(missing.iter().filter(|fact| fact.is_vital()));
        let limit = room.total.saturating_sub(need);
        for line in left_over {
            page.add(line, limit.max(page.used));
        }
        let missing = lacking(&page);
        let lost = page.add_facts(&missing, room);
        while !page.lines.is_empty() && measure.text(&page.body()) > room.total {
            if !page.drop_last() {
                break;
            }
        }
        let body = page.body();
        page.lines.sort_by(|a, b| (b.rank, b.order).cmp(&(a.rank, a.order)));
        Self {
            body,
            ledger: fact_lines(&page.ledger),
            lines: page.lines,
            complete: lost == 0 && all_artifacts,
            coverage: 1.0 - lost as f64 / material.facts.vital().count().max(1) as f64,
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

    fn facts_cost<'f>(&self, facts: impl Iterator<Item = &'f Fact>) -> u64 {
        let mut kinds = std::collections::HashSet::new();
        let mut cost = 0;
        for fact in facts {
            cost += self.fact_cost(fact);
            if kinds.insert(fact.kind) {
                cost += 4;
            }
        }
        cost + if cost > 0 { 5 } else { 0 }
    }

    /// Adds facts, best first: vital ones wherever there is room, the others
    /// only in what is left of the ledger's share. Returns how many vital ones
    /// found no room.
    fn add_facts(&mut self, missing: &[Fact], room: Room) -> usize {
        let mut lost = 0;
        let mut ledger = 0;
        let mut chosen: Vec<Fact> = Vec::new();
        let mut held = String::new();
        let mut headings = std::collections::HashSet::new();
        for fact in missing {
            // A path within a command that is already listed is held by it.
            if held.contains(&*fact.text) {
                continue;
            }
            let mut cost = self.fact_cost(fact);
            if !headings.contains(&fact.kind) {
                cost += if headings.is_empty() { 10 } else { 4 };
            }
            let allowed = if fact.is_vital() { room.total } else { room.total.min(self.used + room.ledger.saturating_sub(ledger)) };
            if self.used + cost > allowed {
                lost += usize::from(fact.is_vital());
                continue;
            }
            self.used += cost;
            ledger += cost;
            headings.insert(fact.kind);
            held.push_str(&fact.text);
            held.push('\n');
            chosen.push(fact.clone());
        }
        // The ledger has its share; what exceeds it stands among the values
        // that the work depends on.
        let mut at = 0;
        while at < chosen.len() && ledger > room.ledger {
            ledger = ledger.saturating_sub(self.fact_cost(&chosen[at]));
            at += 1;
        }
        self.ledger = chosen.split_off(at);
        self.foundation = chosen;
        lost
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
        let lines = fact_lines(&facts);
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

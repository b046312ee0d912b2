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

/// Facts of one kind on one line, grouped by the keys under which they stood
/// (`ids: 1842; reservation_id: HXDUBJ, 46BBSE`), or one line each where they
/// hold commas.
fn fact_lines<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> Vec<String> {
    type Group<'a> = (FactKind, Option<&'a str>, Vec<String>);
    let mut groups: Vec<Group<'_>> = Vec::new();
    for fact in facts {
        let label = fact.label.as_deref().filter(|label| is_label(label) && !fact.kind.is_line());
        let text = flat(&fact.text);
        match groups.iter_mut().find(|(kind, key, _)| *kind == fact.kind && *key == label) {
            Some((_, _, list)) => list.push(text),
            None => groups.push((fact.kind, label, vec![text])),
        }
    }
    groups.sort_by_key(|(kind, label, _)| (*kind, label.is_some()));
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for (kind, label, texts) in groups {
        let heading = kind.heading();
        if kind.is_line() {
            lines.extend(texts.iter().map(|text| format!("{heading}: {text}")));
            continue;
        }
        let list = texts.join(", ");
        let group = label.map_or(list.clone(), |label| format!("{label}: {list}"));
        match lines.last_mut() {
            Some(line) if last == Some(kind) => {
                line.push_str("; ");
                line.push_str(&group);
            }
            _ => lines.push(format!("{heading}: {group}")),
        }
        last = Some(kind);
    }
    lines
}

fn is_label(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A fact on one line, without the power to open or close a summary.
fn flat(text: &str) -> String {
    digest::neutralize(&text.replace(['\n', '\r'], " ")).into_owned()
}

/// Reads a line that [`fact_lines`] wrote: kind, label, text.
pub(super) fn parse_facts(line: &str) -> Vec<(FactKind, Option<&str>, &str)> {
    let Some((heading, rest)) = line.split_once(": ") else {
        return Vec::new();
    };
    let Some(kind) = FactKind::ALL.into_iter().find(|kind| kind.heading() == heading) else {
        return Vec::new();
    };
    if kind.is_line() {
        return vec![(kind, None, rest)];
    }
    let mut facts = Vec::new();
    for group in rest.split("; ") {
        let (label, list) = match group.split_once(": ") {
            Some((label, list)) if is_label(label) => (Some(label), list),
            _ => (None, group),
        };
        facts.extend(
            list.split(", ").filter(|text| !text.is_empty()).map(|text| (kind, label, text)),
        );
    }
    facts
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

    /// Drops what matters least until the text is within the limit; returns
    /// how many vital facts had to go.
    fn fit(&mut self, limit: u64) -> usize {
        let mut lost = 0;
        loop {
            let size = self.measure.text(&self.body());
            let mut over = size.saturating_sub(limit);
            if over == 0 {
                return lost;
            }
            while over > 0 {
                let Some((freed, vital)) = self.drop_least() else {
                    return lost;
                };
                over = over.saturating_sub(freed.max(1));
                lost += usize::from(vital);
            }
        }
    }

    /// Drops one thing: minor facts first, then lines of little weight, then
    /// what must survive. Returns its tokens and whether it was a vital fact.
    fn drop_least(&mut self) -> Option<(u64, bool)> {
        if self.ledger.last().is_some_and(|fact| !fact.is_vital()) {
            return self.ledger.pop().map(|fact| (self.fact_cost(&fact), false));
        }
        let least = self.lines.iter().enumerate().min_by_key(|(_, line)| (line.rank, line.order));
        if let Some((at, line)) = least
            && (line.rank < rank::ESSENTIAL
                || (self.ledger.is_empty() && self.foundation.is_empty()))
        {
            let line = self.lines.remove(at);
            return Some((self.measure.text(&line.text), false));
        }
        if let Some(fact) = self.ledger.pop().or_else(|| self.foundation.pop()) {
            return Some((self.fact_cost(&fact), true));
        }
        self.artifacts.pop().map(|line| (self.measure.text(&line), false))
    }
}

impl Summary {
    /// Writes the best summary that `room` holds; `kept` are the texts of the
    /// messages that stay: what they hold need not be said again.
    ///
    /// `lines` are the material's, best first. They go in by rank as long as every vital fact that they do not hold
    /// still finds room in a list after them. A fact in a list costs a few
    /// tokens, a line ten times as many: when there is little room the lines
    /// give way, but never below two fifths of it, because a list alone does not
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

        // What was said once may turn out to matter when it is said again:
        // the ledger's share goes to it before lines of little weight.
        let minor = (material.facts.len() - vital.len()) as u64 * TYPICAL_FACT;
        let reserve = room.ledger.min(minor);
        let least = room.total * 2 / 5;
        let mut left_out = Vec::new();
        for line in lines.iter().take(MOST_LINES) {
            let cost = page.cost(line.section, &line.text);
            let saved = outstanding.cost_within(&line.text);
            let pays = cost <= saved;
            let within_least = page.used + cost <= least;
            let reserve = if line.rank >= rank::ESSENTIAL { 0 } else { reserve };
            let fits = page.used + cost + (outstanding.cost() - saved) + reserve <= room.total;
            if page.used + cost <= room.total && (pays || within_least || fits) {
                outstanding.settle(&line.text);
                page.add(line.clone(), cost);
            } else {
                left_out.push(line);
            }
        }
        let missing: Vec<Fact> = outstanding.facts().cloned().collect();
        let mut lost = page.add_facts(missing.clone(), room);
        if lost > 0 {
            // The keys explain, but the values must survive.
            page.used = page.used.saturating_sub(page.listed());
            let bare = missing.into_iter().map(|fact| Fact { label: None, ..fact }).collect();
            lost = page.add_facts(bare, room);
        }
        page.expand(room.total);
        page.add_minor_facts(material, kept, room);
        for line in left_out {
            let cost = page.cost(line.section, &line.text);
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

/// About what a fact costs in a list, in tokens.
const TYPICAL_FACT: u64 = 4;

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

    /// Lists vital facts, best first; returns how many found no room.
    ///
    /// The ledger has its share; what exceeds it stands among the values that
    /// the work depends on.
    fn add_facts(&mut self, missing: Vec<Fact>, room: Room) -> usize {
        let measure = self.measure;
        let all: Vec<&Fact> = missing.iter().collect();
        let left = room.total.saturating_sub(self.used + 10);
        let chosen = select(&all, |text| measure.text(text), left);
        let held: String = chosen.iter().flat_map(|fact| [&*fact.text, "\n"]).collect();
        let lost = missing.iter().filter(|fact| !held.contains(&*fact.text)).count();
        let costs: Vec<u64> = chosen.iter().map(|fact| self.fact_cost(fact)).collect();
        let mut ledger: u64 = costs.iter().sum();
        (self.foundation, self.ledger) = (Vec::new(), Vec::new());
        for lines in [false, true] {
            for (fact, cost) in chosen.iter().zip(&costs) {
                if fact.kind.is_line() != lines {
                    continue;
                }
                if ledger > room.ledger {
                    ledger -= cost;
                    self.foundation.push((*fact).clone());
                } else {
                    self.ledger.push((*fact).clone());
                }
            }
        }
        self.used += self.listed();
        lost
    }

    /// Takes the sentences out of the lists that a line says.
    fn unlist(&mut self, line: &str) {
        let mut freed = 0;
        for list in [&mut self.foundation, &mut self.ledger] {
            list.retain(|fact| {
                let said = fact.kind.is_line() && line.contains(&*fact.text);
                freed += if said { self.measure.text(&fact.text) } else { 0 };
                !said
            });
        }
        self.used = self.used.saturating_sub(freed);
    }

    /// Tokens of the lists of facts.
    fn listed(&self) -> u64 {
        [&self.foundation, &self.ledger]
            .into_iter()
            .filter(|facts| !facts.is_empty())
            .map(|facts| {
                let lines = fact_lines(facts.iter());
                5 + lines.iter().map(|line| self.measure.text(line) + 2).sum::<u64>()
            })
            .sum()
    }

    /// Adds facts that were said once, by a tool or the model, to what is left
    /// of the ledger's share.
    fn add_minor_facts(&mut self, material: &Material<'_>, kept: &[&str], room: Room) {
        let ledger: u64 = self.ledger.iter().map(|fact| self.fact_cost(fact)).sum();
        // A quarter of the share: what was said once, and not by a person, is
        // worth little.
        let left =
            (room.ledger / 4).saturating_sub(ledger).min(room.total.saturating_sub(self.used + 10));
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

    fn fact(kind: FactKind, text: &str, label: Option<&str>) -> Fact {
        let id = MessageId(1);
        Fact {
            kind,
            text: text.into(),
            label: label.map(Into::into),
            origin: Origin::User,
            first: id,
            last: id,
            messages: 1,
        }
    }

    #[test]
    fn facts_can_be_read_from_the_lines_that_were_written() {
        let facts = [
            fact(FactKind::Id, "HXDUBJ", Some("reservation_id")),
            fact(FactKind::Rule, "never save, unless I ask", None),
            fact(FactKind::Id, "gift_card_6941833", None),
            fact(FactKind::Rule, "always ask: twice", None),
            fact(FactKind::Id, "46BBSE", Some("reservation_id")),
        ];
        let lines = fact_lines(&facts);
        assert_eq!(
            lines,
            [
                "rules: never save, unless I ask",
                "rules: always ask: twice",
                "ids: gift_card_6941833; reservation_id: HXDUBJ, 46BBSE",
            ]
        );
        let read: Vec<_> = lines.iter().flat_map(|line| parse_facts(line)).collect();
        assert_eq!(
            read,
            [
                (FactKind::Rule, None, "never save, unless I ask"),
                (FactKind::Rule, None, "always ask: twice"),
                (FactKind::Id, None, "gift_card_6941833"),
                (FactKind::Id, Some("reservation_id"), "HXDUBJ"),
                (FactKind::Id, Some("reservation_id"), "46BBSE"),
            ]
        );
    }
}

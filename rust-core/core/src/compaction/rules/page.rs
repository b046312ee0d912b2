//! A summary while it is written: what was chosen so far, and what it costs.

use super::fact_list::{Entry, fact_lines};
use super::line::rank;
use super::outstanding::{Outstanding, overhead};
use super::{Line, Material, Room, Section};
use crate::compaction::digest;
use crate::compaction::facts::{Fact, FactSet, select};
use crate::compaction::measure::Measure;

/// What was chosen so far, and what it costs.
pub(super) struct Page<'m, 'f, M> {
    pub(super) measure: &'m M,
    pub(super) lines: Vec<Line>,
    pub(super) artifacts: Vec<String>,
    pub(super) foundation: Vec<Entry<'f>>,
    pub(super) ledger: Vec<Entry<'f>>,
    pub(super) used: u64,
    pub(super) headed: [bool; Section::ALL.len()],
}

impl<'m, 'f, M: Measure> Page<'m, 'f, M> {
    pub(super) fn new(measure: &'m M) -> Self {
        Self {
            measure,
            lines: Vec::new(),
            artifacts: Vec::new(),
            foundation: Vec::new(),
            ledger: Vec::new(),
            used: 0,
            headed: [false; Section::ALL.len()],
        }
    }

    pub(super) fn heading(&self, section: Section) -> u64 {
        if self.headed[section as usize] { 0 } else { self.measure.text(section.heading()) + 1 }
    }

    /// Tokens of a line with its dash and line break.
    pub(super) fn text_cost(&self, line: &Line) -> u64 {
        self.measure.text(&line.text) + 2
    }

    pub(super) fn add(&mut self, line: Line, cost: u64) {
        self.used += cost;
        self.headed[line.section as usize] = true;
        self.lines.push(line);
    }

    /// Gives what room is left to the words of the user, newest first.
    pub(super) fn expand(&mut self, limit: u64, long_request: impl Fn(usize) -> String) {
        let measure = self.measure;
        for line in &mut self.lines {
            if self.used >= limit {
                break;
            }
            if let Some(long) = line.long.take().map(&long_request) {
                let more = measure.text(&long).saturating_sub(measure.text(&line.text));
                if self.used + more <= limit {
                    self.used += more;
                    line.text = long;
                }
            }
        }
    }

    /// The texts chosen so far.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines.iter().map(|line| line.text.as_str());
        let facts = self.foundation.iter().chain(&self.ledger).map(|entry| &*entry.fact.text);
        lines.chain(self.artifacts.iter().map(String::as_str)).chain(facts)
    }

    pub(super) fn body(&self) -> String {
        let mut sections: Vec<(Section, (u64, u32), String)> = Vec::new();
        let artifacts = self.artifacts.iter().enumerate().map(|(at, text)| {
            (Section::Codebase, (at as u64, 0), digest::neutralize(text).into_owned())
        });
        sections.extend(self.lines.iter().map(|l| (l.section, l.order, l.text.clone())));
        sections.extend(artifacts);
        let facts = |section, entries: &[Entry<'_>]| {
            fact_lines(entries)
                .into_iter()
                .enumerate()
                .map(|(at, text)| (section, (at as u64, 0), text))
                .collect::<Vec<_>>()
        };
        sections.extend(facts(Section::Foundation, &self.foundation));
        sections.extend(facts(Section::Ledger, &self.ledger));
        // Rules first, whenever they were given; then by time.
        sections.sort_by(|a, b| {
            (a.0, !a.2.starts_with(super::carried_line::RULE), a.1).cmp(&(
                b.0,
                !b.2.starts_with(super::carried_line::RULE),
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
    pub(super) fn fit(&mut self, limit: u64) -> usize {
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
        if self.ledger.last().is_some_and(|entry| !entry.fact.is_vital()) {
            return self.ledger.pop().map(|entry| (self.fact_cost(entry.fact), false));
        }
        let least = self.lines.iter().enumerate().min_by_key(|(_, line)| (line.rank, line.order));
        if let Some((at, line)) = least
            && (line.rank < rank::ESSENTIAL
                || (self.ledger.is_empty() && self.foundation.is_empty()))
        {
            let line = self.lines.remove(at);
            return Some((self.measure.text(&line.text), false));
        }
        if let Some(entry) = self.ledger.pop().or_else(|| self.foundation.pop()) {
            return Some((self.fact_cost(entry.fact), true));
        }
        self.artifacts.pop().map(|line| (self.measure.text(&line), false))
    }
}

impl<'f, M: Measure> Page<'_, 'f, M> {
    /// Adds the artifact trail; returns whether all of it is in.
    pub(super) fn add_artifacts(&mut self, material: &Material<'_>, limit: u64) -> bool {
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
        self.measure.text(&fact.text) + overhead(fact)
    }

    /// Lists the vital facts that nothing on the page holds, best first; returns
    /// how many find no room.
    ///
    /// The ledger has its share; what exceeds it stands among the values that
    /// the work depends on.
    pub(super) fn add_facts(&mut self, outstanding: &mut Outstanding<'f>, room: Room) -> usize {
        let measure = self.measure;
        let left = room.total.saturating_sub(self.used + 10);
        let (chosen, lost, labelled) = outstanding.listed(left, |label| measure.text(label) + 2);
        let cost: u64 = chosen.iter().map(|(_, cost)| cost).sum();
        let mut ledger = cost;
        for lines in [false, true] {
            for (fact, cost) in &chosen {
                if fact.kind.is_line() != lines {
                    continue;
                }
                let list = if ledger > room.ledger {
                    ledger -= cost;
                    &mut self.foundation
                } else {
                    &mut self.ledger
                };
                list.push(Entry { fact, labelled });
            }
        }
        // Where not all find room, nothing is added any more that would need the
        // exact size.
        self.used += if lost > 0 { left.min(cost) } else { self.listed() };
        lost
    }

    /// Takes the sentences out of the lists that a line says.
    pub(super) fn unlist(&mut self, line: &str) {
        let mut freed = 0;
        for list in [&mut self.foundation, &mut self.ledger] {
            list.retain(|entry| {
                let said = entry.fact.kind.is_line() && line.contains(&*entry.fact.text);
                freed += if said { self.measure.text(&entry.fact.text) } else { 0 };
                !said
            });
        }
        self.used = self.used.saturating_sub(freed);
    }

    /// Tokens of the lists of facts.
    fn listed(&self) -> u64 {
        [&self.foundation, &self.ledger]
            .into_iter()
            .filter(|entries| !entries.is_empty())
            .map(|entries| {
                let lines = fact_lines(entries);
                5 + lines.iter().map(|line| self.measure.text(line) + 2).sum::<u64>()
            })
            .sum()
    }

    /// Adds facts that were said once, by a tool or the model, to what is left
    /// of the ledger's share.
    pub(super) fn add_minor_facts(&mut self, facts: &'f FactSet, kept: &[&str], room: Room) {
        let ledger: u64 = self.ledger.iter().map(|entry| self.fact_cost(entry.fact)).sum();
        // A quarter of the share: what was said once, and not by a person, is
        // worth little.
        let left =
            (room.ledger / 4).saturating_sub(ledger).min(room.total.saturating_sub(self.used + 10));
        if left < 16 {
            return;
        }
        let missing = facts.missing_from(kept.iter().copied().chain(self.texts()));
        let minor: Vec<&Fact> = missing.into_iter().filter(|fact| !fact.is_vital()).collect();
        let measure = self.measure;
        let chosen = select(&minor, |text| measure.text(text), left);
        self.used += chosen.iter().map(|fact| self.fact_cost(fact)).sum::<u64>();
        self.ledger.extend(chosen.into_iter().map(|fact| Entry { fact, labelled: true }));
    }
}

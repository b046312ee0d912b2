//! A summary while it is being written: sections with their lines.

use super::fact_list::{Entry, fact_lines};
use super::outstanding::Outstanding;
use super::pick::Choice;
use super::{Line, Section};
use crate::digest;
use crate::facts::{Fact, Origin};
use crate::measure::Measure;

/// What was chosen.
pub(super) struct SummaryDraft<'l, 'f> {
    /// Lines of all sections but the trail and the facts.
    pub(super) choice: Choice<'l>,
    /// What calls changed besides files and assets.
    pub(super) deeds: Vec<String>,
    /// The artifact trail.
    pub(super) artifacts: Vec<String>,
    /// Facts that nothing else tells.
    pub(super) facts: Vec<Fact<'f>>,
    /// What the archive contains.
    pub(super) archive: Option<String>,
}

/// The order in which sections are written: the story before the lists.
const ORDER: [Section; 9] = [
    Section::Overview,
    Section::Progress,
    Section::Active,
    Section::Problems,
    Section::Continuation,
    Section::Operations,
    Section::Codebase,
    Section::Foundation,
    Section::Ledger,
];

/// With fewer tokens than this left, nothing more would fit.
const WORTH_FILLING: u64 = 8;

impl SummaryDraft<'_, '_> {
    /// The lines of the ledger.
    pub(super) fn ledger(&self) -> Vec<String> {
        let entries: Vec<Entry<'_>> =
            self.facts.iter().map(|fact| Entry { fact: *fact, labelled: true }).collect();
        fact_lines(&entries)
    }

    /// The chosen lines, and the text with its sections.
    pub(super) fn write(&self) -> (Vec<Line>, String) {
        let lines = self.choice.picked.chosen_lines();
        let mut sections: Vec<(usize, bool, (u64, u32), String)> = Vec::new();
        let place = |section| ORDER.iter().position(|it| *it == section).unwrap_or(ORDER.len());
        for line in &lines {
            // Rules first, whenever they were given; then in order of time.
            let rule = line.text.starts_with(super::carried_line::RULE);
            sections.push((place(line.section), !rule, line.order, line.text.clone()));
        }
        for (at, text) in self.deeds.iter().enumerate() {
            let order = (0, at as u32);
            sections.push((place(Section::Operations), false, order, text.clone()));
        }
        let lists = [(Section::Codebase, self.artifacts.clone()), (Section::Ledger, self.ledger())];
        for (section, lines) in lists {
            for (at, text) in lines.into_iter().enumerate() {
                let text = digest::neutralize(&text).into_owned();
                sections.push((place(section), true, (u64::MAX, at as u32), text));
            }
        }
        if let Some(archive) = &self.archive {
            let order = (u64::MAX, u32::MAX);
            sections.push((place(Section::Ledger), true, order, archive.clone()));
        }
        sections.sort_by_key(|it| (it.0, it.1, it.2));
        let mut body = String::new();
        let mut last = None;
        for (section, _, _, text) in sections {
            if last != Some(section) {
                body.push_str(ORDER[section].heading());
                body.push('\n');
                last = Some(section);
            }
            body.push_str("- ");
            body.push_str(&text);
            body.push('\n');
        }
        (lines, body)
    }

    /// Adds more, if the pieces together take fewer tokens than counted one by one, or than were
    /// reserved.
    pub(super) fn fill(
        &mut self,
        limit: u64,
        outstanding: &mut Outstanding<'_>,
        heading: impl Fn(&Line) -> u64,
        measure: &impl Measure,
    ) {
        let (_, body) = self.write();
        let left = limit.saturating_sub(measure.text(&body));
        if left >= WORTH_FILLING {
            self.choice.fill(self.choice.used + left, outstanding, heading, measure);
        }
    }

    /// Drops what matters least until the text is within the limit; returns the
    /// lines that remain and the text.
    pub(super) fn fit(&mut self, limit: u64, measure: &impl Measure) -> (Vec<Line>, String) {
        loop {
            let (lines, body) = self.write();
            let mut over = measure.text(&body).saturating_sub(limit);
            if over == 0 {
                return (lines, body);
            }
            while over > 0 {
                // What the user said is dropped last.
                let other = self.facts.iter().rposition(|fact| fact.origin != Origin::User);
                let freed = if let Some(at) = other {
                    measure.text(self.facts.remove(at).text) + 1
                } else if self.archive.take().is_some() {
                    20
                } else if let Some(clause) = self.choice.picked.drop_last() {
                    measure.text(clause)
                } else if let Some(fact) = self.facts.pop() {
                    measure.text(fact.text) + 1
                } else if let Some(line) = self.artifacts.pop().or_else(|| self.deeds.pop()) {
                    measure.text(&line)
                } else {
                    return (Vec::new(), String::new());
                };
                over = over.saturating_sub(freed.max(1));
            }
        }
    }
}

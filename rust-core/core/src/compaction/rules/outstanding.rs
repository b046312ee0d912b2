//! What a summary still lacks while it is written.

use crate::compaction::facts::{Fact, Literals};

/// Vital facts that nothing on the page holds yet, and what listing them would
/// cost.
pub(super) struct Outstanding<'a> {
    facts: Vec<&'a Fact>,
    costs: Vec<u64>,
    literals: Literals<'a>,
    settled: Vec<bool>,
    cost: u64,
    /// Those within the text that was asked about last.
    within: Vec<usize>,
}

impl<'a> Outstanding<'a> {
    pub(super) fn new(facts: &[&'a Fact], cost: impl Fn(&Fact) -> u64) -> Self {
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
            within: Vec::new(),
        }
    }

    /// Notes that a text holds some of them.
    pub(super) fn settle(&mut self, text: &str) {
        let (settled, cost, costs) = (&mut self.settled, &mut self.cost, &self.costs);
        self.literals.visit(text, |at| {
            if !std::mem::replace(&mut settled[at], true) {
                *cost -= costs[at];
            }
            true
        });
    }

    /// What the outstanding facts within a text would cost in a list.
    pub(super) fn cost_within(&mut self, text: &str) -> u64 {
        let (settled, within) = (&self.settled, &mut self.within);
        within.clear();
        self.literals.visit(text, |at| {
            if !settled[at] {
                within.push(at);
            }
            false
        });
        within.sort_unstable();
        within.dedup();
        within.iter().map(|&at| self.costs[at]).sum()
    }

    /// Notes that the text is taken whose cost was asked for last: it need not
    /// be searched again.
    pub(super) fn settle_within(&mut self) {
        for at in self.within.drain(..) {
            self.literals.mark(at);
            self.settled[at] = true;
            self.cost -= self.costs[at];
        }
    }

    pub(super) fn cost(&self) -> u64 {
        // Headings of the lists.
        if self.cost == 0 { 0 } else { self.cost + 24 }
    }

    pub(super) fn facts(&self) -> impl Iterator<Item = &'a Fact> + '_ {
        self.facts
            .iter()
            .zip(&self.settled)
            .filter(|(_, settled)| !**settled)
            .map(|(fact, _)| *fact)
    }
}

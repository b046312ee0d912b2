//! What a summary still lacks while it is written.

use hashbrown::HashMap;

use crate::compaction::facts::{Fact, Literals, Packing, Place};
use crate::conversation::MessageId;

/// Vital facts that nothing on the page holds yet, and what listing them would
/// cost.
pub(super) struct Outstanding<'a> {
    facts: Vec<&'a Fact>,
    /// Tokens of each text.
    sizes: Vec<u64>,
    /// What each costs in a list.
    costs: Vec<u64>,
    literals: Literals<'a>,
    settled: Vec<bool>,
    cost: u64,
    /// Those within the text that was asked about last.
    within: Vec<usize>,
}

impl<'a> Outstanding<'a> {
    pub(super) fn new(facts: Vec<&'a Fact>, count: impl Fn(&str) -> u64) -> Self {
        let sizes: Vec<u64> = facts.iter().map(|fact| count(&fact.text)).collect();
        // A text of one byte is in any text, as good as.
        let settled: Vec<bool> = facts.iter().map(|fact| fact.text.len() < 2).collect();
        let costs: Vec<u64> = facts
            .iter()
            .zip(&sizes)
            .map(|(fact, size)| if fact.text.len() < 2 { 0 } else { size + overhead(fact) })
            .collect();
        let literals = Literals::new(facts.iter().map(|fact| &*fact.text).collect());
        let cost = costs.iter().sum();
        Self { facts, sizes, costs, literals, settled, cost, within: Vec::new() }
    }

    /// How many there were in the beginning.
    pub(super) fn len(&self) -> usize {
        self.facts.len()
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

    /// Notes that some need not be held: those with these very texts, not what
    /// stands inside them.
    pub(super) fn give_up(&mut self, texts: &HashMap<&str, MessageId>) {
        if texts.is_empty() {
            return;
        }
        for (at, fact) in self.facts.iter().enumerate() {
            if texts.contains_key(&*fact.text) && !std::mem::replace(&mut self.settled[at], true) {
                self.cost -= self.costs[at];
            }
        }
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

    /// Tells whether the text that was asked about last holds one outstanding
    /// sentence and no other outstanding fact, or none at all.
    pub(super) fn holds_one_sentence(&self) -> bool {
        match self.within[..] {
            [] => true,
            [only] => self.facts[only].kind.is_line(),
            _ => false,
        }
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

    /// Chooses those for a list of so many tokens, best first; returns each with
    /// what it costs, how many find no room, and whether there is room for the
    /// keys under which they stood, too. `label_cost` says what one costs.
    pub(super) fn listed(
        &mut self,
        budget: u64,
        label_cost: impl Fn(&str) -> u64,
    ) -> (Vec<(&'a Fact, u64)>, usize, bool) {
        // The keys explain, but the values must survive: where even the values
        // may not fit, the keys are tried last.
        let tight = self.cost > budget;
        let mut packing =
            if tight { self.pack(budget, |_| 0) } else { self.pack(budget, &label_cost) };
        let mut labelled = !tight;
        if tight && packing.left_out() == 0 {
            let explained = self.pack(budget, &label_cost);
            if explained.left_out() == 0 {
                (packing, labelled) = (explained, true);
            }
        } else if !tight && packing.left_out() > 0 {
            (packing, labelled) = (self.pack(budget, |_| 0), false);
        }
        let chosen = packing.packed().map(|at| (self.facts[at], self.costs[at])).collect();
        (chosen, packing.left_out(), labelled)
    }

    fn pack(&mut self, budget: u64, label_cost: impl Fn(&str) -> u64) -> Packing {
        let place = |settled: &bool| if *settled { Place::Covered } else { Place::Open };
        let mut packing = Packing::new(self.settled.iter().map(place).collect());
        packing.fill(&self.facts, &self.sizes, &mut self.literals, budget, label_cost);
        packing
    }
}

/// What a list adds to a fact's text: a separator or, for a line of its own,
/// dash, heading and break.
pub(super) fn overhead(fact: &Fact) -> u64 {
    if fact.kind.is_line() { 4 } else { 1 }
}

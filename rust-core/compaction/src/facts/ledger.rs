//! Packs facts into a token budget and renders them.

use std::collections::HashSet;

use super::literals::Literals;
use super::{Fact, FactKind};

/// Packs facts, best first, into a budget of tokens.
///
/// `facts` must be ranked (see [`super::FactSet::ranked`]); `count` returns the
/// tokens of a text. A fact whose text occurs inside a packed one is left out,
/// because it is already there. The result keeps the order of `facts`, and
/// rendering it costs at most about `budget`: separators are counted with each
/// fact, headings once.
pub fn select<'a>(facts: &[Fact<'a>], count: impl Fn(&str) -> u64, budget: u64) -> Vec<Fact<'a>> {
    let facts = &facts[..facts.len().min(reach(budget))];
    let mut literals = Literals::new(facts.iter().map(|fact| fact.text));
    let sizes: Vec<u64> = facts.iter().map(|fact| count(fact.text)).collect();
    let mut packing = Packing::new(facts, &sizes, budget);
    packing.fill(&mut literals, |label| count(label) + 2);
    packing.packed().map(|at| facts[at]).collect()
}

/// How many facts of the list are considered: each costs at least two tokens,
/// so the ones further back are not worth the search.
fn reach(budget: u64) -> usize {
    usize::try_from(budget).unwrap_or(usize::MAX).saturating_add(256)
}

/// The facts that are packed into a budget so far, and their cost.
struct Packing<'p, 'f> {
    facts: &'p [Fact<'f>],
    /// Tokens of their texts.
    sizes: &'p [u64],
    budget: u64,
    places: Vec<Place>,
    /// What each packed fact took from the budget.
    costs: Vec<u64>,
    used: u64,
    /// What sentences took from it in the first pass.
    sentences: u64,
    /// The kinds whose heading is already paid for.
    headings: [bool; FactKind::ALL.len()],
    /// The keys that are already paid for.
    labels: HashSet<(FactKind, &'f str)>,
}

/// Whether a fact is in the list yet.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Not yet.
    Open,
    /// In the list.
    Packed,
    /// Inside a fact that is in the list, or in a text outside the list.
    Covered,
}

impl<'p, 'f> Packing<'p, 'f> {
    /// Starts with ranked facts, none of them packed.
    fn new(facts: &'p [Fact<'f>], sizes: &'p [u64], budget: u64) -> Self {
        Self {
            facts,
            sizes,
            budget,
            places: vec![Place::Open; facts.len()],
            costs: vec![0; facts.len()],
            used: 0,
            sentences: 0,
            headings: [false; FactKind::ALL.len()],
            labels: HashSet::new(),
        }
    }

    /// Packs what fits. `literals` finds texts inside each other; `label_cost`
    /// returns the cost of writing a key for the first time.
    ///
    /// Sentences are expensive: in the first pass they get half the budget, so
    /// that they do not crowd out dozens of names. A longer fact may make
    /// shorter ones redundant, which frees their tokens; hence the further
    /// passes.
    fn fill(&mut self, literals: &mut Literals<'_>, label_cost: impl Fn(&str) -> u64) {
        // The facts that occur literally inside the one packed last.
        let mut inside: Vec<usize> = Vec::new();
        for pass in 0..3 {
            for at in 0..self.facts.len() {
                if self.places[at] != Place::Open || !self.pack(at, pass == 0, &label_cost) {
                    continue;
                }
                let fact = self.facts[at];
                inside.clear();
                // Nothing is marked: each is searched for in every packed one.
                literals.visit(fact.text, |index| {
                    if index != at && self.facts[index].text != fact.text {
                        inside.push(index);
                    }
                    false
                });
                for &covered in &inside {
                    if self.places[covered] == Place::Packed {
                        self.used -= self.costs[covered];
                    }
                    self.places[covered] = Place::Covered;
                }
            }
        }
    }

    /// Packs one fact if it fits; in the first pass, a sentence only within the
    /// sentences' half.
    fn pack(&mut self, at: usize, first: bool, label_cost: impl Fn(&str) -> u64) -> bool {
        let fact = self.facts[at];
        let heading = if self.headings[fact.kind as usize] { 0 } else { 3 };
        let label = match fact.label {
            Some(label) if !self.labels.contains(&(fact.kind, label)) => label_cost(label),
            _ => 0,
        };
        let cost = self.sizes[at] + 1 + heading + label;
        let dear = first && fact.kind.is_line();
        if self.used.saturating_add(cost) > self.budget
            || dear && self.sentences.saturating_add(cost) > self.budget / 2
        {
            return false;
        }
        self.used += cost;
        self.sentences += if dear { cost } else { 0 };
        self.costs[at] = cost;
        self.headings[fact.kind as usize] = true;
        self.labels.extend(fact.label.map(|label| (fact.kind, label)));
        self.places[at] = Place::Packed;
        true
    }

    /// The packed facts, in order.
    fn packed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.places.len()).filter(|at| self.places[*at] == Place::Packed)
    }
}

/// Renders facts, one line per kind: `paths: a, b, c`, grouped by their keys:
/// `ids: a, b; reservation_id: c, d`. Sentences, errors and commands, which may
/// contain commas, get lines of their own.
pub fn render(facts: &[Fact<'_>]) -> String {
    let mut out = String::new();
    for kind in FactKind::ALL {
        let mut of_kind = facts.iter().filter(|fact| fact.kind == kind).peekable();
        if of_kind.peek().is_none() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(kind.heading());
        out.push(':');
        if kind.is_line() {
            for fact in of_kind {
                out.push('\n');
                out.push_str(fact.text);
            }
            continue;
        }
        // Facts without a label first, then label by label.
        let of_kind: Vec<&Fact<'_>> = of_kind.collect();
        let mut labels: Vec<Option<&str>> = vec![None];
        for fact in &of_kind {
            if !labels.contains(&fact.label) {
                labels.push(fact.label);
            }
        }
        let mut lead = " ";
        for label in labels {
            let mut group = of_kind.iter().filter(|fact| fact.label == label).peekable();
            if group.peek().is_none() {
                continue;
            }
            out.push_str(lead);
            if let Some(label) = label {
                out.push_str(label);
                out.push_str(": ");
            }
            for (at, fact) in group.enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                out.push_str(fact.text);
            }
            lead = "; ";
        }
    }
    out
}

/// Reads the sentences and lines of a rendered ledger, wherever it is in a
/// text: what follows `rules:` alone on a line, up to an empty line, the next
/// heading or a tag. The other kinds are found by the scanner.
pub(super) fn read_lines(text: &str, mut take: impl FnMut(FactKind, &str)) {
    let mut current = None;
    for line in text.lines().map(str::trim) {
        let heading = FactKind::ALL.into_iter().find(|kind| {
            line.strip_prefix(kind.heading()).is_some_and(|rest| rest.starts_with(':'))
        });
        match (heading, current) {
            (Some(kind), _) => {
                let alone = line.len() == kind.heading().len() + 1;
                current = (alone && kind.is_line()).then_some(kind);
            }
            (None, _) if line.is_empty() || line.starts_with(['#', '<']) => current = None,
            (None, Some(kind)) => take(kind, line),
            (None, None) => {}
        }
    }
}

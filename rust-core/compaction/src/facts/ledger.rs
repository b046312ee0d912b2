//! Packs facts into a budget and writes them down.

use std::collections::HashSet;

use super::literals::Literals;
use super::{Fact, FactKind};

/// Packs facts, best first, into a budget of tokens.
///
/// `facts` are in the order of their worth (see
/// [`super::FactSet::ranked`]); `count` says what a text costs. A fact whose
/// text is inside one that is packed is left out, because it is there
/// already. What is returned keeps the order of `facts`, and its rendering
/// costs about `budget` at most: separators are counted with each fact, the
/// headings once.
pub fn select<'a>(facts: &[&'a Fact], count: impl Fn(&str) -> u64, budget: u64) -> Vec<&'a Fact> {
    let facts = &facts[..facts.len().min(reach(budget))];
    let mut literals = Literals::new(facts.iter().map(|fact| &*fact.text).collect());
    let sizes: Vec<u64> = facts.iter().map(|fact| count(&fact.text)).collect();
    let mut packing = Packing::new(facts, &sizes, budget);
    packing.fill(&mut literals, |label| count(label) + 2);
    packing.packed().map(|at| facts[at]).collect()
}

/// How far down a list facts are considered: one costs two tokens at the least,
/// so behind that none is packed that is worth the search.
fn reach(budget: u64) -> usize {
    usize::try_from(budget).unwrap_or(usize::MAX).saturating_add(256)
}

/// Which of some facts are packed into a budget, and what that costs.
struct Packing<'p, 'f> {
    facts: &'p [&'f Fact],
    /// Tokens of their texts.
    sizes: &'p [u64],
    budget: u64,
    places: Vec<Place>,
    /// What each fact that is packed took of the budget.
    costs: Vec<u64>,
    used: u64,
    /// What sentences took of it in the first pass.
    sentences: u64,
    /// The kinds whose heading is paid for.
    headings: [bool; FactKind::ALL.len()],
    /// The keys that are paid for.
    labels: HashSet<(FactKind, &'f str)>,
}

/// Where a fact is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Nowhere yet.
    Open,
    /// In the list.
    Packed,
    /// Inside one that is in the list, or in a text beside it.
    Covered,
}

impl<'p, 'f> Packing<'p, 'f> {
    /// Begins with facts in their order of worth, none of them packed.
    fn new(facts: &'p [&'f Fact], sizes: &'p [u64], budget: u64) -> Self {
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

    /// Packs what finds room. `literals` find the texts in each other,
    /// `label_cost` says what it costs to write a key the first time.
    ///
    /// Sentences are dear: in the first pass they get half the budget, so that
    /// they do not crowd out dozens of names. What a longer fact makes needless
    /// gives its tokens back, hence the other passes.
    fn fill(&mut self, literals: &mut Literals<'_>, label_cost: impl Fn(&str) -> u64) {
        // The facts inside the one that was packed last, letter by letter.
        let mut inside: Vec<usize> = Vec::new();
        for pass in 0..3 {
            for at in 0..self.facts.len() {
                if self.places[at] != Place::Open || !self.pack(at, pass == 0, &label_cost) {
                    continue;
                }
                let fact = self.facts[at];
                inside.clear();
                // Nothing is marked: each is searched for in every packed one.
                literals.visit(&fact.text, |index| {
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

    /// Packs one fact if there is room for it; a sentence in the first pass
    /// only within its half.
    fn pack(&mut self, at: usize, first: bool, label_cost: impl Fn(&str) -> u64) -> bool {
        let fact = self.facts[at];
        let heading = if self.headings[fact.kind as usize] { 0 } else { 3 };
        let label = match &fact.label {
            Some(label) if !self.labels.contains(&(fact.kind, &**label)) => label_cost(label),
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
        self.labels.extend(fact.label.as_deref().map(|label| (fact.kind, label)));
        self.places[at] = Place::Packed;
        true
    }

    /// Those that were packed, in their order.
    fn packed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.places.len()).filter(|at| self.places[*at] == Place::Packed)
    }
}

/// Writes facts down, one line per kind: `paths: a, b, c`, grouped by the keys
/// that they had: `ids: a, b; reservation_id: c, d`. Sentences, errors
/// and commands, which may contain commas, have lines of their own.
pub fn render(facts: &[&Fact]) -> String {
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
                out.push_str(&fact.text);
            }
            continue;
        }
        // Facts without a label first, then label by label.
        let of_kind: Vec<&&Fact> = of_kind.collect();
        let mut labels: Vec<Option<&str>> = vec![None];
        for fact in &of_kind {
            let label = fact.label.as_deref();
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        let mut lead = " ";
        for label in labels {
            let mut group = of_kind.iter().filter(|fact| fact.label.as_deref() == label).peekable();
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
                out.push_str(&fact.text);
            }
            lead = "; ";
        }
    }
    out
}

/// Reads back the sentences and lines of a rendered ledger, wherever in a text
/// it is: what follows `rules:` alone on a line, up to an empty line, the
/// next heading or a tag. The other kinds are found by the scanner again.
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

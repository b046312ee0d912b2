//! Packs facts into a budget and writes them down.

use std::collections::HashSet;

use super::literals::Literals;
use super::{Fact, FactKind};

/// Packs facts, best first, into a budget of tokens.
///
/// `facts` stand in the order of their worth (see
/// [`super::FactSet::ranked`]); `count` says what a text costs. A fact whose
/// text stands inside one that is packed is left out, because it is there
/// already. What is returned keeps the order of `facts`, and its rendering
/// costs about `budget` at most: separators are counted with each fact, the
/// headings once.
pub fn select<'a>(facts: &[&'a Fact], count: impl Fn(&str) -> u64, budget: u64) -> Vec<&'a Fact> {
    let facts = &facts[..facts.len().min(reach(budget))];
    let mut literals = Literals::new(facts.iter().map(|fact| &*fact.text).collect());
    let sizes: Vec<u64> = facts.iter().map(|fact| count(&fact.text)).collect();
    let mut packing = Packing::new(vec![Place::Open; facts.len()]);
    packing.fill(facts, &sizes, &mut literals, budget, |label| count(label) + 2);
    packing.packed().map(|at| facts[at]).collect()
}

/// How far down a list facts are considered: one costs two tokens at the least,
/// so behind that none is packed that is worth the search.
fn reach(budget: u64) -> usize {
    usize::try_from(budget).unwrap_or(usize::MAX).saturating_add(256)
}

/// Which of some facts are packed into a budget.
struct Packing {
    places: Vec<Place>,
}

/// Where a fact stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Nowhere yet.
    Open,
    /// In the list.
    Packed,
    /// Inside one that is in the list, or in a text beside it.
    Covered,
}

impl Packing {
    /// Begins with the places of facts in their order of worth.
    fn new(places: Vec<Place>) -> Self {
        Self { places }
    }

    /// Packs of the open ones what finds room. `sizes` are the tokens of the
    /// texts, `literals` find the texts in each other, `label_cost` says what it
    /// costs to write a key the first time.
    fn fill(
        &mut self,
        facts: &[&Fact],
        sizes: &[u64],
        literals: &mut Literals<'_>,
        budget: u64,
        label_cost: impl Fn(&str) -> u64,
    ) {
        let places = &mut self.places;
        let open = (0..facts.len()).filter(|at| places[*at] == Place::Open);
        let candidates: Vec<usize> = open.take(reach(budget)).collect();
        // The facts that stand literally inside the one that was packed last.
        let mut inside: Vec<usize> = Vec::new();
        let mut headings = [false; FactKind::ALL.len()];
        let mut labels: HashSet<(FactKind, &str)> = HashSet::new();
        let mut costs = vec![0u64; facts.len()];
        let mut used = 0u64;
        // Sentences are dear: in the first pass they get half the budget, so that
        // they do not crowd out dozens of names. What a longer fact makes needless
        // gives its tokens back: fill again.
        let mut sentences = 0u64;
        for pass in 0..3 {
            for &at in &candidates {
                if places[at] != Place::Open {
                    continue;
                }
                let fact = facts[at];
                let heading = if headings[fact.kind as usize] { 0 } else { 3 };
                let label = match &fact.label {
                    Some(label) if !labels.contains(&(fact.kind, &**label)) => label_cost(label),
                    _ => 0,
                };
                let cost = sizes[at] + 1 + heading + label;
                let dear = pass == 0 && fact.kind.is_line();
                if used.saturating_add(cost) > budget
                    || dear && sentences.saturating_add(cost) > budget / 2
                {
                    continue;
                }
                used += cost;
                sentences += if dear { cost } else { 0 };
                costs[at] = cost;
                headings[fact.kind as usize] = true;
                labels.extend(fact.label.as_deref().map(|label| (fact.kind, label)));
                places[at] = Place::Packed;
                inside.clear();
                // Nothing is marked: each is searched for in every packed one.
                literals.visit(&fact.text, |index| {
                    if index != at && facts[index].text != fact.text {
                        inside.push(index);
                    }
                    false
                });
                for &covered in &inside {
                    if places[covered] == Place::Packed {
                        used -= costs[covered];
                    }
                    places[covered] = Place::Covered;
                }
            }
        }
    }

    /// Those that were packed, in their order.
    fn packed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.places.len()).filter(|at| self.places[*at] == Place::Packed)
    }
}

/// Writes facts down, one line per kind: `paths: a, b, c`, grouped by the keys
/// under which they stood: `ids: a, b; reservation_id: c, d`. Sentences, errors
/// and commands, which may hold commas, stand on lines of their own.
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
/// it stands: what follows `rules:` alone on a line, up to an empty line, the
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

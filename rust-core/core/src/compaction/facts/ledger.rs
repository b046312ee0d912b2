//! Packs facts into a budget and writes them down.

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
    let inside = containment(facts);
    let mut state = vec![State::Open; facts.len()];
    let mut headings = [false; FactKind::ALL.len()];
    let mut costs = vec![0u64; facts.len()];
    let mut used = 0u64;
    // What a longer fact makes needless gives its tokens back: fill again.
    for _ in 0..3 {
        for (at, fact) in facts.iter().enumerate() {
            if state[at] != State::Open {
                continue;
            }
            let heading = if headings[fact.kind as usize] { 0 } else { 3 };
            let cost = count(&fact.text) + 1 + heading;
            if used.saturating_add(cost) > budget {
                continue;
            }
            used += cost;
            costs[at] = cost;
            headings[fact.kind as usize] = true;
            state[at] = State::Packed;
            for &covered in &inside[at] {
                let covered = covered as usize;
                if state[covered] == State::Packed {
                    used -= costs[covered];
                }
                state[covered] = State::Covered;
            }
        }
    }
    let packed = facts.iter().zip(&state).filter(|(_, state)| **state == State::Packed);
    packed.map(|(fact, _)| *fact).collect()
}

/// Writes facts down, one line per kind: `paths: a, b, c`. Sentences, errors
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
        for (at, fact) in of_kind.enumerate() {
            if kind.is_line() {
                out.push('\n');
            } else {
                out.push_str(if at == 0 { " " } else { ", " });
            }
            out.push_str(&fact.text);
        }
    }
    out
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Packed,
    Covered,
}

/// For each fact the others that stand literally inside it.
fn containment(facts: &[&Fact]) -> Vec<Vec<u32>> {
    let texts: Vec<&str> = facts.iter().map(|fact| &*fact.text).collect();
    let mut literals = Literals::new(texts.clone());
    let mut inside = Vec::with_capacity(facts.len());
    for (at, text) in texts.iter().enumerate() {
        let mut found: Vec<u32> = Vec::new();
        // Nothing is marked: every fact is searched for in every other one.
        literals.visit(text, |index| {
            if index != at && texts[index] != *text {
                found.extend(u32::try_from(index));
            }
            false
        });
        found.sort_unstable();
        found.dedup();
        inside.push(found);
    }
    inside
}

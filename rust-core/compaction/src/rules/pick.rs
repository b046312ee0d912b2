//! Which clauses of which lines are told within a budget: those worth most for
//! what they cost, as long as there is room.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use hashbrown::{HashMap, HashSet};

use super::Line;
use super::clause::{GAP, Parts, bare, parts};
use super::line::rank;
use super::outstanding::Outstanding;
use super::price::Prices;
use crate::facts::sentences;
use crate::measure::Measure;

/// Lines of which clauses are chosen.
pub(super) struct Picked<'l> {
    lines: &'l [Line],
    parts: Vec<Parts<'l>>,
    chosen: Vec<Vec<bool>>,
    /// Line and clause in the order in which they were chosen.
    order: Vec<(usize, usize)>,
}

/// A clause that waits, with what it was worth when it was last looked at.
struct Waiting {
    density: f64,
    line: usize,
    clause: usize,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        // What is equal goes in the order of the lines.
        self.density
            .total_cmp(&other.density)
            .then(other.line.cmp(&self.line))
            .then(other.clause.cmp(&self.clause))
    }
}

/// A clause is not told for less.
const LEAST: f64 = 0.05;

/// The most of the room, in per cent, that is kept for a list of what a person
/// said.
const OWED: u64 = 85;

/// A line of a person's words that is not longer is told whole where there is
/// room, in bytes.
const SHORT: usize = 320;

/// How many in a row may find no room before the search ends.
const MISSES: usize = 48;

/// How often what was put off is looked at again.
const PASSES: usize = 4;

impl<'l> Picked<'l> {
    /// Chooses within `room` tokens; what is chosen is settled among the
    /// `outstanding` facts. `heading` tells what the first line of a section
    /// costs beside its words. Returns the choice and its tokens.
    pub(super) fn choose(
        lines: &'l [Line],
        outstanding: &mut Outstanding<'_>,
        room: u64,
        heading: impl Fn(&Line) -> u64,
        measure: &impl Measure,
    ) -> (Self, u64) {
        let stated = stated(lines);
        let repeated = repeated(lines);
        let apart: HashSet<&str> = stated.iter().chain(repeated.keys()).copied().collect();
        let parts: Vec<Parts<'l>> = lines.iter().map(|line| parts(line, &apart)).collect();
        let chosen = parts.iter().map(|parts| vec![false; parts.clauses.len()]).collect();
        let mut picked = Self { lines, parts, chosen, order: Vec::new() };
        let mut prices = Prices::of(lines, &picked.parts, outstanding, room);
        let mut heap = picked.waiting(&stated, &repeated, &prices, outstanding);
        let mut headed = [false; super::Section::ALL.len()];
        let mut opened = vec![false; lines.len()];
        let (mut used, mut misses, mut pass) = (0, 0, 1);
        // What found no room beside what was still owed to the person may find
        // it later, when lines have told that.
        let mut put_off: Vec<Waiting> = Vec::new();
        loop {
            let next = heap.pop().filter(|next| next.density >= LEAST && misses <= MISSES);
            let Some(Waiting { density, line, clause }) = next else {
                if pass == PASSES || put_off.is_empty() {
                    break;
                }
                (misses, pass) = (0, pass + 1);
                heap.extend(put_off.drain(..));
                continue;
            };
            let parts = &picked.parts[line];
            let text = parts.clauses[clause];
            let mut cost = measure.text(text) + 1;
            if !opened[line] {
                cost += measure.text(parts.head) + measure.text(parts.tail) + 2;
                if !headed[lines[line].section as usize] {
                    cost += heading(&lines[line]);
                }
            }
            let worth = prices.worth(line, clause, outstanding.worth_within(text));
            // Others of the line may follow: they share what stands around.
            let around = cost - measure.text(text) - 1;
            let shared = around - around / parts.clauses.len().clamp(1, 4) as u64;
            let now = worth / (cost - shared) as f64;
            if heap.peek().is_some_and(|next| now < next.density * 0.98) && now < density * 0.98 {
                heap.push(Waiting { density: now, line, clause });
                continue;
            }
            // What a person said is there at least as a value: a line leaves
            // room for what it does not say of it, if it is not their own and
            // short.
            let own = lines[line].rank >= rank::FIRST_REQUEST
                || lines[line].text.len() <= SHORT && lines[line].text.contains(" user: \"");
            let owed = if own { 0 } else { outstanding.owed_after().min(room * OWED / 100) };
            if used + cost + owed > room {
                misses += 1;
                if used + cost <= room {
                    put_off.push(Waiting { density: now, line, clause });
                }
                continue;
            }
            used += cost;
            prices.spend(line, cost);
            outstanding.settle_within();
            if !opened[line] {
                outstanding.settle(parts.head);
                outstanding.settle(parts.tail);
            }
            headed[lines[line].section as usize] = true;
            opened[line] = true;
            picked.chosen[line][clause] = true;
            picked.order.push((line, clause));
        }
        (picked, used)
    }

    /// All clauses with what they seem worth before any is chosen.
    fn waiting(
        &self,
        stated: &HashSet<&str>,
        repeated: &HashMap<&str, u64>,
        prices: &Prices,
        outstanding: &mut Outstanding<'_>,
    ) -> BinaryHeap<Waiting> {
        let mut heap = BinaryHeap::new();
        for (line, parts) in self.parts.iter().enumerate() {
            for (clause, text) in parts.clauses.iter().enumerate() {
                // A rule, an open task or a decision is told as such, not once
                // more where it was said.
                if !parts.head.is_empty()
                    && self.lines[line].section != super::Section::Continuation
                    && !self.lines[line].is_decision()
                    && stated.contains(bare(text))
                {
                    continue;
                }
                let first = repeated.get(bare(text)).filter(|_| !parts.head.is_empty());
                if first.is_some_and(|first| *first != self.lines[line].order.0) {
                    continue;
                }
                let around = guess(parts.head) + guess(parts.tail);
                let cost = guess(text) + around / parts.clauses.len().clamp(1, 4) as u64 + 2;
                let worth = prices.worth(line, clause, outstanding.worth_within(text));
                heap.push(Waiting { density: worth / cost as f64, line, clause });
            }
        }
        heap
    }

    /// Takes back what was chosen last; `false` when there is nothing left.
    pub(super) fn drop_last(&mut self) -> Option<&'l str> {
        let (line, clause) = self.order.pop()?;
        self.chosen[line][clause] = false;
        Some(self.parts[line].clauses[clause])
    }

    /// The lines as they are told, in the order of the lines.
    pub(super) fn told(&self) -> Vec<Line> {
        let mut told = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let chosen = &self.chosen[at];
            if chosen.iter().any(|it| *it) {
                told.push(Line { text: self.text(at), ..line.clone() });
            }
        }
        told
    }

    fn text(&self, at: usize) -> String {
        let parts = &self.parts[at];
        let mut text = String::with_capacity(self.lines[at].text.len());
        text.push_str(parts.head);
        let mut last: Option<usize> = None;
        for clause in (0..parts.clauses.len()).filter(|clause| self.chosen[at][*clause]) {
            match last {
                Some(last) if last + 1 == clause || parts.joint != " " => {
                    text.push_str(parts.joint);
                }
                Some(_) => text.push_str(GAP),
                None => {}
            }
            text.push_str(parts.clauses[clause]);
            last = Some(clause);
        }
        text.push_str(parts.tail);
        text
    }
}

/// The sentences that have a line of their own: rules, open tasks, decisions;
/// and those that stand behind the reply to them.
fn stated(lines: &[Line]) -> HashSet<&str> {
    let mut stated = HashSet::new();
    for line in lines {
        let own = line.rank >= rank::RULE
            || line.section == super::Section::Continuation
            || line.is_decision();
        if let Some((_, what)) = line.text.split_once(": ").filter(|_| own) {
            stated.insert(bare(what));
            stated.extend(sentences(what).into_iter().map(bare));
        }
        if let Some((_, answered)) = line.text.split_once("\" (answers m")
            && let Some((_, what)) = answered.split_once(": ")
        {
            stated.extend(sentences(what).into_iter().map(bare));
        }
    }
    stated
}

/// The longer sentences that a person says in several messages, with the first
/// of these: there they are told.
fn repeated(lines: &[Line]) -> HashMap<&str, u64> {
    let mut seen: HashMap<&str, (u64, bool)> = HashMap::new();
    for line in lines {
        let Some((_, said)) = line.text.split_once(" user: \"") else { continue };
        for sentence in sentences(said).into_iter().map(bare).filter(|it| it.len() >= REPEATED) {
            let id = line.order.0;
            let known = seen.entry(sentence).or_insert((id, false));
            *known = (known.0.min(id), known.1 || known.0 != id);
        }
    }
    seen.into_iter()
        .filter(|(_, known)| known.1)
        .map(|(sentence, known)| (sentence, known.0))
        .collect()
}

/// The shortest sentence of which a repetition is left out, in bytes.
const REPEATED: usize = 30;

/// About how many tokens a text has: good enough to look at the best first.
pub(super) fn guess(text: &str) -> u64 {
    text.len() as u64 * 2 / 7 + 1
}

//! Chooses which clauses of the lines to write within a budget: those worth most for what they
//! cost, as long as there is room.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use hashbrown::{HashMap, HashSet};

use super::calculated::Calculated;
use super::clause::{ALSO, GAP, Parts, bare, parts};
use super::line::rank;
use super::outstanding::Outstanding;
use super::price::{Prices, guess};
use super::{Line, Section};
use crate::facts::sentences;
use crate::measure::Measure;
use crate::work::{Work, count};

/// Lines, and which of their clauses are chosen.
pub(super) struct Picked<'l> {
    lines: &'l [Line],
    parts: Vec<Parts<'l>>,
    chosen: Vec<Vec<bool>>,
    /// Line and clause indices, in the order in which they were chosen.
    order: Vec<(usize, usize)>,
}

/// A candidate clause, with its worth per token when it was last evaluated.
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
        // Ties are resolved by the order of the lines.
        self.density
            .total_cmp(&other.density)
            .then(other.line.cmp(&self.line))
            .then(other.clause.cmp(&self.clause))
    }
}

/// Clauses worth less than this per token are not written.
const LEAST: f64 = 0.05;

/// The most of the room, in per cent, that is reserved for a list of what the
/// user said.
const OWED: u64 = 85;

/// A line of the user's words up to this length, in bytes, may use the room
/// reserved for that list.
const SHORT: usize = 320;

/// How many clauses in a row may fail to fit before the search ends.
const MISSES: usize = 48;

/// How often clauses that were put off are tried again.
const PASSES: usize = 4;

/// A choice of clauses in progress; it can continue when there is more room.
pub(super) struct Choice<'l> {
    pub(super) picked: Picked<'l>,
    prices: Prices,
    heap: BinaryHeap<Waiting>,
    /// Clauses that did not fit next to the list still owed to the user; they
    /// may fit later, when lines have mentioned more of it.
    put_off: Vec<Waiting>,
    /// Clauses that were too long for the room; they may fit when there is
    /// more.
    too_long: Vec<Waiting>,
    headed: [bool; Section::ALL.len()],
    opened: Vec<bool>,
    /// Tokens of what was chosen.
    pub(super) used: u64,
}

impl<'l> Picked<'l> {
    /// The lines from which clauses are chosen.
    pub(super) fn lines(&self) -> impl Iterator<Item = &'l Line> {
        let lines = self.lines;
        self.chosen.iter().zip(lines).filter(|(it, _)| it.contains(&true)).map(|(_, line)| line)
    }
}

impl<'l> Choice<'l> {
    /// Prepares lines whose clauses are to be chosen within about `room`
    /// tokens.
    pub(super) fn of(
        lines: &'l [Line],
        outstanding: &mut Outstanding<'_>,
        calculated: &Calculated,
        room: u64,
    ) -> Self {
        let stated = stated(lines);
        let repeated = repeated(lines);
        let apart: HashSet<&str> = stated.iter().chain(repeated.keys()).copied().collect();
        let parts: Vec<Parts<'l>> = lines.iter().map(|line| parts(line, &apart)).collect();
        let chosen = parts.iter().map(|parts| vec![false; parts.clauses.len()]).collect();
        let picked = Picked { lines, parts, chosen, order: Vec::new() };
        let prices = Prices::of(lines, &picked.parts, outstanding, calculated, room);
        let heap = picked.waiting(&stated, &repeated, &prices, outstanding);
        Self {
            picked,
            prices,
            heap,
            put_off: Vec::new(),
            too_long: Vec::new(),
            headed: [false; Section::ALL.len()],
            opened: vec![false; lines.len()],
            used: 0,
        }
    }

    /// Chooses what is worth most within `room` tokens, including those of what
    /// was chosen before; facts in chosen clauses are settled in `outstanding`.
    /// `heading` returns the cost of a section's heading, paid with its first
    /// line.
    pub(super) fn fill(
        &mut self,
        room: u64,
        outstanding: &mut Outstanding<'_>,
        heading: impl Fn(&Line) -> u64,
        measure: &impl Measure,
    ) {
        self.heap.extend(self.put_off.drain(..).chain(self.too_long.drain(..)));
        let (mut misses, mut pass) = (0, 1);
        loop {
            let next = self.heap.pop().filter(|next| next.density >= LEAST && misses <= MISSES);
            let Some(next) = next else {
                if pass == PASSES || self.put_off.is_empty() {
                    break;
                }
                (misses, pass) = (0, pass + 1);
                self.heap.extend(self.put_off.drain(..));
                continue;
            };
            count(Work::Compared, 1);
            let cost = self.cost(&next, &heading, measure);
            let now = Waiting { density: self.density(&next, &cost, outstanding), ..next };
            let later = |than: &Waiting| now.density < than.density * 0.98;
            if self.heap.peek().is_some_and(later) && later(&next) {
                self.heap.push(now);
                continue;
            }
            if now.density < LEAST {
                continue;
            }
            let taken = self.used + cost.whole();
            if taken + self.owed_beside(&now, outstanding).min(room * OWED / 100) <= room {
                self.take(&now, cost, outstanding);
                continue;
            }
            misses += 1;
            if taken <= room {
                self.put_off.push(now);
            } else {
                self.too_long.push(now);
            }
        }
    }

    /// The tokens that writing a clause would take now.
    fn cost(&self, it: &Waiting, heading: &impl Fn(&Line) -> u64, measure: &impl Measure) -> Cost {
        let (line, parts) = (&self.picked.lines[it.line], &self.picked.parts[it.line]);
        let mut around = 0;
        if !self.opened[it.line] {
            around += measure.text(parts.head) + measure.text(parts.tail) + 2;
            if !self.headed[line.section as usize] {
                around += heading(line);
            }
        }
        Cost { own: measure.text(parts.clauses[it.clause]) + 1, around }
    }

    /// What a clause is worth now per token; other clauses of the line may
    /// follow, and share the cost of what surrounds them.
    fn density(&self, it: &Waiting, cost: &Cost, outstanding: &mut Outstanding<'_>) -> f64 {
        let parts = &self.picked.parts[it.line];
        let facts = outstanding.worth_within(parts.clauses[it.clause]);
        let alone = cost.around / parts.clauses.len().clamp(1, 4) as u64;
        self.prices.worth(it.line, it.clause, facts) / (cost.own + alone) as f64
    }

    /// The tokens to leave free for values that the user said and that would
    /// still be unmentioned. A short line of the user's own words need not
    /// leave any, nor a model's notes: the model knew what the user said.
    fn owed_beside(&self, it: &Waiting, outstanding: &Outstanding<'_>) -> u64 {
        let line = &self.picked.lines[it.line];
        let own = line.rank >= rank::FIRST_REQUEST
            || super::is_note(&line.text)
            || line.text.len() <= SHORT && line.text.contains(" user: \"");
        if own { 0 } else { outstanding.owed_after() }
    }

    /// Takes the clause whose worth was last asked for.
    fn take(&mut self, it: &Waiting, cost: Cost, outstanding: &mut Outstanding<'_>) {
        let parts = &self.picked.parts[it.line];
        self.used += cost.whole();
        self.prices.spend(it.line, cost.whole());
        outstanding.settle_within();
        if !std::mem::replace(&mut self.opened[it.line], true) {
            outstanding.settle(parts.head);
            outstanding.settle(parts.tail);
            // Next to what is written, the names of further fields may be
            // added.
            let last = parts.clauses.len() - 1;
            if parts.clauses[last].starts_with(ALSO) && last != it.clause {
                self.heap.push(Waiting { density: f64::MAX, line: it.line, clause: last });
            }
        }
        self.headed[self.picked.lines[it.line].section as usize] = true;
        self.picked.chosen[it.line][it.clause] = true;
        self.picked.order.push((it.line, it.clause));
    }
}

/// The tokens that writing a clause takes.
#[derive(Clone, Copy)]
struct Cost {
    own: u64,
    /// What surrounds it and is not written yet: the line's head and tail, the
    /// section's heading.
    around: u64,
}

impl Cost {
    fn whole(self) -> u64 {
        self.own + self.around
    }
}

impl<'l> Picked<'l> {
    /// All clauses, with their worth before any is chosen.
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
                if text.starts_with(ALSO) {
                    continue;
                }
                // A rule, an open task or a decision is written as such, not
                // repeated where it was said.
                if !parts.head.is_empty()
                    && self.lines[line].section != Section::Continuation
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

    /// Takes back the last choice; returns `None` when there is nothing left.
    pub(super) fn drop_last(&mut self) -> Option<&'l str> {
        let (line, clause) = self.order.pop()?;
        self.chosen[line][clause] = false;
        Some(self.parts[line].clauses[clause])
    }

    /// The chosen parts of each line, in the order of the lines.
    pub(super) fn chosen_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let chosen = &self.chosen[at];
            if chosen.iter().any(|it| *it) {
                lines.push(Line { text: self.text(at), ..line.clone() });
            }
        }
        lines
    }

    fn text(&self, at: usize) -> String {
        let parts = &self.parts[at];
        let mut text = String::with_capacity(self.lines[at].text.len());
        text.push_str(parts.head);
        let mut last: Option<usize> = None;
        for clause in (0..parts.clauses.len()).filter(|clause| self.chosen[at][*clause]) {
            if let Some(names) = parts.clauses[clause].strip_prefix(ALSO) {
                let untold = untold(names, &text);
                if !untold.is_empty() {
                    text.push_str(parts.joint);
                    text.push_str(ALSO);
                    text.push_str(&untold.join(", "));
                }
                continue;
            }
            match last {
                Some(last) if last + 1 == clause || parts.joint != " " => {
                    text.push_str(parts.joint);
                }
                Some(_) => text.push_str(GAP),
                None if parts.begins_within(clause) => text.push_str(GAP.trim_start()),
                None => {}
            }
            text.push_str(parts.clauses[clause]);
            last = Some(clause);
        }
        if last.is_some_and(|last| parts.begins_within(last + 1)) {
            text.push_str(GAP.trim_end());
        }
        text.push_str(parts.tail);
        text
    }
}

/// The names in a list that a text does not contain.
fn untold<'n>(names: &'n str, text: &str) -> Vec<&'n str> {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_named = |name: &&str| {
        text.match_indices(*name).any(|(at, _)| {
            !word(text[..at].chars().next_back()) && !word(text[at + name.len()..].chars().next())
        })
    };
    names.split(", ").filter(|name| !is_named(name)).collect()
}

/// The sentences that have a line of their own (rules, open tasks, decisions),
/// and those quoted after the reply to them.
fn stated(lines: &[Line]) -> HashSet<&str> {
    let mut stated = HashSet::new();
    for line in lines {
        let own =
            line.rank >= rank::RULE || line.section == Section::Continuation || line.is_decision();
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

/// The longer sentences that the user wrote in several messages, each with the
/// first of them, where it is kept.
fn repeated(lines: &[Line]) -> HashMap<&str, u64> {
    let mut seen: HashMap<&str, (u64, bool)> = HashMap::new();
    for line in lines {
        let Some((_, words)) = line.text.split_once(" user: \"") else { continue };
        for sentence in sentences(words).into_iter().map(bare).filter(|it| it.len() >= REPEATED) {
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

/// The shortest sentence whose repetitions are left out, in bytes.
const REPEATED: usize = 30;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{FactSet, Origin};
    use crate::measure::Words;
    use vibeue_conversation::MessageId;

    /// The lines that are written for a result within a number of words, and
    /// then within more.
    fn lines_within(result: &str, rooms: [u64; 2]) -> [Vec<String>; 2] {
        let mut facts = FactSet::new();
        let json = r#"{"leg_id": "AB12CD", "trip_type": "one_way"}"#;
        facts.add_text(json, Origin::ToolResult, MessageId(4));
        let lines = [Line {
            section: Section::Operations,
            rank: rank::OPERATION,
            order: (4, 0),
            text: result.to_owned(),
        }];
        let mut outstanding = Outstanding::new(facts.best(99, |_| true), MessageId(4));
        let mut choice = Choice::of(&lines, &mut outstanding, &Calculated::default(), rooms[0]);
        rooms.map(|room| {
            choice.fill(room, &mut outstanding, |_| 1, &Words);
            choice.picked.chosen_lines().into_iter().map(|line| line.text).collect()
        })
    }

    #[test]
    fn a_sentence_that_is_written_in_part_ends_in_a_mark() {
        let words = |word: &str| vec![word; 40].join(" ");
        let text = format!("m5: Checks {} uploads. Opens it.", words("the file among"));
        let lines = [Line {
            section: Section::Progress,
            rank: rank::STATEMENT,
            order: (5, 0),
            text: text.clone(),
        }];
        let facts = FactSet::new();
        let written = |clauses: &[usize]| {
            let mut outstanding = Outstanding::new(facts.best(99, |_| true), MessageId(4));
            let choice = Choice::of(&lines, &mut outstanding, &Calculated::default(), 500);
            let mut picked = choice.picked;
            clauses.iter().for_each(|clause| picked.chosen[0][*clause] = true);
            (picked.text(0), picked.parts[0].clauses.clone())
        };
        let (first, parts) = written(&[0]);
        assert_eq!(parts.len(), 3);
        assert_eq!(first, format!("m5: {} …", parts[0]));
        assert_eq!(written(&[1]).0, format!("m5: … {}", parts[1]));
        assert_eq!(written(&[0, 2]).0, format!("m5: {} … Opens it.", parts[0]));
        assert_eq!(written(&[0, 1, 2]).0, text);
        assert_eq!(written(&[2]).0, "m5: Opens it.");
    }

    #[test]
    fn what_else_a_result_holds_is_named_beside_what_is_told_of_it_and_never_alone() {
        let result = "m4: [✓ look gave leg_id AB12CD; price 4; also holds leg_id, trip_type]";
        assert_eq!(
            lines_within(result, [14, 20]),
            [
                vec!["m4: [✓ look gave leg_id AB12CD]"],
                vec!["m4: [✓ look gave leg_id AB12CD; also holds trip_type]"]
            ]
        );
        let nothing = "m4: [✓ look gave price 4; also holds trip_type, leg_id]";
        assert_eq!(lines_within(nothing, [14, 20]), [Vec::<String>::new(), Vec::new()]);
    }

    #[test]
    fn of_a_change_what_came_of_it_is_told_and_not_when_the_record_was_made() {
        let change = "m4: [✓ update_trip: trip_id=AB12CD gave made_at 2024-05-11T08:28:51; paid \
                      amount -310]";
        assert_eq!(
            lines_within(change, [13, 13])[0],
            ["m4: [✓ update_trip: trip_id=AB12CD gave paid amount -310]"]
        );
        // Nothing says what matters of a look-up.
        let look = change.replace("update_trip", "get_trip");
        assert_eq!(lines_within(&look, [13, 13])[0], Vec::<String>::new());
    }
}

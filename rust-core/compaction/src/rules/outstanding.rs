//! What a summary still lacks while it is written.

use hashbrown::HashMap;

use super::informative::is_informative;
use super::worth;
use crate::facts::{Chosen, Fact, FactKind, Literals, Origin};
use vibeue_conversation::MessageId;

/// Facts that the draft does not mention yet, and what each is worth.
pub(super) struct Outstanding<'a> {
    facts: Chosen<'a>,
    /// What mentioning each is worth.
    worths: Vec<f64>,
    literals: Literals<'a>,
    /// What is in the user's messages, mentioned or not: a result that mentions
    /// it is about what they want.
    user_literals: Literals<'a>,
    /// Those of them that identify one thing among many: an address, an id, a
    /// path.
    identities: Literals<'a>,
    /// What the agent named in several messages.
    named: Literals<'a>,
    settled: Vec<bool>,
    /// About the tokens of a list of what the user said and nothing mentions.
    owed: u64,
    /// The facts in the text that was last asked about.
    within: Vec<usize>,
}

impl<'a> Outstanding<'a> {
    /// Takes facts, best first; `newest` is the last condensed message.
    pub(super) fn new(facts: Chosen<'a>, newest: MessageId) -> Self {
        // A text of one byte occurs in almost any text.
        let settled: Vec<bool> = facts.iter().map(|fact| fact.text.len() < 2).collect();
        let crowds = crowds(&facts);
        let worth = |fact: Fact<'_>| {
            let crowd = crowded(&fact).and_then(|label| crowds.get(label)).copied();
            let tokens = (fact.text.len() as f64 / 3.0).min(20.0);
            tokens * worth::of_fact(&fact, newest) * crowd.map_or(1.0, worth::of_crowd)
        };
        let worths = facts.iter().map(worth).collect();
        let literals = Literals::new(facts.iter().map(|fact| fact.text));
        let by_person = facts.iter().filter(|fact| {
            fact.origin == Origin::User && !fact.kind.is_line() && fact.text.len() >= 3
        });
        let user_literals = Literals::new(by_person.map(|fact| fact.text));
        let of_one = facts.iter().filter(is_identity);
        let identities = Literals::new(of_one.map(|fact| fact.text));
        // The name of one thing; usually a call uses it before anyone mentions
        // it.
        let by_agent = facts.iter().filter(|fact| {
            matches!(fact.origin, Origin::Assistant | Origin::CallArgument)
                && matches!(fact.kind, FactKind::Id | FactKind::Path | FactKind::Asset)
                && fact.messages >= 3
                && fact.text.len() >= 4
        });
        let named = Literals::new(by_agent.map(|fact| fact.text));
        let owed = facts.iter().zip(&settled).filter(|it| !it.1).map(|it| owed(&it.0)).sum();
        Self {
            facts,
            worths,
            literals,
            user_literals,
            identities,
            named,
            settled,
            owed,
            within: Vec::new(),
        }
    }

    /// Notes that a text mentions some of them.
    pub(super) fn settle(&mut self, text: &str) {
        let (settled, facts, left) = (&mut self.settled, &self.facts, &mut self.owed);
        self.literals.visit(text, |at| {
            if !std::mem::replace(&mut settled[at], true) {
                *left -= owed(&facts.get(at));
            }
            true
        });
    }

    /// Notes that some need not be mentioned: those with exactly these texts,
    /// not what occurs inside them.
    pub(super) fn give_up(&mut self, texts: &HashMap<&str, MessageId>) {
        if texts.is_empty() {
            return;
        }
        for (at, fact) in self.facts.iter().enumerate() {
            if texts.contains_key(fact.text) && !std::mem::replace(&mut self.settled[at], true) {
                self.owed -= owed(&fact);
            }
        }
    }

    /// What the outstanding facts within a text are worth.
    pub(super) fn worth_within(&mut self, text: &str) -> f64 {
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
        within.iter().map(|&at| self.worths[at]).sum()
    }

    /// Returns whether a text mentions something that the user named.
    pub(super) fn mentions_named(&mut self, text: &str) -> bool {
        holds_any(&mut self.user_literals, text)
    }

    /// Returns whether a text mentions a thing that the user identified.
    pub(super) fn is_identified(&mut self, text: &str) -> bool {
        holds_any(&mut self.identities, text)
    }

    /// Returns whether a text mentions a thing that the agent named several times.
    pub(super) fn is_named_by_agent(&mut self, text: &str) -> bool {
        holds_any(&mut self.named, text)
    }

    /// Notes that the text whose worth was last asked for was chosen: it need
    /// not be searched again.
    pub(super) fn settle_within(&mut self) {
        for at in self.within.drain(..) {
            self.literals.mark(at);
            if !std::mem::replace(&mut self.settled[at], true) {
                self.owed -= owed(&self.facts.get(at));
            }
        }
    }

    /// About how many tokens a list of what the user said and nothing mentions
    /// would have, once the text that was last asked about is chosen.
    pub(super) fn owed_after(&self) -> u64 {
        let within: u64 = self.within.iter().map(|at| owed(&self.facts.get(*at))).sum();
        self.owed.saturating_sub(within)
    }

    /// Chooses facts for a list: within `all` tokens those that the user said
    /// and no line mentions; within `others`, further facts that must survive.
    pub(super) fn listed(
        &mut self,
        all: u64,
        others: u64,
        count: impl Fn(&str) -> u64,
    ) -> Vec<Fact<'a>> {
        let mut order: Vec<usize> = (0..self.facts.len())
            .filter(|at| {
                let fact = self.facts.get(*at);
                !self.settled[*at]
                    && (fact.is_vital() || fact.label.is_some())
                    && is_informative(&fact)
            })
            .collect();
        let density = |at: &usize| self.worths[*at] / self.facts.get(*at).text.len().max(4) as f64;
        // What the user named or dated comes before anything that tools
        // returned.
        let unsaid = |at: &usize| {
            let fact = self.facts.get(*at);
            let dated = matches!(fact.kind, FactKind::Date | FactKind::Money | FactKind::Url);
            !(is_identity(&fact) || dated && fact.origin == Origin::User)
        };
        // No two are equal, so a stable sort's list beside it is not needed.
        order.sort_unstable_by(|a, b| {
            unsaid(a).cmp(&unsaid(b)).then(density(b).total_cmp(&density(a))).then(a.cmp(b))
        });
        let (mut used, mut spent) = (0, 0);
        let mut chosen = Vec::new();
        let mut misses = 0;
        for at in order {
            let fact = self.facts.get(at);
            if self.settled[at] {
                continue;
            }
            let label = fact.label.map_or(0, |label| 1 + label.len() as u64 / 5);
            let cost = count(fact.text) + 1 + label;
            let by_user = matches!(fact.origin, Origin::User | Origin::Summary);
            if used + cost > all || !by_user && spent + cost > others {
                misses += 1;
                if misses > 64 {
                    break;
                }
                continue;
            }
            used += cost;
            spent += if by_user { 0 } else { cost };
            self.settle(fact.text);
            chosen.push(fact);
        }
        chosen
    }
}

/// Returns whether the user identified one thing among many with this fact.
fn is_identity(fact: &Fact<'_>) -> bool {
    fact.origin == Origin::User
        && fact.text.len() >= 5
        && matches!(fact.kind, FactKind::Email | FactKind::Id | FactKind::Path | FactKind::Asset)
}

/// The key under which a tool listed a thing that nobody mentioned.
fn crowded<'f>(fact: &Fact<'f>) -> Option<&'f str> {
    (fact.origin == Origin::ToolResult).then_some(fact.label).flatten()
}

/// How many distinct things tools listed under each key.
fn crowds<'f>(facts: &Chosen<'f>) -> HashMap<&'f str, usize> {
    let mut crowds: HashMap<&str, usize> = HashMap::new();
    for fact in facts.iter() {
        if let Some(label) = crowded(&fact) {
            *crowds.entry(label).or_default() += 1;
        }
    }
    crowds
}

fn holds_any(literals: &mut Literals<'_>, text: &str) -> bool {
    let mut found = false;
    literals.visit(text, |_| {
        found = true;
        false
    });
    found
}

/// The cost of listing a fact that the user said, if only as a value.
fn owed(fact: &Fact<'_>) -> u64 {
    if fact.origin != Origin::User || !is_informative(fact) {
        return 0;
    }
    // Digits take more tokens than letters.
    let digits = fact.text.bytes().filter(u8::is_ascii_digit).count() as u64;
    let length = fact.text.len() as u64;
    if digits * 2 >= length { length * 3 / 5 + 1 } else { length * 2 / 5 + 1 }
}

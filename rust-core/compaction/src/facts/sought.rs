//! Facts that are looked for in texts.

use super::chosen::Chosen;
use super::{Fact, Literals};

/// Facts, and which of them were found so far, letter for letter.
#[derive(Clone)]
pub(crate) struct Sought<'a> {
    facts: Chosen<'a>,
    literals: Literals<'a>,
}

impl<'a> Sought<'a> {
    /// Takes the facts; none of them is found yet.
    pub(crate) fn of(facts: Chosen<'a>) -> Self {
        let literals = Literals::new(facts.iter().map(|fact| fact.text));
        Self { facts, literals }
    }

    /// Looks for all of them at once, in time linear in the texts.
    pub(crate) fn look_in<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) {
        texts.into_iter().for_each(|text| self.literals.mark_in(text));
    }

    /// All facts, found or not.
    pub(crate) fn facts(&self) -> &Chosen<'a> {
        &self.facts
    }

    /// The facts that were not found, in the order in which they came.
    pub(crate) fn missing(&self) -> impl Iterator<Item = Fact<'a>> {
        let all = self.facts.iter().enumerate();
        all.filter(|&(at, _)| !self.literals.is_marked(at)).map(|(_, fact)| fact)
    }
}

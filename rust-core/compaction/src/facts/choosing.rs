//! Chooses some of a set's facts: the best, and those that texts lack.

use super::chosen::Chosen;
use super::set::{rank_key, ranked};
use super::{Fact, FactSet, Sought};

impl FactSet {
    /// The best of the facts that must survive and are `wanted`, at most `most`
    /// of them.
    pub(crate) fn vital_best(&self, most: usize, wanted: impl Fn(&Fact<'_>) -> bool) -> Chosen<'_> {
        self.best(most, |fact| fact.is_vital() && wanted(fact))
    }

    /// The best of the facts that are `wanted`, at most `most` of them, as they
    /// come in [`FactSet::ranked`], without a list of all: never more than twice
    /// `most` are held at a time.
    pub(crate) fn best(&self, most: usize, wanted: impl Fn(&Fact<'_>) -> bool) -> Chosen<'_> {
        // Equal ones stay in their order.
        let mut kept: Vec<(u128, u32)> = Vec::new();
        for (place, fact) in (0..).zip(self.iter()).filter(|(_, fact)| wanted(fact)) {
            if kept.len() >= most.saturating_mul(2).max(1) {
                kept.select_nth_unstable(most);
                kept.truncate(most);
            }
            kept.push((rank_key(&fact), place));
        }
        kept.sort_unstable();
        kept.truncate(most);
        Chosen::new(self, kept.into_iter().map(|kept| kept.1).collect())
    }

    /// The facts that no text contains literally, best first.
    ///
    /// Linear in the texts; each text is searched for all facts at once.
    pub fn missing_from<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> Vec<Fact<'_>> {
        let mut sought = self.all_sought();
        sought.look_in(texts);
        ranked(sought.missing().collect())
    }

    /// All facts, to be looked for in texts.
    pub(crate) fn all_sought(&self) -> Sought<'_> {
        Sought::of(Chosen::of(self, |_| true))
    }

    /// The vital facts, to be looked for in texts.
    pub(crate) fn sought(&self) -> Sought<'_> {
        Sought::of(Chosen::of(self, Fact::is_vital))
    }
}

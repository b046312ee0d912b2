//! Some of a set's facts.

use super::{Fact, FactSet};

/// Some facts of a set, in an order of their own: four bytes each.
#[derive(Clone)]
pub(crate) struct Chosen<'a> {
    set: &'a FactSet,
    places: Vec<u32>,
}

impl<'a> Chosen<'a> {
    /// Takes the facts at some places of a set, which are there.
    pub(super) fn new(set: &'a FactSet, places: Vec<u32>) -> Self {
        Self { set, places }
    }

    /// The facts of a set that are wanted, in its order.
    pub(super) fn of(set: &'a FactSet, mut wanted: impl FnMut(&Fact<'a>) -> bool) -> Self {
        let wanted = (0..).zip(set.iter()).filter(|(_, fact)| wanted(fact));
        Self::new(set, wanted.map(|(place, _)| place).collect())
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// One of them, which is there.
    pub(crate) fn get(&self, at: usize) -> Fact<'a> {
        self.set.known(self.places[at])
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Fact<'a>> {
        let set = self.set;
        self.places.iter().map(move |place| set.known(*place))
    }
}

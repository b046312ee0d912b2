//! How much of its limits a turn has used.

/// How much of its limits one turn has used.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Spent {
    /// What the session had cost when the turn began, in US dollars.
    pub(super) before: f64,
    /// Whether the warning about rounds was given.
    pub(super) rounds_warned: bool,
    /// Whether the warning about dollars was given.
    pub(super) dollars_warned: bool,
}

impl Spent {
    /// Nothing yet, in a session that has cost this much.
    pub(super) fn from(before: f64) -> Self {
        Self { before, ..Self::default() }
    }
}

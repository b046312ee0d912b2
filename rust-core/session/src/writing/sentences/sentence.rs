//! One sentence of the core, as it is listed.

/// A sentence that the core says to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    /// What its translations are known by.
    pub key: &'static str,
    /// Its words, with `{0}`, `{1}`, … in this order for what is put into them.
    pub english: &'static str,
}

impl Sentence {
    pub(super) const fn new(key: &'static str, english: &'static str) -> Self {
        Self { key, english }
    }
}

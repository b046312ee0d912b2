//! One sentence of the core, as it is listed.

/// A sentence that the core says to the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    /// What its translations are known by.
    pub key: &'static str,
    /// Its words, with `{0}`, `{1}`, … in this order for what is put into them.
    pub english: &'static str,
    /// What can be put into it.
    pub(super) takes: Takes,
}

/// What can be put into a sentence. One with few words of its own would otherwise be found in
/// what others say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Any text.
    Anything,
    /// A number, and after it single words.
    Place,
    /// The type of a JSON value.
    JsonType,
}

impl Sentence {
    pub(super) const fn new(key: &'static str, english: &'static str) -> Self {
        Self { key, english, takes: Takes::Anything }
    }

    /// A place in a file.
    pub(super) const fn place(key: &'static str, english: &'static str) -> Self {
        Self { key, english, takes: Takes::Place }
    }

    /// Says of which type a JSON value is.
    pub(super) const fn json_type(key: &'static str, english: &'static str) -> Self {
        Self { key, english, takes: Takes::JsonType }
    }
}

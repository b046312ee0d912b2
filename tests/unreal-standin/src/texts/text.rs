//! A text of the plugin.

/// A text that can be translated.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text {
    /// The namespace of its key: mostly the name of the source's class.
    pub namespace: String,
    /// What it is known by in its namespace.
    pub key: String,
    /// The text as it is written in the sources.
    pub source: String,
}

//! What an earlier line of code has opened.

/// What an earlier line has opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Open {
    Nothing,
    /// Comments, and how many in each other.
    Comments(u32),
    /// A text that ends with this.
    Text {
        close: String,
        escapes: bool,
    },
}

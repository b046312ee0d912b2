//! What happens to a message in a preview.

use serde::{Deserialize, Serialize};

/// What happens to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PreviewFate {
    /// It goes into the summary.
    Goes,
    /// It stays in a shorter form.
    Shortened,
    /// It stays as it is.
    Stays,
}

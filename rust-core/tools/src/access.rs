//! What a tool may touch.

use serde::{Deserialize, Serialize};

/// What a tool may touch: decides when the user is asked and what plan mode lets
/// through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Read-only.
    Read,
    /// Makes changes that can be undone.
    Write,
    /// Makes permanent changes: deletes, overwrites, publishes.
    Destructive,
    /// Controls a program: starts, stops, runs what it is given.
    Control,
}

impl Access {
    /// The word for it, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Destructive => "destructive",
            Self::Control => "control",
        }
    }
}

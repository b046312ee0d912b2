//! Who writes a summary.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who writes a summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Only rules: digests, facts, the artifact trail. Needs no model and no network.
    Rules,
    /// A model.
    Llm,
    /// Rules extract the facts, a model writes the text; what the text drops is put back. Falls to
    /// [`Mode::Rules`] if no model answers.
    #[default]
    Hybrid,
    /// The provider's own compaction.
    Native,
}

impl Mode {
    /// All modes, in the order in which they are offered.
    pub const ALL: [Mode; 4] = [Mode::Rules, Mode::Llm, Mode::Hybrid, Mode::Native];

    /// The name in settings files: `rules`, `llm`, `hybrid`, `native`.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Rules => "rules",
            Mode::Llm => "llm",
            Mode::Hybrid => "hybrid",
            Mode::Native => "native",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

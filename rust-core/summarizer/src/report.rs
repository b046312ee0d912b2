//! The result of a compaction, with every call that was made for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use vibeue_compaction::Account;
use vibeue_compaction::ladder::Outcome;
use vibeue_compaction::record::Strategy;
use vibeue_tokens::ServerUsage;

/// The outcome of a compaction, with the calls that it took.
#[derive(Debug, Clone, PartialEq)]
pub struct CompactionReport {
    /// The compaction, or why there is none.
    pub outcome: Outcome,
    /// The calls to models, in order; none if the summary was already known or
    /// rules wrote it.
    pub calls: Vec<SummaryCall>,
    /// What the user should know: why another model or rules took over, what
    /// was left out of an answer.
    pub warnings: Vec<String>,
}

impl CompactionReport {
    /// What the compaction kept and what it cost; `None` if there is none.
    pub fn account(&self) -> Option<&Account> {
        match &self.outcome {
            Outcome::Compacted(compaction) => compaction.account.as_deref(),
            Outcome::Unchanged(_) => None,
        }
    }

    /// Returns whether models were asked but nothing they wrote was used: asking them again for the
    /// next summary would most likely cost as much and help as little.
    pub fn asked_in_vain(&self) -> bool {
        let by_model = match &self.outcome {
            Outcome::Compacted(compaction) => {
                compaction.record.as_ref().is_some_and(|it| it.strategy != Strategy::Rules)
            }
            Outcome::Unchanged(_) => false,
        };
        !self.calls.is_empty() && !by_model
    }
}

/// One call to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SummaryCall {
    /// The model's id.
    pub model: String,
    /// What was requested.
    pub attempt: Attempt,
    /// The tokens it used, if the server said.
    pub usage: Option<ServerUsage>,
    /// Its cost in US dollars, if usage and prices are known.
    pub cost: Option<f64>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Why its answer was not used: the class, such as `overloaded` or
    /// `empty_summary`, and what happened, as text for the user.
    pub error: Option<(String, String)>,
}

/// What kind of summary a model was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attempt {
    /// A summary of everything that is condensed.
    Full,
    /// The same with tool arguments and results cut to digests.
    Simple,
    /// A summary of one part of it, continuing the parts before.
    Part {
        /// Which part, from 1.
        n: u32,
        /// The number of parts, as far as it is known.
        m: u32,
    },
    /// The provider's own compaction.
    Native,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Attempt::Full => f.write_str("full"),
            Attempt::Simple => f.write_str("simple"),
            Attempt::Part { n, m } => write!(f, "part {n} of {m}"),
            Attempt::Native => f.write_str("native"),
        }
    }
}

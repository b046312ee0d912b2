//! Facts: short literal strings that must not be lost when messages are
//! condensed, with what they are and where they came from.
//!
//! A [`FactSet`] extracts them in one pass over the texts, ranks them, and
//! finds those that the remaining texts no longer hold; [`select`] packs these
//! into a budget and [`render`] writes them down. The [`ArtifactTrail`] records
//! what was done to which file and asset.

mod caps;
mod choosing;
mod chosen;
pub(crate) mod class;
mod collector;
pub(crate) mod command;
mod copied;
mod date;
mod error_line;
mod error_lines;
mod extension;
mod fact;
mod fact_index;
mod findings;
pub(crate) mod json;
mod kind;
mod ledger;
mod literals;
mod message;
mod money;
mod number;
mod own_prose;
pub(crate) mod package;
mod path;
mod scanner;
mod sentence;
mod sentences;
mod set;
mod sought;
mod spoken;
mod standing_rule;
mod store;
mod unit;
mod version;
mod word;

pub use crate::trail::{Artifact, ArtifactAction, ArtifactOutcome, ArtifactTrail};
pub(crate) use chosen::Chosen;
pub(crate) use copied::Places;
pub(crate) use error_lines::{ErrorLines, error_lines};
pub use fact::Fact;
pub use fact_index::FactIndex;
pub use kind::{FactKind, Origin};
pub use ledger::{render, select};
pub(super) use literals::Literals;
pub(super) use own_prose::is_terminal_output;
pub(crate) use sentences::{breaks_off, sentences};
pub use set::FactSet;
pub(crate) use sought::Sought;

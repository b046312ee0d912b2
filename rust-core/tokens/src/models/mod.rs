//! From a model's name to its window and its tokenizer.
//!
//! [`find`] looks up a name in the table, however its server decorates it;
//! [`Limits::resolve`] combines the table's limits with what the user set and
//! what the server reported.
//!
//! ```
//! use vibeue_tokens::models::{Family, Limits, Overrides, Reported, find};
//!
//! let found = find("us.anthropic.claude-opus-4-7-v1:0");
//! assert_eq!(found.family, Family::ClaudeNew);
//!
//! let limits = Limits::resolve(Overrides::default(), Reported::default(), found.model);
//! assert_eq!(limits.window.to_string(), "1000000 tokens, from the model table");
//! ```

mod abilities;
mod family;
mod generation;
mod limits;
mod lookup;
mod model;
mod model_name;
mod reasoning;
mod table;

pub use abilities::Abilities;
pub use family::Family;
pub(crate) use generation::uses_carried_vocabulary;
pub use limits::{Limits, Overrides, Reported, Source, Sourced};
pub use lookup::{Lookup, Match, find};
pub use model::Model;
pub use reasoning::reasons;
pub use table::MODELS;

//! From a model's name to its window and its tokenizer.
//!
//! [`find`] looks a name up in the table, however its server decorates it;
//! [`Limits::resolve`] weighs what the user set and what the server said
//! against it.

mod family;
mod limits;
mod lookup;
mod model;
mod model_name;
mod table;

pub use family::Family;
pub use limits::{Limits, Overrides, Reported, Source, Sourced};
pub use lookup::{Lookup, Match, find};
pub use model::Model;
pub use table::MODELS;

//! What the servers behind the protocol know of themselves, each in its own
//! way: their models, their context length, their counting.

mod entry;
mod facts;
mod kind;

pub(super) use facts::ServerFacts;
pub use kind::ServerKind;

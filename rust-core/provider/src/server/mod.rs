//! What the servers of a protocol report about themselves, each in its own way: their models, their
//! context length, their counting. Programs that speak several protocols answer such questions
//! under all of them.

mod entry;
mod entry_abilities;
mod facts;
mod kind;

pub(crate) use entry::model_info;
pub(crate) use facts::ServerFacts;
pub use kind::ServerKind;

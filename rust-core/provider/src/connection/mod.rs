//! Decides how a model is reached, in one place for every host.
//!
//! A host passes what the user chose ([`ConnectionRequest`]); [`Connection`]
//! says which preset, protocol, address, key and model that means, or which one
//! thing is missing ([`ConnectionFault`]). Nothing is sent.

mod fault;
mod fields;
mod key;
mod key_places;
mod model_list;
mod origin;
mod request;
mod resolve;
#[cfg(test)]
mod resolve_tests;

pub use fault::ConnectionFault;
pub use key::{ConnectionKey, KeySource};
pub use key_places::{Kept, Read, is_variable_name};
pub use model_list::ModelList;
pub(crate) use model_list::shown_model;
pub use origin::Origin;
pub use request::ConnectionRequest;
pub use resolve::Connection;
pub(crate) use resolve::own_key;

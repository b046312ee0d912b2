//! Decides how a model is reached, in one place for every host.
//!
//! A host passes what the user chose ([`ConnectionRequest`]); [`Connection`]
//! says which preset, protocol, address, key and model that means, or which one
//! thing is missing ([`ConnectionFault`]). Nothing is sent.

mod fault;
mod model_list;
mod origin;
mod request;
mod resolve;
#[cfg(test)]
mod resolve_tests;

pub use fault::ConnectionFault;
pub use model_list::ModelList;
pub(crate) use model_list::shown_model;
pub use request::ConnectionRequest;
pub use resolve::{Connection, ConnectionKey, KeySource};
pub(crate) use resolve::{Read, own_key};

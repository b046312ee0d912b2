//! Credentials in a conversation: found, and kept out of what travels on.
//!
//! A key that a tool printed once must not come back in a summary that goes to
//! the next provider. What is found: keys by their issuers' prefixes, values
//! by the names before them (`DB_PASSWORD=…`, `"client_secret": "…"`, "the
//! password is …"), private key blocks, and credentials in addresses. A value
//! is judged together with its name: hashes, GUIDs and ids are of the same
//! shape as keys and matter to the work.

mod address;
mod assignment;
mod block;
mod export;
mod finder;
mod masked;
mod masker;
mod name;
mod prefix;
mod trigger;
mod value;

pub use export::Export;
pub use finder::{MASK, find, mask};
pub use masked::Masked;

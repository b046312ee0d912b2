//! Credentials in a conversation: found, and kept out of what is passed on.
//!
//! A key that a tool printed once must not reappear in a summary that goes to
//! the next provider. Detected are keys by their issuers' prefixes, values by
//! the names before them (`DB_PASSWORD=…`, `"client_secret": "…"`, "the
//! password is …"), private key blocks, and credentials in URLs. A value is
//! judged together with its name: hashes, GUIDs and ids look like keys but
//! matter to the work.

mod address;
mod assignment;
mod block;
mod export;
mod finder;
mod mask;
mod masked;
mod masker;
mod name;
mod option;
mod prefix;
mod trigger;
mod value;

pub use export::Export;
pub use finder::{find, mask};
pub use mask::MASK;
pub use masked::Masked;

//! Finds out what of a machine can answer before anything was chosen: servers
//! that run on it, and keys in its environment.

mod found_key;
mod found_server;
mod key_form;
mod server_place;
mod server_search;

pub use found_key::{FoundKey, find_kept_keys, find_keys};
pub use found_server::FoundServer;
pub use key_form::preset_of_key;
pub use server_place::ServerPlace;
pub use server_search::ServerSearch;

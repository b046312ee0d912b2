//! The listener and what it does with a request.

mod control;
mod facts;
mod handler;
#[expect(clippy::module_inception, reason = "the file holds the type of that name")]
mod server;
mod shared;
mod state;

pub use server::Server;

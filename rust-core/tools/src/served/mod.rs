//! Our own tools for other programs: a server of the Model Context Protocol.
//!
//! [`ServedTools`] runs the calls of others by the rules that hold for a model's: the
//! [`Policy`](crate::Policy) judges each, and an [`Overseer`], who speaks for the user, is asked if
//! it says so. [`ServedServer`] answers on a port of this machine, for those who show its
//! [`Token`]; [`serve_streams`] answers one program on its standard streams.
//!
//! What comes from outside is bounded before it is read, and believed in
//! nothing: what a program says of itself is shown as its own words, and only
//! the token, the policy and the user decide.

mod connection;
mod encoding;
mod message;
mod options;
mod overseer;
mod peer;
mod performing;
mod request;
mod server;
mod sessions;
mod shared;
mod slots;
mod streams;
mod token;
mod tools;

/// What places are made of; `tests/handover` of the core puts loom's in its place.
mod sync {
    pub(super) use std::sync::atomic::{AtomicUsize, Ordering};
}

pub use options::ServedOptions;
pub use overseer::{Begun, Caller, Decision, Overseer, Question, Refuses, Report};
pub use server::ServedServer;
pub use streams::serve_streams;
pub use token::Token;
pub use tools::ServedTools;

use std::time::Duration;

/// The most calls at once, those that wait for the user included.
pub const MOST_CALLS: usize = 16;

/// The longest that a call waits for the user.
pub const MOST_WAIT: Duration = Duration::from_secs(600);

/// The most bytes of one message: a call's longest arguments, escaped.
pub const MOST_MESSAGE: usize = 16 * 1024 * 1024;

/// How long a tool may go on after its time is over or it was stopped, before
/// it is answered for.
const GRACE: Duration = Duration::from_secs(2);

/// The generations that are greeted by `initialize`, the newest first.
const WITH_GREETING: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The generation that needs no greeting.
const WITHOUT_GREETING: &str = "2026-07-28";

/// Locks, also after a panic: what is kept is whole between any two steps.
fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

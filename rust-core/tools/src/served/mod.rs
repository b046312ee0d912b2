//! Our own tools for other programs: a server of the Model Context Protocol.
//!
//! [`ServedTools`] runs the calls of others by the rules for a model's calls: the
//! [`Policy`](crate::Policy) judges each, and an [`Overseer`], which represents the user, is asked
//! if the policy says so. [`ServedServer`] answers on a port of this machine, for clients with its
//! [`Token`]; [`serve_streams`] answers one program on its standard streams.
//!
//! Input from outside is limited in size before it is read, and never trusted: what a program says
//! about itself is shown as its own words, and only the token, the policy and the user decide.

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

/// The primitives of slots; `tests/handover` of the core replaces them with loom's.
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

/// The maximum number of simultaneous calls, including those that wait for the user.
pub const MOST_CALLS: usize = 16;

/// How long a call waits for the user at most.
pub const MOST_WAIT: Duration = Duration::from_secs(600);

/// The maximum number of bytes of one message: a call's longest arguments, escaped.
pub const MOST_MESSAGE: usize = 16 * 1024 * 1024;

/// How long a tool may continue after its time limit or a stop, before the call is answered without
/// it.
const GRACE: Duration = Duration::from_secs(2);

/// The protocol versions with an `initialize` handshake, newest first.
const WITH_GREETING: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The protocol version without a handshake.
const WITHOUT_GREETING: &str = "2026-07-28";

/// Locks, even after a panic: the content is consistent between any two steps.
fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

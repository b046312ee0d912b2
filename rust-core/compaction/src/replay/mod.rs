//! What would have happened: a conversation played again under other settings.
//!
//! Pure: a [`Replay`] goes through the messages in their order and decides
//! and compacts before each request, exactly as a session without a model at
//! hand would. [`Retention`] says which facts are left at its end. With both
//! a person can choose between thresholds before using them.

mod request;
mod retention;
mod simulation;

pub use request::{ReplayCompaction, ReplayRequest};
pub use retention::{Kept, Retention};
pub use simulation::Replay;

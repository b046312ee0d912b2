//! What would have happened: replays a conversation under other settings.
//!
//! Pure: a [`Replay`] goes through the messages in order and, before each
//! request, decides and compacts exactly as a session without a model would.
//! [`Retention`] says which facts are left at the end. With both, the user can
//! choose between thresholds before using them.

mod request;
mod retention;
mod simulation;

pub use request::{ReplayCompaction, ReplayRequest};
pub use retention::{Kept, Retention, VitalFacts};
pub use simulation::Replay;

//! Carries out what the machine decides.
//!
//! One thread owns the machine and never waits for anything but its next
//! signal: models are asked by tasks on the workers, whose answers come back
//! as signals.

mod answer_stream;
mod carry_out;
mod open;
mod run;
mod signal;
mod store;
mod thought;

pub(super) use run::Executor;
pub(super) use signal::Signal;

//! Our own tools, served to programs that behave and to such that do not.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod calls;
mod client;
mod foreign;
mod host;
mod hostile;
mod own_client;
mod streams;

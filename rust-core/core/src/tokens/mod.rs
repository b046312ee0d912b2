//! Counts tokens.

pub mod exact;

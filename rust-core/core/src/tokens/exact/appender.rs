//! Counts a text that grows.

/// Counts a text that grows.
#[derive(Debug)]
pub struct Appender;

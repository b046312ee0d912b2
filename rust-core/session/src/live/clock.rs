//! What time it is.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// Provides the time of day for journals and records.
///
/// It may go backwards, as system clocks do; durations are measured elsewhere, with a monotonic
/// clock.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Milliseconds since the Unix epoch.
    fn now(&self) -> u64;
}

/// The system clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

//! How long a call may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The longest that one call looks at files.
const LONGEST: Duration = Duration::from_secs(30);

/// Tells calls that nobody waits for them any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody waits any more.
    pub(crate) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether nobody waits any more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long one call may go on: until it is stopped, and no longer than half a
/// minute. Asked between pieces of work that take milliseconds.
#[derive(Debug)]
pub(crate) struct Allowance {
    stop: Stop,
    until: Instant,
}

impl Allowance {
    /// A call begins now.
    pub(crate) fn begin(stop: &Stop) -> Self {
        Self { stop: stop.clone(), until: Instant::now() + LONGEST }
    }

    /// Says, in words for the model, why the call has to end, if it has to.
    pub(super) fn is_over(&self) -> Option<String> {
        if self.stop.is_stopped() {
            return Some("stopped: it was cancelled".to_owned());
        }
        let late = Instant::now() >= self.until;
        late.then(|| format!("stopped: {} seconds are over", LONGEST.as_secs()))
    }

    /// The time of one that is over already.
    #[cfg(test)]
    pub(super) fn spent() -> Self {
        Self { stop: Stop::default(), until: Instant::now() }
    }

    /// One that lasts.
    #[cfg(test)]
    pub(super) fn ample() -> Self {
        Self::begin(&Stop::default())
    }
}

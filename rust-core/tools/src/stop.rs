//! How long a call may run.

use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// Tells calls that their result is no longer wanted.
#[derive(Debug, Clone, Default)]
pub struct Stop(CancellationToken);

impl Stop {
    /// Stops: the result is no longer wanted.
    pub fn stop(&self) {
        self.0.cancel();
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits until it is stopped.
    pub async fn stopped(&self) {
        self.0.cancelled().await;
    }
}

impl From<CancellationToken> for Stop {
    /// Cancelling the token stops the calls.
    fn from(token: CancellationToken) -> Self {
        Self(token)
    }
}

/// How long one call may run: until it is stopped, and no longer than its time limit. Checked
/// between pieces of work that take milliseconds.
#[derive(Debug, Clone)]
pub struct Allowance {
    stop: Stop,
    until: Instant,
    limit: Duration,
    turn: u64,
}

impl Allowance {
    /// A call begins now and may take this long.
    pub fn begin(stop: &Stop, limit: Duration) -> Self {
        // No call takes a year; a time beyond the clock's range cannot be represented.
        let limit = limit.min(Duration::from_secs(365 * 24 * 60 * 60));
        Self { stop: stop.clone(), until: Instant::now() + limit, limit, turn: 0 }
    }

    /// Says in which turn of the conversation the call was made.
    #[must_use]
    pub fn in_turn(self, turn: u64) -> Self {
        Self { turn, ..self }
    }

    /// In which turn of the conversation the call was made; 0 if unknown.
    pub fn turn(&self) -> u64 {
        self.turn
    }

    /// How long the call may take in all.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// The deadline.
    pub fn until(&self) -> Instant {
        self.until
    }

    /// Signals that the result is no longer wanted.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Says, in words for the model, why the call has to end, if it has to.
    pub fn is_over(&self) -> Option<String> {
        if self.stop.is_stopped() {
            return Some("stopped: it was cancelled".to_owned());
        }
        let late = Instant::now() >= self.until;
        late.then(|| format!("stopped: {} seconds have passed", self.limit.as_secs()))
    }
}

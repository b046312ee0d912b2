//! When a failed request is repeated.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use super::Limits;
use crate::ProviderError;

/// The longest wait that we choose ourselves.
const LONGEST_BACKOFF: Duration = Duration::from_secs(8);

/// Returns how long to wait before repeating the request, or `None` if it must
/// not be repeated: nothing may have been delivered, the error must be one that
/// can go away, and the server must not ask for a longer wait than
/// [`Limits::retry_wait`].
///
/// `attempts` is how often it was sent. If the server does not say, the wait
/// doubles each time, less a random share of up to a quarter, so that many
/// clients do not come back at once.
pub fn wait_before_retry(
    error: &ProviderError,
    attempts: u32,
    limits: &Limits,
) -> Option<Duration> {
    if error.delivered || !error.is_transient() || attempts > limits.retries {
        return None;
    }
    let wait = error.retry_after().unwrap_or_else(|| backoff(attempts, limits.backoff, random()));
    (wait <= limits.retry_wait).then_some(wait)
}

/// `share` is from 0 to 1: how much of the quarter is subtracted.
fn backoff(attempts: u32, first: Duration, share: f64) -> Duration {
    let doubled = first.saturating_mul(1 << attempts.saturating_sub(1).min(16));
    doubled.min(LONGEST_BACKOFF).mul_f64(1.0 - 0.25 * share)
}

/// A number from 0 to 1. The keys of a hash map are random, which is enough
/// here.
fn random() -> f64 {
    (RandomState::new().hash_one(0) >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorClass;

    fn wait(class: ErrorClass, attempts: u32) -> Option<Duration> {
        wait_before_retry(&ProviderError::new(class, "x"), attempts, &Limits::default())
    }

    #[test]
    fn the_wait_doubles_up_to_its_bound_less_a_quarter_at_most() {
        let first = Duration::from_millis(500);
        for (attempts, most) in [(1, 500), (2, 1_000), (3, 2_000), (5, 8_000), (40, 8_000)] {
            let most = Duration::from_millis(most);
            assert_eq!(backoff(attempts, first, 0.0), most);
            assert_eq!(backoff(attempts, first, 1.0), most * 3 / 4);
        }
        assert!((0.0..=1.0).contains(&random()));
    }

    #[test]
    fn only_what_can_pass_is_sent_again_and_only_so_often() {
        let overloaded = ErrorClass::Overloaded { retry_after: None };
        assert!(wait(overloaded, 1).is_some() && wait(overloaded, 2).is_some());
        assert_eq!(wait(overloaded, 3), None);
        assert!(wait(ErrorClass::Transport, 1).is_some());
        for class in [
            ErrorClass::Authentication,
            ErrorClass::Billing,
            ErrorClass::NotFound,
            ErrorClass::Refused,
            ErrorClass::Protocol,
            ErrorClass::ContextLengthExceeded { limit: None, requested: None },
        ] {
            assert_eq!(wait(class, 1), None, "{class:?}");
        }
    }

    #[test]
    fn the_servers_own_wait_is_kept_unless_it_is_too_long() {
        let asked = |seconds| {
            let retry_after = Some(Duration::from_secs(seconds));
            wait(ErrorClass::RateLimited { retry_after }, 1)
        };
        assert_eq!(asked(7), Some(Duration::from_secs(7)));
        assert_eq!(asked(61), None);
    }

    #[test]
    fn nothing_is_sent_again_after_a_piece_was_delivered_or_against_the_servers_word() {
        let mut error = ProviderError::new(ErrorClass::Transport, "x");
        error.delivered = true;
        assert_eq!(wait_before_retry(&error, 1, &Limits::default()), None);
        error.delivered = false;
        error.may_repeat = Some(false);
        assert_eq!(wait_before_retry(&error, 1, &Limits::default()), None);
        let mut refused = ProviderError::new(ErrorClass::Refused, "x");
        refused.may_repeat = Some(true);
        assert!(wait_before_retry(&refused, 1, &Limits::default()).is_some());
    }
}

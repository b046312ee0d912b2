//! What a server counts of requests before they are sent.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::ProviderError;
use crate::count_cache::{CountCache, Key};
use vibeue_tokens::models::Reported;

/// A server's own counts: those that it returned, and whether it counts at all.
#[derive(Debug, Default)]
pub(crate) struct ServerCounts {
    known: CountCache,
    are_missing: AtomicBool,
}

impl ServerCounts {
    /// Returns whether the server may be asked: it has not said that it cannot count.
    pub(crate) fn may_be_asked(&self) -> bool {
        !self.are_missing.load(Ordering::Relaxed)
    }

    /// Returns the count of the request that `key` identifies: the known one, or
    /// what `answer` has in `field`, which is then known.
    ///
    /// # Errors
    /// Fails as the request does; see [`uncounted`](Self::uncounted).
    pub(crate) async fn ask(
        &self,
        key: Key,
        field: &str,
        answer: impl Future<Output = Result<Value, ProviderError>>,
    ) -> Result<Option<u64>, ProviderError> {
        if let Some(count) = self.known.get(&key) {
            return Ok(Some(count));
        }
        let count = count_in(&answer.await?, field);
        if let Some(count) = count {
            self.known.insert(key, count);
        }
        Ok(count)
    }

    /// Tells a server that cannot count, which is not asked again, and a request
    /// that it does not count (images by address, tools of the server) from one
    /// that cannot be answered at the moment.
    ///
    /// # Errors
    /// Gives back the error that says nothing of counting.
    pub(crate) fn uncounted(&self, error: ProviderError) -> Result<Option<u64>, ProviderError> {
        match error.status {
            Some(404 | 405 | 501) => {
                self.are_missing.store(true, Ordering::Relaxed);
                Ok(None)
            }
            Some(400) => Ok(None),
            _ => Err(error),
        }
    }
}

/// Reads a count from a server's answer; absurd numbers give `None`.
fn count_in(answer: &Value, field: &str) -> Option<u64> {
    answer.get(field).and_then(Value::as_u64).filter(|count| *count <= Reported::BELIEVABLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_no_request_has_is_none() {
        let read = |json: &Value| count_in(json, "count");
        assert_eq!(read(&serde_json::json!({"count": 12})), Some(12));
        for nonsense in [serde_json::json!(u64::MAX), (-1).into(), "12".into(), Value::Null] {
            assert_eq!(read(&serde_json::json!({"count": nonsense})), None);
        }
    }

    #[tokio::test]
    async fn a_server_is_asked_once_for_each_request_and_not_after_it_cannot_count() {
        let counts = ServerCounts::default();
        let key = CountCache::key("count", b"one");
        let answer = || async { Ok(serde_json::json!({"total": 7})) };
        let failed = |status| {
            let error = ProviderError::new(crate::ErrorClass::Refused, "no");
            ProviderError { status, ..error }
        };
        let later = failed(Some(529));
        let fails = async { Err(later.clone()) };
        assert_eq!(counts.ask(key, "total", fails).await, Err(later.clone()));
        assert_eq!(counts.ask(key, "total", answer()).await, Ok(Some(7)));
        let unasked = async { panic!("it is known") };
        assert_eq!(counts.ask(key, "total", unasked).await, Ok(Some(7)));
        let other = CountCache::key("count", b"two");
        assert_eq!(counts.ask(other, "sum", answer()).await, Ok(None));

        assert_eq!(counts.uncounted(later.clone()), Err(later));
        assert_eq!(counts.uncounted(failed(Some(400))), Ok(None));
        assert!(counts.may_be_asked());
        assert_eq!(counts.uncounted(failed(Some(404))), Ok(None));
        assert!(!counts.may_be_asked());
    }
}

//! An answer while it is arriving.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Instant, timeout};

use super::transport::{Way, silence, transport_error};
use super::{Limits, classify};
use crate::{ErrorClass, ProviderError};

/// A successful answer whose body is still to come.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) inner: reqwest::Response,
    pub(super) host: String,
    pub(super) way: Way,
    pub(super) limits: Limits,
    pub(super) deadline: Instant,
    pub(super) received: usize,
}

impl Response {
    pub(super) fn request_id(&self) -> Option<String> {
        classify::request_id(self.inner.headers())
    }

    pub(super) fn status(&self) -> u16 {
        self.inner.status().as_u16()
    }

    /// Returns the next bytes, `None` at the end. Waits at most `wait`.
    pub(super) async fn chunk(&mut self, wait: Duration) -> Result<Option<Bytes>, ProviderError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let begun = self.received > 0;
        let chunk = match timeout(wait.min(left), self.inner.chunk()).await {
            Ok(chunk) => chunk.map_err(|e| transport_error(&self.host, e, self.way))?,
            Err(_) if left < wait => return Err(self.too_long()),
            Err(_) => return Err(silence(&self.host, wait, begun)),
        };
        if let Some(chunk) = &chunk {
            self.received = self.received.saturating_add(chunk.len());
            if self.received > self.limits.total {
                return Err(self.too_large(self.limits.total, "an answer"));
            }
        }
        Ok(chunk)
    }

    /// Moves the overall deadline nearer: at most this long from now.
    pub(super) fn end_within(&mut self, wait: Duration) {
        if let Some(end) = Instant::now().checked_add(wait) {
            self.deadline = self.deadline.min(end);
        }
    }

    /// Reads the rest of the body.
    pub(super) async fn rest(&mut self, mut body: Vec<u8>) -> Result<Vec<u8>, ProviderError> {
        while let Some(chunk) = self.chunk(self.limits.idle).await? {
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// Reads the beginning of an error's body. If the body breaks off, or
    /// arrives too slowly for the time allowed for a question, returns what
    /// arrived.
    pub(super) async fn error_body(&mut self) -> Vec<u8> {
        let mut body = Vec::new();
        self.end_within(self.limits.question);
        let wait = self.limits.question.min(self.limits.idle);
        while body.len() < self.limits.error_body {
            let Ok(Some(chunk)) = self.chunk(wait).await else { break };
            body.extend_from_slice(&chunk);
        }
        body.truncate(self.limits.error_body);
        body
    }

    pub(super) fn too_large(&self, limit: usize, what: &str) -> ProviderError {
        let mut error = ProviderError::new(
            ErrorClass::Protocol,
            format!("{} sent {what} of more than {limit} bytes", self.host),
        )
        .hint("check the address and the protocol; no model sends answers that long");
        error.may_repeat = Some(false);
        error
    }

    fn too_long(&self) -> ProviderError {
        let whole = self.limits.whole.as_secs_f64();
        let mut error = ProviderError::new(
            ErrorClass::Transport,
            format!("{} did not finish its answer within {whole} s", self.host),
        )
        .hint("ask for a shorter answer, or allow more time");
        error.may_repeat = Some(false);
        error
    }
}

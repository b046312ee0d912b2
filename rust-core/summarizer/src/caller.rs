//! Makes single model calls and records what they cost.

use std::time::{Duration, Instant};

use super::report::{Attempt, SummaryCall};
use super::{CompactionReport, SummaryModel};
use vibeue_provider::{ChatRequest, Delta, NativeCompaction, ProviderError, Reply};
use vibeue_tokens::ServerUsage;

/// The model calls of one compaction.
#[derive(Debug, Default)]
pub(super) struct Caller {
    pub(super) calls: Vec<SummaryCall>,
    pub(super) warnings: Vec<String>,
    /// Whether a request was repeated: at most one is, in the whole compaction.
    /// The requests are long, and the transport repeats none of them by itself.
    repeated: bool,
}

/// The maximum number of calls of one compaction, whatever fails.
pub(super) const MOST_CALLS: usize = 64;

/// How long to wait for a server that cannot answer at the moment.
const BACKOFF: Duration = Duration::from_millis(500);
/// If a server asks for a longer wait than this, the request is not repeated.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

impl Caller {
    /// Sends a request; if the failure may go away by itself it is repeated
    /// once, unless another request of this compaction already was.
    pub(super) async fn chat(
        &mut self,
        model: &SummaryModel,
        attempt: Attempt,
        request: &ChatRequest,
    ) -> Result<Reply, ProviderError> {
        loop {
            let started = Instant::now();
            let mut sink = |_: Delta<'_>| {};
            let result = model.provider.chat(request, &mut sink).await;
            let usage = result.as_ref().ok().and_then(|reply| reply.usage);
            self.note(model, attempt, usage, started, result.as_ref().err());
            match result {
                Ok(reply) => {
                    tracing::debug!(
                        model = model.model,
                        %attempt,
                        bytes = reply.text().len(),
                        "a summary model answered"
                    );
                    // A server that silently cut the session saw less than it
                    // was given.
                    for warning in &reply.warnings {
                        self.warn(format!("{}: {warning}", model.model));
                    }
                    return Ok(reply);
                }
                Err(error) => self.wait_or_fail(error).await?,
            }
        }
    }

    /// Waits before a request is repeated, or returns the error.
    async fn wait_or_fail(&mut self, error: ProviderError) -> Result<(), ProviderError> {
        let Some(delay) = wait(&error).filter(|_| !self.repeated) else { return Err(error) };
        self.repeated = true;
        tokio::time::sleep(delay).await;
        Ok(())
    }

    /// Lets the provider condense a request by its own means; repeated as in
    /// [`Caller::chat`].
    pub(super) async fn compact(
        &mut self,
        model: &SummaryModel,
        request: &ChatRequest,
        instructions: Option<&str>,
    ) -> Result<Option<NativeCompaction>, ProviderError> {
        loop {
            let started = Instant::now();
            let result = model.provider.compact(request, instructions).await;
            let usage = result.as_ref().ok().and_then(Option::as_ref).and_then(|it| it.usage);
            self.note(model, Attempt::Native, usage, started, result.as_ref().err());
            match result {
                Ok(compaction) => return Ok(compaction),
                Err(error) => self.wait_or_fail(error).await?,
            }
        }
    }

    fn note(
        &mut self,
        model: &SummaryModel,
        attempt: Attempt,
        usage: Option<ServerUsage>,
        started: Instant,
        error: Option<&ProviderError>,
    ) {
        self.calls.push(SummaryCall {
            model: model.model.clone(),
            attempt,
            usage,
            cost: usage.and_then(|usage| cost(model, usage)),
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            error: error.map(|error| (error.class.name().to_owned(), error.to_string())),
        });
    }

    /// Records why the answer of the last call is not used.
    pub(super) fn reject(&mut self, class: &str, message: &str) {
        tracing::debug!(class, message, "a summary was not used");
        if let Some(call) = self.calls.last_mut() {
            call.error = Some((class.to_owned(), message.to_owned()));
        }
    }

    pub(super) fn warn(&mut self, warning: impl Into<String>) {
        let warning = warning.into();
        tracing::debug!(warning, "compaction");
        self.warnings.push(warning);
    }

    /// Adds a warning that quotes the conversation. The quotation is not
    /// logged, because logs may be given to strangers.
    pub(super) fn warn_quoting(&mut self, warning: &str, quoted: &str) {
        tracing::debug!(warning, "compaction");
        self.warnings.push(format!("{warning}: {quoted}"));
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.calls.len() >= MOST_CALLS
    }

    /// Creates the report.
    pub(super) fn report(self, outcome: vibeue_compaction::ladder::Outcome) -> CompactionReport {
        CompactionReport { outcome, calls: self.calls, warnings: self.warnings }
    }

    /// The cost of all calls in US dollars; `None` if one of them has no known
    /// price.
    pub(super) fn dollars(&self) -> Option<f64> {
        self.calls
            .iter()
            .filter(|call| call.usage.is_some() || call.error.is_none())
            // Not `sum`, which is -0.0 for no calls.
            .try_fold(0.0, |sum, call| Some(sum + call.cost?))
    }
}

/// How long to wait before the same request is repeated; `None` if that cannot
/// help or would take too long.
fn wait(error: &ProviderError) -> Option<Duration> {
    if !error.is_transient() {
        return None;
    }
    Some(error.retry_after().unwrap_or(BACKOFF)).filter(|delay| *delay <= LONGEST_WAIT)
}

/// The cost of a call in US dollars; `None` if a price is needed but unknown.
fn cost(model: &SummaryModel, usage: ServerUsage) -> Option<f64> {
    let part = |tokens: u64, price: Option<f64>| match (tokens, price) {
        (0, _) => Some(0.0),
        (tokens, price) => price.map(|price| tokens as f64 * price / 1e6),
    };
    let cost = part(usage.input, model.input_price)? + part(usage.output, model.output_price)?;
    cost.is_finite().then_some(cost)
}

#[cfg(test)]
mod tests {
    use vibeue_provider::ErrorClass;

    use super::*;

    #[test]
    fn only_what_may_pass_soon_is_waited_for() {
        let error = |class| ProviderError::new(class, "x");
        let after = |ms| Some(Duration::from_millis(ms));
        assert_eq!(wait(&error(ErrorClass::Transport)), Some(BACKOFF));
        assert_eq!(
            wait(&error(ErrorClass::RateLimited { retry_after: after(1_200) })),
            after(1_200)
        );
        assert_eq!(wait(&error(ErrorClass::Overloaded { retry_after: after(60_000) })), None);
        assert_eq!(wait(&error(ErrorClass::Authentication)), None);
        assert_eq!(wait(&error(ErrorClass::Refused)), None);
    }
}

//! An overseer that records what happens.

use std::sync::Arc;

use vibeue_tools::served::{Begun, Overseer, Question, Report};
use vibeue_tools::{Approval, CallEnd, Stop};

use super::OutsideCalls;

/// Records each call before it runs and when it ends, and leaves the rest to another overseer. A
/// call that cannot be recorded does not run.
pub struct Journaled {
    calls: OutsideCalls,
    inner: Arc<dyn Overseer>,
}

impl std::fmt::Debug for Journaled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journaled").field("calls", &self.calls).finish_non_exhaustive()
    }
}

impl Journaled {
    /// Records the calls that this overseer decides about.
    pub fn new(calls: OutsideCalls, inner: Arc<dyn Overseer>) -> Self {
        Self { calls, inner }
    }
}

impl Overseer for Journaled {
    fn ask(&self, question: &Question, stop: &Stop) -> Approval {
        self.inner.ask(question, stop)
    }

    fn begins(&self, begun: &Begun) -> Result<(), String> {
        self.inner.begins(begun)?;
        self.calls.begins(begun).map_err(|error| format!("it cannot be recorded: {error}"))
    }

    fn ended(&self, report: &Report) {
        let by_person = report.end == CallEnd::Denied && self.inner.is_a_person();
        let written = if by_person { self.calls.denied(report) } else { self.calls.ended(report) };
        if let Err(error) = written {
            tracing::warn!("the end of a call by another program could not be recorded: {error}");
        }
        self.inner.ended(report);
    }

    fn is_a_person(&self) -> bool {
        self.inner.is_a_person()
    }
}

//! Runs calls of a registry in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use vibeue_core::handover::{Beside, Signal};
use vibeue_core::tools::{Call, CallEnd, Registry, Stop, ToolAnswer};

use crate::ffi::ffi::ToolRequest;
use crate::inside::{InsideCalls, InsideEvent, call_of};
use crate::reports;

/// The maximum number of simultaneous calls: each has a thread while it runs.
const MOST_CALLS: usize = 32;

/// Runs the calls of a registry, each on a thread of its own.
pub(crate) struct Runner {
    calls: Arc<InsideCalls>,
    registry: Registry,
    workers: Arc<Beside>,
    /// Running calls.
    under_way: Arc<AtomicUsize>,
}

impl Runner {
    /// Runs calls of these tools, and raises the signal for its events.
    pub(crate) fn new(registry: Registry, signal: &Arc<Signal>) -> Self {
        Self {
            calls: Arc::new(InsideCalls::new(signal)),
            registry,
            workers: Arc::default(),
            under_way: Arc::default(),
        }
    }

    /// The calls that are not answered yet.
    pub(crate) fn calls(&self) -> &InsideCalls {
        &self.calls
    }

    /// The tools.
    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Makes the preview of a call in the background, and reports the request once it is there.
    pub(crate) fn look(&self, request: ToolRequest) {
        let asked = Asked { calls: Arc::clone(&self.calls), request: Some(request) };
        let registry = self.registry.clone();
        self.workers.begin("vibeue-preview", move || {
            let mut asked = asked;
            if let Some(request) = &mut asked.request {
                let preview = registry.preview(&call_of(request), &Stop::default());
                request.preview = preview.map_or_else(reports::no_preview, reports::preview);
            }
            drop(registry);
        });
    }

    /// Runs a call, and reports its answer.
    pub(crate) fn start(&self, call: Call) {
        let stop = self.calls.begin(&call);
        let before = self.under_way.fetch_add(1, Ordering::AcqRel);
        let answer = Answer {
            calls: Arc::clone(&self.calls),
            under_way: Arc::clone(&self.under_way),
            call_id: call.id.clone(),
            given: None,
        };
        if before >= MOST_CALLS {
            let text = format!("not run: {MOST_CALLS} calls are under way; wait for one of them");
            return answer.give(ToolAnswer::ended(CallEnd::Busy, text));
        }
        let registry = self.registry.clone();
        self.workers.begin("vibeue-call", move || {
            let given = registry.run(&call, &stop);
            // Nothing that runs it is held when the answer is delivered.
            drop(registry);
            answer.give(given);
        });
    }

    /// Stops all calls and releases the tools. Returns the threads that may still be working.
    pub(crate) fn stop(&mut self) -> Arc<Beside> {
        self.calls.stop();
        self.registry = Registry::default();
        Arc::clone(&self.workers)
    }
}

/// The answer of a call, reported when dropped: even if there is no thread to run it.
struct Answer {
    calls: Arc<InsideCalls>,
    under_way: Arc<AtomicUsize>,
    call_id: String,
    given: Option<ToolAnswer>,
}

impl Answer {
    fn give(mut self, answer: ToolAnswer) {
        self.given = Some(answer);
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.under_way.fetch_sub(1, Ordering::AcqRel);
        let answer = self.given.take().unwrap_or_else(|| {
            let text = "not run: the system cannot start a thread; close other programs";
            ToolAnswer::ended(CallEnd::Busy, text)
        });
        self.calls.emit(InsideEvent::Answer(std::mem::take(&mut self.call_id), answer));
    }
}

/// A call that needs the user's approval, reported when dropped: even if there is no thread for its
/// preview.
struct Asked {
    calls: Arc<InsideCalls>,
    request: Option<ToolRequest>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Some(request) = self.request.take() {
            self.calls.emit(InsideEvent::Request(Box::new(request), false));
        }
    }
}

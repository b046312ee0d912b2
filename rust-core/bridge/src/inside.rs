//! Calls that the core runs itself, from their request to their answer.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use vibeue_core::handover::Signal;
use vibeue_core::tools::{Call, Preview, Stop, ToolAnswer};

use crate::ffi::ffi::ToolRequest;
use crate::live::lock;

/// Events of such calls for the pump.
pub(crate) enum InsideEvent {
    /// A call that needs the user's approval, with its preview, and whether it was allowed
    /// meanwhile.
    Request(Box<ToolRequest>, bool),
    /// A call's answer, for the session.
    Answer(String, ToolAnswer),
}

/// The core's own tools, which it runs in the background of the host.
pub(crate) trait Inside {
    /// Their calls.
    fn calls(&self) -> &InsideCalls;

    /// Makes the preview of a call that needs the user's approval, and reports the request once it
    /// is there.
    fn look(&self, request: ToolRequest);

    /// Runs a call, and reports its answer.
    fn start(&self, call: Call);

    /// A call needs the user's approval; the sink is notified together with its preview.
    fn ask(&self, request: ToolRequest) {
        self.calls().ask(&request);
        self.look(request);
    }

    /// Runs a call that needs no approval.
    fn run(&self, request: &ToolRequest) {
        self.start(call_of(request));
    }

    /// The user allowed a call. Returns whether the sink can be notified now, or has to be notified
    /// of the call first.
    fn allowed(&self, call_id: &str) -> bool {
        let Some((call, is_told)) = self.calls().allow(call_id) else { return true };
        self.start(call);
        is_told
    }
}

/// The call of a request.
pub(crate) fn call_of(request: &ToolRequest) -> Call {
    let ToolRequest { turn, call_id, name, arguments, .. } = request.clone();
    Call { id: call_id, turn, name, arguments }
}

/// Calls that are not answered yet, and the events about them.
pub(crate) struct InsideCalls {
    signal: Arc<Signal>,
    events: Mutex<VecDeque<InsideEvent>>,
    calls: Mutex<Calls>,
}

#[derive(Default)]
struct Calls {
    /// Those that wait for the user.
    asked: HashMap<String, Asked>,
    running: HashMap<String, u64>,
    /// One for each running turn.
    stops: HashMap<u64, Stop>,
}

struct Asked {
    call: Call,
    /// Whether the sink was notified of it.
    delivered: bool,
    /// Whether the user allowed it before that.
    allowed: bool,
    /// What a model gets of its preview instead of what the user is shown.
    for_model: Option<String>,
}

impl InsideCalls {
    /// Starts empty; the signal is raised when there is an event.
    pub(crate) fn new(signal: &Arc<Signal>) -> Self {
        Self { signal: Arc::clone(signal), events: Mutex::default(), calls: Mutex::default() }
    }

    /// Returns whether a call is one of these, and not answered yet.
    pub(crate) fn has(&self, call_id: &str) -> bool {
        let calls = lock(&self.calls);
        calls.asked.contains_key(call_id) || calls.running.contains_key(call_id)
    }

    /// The call that waits for the user's approval.
    pub(crate) fn asked(&self, call_id: &str) -> Option<Call> {
        lock(&self.calls).asked.get(call_id).map(|asked| asked.call.clone())
    }

    /// A call's preview is there.
    pub(crate) fn previewed(&self, call_id: &str, preview: Option<&Preview>) {
        if let Some(asked) = lock(&self.calls).asked.get_mut(call_id) {
            asked.for_model = preview.and_then(|preview| preview.for_model.clone());
        }
    }

    /// What a model gets of a call's preview instead of what the user is shown; it does not go
    /// through the host.
    pub(crate) fn for_model(&self, call_id: &str) -> Option<String> {
        lock(&self.calls).asked.get(call_id)?.for_model.clone()
    }

    fn ask(&self, request: &ToolRequest) {
        let call = call_of(request);
        let asked = Asked { call, delivered: false, allowed: false, for_model: None };
        lock(&self.calls).asked.insert(request.call_id.clone(), asked);
    }

    /// The user allowed a call: which one, if it waited for that, and whether the sink was notified
    /// of it.
    fn allow(&self, call_id: &str) -> Option<(Call, bool)> {
        let mut calls = lock(&self.calls);
        let asked = calls.asked.get_mut(call_id)?;
        let call = asked.call.clone();
        let delivered = asked.delivered;
        if delivered {
            calls.asked.remove(call_id);
        } else {
            asked.allowed = true;
        }
        Some((call, delivered))
    }

    /// A call begins; it is stopped with its turn.
    pub(crate) fn begin(&self, call: &Call) -> Stop {
        let mut calls = lock(&self.calls);
        calls.running.insert(call.id.clone(), call.turn);
        calls.stops.entry(call.turn).or_default().clone()
    }

    /// Queues an event for the host.
    pub(crate) fn emit(&self, event: InsideEvent) {
        lock(&self.events).push_back(event);
        self.signal.raise();
    }

    /// The next event.
    pub(crate) fn take(&self) -> Option<InsideEvent> {
        loop {
            let event = lock(&self.events).pop_front()?;
            let mut calls = lock(&self.calls);
            match event {
                InsideEvent::Request(request, _) => {
                    // Nothing is reported about a turn that has ended or a call that was denied.
                    let Some(asked) = calls.asked.get_mut(&request.call_id) else { continue };
                    asked.delivered = true;
                    let allowed = asked.allowed;
                    if allowed {
                        calls.asked.remove(&request.call_id);
                    }
                    return Some(InsideEvent::Request(request, allowed));
                }
                InsideEvent::Answer(call_id, answer) => {
                    // A cancelled call already has its answer.
                    if calls.running.remove(&call_id).is_some() {
                        return Some(InsideEvent::Answer(call_id, answer));
                    }
                }
            }
        }
    }

    /// A call has its result, wherever it came from.
    pub(crate) fn ended(&self, call_id: &str) {
        let mut calls = lock(&self.calls);
        calls.asked.remove(call_id);
        calls.running.remove(call_id);
    }

    /// A turn has ended: nothing of it continues.
    pub(crate) fn turn_ended(&self, turn: u64) {
        let mut calls = lock(&self.calls);
        calls.asked.retain(|_, asked| asked.call.turn != turn);
        calls.running.retain(|_, of| *of != turn);
        if let Some(stop) = calls.stops.remove(&turn) {
            stop.stop();
        }
    }

    /// Their answers are no longer wanted.
    pub(crate) fn stop(&self) {
        for stop in lock(&self.calls).stops.values() {
            stop.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::ffi::ToolAccess;
    use crate::reports;

    #[test]
    fn what_a_model_is_told_of_a_preview_is_kept_until_its_call_has_ended() {
        let calls = InsideCalls::new(&Arc::new(Signal::raised()));
        calls.ask(&ToolRequest {
            turn: 1,
            call_id: "c1".to_owned(),
            name: "edit_file".to_owned(),
            arguments: "{}".to_owned(),
            needs_approval: true,
            dry_run: true,
            access: ToolAccess::Write,
            is_offered: false,
            runs_inside: true,
            preview: reports::no_preview(),
        });
        assert_eq!(calls.for_model("c1"), None);
        let preview = Preview::text("edit", "KEY=sesame\n").for_model(Some("KEY=[secret]\n"));
        calls.previewed("c1", Some(&preview));
        assert_eq!(calls.for_model("c1").as_deref(), Some("KEY=[secret]\n"));
        assert_eq!(calls.for_model("c2"), None);
        calls.ended("c1");
        assert_eq!(calls.for_model("c1"), None);
    }
}

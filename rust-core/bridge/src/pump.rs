//! Delivers events to the host on its own thread.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::agent::Agent;
use crate::events;
use crate::fence::fenced;
use crate::ffi::ffi::EventSink;
use crate::inside::InsideEvent;
use crate::live::Live;

/// The maximum number of events of one pump: the host's frame continues, and the rest comes with
/// the next one.
pub(crate) const MAX_EVENTS: u32 = 1_000;

/// Delivers events to the sink and returns how many there were.
///
/// Holds its own reference to the session: the sink may close or destroy it.
pub(crate) fn pump(live: &Arc<Live>, mut sink: Pin<&mut EventSink>) -> u32 {
    if !live.signal.is_raised() {
        return 0;
    }
    let live = Arc::clone(live);
    if live.pumping.swap(true, Ordering::AcqRel) {
        // Called by the sink: the outer pump continues.
        return 0;
    }
    let emptied = live.signal.answer(MAX_EVENTS, || {
        // Fenced one by one: an event that cannot be delivered must not take the others with it.
        !live.abandoned.load(Ordering::Acquire)
            && fenced(|_| true, || emit_next(&live, sink.as_mut()))
    });
    if !live.opening_reported.load(Ordering::Acquire) {
        // Nothing else raises it when opening has ended.
        live.signal.raise();
    }
    live.pumping.store(false, Ordering::Release);
    emptied
}

/// Delivers one event, if there is one.
fn emit_next(live: &Live, mut sink: Pin<&mut EventSink>) -> bool {
    if !live.opening_reported.load(Ordering::Acquire) {
        let Some(report) = live.settle() else { return false };
        sink.on_opened(&report);
        return true;
    }
    if live.look_at_servers() {
        sink.on_tool_servers_changed();
        return true;
    }
    if live.agent.as_ref().is_some_and(Agent::has_changed) {
        sink.on_agent_changed();
        return true;
    }
    while let Some(event) = live.insides().find_map(|inside| inside.calls().take()) {
        match event {
            InsideEvent::Request(request, allowed) => {
                sink.as_mut().on_tool_call(&request);
                if allowed {
                    sink.on_tool_approved(request.turn, &request.call_id);
                }
                return true;
            }
            InsideEvent::Answer(call_id, answer) => {
                // A closed session has already answered it.
                let _ = live.command(|session| session.answer_tool(call_id, answer));
            }
        }
    }
    let Some(event) = live.open().and_then(|session| session.events().try_next()) else {
        return false;
    };
    events::emit(live, sink, event);
    true
}

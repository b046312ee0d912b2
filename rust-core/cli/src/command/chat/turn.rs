//! One turn from the message to the answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use vibeue_core::conversation::Role;
use vibeue_core::session::live::{Failure as TurnFailure, Session, SessionEvent, TurnEnd, TurnId};
use vibeue_core::tools::{Call, Registry};

use super::calls::Calls;
use super::host_view::HostView;
use super::signals::{FAREWELL, Signals};
use crate::console::Console;
use crate::failure::Result;

/// How a turn ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ended {
    /// How.
    pub(super) end: TurnEnd,
    /// The last words of the model.
    pub(super) reply: String,
    /// Why it failed.
    pub(super) failure: Option<TurnFailure>,
}

/// How often to check for a cancellation while nothing happens.
const GLANCE: Duration = Duration::from_millis(50);

/// Shows a turn until it ends, and runs the tools that it calls.
///
/// Ctrl-C cancels the turn, not the program; a signal that ends the program
/// cancels it, too, and waits no longer than [`FAREWELL`] for its end.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn follow(
    session: &Arc<Session>,
    turn: TurnId,
    registry: &Registry,
    view: &mut dyn HostView,
    signals: &Signals,
    console: &mut Console,
) -> Result<Ended> {
    let mut ended = Ended { end: TurnEnd::Failed, reply: String::new(), failure: None };
    let mut calls = Calls::new(session, registry);
    let mut give_up: Option<Instant> = None;
    loop {
        let ends = signals.ending().is_some();
        if signals.take_interrupt() || (ends && give_up.is_none()) {
            calls.stop();
            session.cancel_turn(turn);
        }
        if ends && *give_up.get_or_insert_with(|| Instant::now() + FAREWELL) <= Instant::now() {
            return Ok(Ended { end: TurnEnd::Cancelled, ..ended });
        }
        let Some(event) = session.events().next_timeout(GLANCE) else {
            view.idle(&session.snapshot(), console);
            continue;
        };
        view.show(&event, &session.snapshot(), console)?;
        match event {
            SessionEvent::Message { message, .. } if message.role == Role::Assistant => {
                ended.reply = message.joined_text();
            }
            SessionEvent::ToolCall {
                call_id, name, arguments, needs_approval, dry_run, ..
            } => {
                let call = Call { id: call_id, turn: turn.0, name, arguments };
                if dry_run {
                    calls.rehearse(&call, view, console)?;
                } else if needs_approval {
                    calls.ask(call, view, signals, console)?;
                } else {
                    calls.run(call);
                }
            }
            SessionEvent::ToolApproved { call_id, .. } => calls.approved(&call_id),
            SessionEvent::Error { turn: Some(of), failure } if of == turn => {
                ended.failure = Some(failure);
            }
            SessionEvent::TurnEnded { turn: of, end } if of == turn => {
                ended.end = end;
                return Ok(ended);
            }
            SessionEvent::Closed => return Ok(ended),
            _ => {}
        }
    }
}

/// Shows what happens outside of turns until nothing is running: summaries, previews, undos.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn settle(
    session: &Session,
    view: &mut dyn HostView,
    signals: &Signals,
    console: &mut Console,
) -> Result {
    // The command is carried out by another thread: waits for its first sign, then for its end.
    let mut quiet = 0;
    while quiet < 4 && signals.ending().is_none() {
        if signals.take_interrupt() {
            session.cancel_summary();
        }
        match session.events().next_timeout(GLANCE) {
            Some(event) => {
                quiet = 0;
                view.show(&event, &session.snapshot(), console)?;
                if event == SessionEvent::Closed {
                    return Ok(());
                }
            }
            None if session.snapshot().state.is_idle() => quiet += 1,
            None => view.idle(&session.snapshot(), console),
        }
    }
    view.settled(console)
}

//! One turn from the message to the answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use vibeue_core::conversation::Role;
use vibeue_core::session::live::{
    Approval, Failure as TurnFailure, Session, SessionEvent, ToolAnswer, TurnEnd, TurnId,
};

use super::face::Face;
use super::tools::{self, Folder};
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

/// How often the wish to cancel is looked at while nothing happens.
const GLANCE: Duration = Duration::from_millis(50);

/// Shows a turn until it ends, and runs the tools that it calls.
///
/// `interrupted` is set by Ctrl-C; it cancels the turn, not the program.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn follow(
    session: &Session,
    turn: TurnId,
    folder: Option<&Folder>,
    face: &mut dyn Face,
    interrupted: &AtomicBool,
    console: &mut Console,
) -> Result<Ended> {
    let mut ended = Ended { end: TurnEnd::Failed, reply: String::new(), failure: None };
    let mut calls = Calls::default();
    loop {
        if interrupted.swap(false, Ordering::Relaxed) {
            session.cancel();
        }
        let Some(event) = session.events().next_timeout(GLANCE) else {
            face.idle(&session.snapshot(), console);
            continue;
        };
        face.show(&event, &session.snapshot(), console)?;
        match event {
            SessionEvent::Message { message, .. } if message.role == Role::Assistant => {
                ended.reply = message.joined_text();
            }
            SessionEvent::ToolCall { call_id, name, arguments, needs_approval, .. } => {
                let call = Call { id: call_id, name, arguments };
                if needs_approval {
                    let approval = face.ask(&call.name, &call.arguments, console)?;
                    let denied = matches!(approval, Approval::Deny { .. });
                    session.approve_tool(call.id.clone(), approval);
                    if !denied {
                        calls.0.push(call);
                    }
                } else {
                    call.answer(session, folder);
                }
            }
            SessionEvent::ToolApproved { call_id, .. } => {
                if let Some(call) = calls.take(&call_id) {
                    call.answer(session, folder);
                }
            }
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

/// Shows what happens beside turns until nothing is under way: summaries,
/// previews, undos.
///
/// # Errors
/// When the output cannot be written.
pub(super) fn settle(
    session: &Session,
    face: &mut dyn Face,
    interrupted: &AtomicBool,
    console: &mut Console,
) -> Result {
    // The command is carried out by another thread: its first sign is waited
    // for, then its end.
    let mut quiet = 0;
    while quiet < 4 {
        if interrupted.swap(false, Ordering::Relaxed) {
            session.cancel_summary();
        }
        match session.events().next_timeout(GLANCE) {
            Some(event) => {
                quiet = 0;
                face.show(&event, &session.snapshot(), console)?;
                if event == SessionEvent::Closed {
                    return Ok(());
                }
            }
            None if session.snapshot().state.is_idle() => quiet += 1,
            None => face.idle(&session.snapshot(), console),
        }
    }
    face.settled(console)
}

/// A call that the model made.
struct Call {
    id: String,
    name: String,
    arguments: String,
}

impl Call {
    fn answer(&self, session: &Session, folder: Option<&Folder>) {
        let answer = match folder {
            Some(folder) => tools::run(folder, &self.name, &self.arguments),
            None => Err("this chat has no tools".to_owned()),
        };
        let answer = match answer {
            Ok(text) => ToolAnswer::text(text),
            Err(text) => ToolAnswer::error(text),
        };
        session.answer_tool(self.id.clone(), answer);
    }
}

/// Calls that were allowed and wait for the session to say so.
#[derive(Default)]
struct Calls(Vec<Call>);

impl Calls {
    fn take(&mut self, id: &str) -> Option<Call> {
        let at = self.0.iter().position(|call| call.id == id)?;
        Some(self.0.swap_remove(at))
    }
}

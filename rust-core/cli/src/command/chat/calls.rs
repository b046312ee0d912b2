//! The calls that the model makes in one turn.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use vibeue_core::session::live::{Approval, Session, ToolAnswer};

use super::face::Face;
use super::signals::Signals;
use super::tools::{self, Allowance, Folder, Stop};
use crate::console::Console;
use crate::failure::Result;

/// A call that the model made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: String,
}

/// The calls of one turn: asks for them, runs them beside whoever follows the
/// turn, and stops all of them at once.
pub(super) struct Calls {
    session: Arc<Session>,
    folder: Option<Arc<Folder>>,
    stop: Stop,
    /// Tools that a person allowed for good in this turn. The session lets the
    /// calls that wait beside the first one run; their questions may be on the
    /// way here already.
    always: HashSet<String>,
    /// Calls that were allowed and wait for the session to say so.
    allowed: Vec<Call>,
    /// To the thread that runs calls, once there is one.
    runner: Option<Sender<Call>>,
}

impl Calls {
    /// No call was made yet.
    pub(super) fn new(session: &Arc<Session>, folder: Option<&Arc<Folder>>) -> Self {
        Self {
            session: Arc::clone(session),
            folder: folder.map(Arc::clone),
            stop: Stop::default(),
            always: HashSet::new(),
            allowed: Vec::new(),
            runner: None,
        }
    }

    /// Nothing is asked or begun any more, and what runs is given up.
    pub(super) fn stop(&mut self) {
        self.stop.stop();
        self.allowed.clear();
        self.runner = None;
    }

    /// Asks whether a call may run, unless the answer is known.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    pub(super) fn ask(
        &mut self,
        call: Call,
        face: &mut dyn Face,
        signals: &Signals,
        console: &mut Console,
    ) -> Result {
        if self.stop.is_stopped() {
            return Ok(());
        }
        if self.always.contains(&call.name) {
            self.allowed.push(call);
            return Ok(());
        }
        let approval = face.ask(&call.name, &call.arguments, console)?;
        // Ctrl-C at one question is the answer to all of them: the turn ends.
        if signals.wants_end() {
            return Ok(());
        }
        let id = call.id.clone();
        if approval == Approval::AllowAlways {
            self.always.insert(call.name.clone());
        }
        if !matches!(approval, Approval::Deny { .. }) {
            self.allowed.push(call);
        }
        self.session.approve_tool(id, approval);
        Ok(())
    }

    /// The session says that a call may run.
    pub(super) fn approved(&mut self, id: &str) {
        if let Some(at) = self.allowed.iter().position(|call| call.id == id) {
            let call = self.allowed.swap_remove(at);
            self.run(call);
        }
    }

    /// Runs a call behind those before it.
    pub(super) fn run(&mut self, call: Call) {
        if self.stop.is_stopped() {
            return;
        }
        if self.runner.is_none() {
            self.runner = self.start_runner();
        }
        let unsent = match &self.runner {
            Some(runner) => runner.send(call).err().map(|error| error.0),
            None => Some(call),
        };
        if let Some(call) = unsent {
            let text = "not run: the system gives no thread; close other programs";
            self.session.answer_tool(call.id, ToolAnswer::error(text));
        }
    }

    /// Starts the thread that runs calls. It is never waited for: a file on a
    /// server that has gone away may block it forever.
    fn start_runner(&self) -> Option<Sender<Call>> {
        let (calls, to_run) = mpsc::channel::<Call>();
        let (session, folder) = (Arc::clone(&self.session), self.folder.clone());
        let stop = self.stop.clone();
        let work = move || {
            for call in to_run {
                let answer = answer(folder.as_deref(), &call, &stop);
                // The session has answered what was cancelled by itself.
                if stop.is_stopped() {
                    return;
                }
                session.answer_tool(call.id, answer);
            }
        };
        std::thread::Builder::new().name("vibeue-tools".to_owned()).spawn(work).ok().map(|_| calls)
    }
}

impl Drop for Calls {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn answer(folder: Option<&Folder>, call: &Call, stop: &Stop) -> ToolAnswer {
    let Some(folder) = folder else { return ToolAnswer::error("this chat has no tools") };
    let allowance = Allowance::begin(stop);
    let run = || tools::run(folder, &call.name, &call.arguments, &allowance);
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(text)) => ToolAnswer::text(text),
        Ok(Err(text)) => ToolAnswer::error(text),
        // A turn whose call is never answered would hang.
        Err(_) => ToolAnswer::error("the tool failed by a bug of this program"),
    }
}

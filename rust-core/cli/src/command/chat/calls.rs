//! The calls that the model makes in one turn.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use vibeue_core::session::live::Session;
use vibeue_core::tools::{Approval, Call, CallEnd, Registry, Stop, ToolAnswer};

use super::host_view::HostView;
use super::signals::Signals;
use crate::console::Console;
use crate::failure::Result;

/// The calls of one turn: asks for approval, runs them in the background while the turn is
/// followed, and stops all of them at once.
pub(super) struct Calls {
    session: Arc<Session>,
    registry: Registry,
    stop: Stop,
    /// Tools that the user allowed permanently in this turn. The session then lets the other
    /// waiting calls run, but their questions may already be on the way here.
    always: HashSet<String>,
    /// Calls that were allowed and wait for the session's confirmation.
    allowed: Vec<Call>,
    /// To the thread that runs calls, once there is one.
    runner: Option<Sender<Call>>,
}

impl Calls {
    /// Starts without calls.
    pub(super) fn new(session: &Arc<Session>, registry: &Registry) -> Self {
        Self {
            session: Arc::clone(session),
            registry: registry.clone(),
            stop: Stop::default(),
            always: HashSet::new(),
            allowed: Vec::new(),
            runner: None,
        }
    }

    /// Stops asking and starting calls, and abandons the running ones.
    pub(super) fn stop(&mut self) {
        self.stop.stop();
        self.allowed.clear();
        self.runner = None;
    }

    /// Asks whether a call may run, unless the answer is known.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    pub(super) fn ask(
        &mut self,
        call: Call,
        view: &mut dyn HostView,
        signals: &Signals,
        console: &mut Console,
    ) -> Result {
        if self.stop.is_stopped() {
            return Ok(());
        }
        let now = self.session.snapshot();
        let tool = now.tools.iter().find(|tool| tool.name() == call.name);
        // What a gateway tool calls is asked for by its own name.
        let tool = tool.and_then(|tool| tool.called(&call.arguments).ok());
        let name = tool.as_ref().map_or(call.name.as_str(), |tool| tool.name()).to_owned();
        if self.always.contains(&name) {
            self.allowed.push(call);
            return Ok(());
        }
        let preview = self.registry.preview(&call, &self.stop);
        let approval = view.ask(&call, tool.as_deref(), preview.as_ref(), console)?;
        // Ctrl-C at one question answers all of them: the turn ends.
        if signals.wants_end() {
            return Ok(());
        }
        let id = call.id.clone();
        if matches!(approval, Approval::AllowConversation | Approval::AllowProject) {
            self.always.insert(name);
        }
        if !matches!(approval, Approval::Deny { .. }) {
            self.allowed.push(call);
        }
        self.session.approve_tool(id, approval);
        Ok(())
    }

    /// Shows what a call would do, which is its result in a dry run.
    ///
    /// # Errors
    /// If it cannot be shown.
    pub(super) fn rehearse(
        &self,
        call: &Call,
        view: &mut dyn HostView,
        console: &mut Console,
    ) -> Result {
        if self.stop.is_stopped() {
            return Ok(());
        }
        let preview = self.registry.preview(call, &self.stop);
        if let Some(preview) = &preview {
            view.foresee(preview, console)?;
        }
        self.session.rehearse_tool(call.id.as_str(), preview);
        Ok(())
    }

    /// The session has confirmed that a call may run.
    pub(super) fn approved(&mut self, id: &str) {
        if let Some(at) = self.allowed.iter().position(|call| call.id == id) {
            let call = self.allowed.swap_remove(at);
            self.run(call);
        }
    }

    /// Runs a call after those before it.
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
            let text = "not run: the system cannot start a thread; close other programs";
            self.session.answer_tool(call.id, ToolAnswer::ended(CallEnd::Busy, text));
        }
    }

    /// Starts the thread that runs calls. It is never waited for: a file on a
    /// server that has gone away may block it forever.
    fn start_runner(&self) -> Option<Sender<Call>> {
        let (calls, to_run) = mpsc::channel::<Call>();
        let (session, registry) = (Arc::clone(&self.session), self.registry.clone());
        let stop = self.stop.clone();
        let work = move || {
            for call in to_run {
                session.tool_begins(&call.id);
                let answer = registry.run(&call, &stop);
                // The session answers cancelled calls itself.
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

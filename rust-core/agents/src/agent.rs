//! An agent, as a host has it.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use tokio::sync::mpsc;
use vibeue_conversation::{Error, ErrorKind, Result};
use vibeue_provider::Provider;
use vibeue_tools::Toolbox;
use vibeue_tools::project::{CheckOut, Folder, ProjectFiles};

use crate::link::drive;
use crate::provider::AgentProvider;
use crate::shared::{Bell, Order, Shared};
use crate::state::Phase;
use crate::toolbox::AgentTools;
use crate::{AgentConfig, AgentFailure, AgentReport, AgentState, AgentUsage, Oddities};

/// An agent as its host sees it: a program that is started with the first message, restarted after
/// it was lost, and ended when this value is dropped.
#[derive(Debug)]
pub struct Agent {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Agent {
    /// Creates an agent; nothing is started yet.
    ///
    /// # Errors
    /// [`ErrorKind::Input`] if its folder cannot be used; [`ErrorKind::Io`] if a thread cannot be
    /// spawned.
    pub fn new(config: AgentConfig) -> Result<Self> {
        Self::with_bell(config, || {})
    }

    /// Creates an agent, as [`Agent::new`]; `bell` is called after each change of what is known
    /// about it, from any thread. It must not block.
    ///
    /// # Errors
    /// As for [`Agent::new`].
    pub fn with_bell(config: AgentConfig, bell: impl Fn() + Send + Sync + 'static) -> Result<Self> {
        Self::checking_out(config, None, bell)
    }

    /// Creates an agent, as [`Agent::with_bell`]; read-only files are checked out of source control
    /// before they are written for it, if that is possible.
    ///
    /// # Errors
    /// As for [`Agent::new`].
    pub fn checking_out(
        config: AgentConfig,
        by: Option<Arc<dyn CheckOut>>,
        bell: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self> {
        let files = ProjectFiles::new(Folder::open(&config.folder)?);
        let files = Arc::new(match &config.edits {
            Some(rules) => files.checking_out(rules, by),
            None => files,
        });
        let failed = |error: std::io::Error| {
            Error::new(ErrorKind::Io, format!("the agent cannot be started: {error}"))
                .hint("close other programs and try again")
        };
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let (orders, ordered) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared::new(config, files, orders, Bell(Box::new(bell))));
        let work = Arc::clone(&shared);
        let run = move || {
            // An agent that ends leaves a pipe without a reader.
            #[cfg(unix)]
            vibeue_tools::process::survive_broken_pipes();
            runtime.block_on(drive(work, ordered));
            // What an agent left running must not hold the thread.
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new()
            .name("vibeue-agent".to_owned())
            .spawn(run)
            .map_err(failed)?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// What answers a session.
    pub fn provider(&self) -> Arc<dyn Provider> {
        Arc::new(AgentProvider::new(Arc::clone(&self.shared)))
    }

    /// What the agent does itself, as tools of that session.
    ///
    /// The tools that represent the agent's questions always need approval, even if reading does
    /// not; the one that represents what the agent does without asking needs it only if reading
    /// does, so a policy has to allow reading.
    pub fn toolbox(&self) -> Arc<dyn Toolbox> {
        Arc::new(AgentTools { shared: Arc::clone(&self.shared) })
    }

    /// The project's files, with what was written for the agent and can be undone.
    pub fn files(&self) -> Arc<ProjectFiles> {
        Arc::clone(&self.shared.files)
    }

    /// Sets what one of its turns may cost from now on, in US dollars; 0 for no limit.
    pub fn limit_spending(&self, dollars: f64) {
        let mut state = self.shared.lock();
        state.dollars_per_turn = dollars;
        if let Some(turn) = &mut state.turn {
            turn.spending.set_limit(dollars);
        }
    }

    /// While the session is in plan mode, a change that the user allowed before
    /// is not written without a question: the session answers that.
    pub fn set_plan_mode(&self, on: bool) {
        self.shared.lock().is_planning = on;
    }

    /// What it last reported about its own context; `None` if it never did.
    pub fn usage(&self) -> Option<AgentUsage> {
        self.shared.lock().usage.clone()
    }

    /// What it calls itself, with its version, after the handshake.
    pub fn name(&self) -> Option<String> {
        self.shared.lock().name.clone()
    }

    /// Why it cannot be asked, if it cannot.
    pub fn failure(&self) -> Option<AgentFailure> {
        match &self.shared.lock().phase {
            Phase::Failed(failure) => Some(failure.clone()),
            _ => None,
        }
    }

    /// The user allowed it: the next message starts it.
    pub fn allow(&self) {
        self.shared.is_allowed.store(true, Ordering::Release);
        self.shared.change(|_| {});
    }

    /// Everything that is known about it, for the user.
    pub fn report(&self) -> AgentReport {
        let is_allowed = self.shared.is_allowed.load(Ordering::Acquire);
        let state = self.shared.lock();
        let phase = match &state.phase {
            _ if !is_allowed => AgentState::NeedsPermission,
            Phase::Stopped | Phase::Ending => AgentState::Stopped,
            Phase::Starting => AgentState::Starting,
            Phase::Ready(_) => AgentState::Ready,
            Phase::Failed(failure) => AgentState::Failed(failure.clone()),
        };
        AgentReport {
            line: self.shared.config.line(),
            name: state.name.clone(),
            state: phase,
            usage: state.usage.clone(),
        }
    }

    /// What it said that was ignored.
    pub fn oddities(&self) -> Oddities {
        self.shared.lock().oddities
    }

    /// Stops a turn that no session follows any more: for a host whose session
    /// cancelled a turn while the user was being asked, before it submits the
    /// next message. While a session follows the agent this does nothing,
    /// because the session stops the turn by itself. Returns at once.
    pub fn leave_turn(&self) {
        let is_followed = self.shared.lock().followed_by.is_some();
        if !is_followed {
            self.shared.cancel();
        }
    }

    /// Ends it, with everything it started. It must not be used afterwards.
    pub fn end(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread else { return };
        let _ = self.shared.orders.send(Order::Close);
        let _ = thread.join();
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.end();
    }
}

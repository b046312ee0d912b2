//! What the threads around an agent share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, watch};
use vibeue_tools::project::ProjectFiles;

use crate::state::{Phase, State};
use crate::{AgentConfig, AgentFailure};

/// An order for the agent's thread.
#[derive(Debug)]
pub(crate) enum Order {
    /// To start it, and to load this conversation if it can.
    Start { resume: Option<String> },
    /// To end it, if this is still its current run.
    End { life: u64, why: AgentFailure },
    /// To end it, and to start nothing more.
    Close,
}

/// What the threads around an agent share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) config: AgentConfig,
    /// The project's files, and by what rules they are written.
    pub(crate) files: Arc<ProjectFiles>,
    state: Mutex<State>,
    condvar: Condvar,
    changes: watch::Sender<u64>,
    pub(crate) orders: mpsc::UnboundedSender<Order>,
    /// How often it was started.
    pub(crate) life: AtomicU64,
    /// It may be started.
    pub(crate) is_allowed: AtomicBool,
    bell: Bell,
}

/// Called after each change, from any thread: it must not block.
pub(crate) struct Bell(pub(crate) Box<dyn Fn() + Send + Sync>);

impl std::fmt::Debug for Bell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bell")
    }
}

impl Shared {
    pub(crate) fn new(
        config: AgentConfig,
        files: Arc<ProjectFiles>,
        orders: mpsc::UnboundedSender<Order>,
        bell: Bell,
    ) -> Self {
        let state = State { dollars_per_turn: config.dollars_per_turn, ..State::default() };
        Self {
            is_allowed: AtomicBool::new(!config.needs_permission),
            bell,
            config,
            files,
            state: Mutex::new(state),
            condvar: Condvar::new(),
            changes: watch::Sender::new(0),
            orders,
            life: AtomicU64::new(0),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something and wakes whoever waits for it.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.lock());
        self.condvar.notify_all();
        self.changes.send_modify(|count| *count += 1);
        (self.bell.0)();
        changed
    }

    /// Subscribes to every change from now on.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits on this thread for a change, and no longer than this.
    pub(crate) fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, State>,
        most: Duration,
    ) -> MutexGuard<'s, State> {
        match self.condvar.wait_timeout(state, most) {
            Ok((state, _)) => state,
            Err(poisoned) => poisoned.into_inner().0,
        }
    }

    /// Tells the agent to stop the running turn, if any; returns at once.
    pub(crate) fn cancel(&self) {
        let by = Instant::now() + self.config.cancel_limit;
        self.change(|state| state.cancel(by));
    }

    /// The same, if the running turn still has this number.
    pub(crate) fn cancel_turn(&self, number: u64) {
        let by = Instant::now() + self.config.cancel_limit;
        self.change(|state| {
            if state.turn.as_ref().is_some_and(|turn| turn.number == number) {
                state.cancel(by);
            }
        });
    }

    /// Ends the running agent, for a reason; its turn ends at once.
    pub(crate) fn give_up(&self, why: AgentFailure) {
        let life = self.life.load(Ordering::Acquire);
        self.change(|state| {
            if let Phase::Ready(_) = state.phase {
                state.phase = Phase::Ending;
            }
            if why.is_certain()
                && let Some(turn) = state.running()
            {
                turn.ended = Some(Err(why.clone()));
            }
        });
        let _ = self.orders.send(Order::End { life, why });
    }

    /// The agent has ended.
    pub(crate) fn gone(&self, why: &AgentFailure) {
        self.change(|state| {
            state.phase = Phase::Failed(why.clone());
            state.out = None;
            state.waiting.clear();
            if state.turn.as_ref().is_some_and(|turn| turn.stops_by.is_some()) {
                state.turn = None;
            }
            if let Some(turn) = &mut state.turn
                && turn.ended.is_none()
            {
                turn.ended = Some(Err(why.clone()));
            }
        });
    }
}

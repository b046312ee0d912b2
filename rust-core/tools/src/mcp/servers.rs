//! All servers of a configuration.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use vibeue_conversation::{Error, ErrorKind, Result};

use super::ask::Ask;
use super::server::{Known, Server};
use super::{ServerConfig, ServerState};
use crate::{Allowance, CallEnd, Tool, ToolAnswer, Toolbox};

/// How many calls may wait for one server.
const QUEUE: usize = 16;

/// What is shown about a server.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ServerReport {
    /// Its name in the configuration.
    pub name: String,
    /// Its command line or its address.
    pub origin: String,
    /// Its state.
    #[serde(flatten)]
    pub state: ServerState,
    /// The names of its tools, as a model knows them.
    pub tools: Vec<String>,
    /// For Unreal Engine's own server: the project that its editor has open, if it said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Whether it is Unreal Engine's own server.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_engine: bool,
    /// Whether the user has signed in there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_signed_in: bool,
}

/// The servers of a configuration, started together and ended together.
///
/// One thread drives them all. Dropping this ends them with everything that they started.
#[derive(Debug)]
pub struct McpServers {
    servers: Vec<Entry>,
    changes: Arc<Changes>,
    closing: CancellationToken,
    runtime: Handle,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Entry {
    known: Arc<Known>,
    asks: mpsc::Sender<Ask>,
}

/// Called from another thread; must return quickly.
pub(super) type Bell = Arc<dyn Fn() + Send + Sync>;

/// The number of changes, and who is notified of them.
#[derive(Default)]
struct Changes {
    count: AtomicU64,
    lock: Mutex<()>,
    changed: Condvar,
    /// Who else is notified.
    bell: Option<Bell>,
}

impl std::fmt::Debug for Changes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changes").field("count", &self.count).finish_non_exhaustive()
    }
}

impl Changes {
    fn notify(&self) {
        let held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.count.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
        drop(held);
        if let Some(bell) = &self.bell {
            bell();
        }
    }
}

impl McpServers {
    /// Starts servers, and returns at once: each starts in the background.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if a thread or the runtime cannot be started.
    pub fn start(servers: Vec<ServerConfig>) -> Result<Self> {
        Self::start_with(servers, None)
    }

    /// As [`McpServers::start`]; `bell` is called after each change of a state
    /// or of tools.
    pub(super) fn start_with(servers: Vec<ServerConfig>, bell: Option<Bell>) -> Result<Self> {
        let failed = |error: std::io::Error| {
            Error::new(ErrorKind::Io, format!("the servers cannot be started: {error}"))
                .hint("close other programs and try again")
        };
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let handle = runtime.handle().clone();
        let closing = CancellationToken::new();
        let changes = Arc::new(Changes { bell, ..Changes::default() });
        let mut entries = Vec::new();
        let mut tasks = Vec::new();
        for config in servers {
            let known = Arc::new(Known::new(config));
            let (asks, asked) = mpsc::channel(QUEUE);
            let shared = Arc::clone(&changes);
            let changed = Arc::new(move || shared.notify());
            tasks.push(Server::new(Arc::clone(&known), asked, closing.clone(), changed));
            entries.push(Entry { known, asks });
        }
        let drive = move || {
            #[cfg(unix)]
            crate::process::survive_broken_pipes();
            runtime.block_on(async move {
                // On this thread: servers are killed when it ends.
                let local = tokio::task::LocalSet::new();
                for server in tasks {
                    local.spawn_local(server.run());
                }
                local.await;
            });
            // What a server left running must not hold the thread.
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new()
            .name("vibeue-mcp".to_owned())
            .spawn(drive)
            .map_err(failed)?;
        Ok(Self {
            servers: entries,
            changes,
            closing,
            runtime: handle,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// A report on each server.
    pub fn reports(&self) -> Vec<ServerReport> {
        let report = |entry: &Entry| ServerReport {
            name: entry.known.config.name.clone(),
            origin: entry.known.config.origin(),
            state: entry.known.state(),
            project: entry.known.engine().flatten(),
            is_engine: entry.known.engine().is_some(),
            is_signed_in: entry.known.is_signed_in(),
            tools: entry
                .known
                .tools()
                .into_iter()
                .map(|listed| listed.tool.definition.name)
                .collect(),
        };
        self.servers.iter().map(report).collect()
    }

    /// Counts the changes of states and tools: while this number stays the
    /// same, so do the tools.
    pub fn changes(&self) -> u64 {
        self.changes.count.load(Ordering::Acquire)
    }

    /// Waits until no server is starting any more, up to the timeout; returns whether none is.
    /// `watch` is called now and then and returns whether to keep waiting.
    pub fn wait_until_started(&self, most: Duration, watch: impl Fn() -> bool) -> bool {
        /// How often `watch` is called.
        const GLANCE: Duration = Duration::from_millis(50);
        let until = Instant::now() + most;
        let mut held = self.changes.lock.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let starting = |entry: &Entry| entry.known.state() == ServerState::Starting;
            if !self.servers.iter().any(starting) {
                return true;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || !watch() {
                return false;
            }
            let waited = self.changes.changed.wait_timeout(held, left.min(GLANCE));
            held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Starts the sign-in at a server that requires one ([`ServerState::NeedsSignIn`]), and returns
    /// at once, with whether there is such a server.
    pub fn sign_in(&self, server: &str) -> bool {
        let found = self.servers.iter().find(|entry| entry.known.config.name == server);
        found.is_some_and(|entry| entry.known.sign_in())
    }

    /// Tells all servers to end, and does not wait for it.
    pub(super) fn begin_to_stop(&self) {
        self.closing.cancel();
    }

    /// Ends all servers with everything that they started, and waits for that: a few seconds at
    /// most. Calling it again does nothing.
    pub fn stop(&self) {
        self.closing.cancel();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    fn find(&self, name: &str) -> Option<(&Entry, String)> {
        self.servers.iter().find_map(|entry| {
            let tools = entry.known.tools();
            let listed = tools.into_iter().find(|listed| listed.tool.name() == name)?;
            Some((entry, listed.own_name))
        })
    }
}

impl Toolbox for McpServers {
    fn tools(&self) -> Vec<Tool> {
        let listed = self.servers.iter().flat_map(|entry| entry.known.tools());
        listed.map(|listed| listed.tool).collect()
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        let Some((entry, own_name)) = self.find(tool.name()) else {
            let text = format!("there is no tool {:?} any more", tool.name());
            return ToolAnswer::ended(CallEnd::Refused, text);
        };
        let server = &entry.known.config.name;
        let (answer, answered) = oneshot::channel();
        let ask =
            Ask { own_name, arguments, allowance: allowance.clone(), is_second: false, answer };
        if let Err(error) = entry.asks.try_send(ask) {
            let (end, why) = match error {
                mpsc::error::TrySendError::Full(_) => (CallEnd::Busy, "has too many calls waiting"),
                mpsc::error::TrySendError::Closed(_) => (CallEnd::Lost, "was ended"),
            };
            return ToolAnswer::ended(end, format!("the server {server} {why}"));
        }
        // The server's own task answers in time, unless it is busy for that long: starting, or with
        // another call.
        let late = Duration::from_secs(2);
        let until = tokio::time::Instant::from_std(allowance.until() + late);
        let waited = self.runtime.block_on(async {
            tokio::select! {
                biased;
                answer = answered => Some(answer),
                () = async {
                    allowance.stop().stopped().await;
                    tokio::time::sleep(late).await;
                } => None,
                () = tokio::time::sleep_until(until) => None,
            }
        });
        match waited {
            Some(Ok(answer)) => answer,
            Some(Err(_)) => {
                ToolAnswer::ended(CallEnd::Lost, format!("the server {server} was ended"))
            }
            None => ToolAnswer::ended(
                CallEnd::Busy,
                format!("the server {server} was busy the whole time; try again later"),
            ),
        }
    }
}

impl Drop for McpServers {
    fn drop(&mut self) {
        self.stop();
    }
}

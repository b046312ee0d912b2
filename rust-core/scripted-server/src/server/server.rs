//! The server as a test holds it.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::handler::serve;
use super::shared::Shared;
use super::state::State;
use crate::exchange::Exchange;
use crate::loopback::listen_at;
use crate::script::{Rule, Script, Step};

/// A server that runs until it is dropped.
///
/// Its threads are named `scripted-…`.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    acceptor: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server on a free port of loopback.
    ///
    /// # Errors
    /// If the system gives no port or no thread.
    pub fn start(script: Script) -> io::Result<Self> {
        Self::start_at(script, 0)
    }

    /// Starts a server on a port of loopback; 0 takes any that is free.
    ///
    /// # Errors
    /// If the port is taken, or a thread cannot be spawned.
    pub fn start_at(script: Script, port: u16) -> io::Result<Self> {
        let listener = listen_at(port)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            state: Mutex::new(State::new(script)),
            changed: Condvar::new(),
            stopping: Arc::new(AtomicBool::new(false)),
            clients: Mutex::default(),
        });
        let acceptor = {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name("scripted-accept".to_owned())
                .spawn(move || accept(&listener, &shared))?
        };
        Ok(Self { address, shared, acceptor: Some(acceptor) })
    }

    /// The address, without a slash at its end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address as host and port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Adds a step after those that are waiting.
    pub fn push(&self, step: impl Into<Step>) {
        self.shared.state().script.steps.push(step.into());
    }

    /// Adds a rule after the existing ones.
    pub fn rule(&self, rule: Rule) {
        self.shared.state().script.rules.push(rule);
    }

    /// Changes the script in place.
    pub fn script(&self, change: impl FnOnce(&mut Script)) {
        change(&mut self.shared.state().script);
    }

    /// Counts tokens in another way than a quarter of the bytes.
    pub fn count_with(&self, count: impl Fn(&str) -> u64 + Send + Sync + 'static) {
        self.shared.state().count = Box::new(count);
    }

    /// Looks at every request as it comes in, and forgets its bodies, so that
    /// a run of any length stays small.
    pub fn watch(&self, watch: impl FnMut(&Exchange) + Send + 'static) {
        let mut state = self.shared.state();
        state.forgets_bodies = true;
        state.watch = Some(Box::new(watch));
    }

    /// How many steps still wait.
    pub fn waiting(&self) -> usize {
        self.shared.state().script.steps.len()
    }

    /// All requests so far, oldest first.
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.shared.state().exchanges.clone()
    }

    /// Forgets the requests so far.
    pub fn forget(&self) {
        self.shared.state().exchanges.clear();
    }

    /// Waits until the requests so far are as wanted; returns whether they were in time.
    pub fn wait_until(&self, timeout: Duration, wanted: impl Fn(&[Exchange]) -> bool) -> bool {
        let end = Instant::now() + timeout;
        let mut state = self.shared.state();
        loop {
            if wanted(&state.exchanges) {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self
                .shared
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::Relaxed);
        // The acceptor waits for a connection; this is one.
        let _ = TcpStream::connect(self.address);
        if let Some(acceptor) = self.acceptor.take() {
            let _ = acceptor.join();
        }
        let clients = std::mem::take(
            &mut *self.shared.clients.lock().unwrap_or_else(PoisonError::into_inner),
        );
        for (stream, thread) in clients {
            if let Some(stream) = stream.upgrade() {
                let _ = stream.shutdown(Shutdown::Both);
            }
            let _ = thread.join();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.stopping.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let stream = Arc::new(stream);
        let weak = Arc::downgrade(&stream);
        let thread = {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name("scripted-client".to_owned())
                .spawn(move || serve(stream, &shared))
        };
        let Ok(thread) = thread else { continue };
        let mut clients = shared.clients.lock().unwrap_or_else(PoisonError::into_inner);
        clients.retain(|(_, thread)| !thread.is_finished());
        clients.push((weak, thread));
    }
}

//! A port of this machine on which our tools are served.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener as Bound};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio_util::sync::CancellationToken;
use vibeue_conversation::{Error, ErrorKind, Result};

use super::connection::answer;
use super::options::ServedOptions;
use super::sessions::Sessions;
use super::shared::Shared;
use super::slots::Slots;
use super::tools::ServedTools;
use super::{MOST_CALLS, Token, lock};

/// The maximum number of simultaneous connections.
const MOST_CONNECTIONS: usize = 64;

/// How long ending a server takes at most.
const FAREWELL: Duration = Duration::from_secs(3);

/// Serves tools on a port of this machine (only 127.0.0.1), until it is stopped or dropped.
pub struct ServedServer {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl fmt::Debug for ServedServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServedServer").field("url", &self.url()).finish_non_exhaustive()
    }
}

impl ServedServer {
    /// Begins to serve.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`] if the port is taken, [`ErrorKind::Io`] if the system gives no port, no
    /// random bytes or no thread.
    pub fn start(tools: Arc<ServedTools>, options: ServedOptions) -> Result<Self> {
        let failed = |error: io::Error| {
            Error::new(ErrorKind::Io, format!("the tools cannot be served: {error}"))
        };
        let bound =
            Bound::bind(SocketAddrV4::new(Ipv4Addr::LOCALHOST, options.port)).map_err(|error| {
                match error.kind() {
                    io::ErrorKind::AddrInUse => {
                        let text = format!("the port {} is taken by another program", options.port);
                        Error::new(ErrorKind::Busy, text).hint("choose another one, or 0 for any")
                    }
                    _ => failed(error),
                }
            })?;
        bound.set_nonblocking(true).map_err(failed)?;
        let port = bound.local_addr().map_err(failed)?.port();
        let shared = Arc::new(Shared {
            tools,
            token: Token::random()?,
            port,
            sessions: Sessions::default(),
            options,
            end: CancellationToken::new(),
        });
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(2 * MOST_CALLS)
            .thread_name("vibeue-served")
            .build()
            .map_err(failed)?;
        let ours = Arc::clone(&shared);
        let serve = move || {
            runtime.block_on(accept(bound, &ours));
            runtime.shutdown_timeout(FAREWELL);
        };
        let thread = std::thread::Builder::new()
            .name("vibeue-serves".to_owned())
            .spawn(serve)
            .map_err(failed)?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.shared.port)
    }

    /// The secret that a program has to present.
    pub fn token(&self) -> &Token {
        &self.shared.token
    }

    /// The tools that it serves.
    pub fn tools(&self) -> &Arc<ServedTools> {
        &self.shared.tools
    }

    /// The configuration for other programs: an `mcpServers` object, with the
    /// token in it.
    pub fn entry(&self, name: &str) -> Value {
        let leave = format!("Bearer {}", self.shared.token.reveal());
        json!({"mcpServers": {name: {
            "type": "http", "url": self.url(), "headers": {"Authorization": leave}}}})
    }

    /// Ends it: frees the port, and stops running calls. Takes a few seconds at most.
    pub fn stop(&self) {
        self.shared.end.cancel();
        if let Some(thread) = lock(&self.thread).take() {
            let _ = thread.join();
        }
    }
}

impl Drop for ServedServer {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Accepts connections until the end.
async fn accept(bound: Bound, shared: &Arc<Shared>) {
    let listener = match TcpListener::from_std(bound) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::error!("the tools are not served: {error}");
            return;
        }
    };
    let slots = Slots::new(MOST_CONNECTIONS);
    loop {
        let accepted = tokio::select! {
            () = shared.end.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, from)) if is_here(from) => {
                let (shared, slot) = (Arc::clone(shared), slots.take());
                // One too many is closed without an answer, which would take resources.
                let Some(slot) = slot else { continue };
                tokio::spawn(async move {
                    answer(stream, &shared).await;
                    drop(slot);
                });
            }
            Ok(_) => {}
            Err(error) => {
                // Having too many open files is temporary.
                tracing::warn!("a connection could not be accepted: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    // Each connection notices the end at its next check, and stops its call then.
    let by = tokio::time::Instant::now() + FAREWELL;
    while slots.is_any_taken() && tokio::time::Instant::now() < by {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn is_here(from: SocketAddr) -> bool {
    from.ip().is_loopback()
}

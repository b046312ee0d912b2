//! Grants that are revoked in the background.

use std::fmt;
use std::thread::{Builder, JoinHandle};

use super::Forgotten;

/// Threads that notify authorization servers, five seconds each at most. They do not depend on
/// another runtime; dropping this waits for them.
#[derive(Default)]
pub(super) struct Revoking {
    threads: Vec<JoinHandle<()>>,
}

impl fmt::Debug for Revoking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Revoking").field("threads", &self.threads.len()).finish()
    }
}

impl Revoking {
    /// Begins to revoke a grant that is no longer stored.
    pub(super) fn begin(&mut self, forgotten: Forgotten) {
        self.threads.retain(|thread| !thread.is_finished());
        let thread = Builder::new().name("vibeue-revoke".to_owned()).spawn(move || {
            // Separate from the log line, whose arguments are not evaluated if nobody reads it.
            let end = forgotten.revoke();
            tracing::info!("signed out: {end}");
        });
        match thread {
            Ok(thread) => self.threads.push(thread),
            Err(error) => tracing::warn!("the authorization server could not be notified: {error}"),
        }
    }
}

impl Drop for Revoking {
    fn drop(&mut self) {
        for thread in self.threads.drain(..) {
            // The panic hook reported a panic in it.
            let _ = thread.join();
        }
    }
}

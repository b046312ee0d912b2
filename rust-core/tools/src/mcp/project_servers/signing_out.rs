//! Signs the user out of a project's server.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use super::options::ProjectServersOptions;
use super::shared::Shared;
use super::starting::restart;
use crate::mcp::{Forgotten, SignIns, SignOut};

/// Threads that notify authorization servers, some seconds each.
#[derive(Default)]
pub(super) struct SigningOut {
    threads: Vec<JoinHandle<()>>,
}

impl SigningOut {
    /// Forgets the sign-in to a server, restarts the server, and has the sign-in revoked on another
    /// thread.
    pub(super) fn begin(
        &mut self,
        options: &ProjectServersOptions,
        shared: &Arc<Shared>,
        server: &str,
    ) {
        let origin = shared.shelf().origin_of(server);
        let Some((sign_ins, origin)) = options.sign_ins.as_ref().zip(origin) else { return };
        let begun = forget(sign_ins, shared, server, &origin);
        restart(options, shared, server);
        if let Some((forgotten, number)) = begun {
            self.revoke(shared, &origin, forgotten, number);
        }
        shared.notify();
    }

    /// The same while the servers end: the server is not restarted. The end waits for the
    /// revocation, as for those that began before.
    pub(super) fn end_with(
        &mut self,
        options: &ProjectServersOptions,
        shared: &Arc<Shared>,
        server: &str,
    ) {
        let origin = shared.shelf().origin_of(server);
        let Some((sign_ins, origin)) = options.sign_ins.as_ref().zip(origin) else { return };
        if let Some((forgotten, number)) = forget(sign_ins, shared, server, &origin) {
            self.revoke(shared, &origin, forgotten, number);
        }
    }

    /// Revokes, on a background thread, a sign-in that is no longer stored.
    fn revoke(&mut self, shared: &Arc<Shared>, origin: &str, forgotten: Forgotten, number: u64) {
        let (notified, place) = (Arc::clone(shared), origin.to_owned());
        let thread = Builder::new().name("vibeue-sign-out".to_owned()).spawn(move || {
            let end = forgotten.revoke();
            tracing::info!("signed out of {place}: {end}");
            notified.shelf().end_sign_out(&place, number, &end);
            notified.notify();
        });
        self.threads.retain(|thread| !thread.is_finished());
        match thread {
            Ok(thread) => self.threads.push(thread),
            Err(error) => {
                let why = format!("the authorization server could not be notified: {error}");
                shared.shelf().end_sign_out(origin, number, &SignOut::StillValid { why });
            }
        }
    }
}

/// Forgets the sign-in to an address, and shows that; returns what is to be revoked, if anything
/// was stored, with the number of this sign-out.
fn forget(
    sign_ins: &SignIns,
    shared: &Shared,
    server: &str,
    origin: &str,
) -> Option<(Forgotten, u64)> {
    match sign_ins.forget(origin) {
        Ok(forgotten) => {
            let number = || shared.shelf().begin_sign_out(origin, &SignOut::Revoking);
            forgotten.map(|forgotten| (forgotten, number()))
        }
        Err(error) => {
            tracing::warn!("the sign-in at {server} cannot be forgotten: {error}");
            let why = error.to_string();
            shared.shelf().begin_sign_out(origin, &SignOut::NotForgotten { why });
            None
        }
    }
}

impl Drop for SigningOut {
    fn drop(&mut self) {
        for thread in self.threads.drain(..) {
            // The panic hook reported a panic in it.
            let _ = thread.join();
        }
    }
}

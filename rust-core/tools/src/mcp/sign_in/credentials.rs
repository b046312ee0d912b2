//! The credentials for one server, and its response to them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use url::Url;
use vibeue_conversation::Part;

use super::grant::{Grant, NotRenewed};
use super::revoking::Revoking;
use super::{Challenge, Forgotten, OwnClient, SignIns};
use crate::ToolAnswer;
use crate::mcp::{Reach, ServerConfig};

/// What replaces a secret.
const HIDDEN: &str = "[token]";

/// The credentials for one server, and its response to them. They are sent to the server's own
/// address and nowhere else.
pub(in crate::mcp) struct Credentials {
    pub(super) server: Url,
    pub(super) own: OwnClient,
    address: String,
    store: SignIns,
    state: Mutex<State>,
    /// Only one renewal at a time: a refresh token can often be used only once.
    renewing: tokio::sync::Mutex<()>,
    /// Grants that are still to be revoked after sign-outs.
    revoking: Mutex<Revoking>,
}

#[derive(Default)]
struct State {
    grant: Option<Grant>,
    /// The server's challenge, if it requires authentication.
    asked: Option<Challenge>,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Credentials {
    /// The credentials for a server that supports signing in: one on the network whose entry does
    /// not already have a key.
    pub(in crate::mcp) fn of(config: &ServerConfig) -> Option<Self> {
        let store = config.sign_ins.clone()?;
        let Reach::Address { url, headers } = &config.reach else { return None };
        let has_key = headers.keys().any(|name| name.eq_ignore_ascii_case("authorization"));
        if has_key || config.unreal.is_some() {
            return None;
        }
        Some(Self {
            server: Url::parse(url).ok()?,
            own: config.oauth.clone().unwrap_or_default(),
            address: url.clone(),
            store,
            state: Mutex::default(),
            renewing: tokio::sync::Mutex::new(()),
            revoking: Mutex::default(),
        })
    }

    /// Begins a connection: reads what is stored, and forgets the last challenge.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(in crate::mcp) fn begin(&self) -> Result<(), String> {
        let grant = self.store.get(&self.address).map_err(|error| error.to_string())?;
        *self.state() = State { grant, asked: None };
        Ok(())
    }

    /// Whether the user has signed in.
    pub(in crate::mcp) fn is_signed_in(&self) -> bool {
        self.state().grant.is_some()
    }

    /// The server's challenge, if it requires authentication.
    pub(in crate::mcp) fn asked(&self) -> Option<Challenge> {
        self.state().asked.clone()
    }

    /// Why the user has to sign in.
    pub(in crate::mcp) fn why(&self) -> String {
        let state = self.state();
        let error = state.asked.as_ref().and_then(|asked| asked.error.as_deref());
        match (&state.grant, error) {
            (None, _) => "you are not signed in".to_owned(),
            (Some(_), Some("insufficient_scope")) => {
                "the sign-in does not grant enough access".to_owned()
            }
            (Some(_), _) => "the sign-in has expired".to_owned(),
        }
    }

    /// The token of the next request; renewed if it has expired.
    pub(in crate::mcp) async fn token(&self) -> Option<String> {
        let (token, is_over) = {
            let state = self.state();
            let grant = state.grant.as_ref()?;
            (grant.token().to_owned(), grant.is_over(SystemTime::now()))
        };
        if !is_over {
            return Some(token);
        }
        self.renewed(&token).await.or(Some(token))
    }

    /// The last grant, whether it has expired or not.
    pub(in crate::mcp) fn current(&self) -> Option<String> {
        self.state().grant.as_ref().map(|grant| grant.token().to_owned())
    }

    /// The token to use instead of one that was refused; `None` if there is none.
    pub(in crate::mcp) async fn renewed(&self, refused: &str) -> Option<String> {
        let _one = self.renewing.lock().await;
        if let Some(other) = self.other_than(refused) {
            return Some(other);
        }
        let grant = self.state().grant.clone()?;
        match grant.renewed(&self.server).await {
            Ok(grant) => {
                let token = grant.token().to_owned();
                self.state().grant = Some(grant.clone());
                let kept = self.in_store(move |store, address| store.replace(address, grant)).await;
                // Whoever signed out meanwhile stays signed out.
                if matches!(kept, Ok(false)) {
                    let grant = self.state().grant.take();
                    if let Some(grant) = grant.filter(|grant| grant.token() == token) {
                        self.revoke_beside(grant);
                    }
                    return None;
                }
                kept.inspect_err(|why| tracing::warn!("{why}")).ok();
                Some(token)
            }
            // Another process may have been faster.
            Err(NotRenewed { is_final: true }) => self.other_than(refused),
            Err(NotRenewed { is_final: false }) => None,
        }
    }

    /// Revokes a grant that is no longer used: no call waits for it, and it continues when the
    /// servers' thread ends.
    fn revoke_beside(&self, grant: Grant) {
        let forgotten = Forgotten::new(&self.address, grant);
        self.revoking.lock().unwrap_or_else(PoisonError::into_inner).begin(forgotten);
    }

    /// Another token than this, from this session or from the file.
    fn other_than(&self, refused: &str) -> Option<String> {
        let is_other = |grant: &Grant| grant.token() != refused;
        let mut state = self.state();
        if !state.grant.as_ref().is_some_and(is_other) {
            let kept = self.store.get(&self.address).ok().flatten().filter(is_other)?;
            state.grant = Some(kept);
        }
        state.grant.as_ref().map(|grant| grant.token().to_owned())
    }

    /// Notes that the server requires authentication.
    pub(in crate::mcp) fn note(&self, challenge: Challenge) {
        self.state().asked = Some(challenge);
    }

    /// Stores a grant, here and in the file.
    ///
    /// # Errors
    /// Why it applies only to this session.
    pub(super) async fn keep(&self, grant: Grant) -> Result<(), String> {
        self.state().grant = Some(grant.clone());
        self.in_store(move |store, address| store.put(address, grant)).await
    }

    /// Changes the file on another thread: a program that holds the file must not hold up the
    /// servers' thread.
    ///
    /// # Errors
    /// Why it cannot be changed.
    async fn in_store<T: Send + 'static>(
        &self,
        change: impl FnOnce(&SignIns, &str) -> vibeue_conversation::Result<T> + Send + 'static,
    ) -> Result<T, String> {
        let (store, address) = (self.store.clone(), self.address.clone());
        match tokio::task::spawn_blocking(move || change(&store, &address)).await {
            Ok(changed) => changed.map_err(|error| error.to_string()),
            Err(error) => Err(format!("the sign-ins were not changed: {error}")),
        }
    }

    /// Removes secrets from a server's text.
    pub(in crate::mcp) fn hide(&self, text: &mut String) {
        let state = self.state();
        for secret in state.grant.iter().flat_map(Grant::secrets) {
            if secret.len() >= 8 && text.contains(secret) {
                *text = text.replace(secret, HIDDEN);
            }
        }
    }

    /// Removes secrets from an answer.
    pub(in crate::mcp) fn hide_in(&self, answer: &mut ToolAnswer) {
        for part in &mut answer.parts {
            if let Part::Text { text, .. } = part {
                self.hide(text);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc::channel;

    use serde_json::json;

    use super::*;

    /// Reads a request up to these words.
    fn read(stream: &mut TcpStream, until: &str) {
        let (mut seen, mut piece) = (String::new(), [0; 4096]);
        while !seen.contains(until) {
            let count = stream.read(&mut piece).unwrap();
            assert!(count > 0, "{seen}");
            seen.push_str(&String::from_utf8_lossy(&piece[..count]));
        }
    }

    #[test]
    fn what_was_renewed_behind_a_sign_out_is_revoked_though_the_runtime_ends() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = format!("http://{}", listener.local_addr().unwrap());
        let grant = json!({"token_endpoint": format!("{at}/token"),
            "revocation_endpoint": format!("{at}/revoke"), "resource": at, "client_id": "c",
            "access_token": "the-old-one", "refresh_token": "renews"});
        let folder = tempfile::tempdir().unwrap();
        let mut config = ServerConfig::new(
            "s",
            Reach::Address { url: format!("{at}/mcp"), headers: Default::default() },
        );
        // Nothing is kept: the user has signed out.
        config.sign_ins = Some(SignIns::new(folder.path().join(SignIns::FILE_NAME)));
        let credentials = Credentials::of(&config).unwrap();
        credentials.state().grant = Some(serde_json::from_value(grant).unwrap());
        let (gone_on, has_gone_on) = channel();
        let (revoked, is_revoked) = channel();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            read(&mut stream, "grant_type=refresh_token");
            let body = r#"{"access_token": "the-new-one", "token_type": "bearer"}"#;
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
            drop(stream);
            let (mut stream, _) = listener.accept().unwrap();
            read(&mut stream, "token=renews");
            has_gone_on.recv().unwrap();
            // Somebody is still waiting for the answer.
            stream.set_nonblocking(true).unwrap();
            let more = stream.peek(&mut [0]).map_err(|error| error.kind());
            revoked.send(more).unwrap();
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        assert_eq!(runtime.block_on(credentials.renewed("the-old-one")), None);
        runtime.shutdown_background();
        // It was not the caller who asked for a token that waited.
        gone_on.send(()).unwrap();
        assert!(!credentials.is_signed_in());
        drop(credentials);
        assert_eq!(is_revoked.try_recv(), Ok(Err(ErrorKind::WouldBlock)));
        server.join().unwrap();
    }
}

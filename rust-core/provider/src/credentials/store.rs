//! The system's credential store.

use secrecy::{ExposeSecret as _, SecretString};

#[cfg(any(windows, target_os = "macos"))]
use super::native;
#[cfg(all(unix, not(target_os = "macos")))]
use super::secret_service::{Bounds, SecretService};
use super::{CredentialFault, declined};
use crate::connection::{Origin, Read};

/// The system's credential store, for keys by the server that they belong to.
///
/// Every query takes a bounded time: some seconds if the store answers by itself, two minutes at
/// most if it asks the user to unlock it, and twice that to store a key. It needs a tokio runtime
/// with network and time. Dropping the future withdraws a query to the Secret Service; one to
/// Windows or macOS cannot be withdrawn, and its answer is discarded.
#[derive(Debug, Clone)]
pub struct CredentialStore {
    is_off: bool,
    /// Where the session bus listens.
    #[cfg(all(unix, not(target_os = "macos")))]
    bus: String,
    #[cfg(all(unix, not(target_os = "macos")))]
    bounds: Bounds,
}

impl CredentialStore {
    /// The environment variable that switches the store off when it is `none`.
    pub const VARIABLE: &'static str = "VIBEUE_CREDENTIAL_STORE";

    /// The store of this user. `read` reads an environment variable: the
    /// session bus is where `DBUS_SESSION_BUS_ADDRESS` says, or at its usual
    /// place in `XDG_RUNTIME_DIR`.
    pub fn of_system(read: Read<'_>) -> Self {
        let is_off = read(Self::VARIABLE).is_some_and(|value| value.trim() == "none");
        #[cfg(all(unix, not(target_os = "macos")))]
        {
            let usual = || Some(format!("unix:path={}/bus", read("XDG_RUNTIME_DIR")?));
            let bus = read("DBUS_SESSION_BUS_ADDRESS").or_else(usual).unwrap_or_default();
            Self { is_off, bus, bounds: Bounds::default() }
        }
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        Self { is_off }
    }

    /// Finds the key of a server, for somebody who wants it now. The user is
    /// asked to unlock the store only if it has one. A blank key is none.
    ///
    /// # Errors
    /// Why it cannot be known.
    pub async fn find(&self, server: &Origin) -> Result<Option<SecretString>, CredentialFault> {
        self.is_on()?;
        let server = server.to_string();
        #[cfg(all(unix, not(target_os = "macos")))]
        let found = match self.open().await {
            Ok(mut service) => service.find(&server, true).await,
            Err(fault) => Err(fault),
        };
        #[cfg(any(windows, target_os = "macos"))]
        let found = native::find(&server).await;
        declined::note(self.place(), &server, &found);
        found.map(filled)
    }

    /// Finds the key of a server as [`CredentialStore::find`], for a request
    /// that the user may not know of: once the user declined to unlock the
    /// store, or did not answer, this process does not ask again until `find`
    /// is called. A key that can be read meanwhile, because the store was
    /// unlocked elsewhere, is found (not on Windows and macOS, whose stores say
    /// nothing without asking).
    ///
    /// # Errors
    /// Why it cannot be known; once declined, [`CredentialFault::Refused`] or
    /// [`CredentialFault::Unanswered`] as it was then.
    pub async fn find_unless_declined(
        &self,
        server: &Origin,
    ) -> Result<Option<SecretString>, CredentialFault> {
        let name = server.to_string();
        let Some(reason) = declined::reason(self.place(), &name) else {
            return self.find(server).await;
        };
        self.is_on()?;
        #[cfg(all(unix, not(target_os = "macos")))]
        {
            let found = match self.open().await?.find(&name, false).await {
                Err(CredentialFault::Refused) => Err(reason),
                found => found,
            };
            declined::note(self.place(), &name, &found);
            found.map(filled)
        }
        #[cfg(any(windows, target_os = "macos"))]
        Err(reason)
    }

    /// Forgets that the user declined to unlock the store for a server: the next
    /// request may ask again.
    pub fn ask_again(&self, server: &Origin) {
        declined::forget(self.place(), &server.to_string());
    }

    /// Returns which of these servers have a key, without asking the user anything: what is locked
    /// stays locked. A store that is missing or fails has none.
    pub async fn holders<'o>(&self, servers: &[&'o Origin]) -> Vec<&'o Origin> {
        let names: Vec<String> = servers.iter().map(ToString::to_string).collect();
        let has = self.having(&names).await.unwrap_or_default();
        servers
            .iter()
            .zip(names)
            .filter(|(_, name)| has.contains(name))
            .map(|(it, _)| *it)
            .collect()
    }

    async fn having(&self, servers: &[String]) -> Result<Vec<String>, CredentialFault> {
        self.is_on()?;
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.whole(async { self.open().await?.having(servers).await }).await;
        #[cfg(any(windows, target_os = "macos"))]
        {
            let listed = native::list().await?;
            Ok(servers.iter().filter(|it| listed.contains(it)).cloned().collect())
        }
    }

    /// What distinguishes this store from others of the process.
    fn place(&self) -> &str {
        #[cfg(all(unix, not(target_os = "macos")))]
        return &self.bus;
        #[cfg(any(windows, target_os = "macos"))]
        return "";
    }

    /// Stores the key of a server, replacing any earlier one, and reads it
    /// back: a key that was only sent is not stored yet. Surrounding whitespace
    /// is removed.
    ///
    /// # Errors
    /// Why it is not kept.
    pub async fn keep(&self, server: &Origin, key: &SecretString) -> Result<(), CredentialFault> {
        self.is_on()?;
        let key = &fit(key)?;
        #[cfg(all(unix, not(target_os = "macos")))]
        self.open().await?.keep(&server.to_string(), key).await?;
        #[cfg(any(windows, target_os = "macos"))]
        native::keep(&server.to_string(), key).await?;
        match self.find(server).await? {
            Some(kept) if kept.expose_secret() == key.expose_secret() => Ok(()),
            _ => Err(CredentialFault::Broken("it returns a different key".to_owned())),
        }
    }

    /// Removes the key of a server; `false` if it had none.
    ///
    /// # Errors
    /// Why it may still be there.
    pub async fn remove(&self, server: &Origin) -> Result<bool, CredentialFault> {
        self.is_on()?;
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.whole(async { self.open().await?.remove(&server.to_string()).await }).await;
        #[cfg(any(windows, target_os = "macos"))]
        return native::remove(&server.to_string()).await;
    }

    /// Lists the servers that have a key, in order. The user is asked to
    /// unlock what is locked.
    ///
    /// # Errors
    /// Why it cannot be known.
    pub async fn list(&self) -> Result<Vec<String>, CredentialFault> {
        self.is_on()?;
        #[cfg(all(unix, not(target_os = "macos")))]
        let mut servers = self.whole(async { self.open().await?.list().await }).await?;
        #[cfg(any(windows, target_os = "macos"))]
        let mut servers = native::list().await?;
        servers.sort();
        servers.dedup();
        Ok(servers)
    }

    fn is_on(&self) -> Result<(), CredentialFault> {
        if self.is_off { Err(CredentialFault::Absent) } else { Ok(()) }
    }

    #[cfg(all(unix, not(target_os = "macos")))]
    async fn open(&self) -> Result<SecretService, CredentialFault> {
        SecretService::open(&self.bus, self.bounds).await
    }

    /// Bounds a question of many calls as a whole.
    #[cfg(all(unix, not(target_os = "macos")))]
    async fn whole<T>(
        &self,
        question: impl Future<Output = Result<T, CredentialFault>>,
    ) -> Result<T, CredentialFault> {
        let longest = self.bounds.person + 3 * self.bounds.answer;
        tokio::time::timeout(longest, question).await.unwrap_or(Err(CredentialFault::Silent))
    }

    /// The store on a bus, with shorter limits.
    #[cfg(all(test, target_os = "linux"))]
    pub(super) fn at(bus: String, bounds: Bounds) -> Self {
        Self { is_off: false, bus, bounds }
    }
}

/// The key, unless it is blank: another program may have written it.
fn filled(key: Option<SecretString>) -> Option<SecretString> {
    key.filter(|key| !key.expose_secret().trim().is_empty())
}

/// The most UTF-16 units of a key that Windows keeps.
const LONGEST_ON_WINDOWS: usize = 1_280;

/// The key without space around it, if the system's store can keep it.
fn fit(key: &SecretString) -> Result<SecretString, CredentialFault> {
    let key = key.expose_secret().trim();
    if key.is_empty() {
        return Err(CredentialFault::Unfit("it is empty".to_owned()));
    }
    if cfg!(windows) {
        fit_for_windows(key)?;
    }
    Ok(key.into())
}

fn fit_for_windows(key: &str) -> Result<(), CredentialFault> {
    let length = key.encode_utf16().count();
    if length <= LONGEST_ON_WINDOWS {
        return Ok(());
    }
    Err(CredentialFault::Unfit(format!(
        "it has {length} characters, and Windows keeps at most {LONGEST_ON_WINDOWS}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_kept_without_space_around_it_and_none_that_is_empty_or_too_long() {
        let fitted = |key: &str| fit(&key.into()).map(|key| key.expose_secret().to_owned());
        assert_eq!(fitted(" sk-1\r\n"), Ok("sk-1".to_owned()));
        assert_eq!(fitted(" \n"), Err(CredentialFault::Unfit("it is empty".to_owned())));
        assert_eq!(fit_for_windows(&"k".repeat(1_280)), Ok(()));
        let long = fit_for_windows(&"k".repeat(1_281)).unwrap_err();
        assert_eq!(
            long.message(),
            "this key cannot be stored: it has 1281 characters, and Windows keeps at most 1280"
        );
    }
}

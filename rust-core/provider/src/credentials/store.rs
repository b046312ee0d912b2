//! The system's credential store.

use secrecy::{ExposeSecret as _, SecretString};

use super::CredentialFault;
#[cfg(any(windows, target_os = "macos"))]
use super::native;
#[cfg(all(unix, not(target_os = "macos")))]
use super::secret_service::{Bounds, SecretService};
use crate::connection::{Origin, Read};

/// The system's credential store, for keys by the server that they belong to.
///
/// Every question takes a bounded time: some seconds where the store answers
/// by itself, a minute and a half where it asks the user to unlock it. It
/// needs a tokio runtime with network and time. Dropping the future withdraws
/// a question to the Secret Service; one to Windows or macOS cannot be
/// withdrawn, and is answered to nobody.
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

    /// Finds the key of a server. The user is asked to unlock the store only
    /// if it has one.
    ///
    /// # Errors
    /// Why it cannot be known.
    pub async fn find(&self, server: &Origin) -> Result<Option<SecretString>, CredentialFault> {
        self.is_on()?;
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.open().await?.find(&server.to_string()).await;
        #[cfg(any(windows, target_os = "macos"))]
        return native::find(&server.to_string()).await;
    }

    /// Keeps the key of a server in the place of one that it had, and reads it
    /// back: what was only sent is not kept yet.
    ///
    /// # Errors
    /// Why it is not kept.
    pub async fn keep(&self, server: &Origin, key: &SecretString) -> Result<(), CredentialFault> {
        self.is_on()?;
        #[cfg(all(unix, not(target_os = "macos")))]
        self.open().await?.keep(&server.to_string(), key).await?;
        #[cfg(any(windows, target_os = "macos"))]
        native::keep(&server.to_string(), key).await?;
        match self.find(server).await? {
            Some(kept) if kept.expose_secret() == key.expose_secret() => Ok(()),
            _ => Err(CredentialFault::Broken("it gives another key back".to_owned())),
        }
    }

    /// Removes the key of a server; `false` if it had none.
    ///
    /// # Errors
    /// Why it may still be there.
    pub async fn remove(&self, server: &Origin) -> Result<bool, CredentialFault> {
        self.is_on()?;
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.open().await?.remove(&server.to_string()).await;
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
        let mut servers = self.open().await?.list().await?;
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

    /// The store on a bus, with shorter bounds.
    #[cfg(all(test, target_os = "linux"))]
    pub(super) fn at(bus: String, bounds: Bounds) -> Self {
        Self { is_off: false, bus, bounds }
    }
}

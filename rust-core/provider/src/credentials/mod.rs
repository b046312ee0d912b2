//! Keys in the credential store of the operating system.
//!
//! [`CredentialStore`] finds, keeps, removes and lists keys by the server that
//! they belong to. On Linux and the BSDs it speaks to the Secret Service
//! (GNOME Keyring, KWallet, KeePassXC) over the session bus, by a client of our
//! own ([`bus`]); on Windows and macOS the crate `keyring` reaches the system's
//! own store, on a thread of its own. Every question is bounded in time; that
//! to the Secret Service is withdrawn by dropping it, that to the others ends
//! when the system answers it, unheard.

#[cfg(any(windows, target_os = "macos", test))]
mod beside;
#[cfg(all(unix, not(target_os = "macos")))]
mod bus;
mod declined;
mod fault;
mod late_key;
#[cfg(any(windows, target_os = "macos"))]
mod native;
#[cfg(all(unix, not(target_os = "macos")))]
mod secret_service;
mod store;
#[cfg(test)]
mod tests;

pub use fault::CredentialFault;
pub(crate) use late_key::LateKey;
pub use store::CredentialStore;

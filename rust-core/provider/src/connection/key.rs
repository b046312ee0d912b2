//! A key of a connection.

use secrecy::{ExposeSecret as _, SecretString};

use super::Read;

/// A key, and where it was found.
#[derive(Debug, Clone)]
pub struct ConnectionKey {
    /// Where it was found.
    pub source: KeySource,
    /// The key itself.
    pub secret: SecretString,
}

/// Where a key was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// The host passed it.
    Given,
    /// In this environment variable.
    Variable(String),
    /// In the system's credential store.
    Store,
}

/// The text, trimmed, unless it is blank.
pub(super) fn given(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// The key in an environment variable.
pub(super) fn variable(name: &str, read: Read<'_>) -> Option<ConnectionKey> {
    let secret = trimmed(&read(name)?.into())?;
    Some(ConnectionKey { source: KeySource::Variable(name.to_owned()), secret })
}

/// The key, trimmed, unless it is blank.
pub(super) fn trimmed(key: &SecretString) -> Option<SecretString> {
    given(key.expose_secret()).map(SecretString::from)
}

//! What is known about a provider.

use super::Protocol;

/// A commonly used provider: its address, its protocol and where its key comes
/// from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// The name on the command line and in settings.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The base address.
    pub base_url: &'static str,
    /// Environment variables that may contain its key; the first that is set is
    /// used.
    pub key_variables: &'static [&'static str],
    /// Whether it does not answer without a key.
    pub needs_key: bool,
    /// A model to begin with if none was chosen; empty if only the server knows its models.
    pub first_model: &'static str,
}

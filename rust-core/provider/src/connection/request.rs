//! What the user chose.

use std::fmt;

use secrecy::SecretString;

use crate::Preset;

/// What the user chose for a connection. Empty or blank text means no choice.
/// `Debug` shows no secrets.
#[derive(Clone, Default)]
pub struct ConnectionRequest {
    /// A preset by its name, or by the name of its protocol.
    pub provider: String,
    /// A protocol by its name; otherwise the preset's, otherwise OpenAI's.
    pub protocol: String,
    /// The base address; otherwise the preset's.
    pub base_url: String,
    /// The model's id as the server knows it.
    pub model: String,
    /// The environment variable that holds the key. Takes precedence over
    /// `key`; it is an error if the variable is not set.
    pub key_variable: String,
    /// A key for whatever server is chosen. Takes precedence over the preset's
    /// variables.
    pub key: Option<SecretString>,
    /// The system's credential store has the key, unless one of the above is
    /// found: it is asked before the first request, by hosts that must not
    /// wait for it here.
    pub key_is_kept: bool,
    /// Additional headers, for gateways: names and values.
    pub headers: Vec<(String, SecretString)>,
    /// Allow unencrypted http to other machines.
    pub allow_insecure: bool,
    /// If neither provider nor address is chosen, use the provider whose key is
    /// in the environment, if there is only one, or else in `kept_keys`.
    pub provider_by_key: bool,
    /// The services whose keys the credential store is known to have.
    pub kept_keys: Vec<&'static Preset>,
    /// Allow the model to be left open, so that the host can ask the server for
    /// its only one (see [`ModelList`](super::ModelList)).
    pub model_by_server: bool,
}

impl fmt::Debug for ConnectionRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Until it is checked, an address may contain a password.
        f.debug_struct("ConnectionRequest")
            .field("provider", &self.provider)
            .field("protocol", &self.protocol)
            .field("model", &self.model)
            .field("key", &self.key.as_ref().map(|_| "[key]"))
            .finish_non_exhaustive()
    }
}

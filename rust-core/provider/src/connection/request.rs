//! What a person chose.

use std::fmt;

use secrecy::SecretString;

/// What a person chose of a connection. A text that is empty or blank chooses
/// nothing. `Debug` shows no secret.
#[derive(Clone, Default)]
pub struct ConnectionRequest {
    /// A preset by its name, or by the name of the protocol it speaks.
    pub provider: String,
    /// A protocol by its name; else the preset's own, else OpenAI's.
    pub protocol: String,
    /// The base address; else the preset's own.
    pub base_url: String,
    /// The model's id as the server knows it.
    pub model: String,
    /// The environment variable that holds the key. Wins over `key`, and it is
    /// an error when it is not set.
    pub key_variable: String,
    /// A key for whatever server is chosen. Wins over the preset's variables.
    pub key: Option<SecretString>,
    /// Allow http to other machines.
    pub allow_insecure: bool,
    /// Where neither provider nor address is chosen, the provider whose key is
    /// in the environment may be taken, if it is the only one.
    pub provider_by_key: bool,
    /// The model may stay open, for the host to ask the server for its only
    /// one (see [`ModelList`](super::ModelList)).
    pub model_by_server: bool,
}

impl fmt::Debug for ConnectionRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An address can hold a password until it is checked.
        f.debug_struct("ConnectionRequest")
            .field("provider", &self.provider)
            .field("protocol", &self.protocol)
            .field("model", &self.model)
            .field("key", &self.key.as_ref().map(|_| "[key]"))
            .finish_non_exhaustive()
    }
}

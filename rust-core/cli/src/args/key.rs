//! The options of `vibeue key`.

use clap::Subcommand;

/// Manages keys in the system's credential store.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
SERVER is a provider's name (openai, anthropic, gemini, openrouter, ...) or an address; a key
belongs to the server's scheme, host and port, and is sent to no other. A key from VIBEUE_API_KEY,
key_env or the provider's own variable takes precedence over a stored one.

The store is the Secret Service on Linux (GNOME Keyring, KWallet, KeePassXC), the Credential
Manager on Windows and the Keychain on macOS. It may ask for its password.
VIBEUE_CREDENTIAL_STORE=none switches it off.

Examples:
  vibeue key set anthropic                        asks for the key and does not show it
  vibeue key set https://gate.example/v1 < key.txt
  vibeue key list
  vibeue key remove anthropic")]
pub(crate) struct KeyArgs {
    /// Print one JSON object instead; it contains no key.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) action: KeyAction,
}

/// What to do with the keys.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyAction {
    /// Stores a server's key, read from the terminal without showing it, or
    /// from standard input.
    Set {
        /// A provider's name, or an address.
        server: String,
    },
    /// Lists the servers whose keys are stored.
    List,
    /// Removes the key of a server.
    Remove {
        /// A provider's name, or an address.
        server: String,
    },
}

//! The state of a server.

use serde::{Deserialize, Serialize};

/// The state of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ServerState {
    /// It was started but the handshake is not complete.
    Starting,
    /// It can be called.
    Ready {
        /// How many tools it has.
        tools: usize,
        /// Its own name, with its version.
        server: String,
        /// The protocol version used with it.
        protocol: String,
    },
    /// It requires a sign-in.
    NeedsSignIn {
        /// Why the user has to sign in.
        why: String,
    },
    /// The user is signing in.
    SigningIn {
        /// The page for the user's browser; empty until it is known.
        page: String,
    },
    /// It could not be started, or ended without being asked to.
    Failed {
        /// Why, with the last words of its standard error.
        why: String,
    },
    /// It was ended.
    Stopped,
}

impl ServerState {
    /// The word for it, as in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Starting => "starting",
            Self::Ready { .. } => "ready",
            Self::NeedsSignIn { .. } => "needs_sign_in",
            Self::SigningIn { .. } => "signing_in",
            Self::Failed { .. } => "failed",
            Self::Stopped => "stopped",
        }
    }
}

impl std::fmt::Display for ServerState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Starting | Self::Stopped => f.write_str(self.name()),
            Self::Ready { tools, server, protocol } => {
                let noun = if *tools == 1 { "tool" } else { "tools" };
                write!(f, "ready: {tools} {noun}, {server}, protocol {protocol}")
            }
            Self::NeedsSignIn { why } => write!(f, "needs sign-in: {why}"),
            Self::SigningIn { .. } => f.write_str("signing in"),
            Self::Failed { why } => write!(f, "failed: {why}"),
        }
    }
}

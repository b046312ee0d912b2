//! Signs the user out of a server.

use std::fmt;
use std::time::Duration;

use tokio::time::timeout;
use url::Url;

use super::grant::Grant;
use crate::mcp::plain::plain;

/// How long an authorization server may take to revoke all of a grant. A program waits no longer
/// for it before it ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// The outcome of notifying an authorization server that the user has signed out (RFC 7009). Here
/// the sign-in is forgotten in all cases but one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignOut {
    /// It is being notified.
    Revoking,
    /// It no longer accepts the tokens.
    Revoked,
    /// Tokens stay valid there until they expire.
    StillValid {
        /// Which, and why, without a secret.
        why: String,
    },
    /// It could not be removed here, and the server was not notified.
    NotForgotten {
        /// Why, without a secret.
        why: String,
    },
}

impl fmt::Display for SignOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Revoking => f.write_str("the authorization server is being notified"),
            Self::Revoked => f.write_str("the authorization server has revoked the tokens"),
            Self::StillValid { why } => {
                write!(f, "the tokens could not be revoked and stay valid until they expire: {why}")
            }
            Self::NotForgotten { why } => {
                write!(f, "no, the sign-in could not be removed from this machine: {why}")
            }
        }
    }
}

/// A former grant that is no longer stored. If dropped, it stays valid until it expires.
#[derive(Debug)]
#[must_use = "the authorization server should be told"]
pub struct Forgotten {
    address: String,
    grant: Grant,
}

impl Forgotten {
    pub(super) fn new(address: &str, grant: Grant) -> Self {
        Self { address: address.to_owned(), grant }
    }

    /// Has the authorization server revoke it, if that supports it. Waits for the network, five
    /// seconds at most: do not call it on a thread that draws.
    pub fn revoke(self) -> SignOut {
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return SignOut::StillValid { why: error.to_string() },
        };
        let Ok(server) = Url::parse(&self.address) else {
            let why = format!("{:?} is not a web address", plain(&self.address));
            return SignOut::StillValid { why };
        };
        let end = runtime.block_on(revoke(&self.grant, &server));
        // A pending name look-up must not hold anybody up.
        runtime.shutdown_background();
        end
    }
}

/// Revokes a grant, within the time limit.
async fn revoke(grant: &Grant, server: &Url) -> SignOut {
    let end = timeout(PATIENCE, grant.revoke(server)).await.unwrap_or_else(|_| {
        let seconds = PATIENCE.as_secs();
        Err(format!("the authorization server does not answer within {seconds} seconds"))
    });
    end.map_or_else(|why| SignOut::StillValid { why }, |()| SignOut::Revoked)
}

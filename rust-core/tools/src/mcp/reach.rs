//! How a server is reached.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// How a server is reached.
#[derive(Debug, Clone, PartialEq)]
pub enum Reach {
    /// By its standard input and output: a program on this machine.
    Command {
        /// The program.
        command: String,
        /// Its arguments.
        arguments: Vec<String>,
        /// Variables of its environment besides the harmless ones.
        environment: BTreeMap<String, String>,
        /// Its working folder; by default that of this program.
        folder: Option<PathBuf>,
    },
    /// By streamable HTTP.
    Address {
        /// Its address: https, or http on this machine.
        url: String,
        /// Headers of each request.
        headers: BTreeMap<String, String>,
    },
}

impl Reach {
    /// Returns whether that is over HTTP on this machine.
    pub(super) fn is_local(&self) -> bool {
        let Reach::Address { url, .. } = self else { return false };
        let Some(rest) = url.strip_prefix("http://") else { return false };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        };
        matches!(host, "127.0.0.1" | "localhost" | "[::1]")
    }
}

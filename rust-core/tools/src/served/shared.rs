//! What the connections of a server share.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::Token;
use super::options::ServedOptions;
use super::sessions::Sessions;
use super::tools::ServedTools;

/// What all connections share.
pub(super) struct Shared {
    pub(super) tools: Arc<ServedTools>,
    pub(super) token: Token,
    pub(super) port: u16,
    pub(super) sessions: Sessions,
    pub(super) options: ServedOptions,
    pub(super) end: CancellationToken,
}

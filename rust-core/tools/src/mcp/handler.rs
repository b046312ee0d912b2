//! What a server may ask of this program.

use std::sync::Arc;

use rmcp::ClientHandler;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::{NotificationContext, RoleClient};
use tokio::sync::Notify;

/// Answers a server's own requests, with as little as the protocol allows: no model is called for
/// it, no folder is disclosed, the user is not asked.
#[derive(Debug, Clone)]
pub(super) struct Handler {
    /// Notified when the server reports that its tools changed.
    pub(super) tools_changed: Arc<Notify>,
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let ours = Implementation::new("vibeue", env!("CARGO_PKG_VERSION"));
        // The newest version with `initialize`; with `server/discover` the newest of all is used.
        ClientConfig::new(ClientCapabilities::default(), ours)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.tools_changed.notify_one();
    }
}

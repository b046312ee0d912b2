//! What a server may ask of this program.

use std::sync::Arc;

use rmcp::ClientHandler;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::{NotificationContext, RoleClient};
use tokio::sync::Notify;

/// Answers a server's own requests, with as little as the protocol allows: no
/// model speaks for it, no folder is named, nothing is asked of the user.
#[derive(Debug, Clone)]
pub(super) struct Handler {
    /// Told when the server says that its tools changed.
    pub(super) tools_changed: Arc<Notify>,
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let ours = Implementation::new("vibeue", env!("CARGO_PKG_VERSION"));
        // The newest that is greeted by `initialize`; by `server/discover` the
        // newest of all is named.
        ClientConfig::new(ClientCapabilities::default(), ours)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.tools_changed.notify_one();
    }
}

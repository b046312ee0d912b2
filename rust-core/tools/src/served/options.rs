//! Options of serving.

use std::time::Duration;

/// Options of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedOptions {
    /// The port; 0 for a free one.
    pub port: u16,
    /// How long a request may take to arrive, head and body each. 30 seconds
    /// by default.
    pub patience: Duration,
    /// How often progress is sent to a waiting caller. 10 seconds by default.
    pub heartbeat: Duration,
}

impl Default for ServedOptions {
    fn default() -> Self {
        Self { port: 0, patience: Duration::from_secs(30), heartbeat: Duration::from_secs(10) }
    }
}

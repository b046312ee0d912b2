//! A call on its way to a server.

use rmcp::model::JsonObject;
use tokio::sync::oneshot;

use crate::{Allowance, ToolAnswer};

/// A call for a server.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) own_name: String,
    pub(super) arguments: JsonObject,
    pub(super) allowance: Allowance,
    /// Whether it was already sent once, and certainly not accepted.
    pub(super) is_second: bool,
    pub(super) answer: oneshot::Sender<ToolAnswer>,
}

//! A call on its way to a server.

use rmcp::model::JsonObject;
use tokio::sync::oneshot;

use crate::{Allowance, ToolAnswer};

/// A call that a server is to run.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) own_name: String,
    pub(super) arguments: JsonObject,
    pub(super) allowance: Allowance,
    /// It was sent once, and surely not taken.
    pub(super) is_second: bool,
    pub(super) answer: oneshot::Sender<ToolAnswer>,
}

//! The user's decision about a call.

use serde::{Deserialize, Serialize};

/// The user's decision about a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// This call may run.
    Allow,
    /// This call and all later ones of the same tool in this session may run.
    AllowConversation,
    /// This call and all later ones of the same tool in this project may run,
    /// in later sessions, too.
    AllowProject,
    /// It may not; the model is told, with the reason if there is one.
    Deny {
        /// Why.
        reason: Option<String>,
    },
}

/// The state of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    /// The user has to allow it.
    AwaitingApproval,
    /// The host runs it.
    Running,
}

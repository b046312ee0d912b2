//! What the user says to a call.

use serde::{Deserialize, Serialize};

/// What the user says to a call.
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
    /// It may not; the model is told so, with the reason if there is one.
    Deny {
        /// Why.
        reason: Option<String>,
    },
}

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    /// The user has to allow it.
    AwaitingApproval,
    /// The host runs it.
    Running,
}

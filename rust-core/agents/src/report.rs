//! What is known of an agent, for the user.

use crate::{AgentFailure, AgentUsage};

/// What is known of an agent, for the user.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentReport {
    /// Its command line.
    pub line: String,
    /// How it calls itself, with its version, once it was greeted.
    pub name: Option<String>,
    /// What it does.
    pub state: AgentState,
    /// What it said last of its own context.
    pub usage: Option<AgentUsage>,
}

/// What an agent does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentState {
    /// It is not allowed: it was not started.
    NeedsPermission,
    /// It does not run; the next message starts it.
    Stopped,
    /// It is starting.
    Starting,
    /// It answers.
    Ready,
    /// It could not be started, or has ended; the next message tries again.
    Failed(AgentFailure),
}

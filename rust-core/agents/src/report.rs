//! What is known about an agent, for the user.

use crate::{AgentFailure, AgentUsage};

/// What is known about an agent, for the user.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentReport {
    /// Its command line.
    pub line: String,
    /// Its own name, with its version, after the handshake.
    pub name: Option<String>,
    /// Its state.
    pub state: AgentState,
    /// Its latest report about its own context.
    pub usage: Option<AgentUsage>,
}

/// The state of an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentState {
    /// It is not allowed: it was not started.
    NeedsPermission,
    /// It is not running; the next message starts it.
    Stopped,
    /// It is starting.
    Starting,
    /// It can be asked.
    Ready,
    /// It could not be started, or has ended; the next message tries again.
    Failed(AgentFailure),
}

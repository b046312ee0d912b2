//! Tools of the host, and what comes back from them.

use serde::{Deserialize, Serialize};

use vibeue_conversation::Part;
use vibeue_provider::ToolDefinition;

/// A tool that the host runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// What the model is told about it.
    pub definition: ToolDefinition,
    /// A person is asked before each call: [`Approval`].
    #[serde(default)]
    pub needs_approval: bool,
}

impl Tool {
    /// Makes a tool that runs without asking.
    pub fn new(definition: ToolDefinition) -> Self {
        Self { definition, needs_approval: false }
    }

    /// Makes a tool of which each call is shown to a person first.
    pub fn asking(definition: ToolDefinition) -> Self {
        Self { definition, needs_approval: true }
    }
}

/// What a tool returned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolAnswer {
    /// Texts and images.
    pub parts: Vec<Part>,
    /// The tool failed; the text says why.
    #[serde(default)]
    pub is_error: bool,
}

impl ToolAnswer {
    /// Makes the answer of a tool that worked.
    pub fn text(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::text(text)], is_error: false }
    }

    /// Makes the answer of a tool that failed.
    pub fn error(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::text(text)], is_error: true }
    }
}

/// A person's decision about a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// This call may run.
    Allow,
    /// This call and all later ones of the same tool in this session may run.
    AllowAlways,
    /// It may not; the model is told so, with the reason where there is one.
    Deny {
        /// Why.
        reason: Option<String>,
    },
}

/// The state of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallState {
    /// A person has to allow it.
    AwaitingApproval,
    /// The host runs it.
    Running,
}

//! What a session is doing.

use serde::{Deserialize, Serialize};

use super::{SummaryId, TurnId};

/// What a session is doing right now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionState {
    /// The current turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnState>,
    /// Turns that are queued after it.
    pub queued: usize,
    /// Messages that an earlier session left unsent; they are sent with the next turn, unless they
    /// are withdrawn.
    #[serde(default)]
    pub unsent: usize,
    /// The current summarization; it runs in parallel to the turn unless the turn is
    /// [`Phase::Compacting`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<SummaryState>,
    /// Whether the session was shut down.
    #[serde(default)]
    pub closed: bool,
}

impl SessionState {
    /// Returns whether nothing is running.
    pub fn is_idle(&self) -> bool {
        self.turn.is_none() && self.queued == 0 && self.summary.is_none()
    }
}

/// The current turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnState {
    /// Which one.
    pub turn: TurnId,
    /// Its phase.
    pub phase: Phase,
    /// Rounds of tool calls so far.
    pub rounds: u32,
}

/// The phase of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The request is being prepared: the server is asked for its limits or how many tokens the
    /// request has.
    Preparing,
    /// The request does not fit and waits for the summary.
    Compacting,
    /// The request was sent; the answer is arriving.
    Streaming,
    /// The model called tools and waits for their results.
    Tools,
}

/// The current summarization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryState {
    /// Which one.
    pub summary: SummaryId,
    /// What it is for.
    pub purpose: SummaryPurpose,
}

/// What a summarization is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SummaryPurpose {
    /// The trigger started it.
    Automatic,
    /// The user asked for it.
    Manual,
    /// The user wants to see the result; nothing is changed.
    Preview,
    /// The user wants a new summary from all originals.
    FromOriginals,
    /// The server found the request too long.
    Overflow,
}

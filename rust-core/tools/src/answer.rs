//! The result of a call.

use serde::{Deserialize, Serialize};
use vibeue_conversation::Part;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallEnd {
    /// The tool did what it was asked.
    Done,
    /// It ran and failed; the text says why.
    Failed,
    /// The user did not allow it.
    Denied,
    /// A rule of the host prevented it: there is no such tool, the arguments cannot be read, plan
    /// mode, a limit of the turn.
    Refused,
    /// It did not answer in time.
    TimedOut,
    /// The user ended the turn in the meantime.
    Cancelled,
    /// The program that runs it is not ready yet, or busy with something else.
    Busy,
    /// The program that ran it is gone: it crashed, was killed, or closed the connection.
    Lost,
}

impl CallEnd {
    /// The word for it, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Denied => "denied",
            Self::Refused => "refused",
            Self::TimedOut => "timed_out",
            Self::Cancelled => "cancelled",
            Self::Busy => "busy",
            Self::Lost => "lost",
        }
    }
}

/// The result of a tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolAnswer {
    /// Texts and images.
    pub parts: Vec<Part>,
    /// How the call ended; if it is not [`CallEnd::Done`], the text says why, for the model.
    pub end: CallEnd,
    /// How long the call ran, if the program that ran it knows better than the session.
    #[serde(default, skip_serializing_if = "RunTime::is_measured")]
    pub ran: RunTime,
}

/// How long a call ran.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunTime {
    /// As the session measures it: from its beginning to its answer.
    #[default]
    Measured,
    /// This many milliseconds.
    Known(u64),
    /// Unknown: this is not the call's end, or not its beginning.
    Unknown,
}

impl RunTime {
    fn is_measured(&self) -> bool {
        *self == Self::Measured
    }
}

impl ToolAnswer {
    /// Makes an answer from texts and images, of a tool that succeeded or failed.
    pub fn of(parts: Vec<Part>, is_error: bool) -> Self {
        let end = if is_error { CallEnd::Failed } else { CallEnd::Done };
        Self { parts, end, ran: RunTime::Measured }
    }

    /// Makes the answer of a tool that succeeded.
    pub fn text(text: impl Into<String>) -> Self {
        Self::ended(CallEnd::Done, text)
    }

    /// Makes the answer of a tool that failed.
    pub fn error(text: impl Into<String>) -> Self {
        Self::ended(CallEnd::Failed, text)
    }

    /// Makes the answer of a call that ended this way.
    pub fn ended(end: CallEnd, text: impl Into<String>) -> Self {
        Self { parts: vec![Part::text(text)], end, ran: RunTime::Measured }
    }

    /// The same answer, with how long the call ran.
    #[must_use]
    pub fn that_ran(self, ran: RunTime) -> Self {
        Self { ran, ..self }
    }

    /// Whether the result that the model gets is marked as an error.
    pub fn is_error(&self) -> bool {
        self.end != CallEnd::Done
    }
}

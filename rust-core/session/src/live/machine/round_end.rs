//! What comes after the results of a round.

use vibeue_tools::ToolAnswer;

/// What comes next when all calls that nobody runs have their results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RoundEnd {
    /// The others are waited for.
    Wait,
    /// The turn ends: it had too many rounds.
    TooMany,
    /// The model is in a loop, and its calls were refused this often.
    Loop { refused: u32, names: String },
}

/// A call that does not run.
#[derive(Debug)]
pub(super) struct Unrun {
    pub(super) id: Box<str>,
    pub(super) name: Box<str>,
    pub(super) answer: Answer,
}

/// What answers a call that does not run.
#[derive(Debug)]
pub(super) enum Answer {
    /// With this text.
    Ready(ToolAnswer),
    /// Our own tool, with these arguments.
    Recall(String),
    /// Our own tool that loads others, with these arguments.
    Load(String),
}

//! Why an agent does not answer.

use std::fmt;
use std::time::Duration;

use vibeue_provider::{ErrorClass, ProviderError};

/// A step of the greeting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Versions and abilities.
    Initialize,
    /// Signing in.
    Authenticate,
    /// A new conversation.
    NewSession,
    /// An earlier conversation.
    LoadSession,
    /// The mode in which it works.
    SetMode,
}

impl Stage {
    /// The method of the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Self::Initialize => "initialize",
            Self::Authenticate => "authenticate",
            Self::NewSession => "session/new",
            Self::LoadSession => "session/load",
            Self::SetMode => "session/set_mode",
        }
    }
}

/// A way to sign in that an agent offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The id by which it is chosen.
    pub id: String,
    /// Its name for the user.
    pub name: String,
    /// More words for the user.
    pub description: Option<String>,
}

/// Why an agent does not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AgentFailure {
    /// It is not allowed yet: it was not started.
    NotAllowed {
        /// Its command line.
        line: String,
    },
    /// Its program could not be started.
    CouldNotStart {
        /// Why.
        why: String,
    },
    /// It was started, but the handshake failed.
    Handshake {
        /// At which step.
        stage: Stage,
        /// Why.
        why: String,
    },
    /// The user has to sign in first.
    NeedsSignIn {
        /// The ways that it offers.
        ways: Vec<SignIn>,
        /// The agent's message.
        why: String,
    },
    /// Its process ended, or was ended.
    Lost {
        /// How.
        how: String,
        /// The end of its standard error.
        last_words: String,
    },
    /// It sent something that violates the protocol.
    Protocol {
        /// What.
        what: String,
    },
    /// It answered the prompt with an error.
    Answered {
        /// The agent's message.
        what: String,
    },
    /// Its turn exceeded the limit on its cost, and was stopped.
    Spent {
        /// The cost, and the limit.
        what: String,
    },
    /// It did not answer in time.
    TimedOut {
        /// The request.
        what: String,
        /// The time limit.
        limit: Duration,
    },
}

impl AgentFailure {
    /// The failure's name, as in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotAllowed { .. } => "needs_permission",
            Self::CouldNotStart { .. } => "could_not_start",
            Self::Handshake { .. } => "handshake_failed",
            Self::NeedsSignIn { .. } => "needs_sign_in",
            Self::Lost { .. } => "lost",
            Self::Protocol { .. } => "protocol",
            Self::Answered { .. } => "answered_with_error",
            Self::Spent { .. } => "spent",
            Self::TimedOut { .. } => "timed_out",
        }
    }

    /// Whether the end of the process cannot give a better reason.
    pub(crate) fn is_certain(&self) -> bool {
        !matches!(self, Self::Lost { .. })
    }

    fn class(&self) -> ErrorClass {
        match self {
            Self::CouldNotStart { .. } => ErrorClass::NotFound,
            Self::Handshake { .. } | Self::Protocol { .. } => ErrorClass::Protocol,
            Self::NeedsSignIn { .. } => ErrorClass::Authentication,
            Self::Lost { .. } | Self::TimedOut { .. } => ErrorClass::Transport,
            Self::NotAllowed { .. } | Self::Answered { .. } | Self::Spent { .. } => {
                ErrorClass::Refused
            }
        }
    }

    fn hint(&self) -> String {
        match self {
            Self::NotAllowed { .. } => "allow it, then send the message again".to_owned(),
            Self::CouldNotStart { .. } => "install it, or give its full path".to_owned(),
            Self::Handshake { .. } => {
                "check that the command speaks the Agent Client Protocol; many agents need an \
                 option for it, such as --acp"
                    .to_owned()
            }
            Self::NeedsSignIn { ways, .. } if ways.is_empty() => {
                "sign in with the agent's own program, then send the message again".to_owned()
            }
            Self::NeedsSignIn { ways, .. } => {
                let ways: Vec<String> =
                    ways.iter().map(|way| format!("{} ({})", way.id, way.name)).collect();
                format!(
                    "sign in with the agent's own program, or choose one of its sign-in methods: {}",
                    ways.join(", ")
                )
            }
            Self::Lost { .. } => "send the message again, which restarts the agent".to_owned(),
            Self::Protocol { .. } => "update the agent".to_owned(),
            Self::Answered { .. } => "its message says what to do".to_owned(),
            // Same wording as a session uses for a model's turn.
            Self::Spent { .. } => {
                "ask again to continue, or say what remains to be done".to_owned()
            }
            Self::TimedOut { .. } => "send the message again".to_owned(),
        }
    }
}

impl fmt::Display for AgentFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed { line } => {
                write!(f, "this agent is not allowed in the project yet: {line}")
            }
            Self::CouldNotStart { why } => write!(f, "the agent could not be started: {why}"),
            Self::Handshake { stage, why } => {
                write!(f, "the handshake with the agent failed at {}: {why}", stage.name())
            }
            Self::NeedsSignIn { why, .. } => write!(f, "the agent wants you to sign in: {why}"),
            Self::Lost { how, last_words } if last_words.is_empty() => {
                write!(f, "the agent stopped: {how}")
            }
            Self::Lost { how, last_words } => {
                write!(f, "the agent stopped: {how}; its last output: {last_words}")
            }
            Self::Protocol { what } => write!(f, "the agent violated the protocol: {what}"),
            Self::Answered { what } => write!(f, "the agent answered with an error: {what}"),
            Self::Spent { what } => f.write_str(what),
            Self::TimedOut { what, limit } => {
                write!(f, "the agent did not answer {what} within {} s", limit.as_secs_f64())
            }
        }
    }
}

impl std::error::Error for AgentFailure {}

impl From<AgentFailure> for ProviderError {
    fn from(failure: AgentFailure) -> Self {
        let mut error = ProviderError::new(failure.class(), failure.to_string());
        error.hint = Some(failure.hint());
        // The agent may have done half of it.
        error.may_repeat = Some(false);
        error
    }
}

//! Whose format a message has.

use super::Format;

/// Whose format a message has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    OpenAi,
    Anthropic,
}

impl Family {
    /// Its name in a summary's tag.
    pub(super) fn name(self) -> &'static str {
        match self {
            Family::OpenAi => "openai",
            Family::Anthropic => "anthropic",
        }
    }

    /// Whose messages a format contains; `None` for a journal.
    pub(super) fn of(format: Format) -> Option<Self> {
        match format {
            _ if format.is_anthropic() => Some(Family::Anthropic),
            _ if format.is_openai() => Some(Family::OpenAi),
            _ => None,
        }
    }
}

//! Errors, classified by what the caller can do about them.

use std::fmt;

/// The result of operations in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The error of this crate: what went wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    kind: ErrorKind,
    place: Option<String>,
    message: String,
    hint: Option<String>,
}

/// Classifies an error by what the caller can do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Occurs when a file or text is not what it claims to be; fix the input.
    Input,
    /// Occurs when a setting is out of its range or contradicts another; fix
    /// the setting.
    Settings,
    /// Occurs when the parts that must stay are larger than the budget; remove
    /// one of them or use a larger window.
    Irreducible,
    /// Occurs when the conversation changed between planning and applying; plan
    /// again.
    Conflict,
    /// Occurs when another process holds the file; wait, or close that process.
    Busy,
    /// Occurs when the caller cancelled the operation; nothing was changed.
    Cancelled,
    /// Occurs when the operating system refuses to read or write.
    Io,
    /// Occurs when an invariant of this crate is broken: a bug.
    Internal,
}

impl Error {
    /// Creates an error from a description of what happened.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, place: None, message: message.into(), hint: None }
    }

    /// Adds where it happened: a file, a line, a message index and field. A
    /// place that is already set is kept as the inner one.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(match self.place.take() {
            Some(inner) => format!("{}: {inner}", place.into()),
            None => place.into(),
        });
        self
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What the caller can do about it.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where it happened, outermost place first.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// What happened.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it.
    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

//! How a command fails.

use std::any::Any;
use std::io;

use vibeue_core::session::live::FailureClass;
use vibeue_core::{Error, ErrorKind};

/// The result of a command and its steps.
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something is wrong, and this is the message for the user.
    Error(Error),
    /// No one reads the output any more (`vibeue … | head`): not an error.
    OutputClosed,
    /// A provider did not answer; the class says what a caller can do about it.
    Provider(Error, FailureClass),
    /// It was already reported; only the exit code is left.
    Reported(u8),
    /// The user cancelled it with Ctrl-C.
    Cancelled,
    /// A signal ended it.
    Ended(Ending),
}

/// A signal that ends the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code, reason = "no signal says so there"))]
pub(crate) enum Ending {
    /// SIGHUP: the terminal is gone.
    HungUp,
    /// SIGTERM: the program is asked to end.
    Terminated,
}

impl Ending {
    /// The exit code: what shells use for the signal.
    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Ending::HungUp => 129,
            Ending::Terminated => 143,
        }
    }

    /// What happened, for the user.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Ending::HungUp => "ended: the terminal was closed (SIGHUP)",
            Ending::Terminated => "ended by SIGTERM",
        }
    }
}

impl Failure {
    /// The exit code of a fault of this program.
    pub(crate) const INTERNAL: u8 = 1;
    /// The exit code of wrong usage, wrong input, and files that cannot be
    /// read or written.
    pub(crate) const USAGE: u8 = 2;
    /// The exit code when a request does not fit, whether the program or the server found out.
    pub(crate) const TOO_LARGE: u8 = 3;
    /// The exit code when the provider did not answer.
    pub(crate) const PROVIDER: u8 = 4;
    /// The exit code after Ctrl-C: what shells use for it.
    pub(crate) const CANCELLED: u8 = 130;

    /// Creates a failure for bad usage or input.
    pub(crate) fn input(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Error::new(ErrorKind::Input, message).hint(hint).into()
    }

    /// Creates a failure from a panic's payload.
    pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without a message".to_owned());
        Error::new(ErrorKind::Internal, format!("internal error: {text}"))
            .hint("no file was changed; please report this with the command you ran")
            .into()
    }

    /// The exit code for the shell.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::OutputClosed => 0,
            Failure::Provider(_, class) => Self::code_of(*class),
            Failure::Ended(ending) => ending.exit_code(),
            Failure::Reported(code) => *code,
            Failure::Cancelled => Self::CANCELLED,
            Failure::Error(error) => match error.kind() {
                ErrorKind::Input | ErrorKind::Settings | ErrorKind::Busy | ErrorKind::Io => {
                    Self::USAGE
                }
                // A command that is not possible on the conversation in its current state.
                ErrorKind::Conflict => Self::USAGE,
                ErrorKind::Irreducible => Self::TOO_LARGE,
                _ => Self::INTERNAL,
            },
        }
    }

    /// The exit code if a turn failed like this.
    pub(crate) fn code_of(class: FailureClass) -> u8 {
        match class {
            class if Self::is_too_large(class) => Self::TOO_LARGE,
            FailureClass::Storage | FailureClass::Settings | FailureClass::Invalid => Self::USAGE,
            FailureClass::Internal => Self::INTERNAL,
            _ => Self::PROVIDER,
        }
    }

    /// Returns whether a request did not fit, whether that was found before it was sent or by the
    /// server.
    pub(crate) fn is_too_large(class: FailureClass) -> bool {
        matches!(
            class,
            FailureClass::Irreducible
                | FailureClass::OverBudget
                | FailureClass::ContextLengthExceeded
        )
    }

    /// Says where it happened.
    pub(crate) fn at(self, place: &str) -> Self {
        match self {
            Failure::Error(error) => Failure::Error(error.at(place)),
            other => other,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

/// Errors of writing to standard output or error; errors of files carry the file's name and are not
/// converted here.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::OutputClosed;
        }
        Error::new(ErrorKind::Io, format!("cannot write the output: {error}")).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_error_has_the_exit_code_that_the_help_states() {
        let code = |kind| Failure::from(Error::new(kind, "x")).exit_code();
        assert_eq!(
            [
                ErrorKind::Input,
                ErrorKind::Settings,
                ErrorKind::Busy,
                ErrorKind::Io,
                ErrorKind::Conflict,
                ErrorKind::Irreducible,
                ErrorKind::Internal,
            ]
            .map(code),
            [2, 2, 2, 2, 2, 3, 1]
        );
    }

    #[test]
    fn a_reader_that_went_away_is_not_an_error() {
        let closed = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(closed.exit_code(), 0);
        let full = Failure::from(io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(full.exit_code(), 2);
    }
}

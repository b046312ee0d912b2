//! Why the credential store gave or took no key.

use std::fmt;

use vibeue_conversation::{Error, ErrorKind};

/// Why the system's credential store gave or took no key. Contains no key.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CredentialFault {
    /// Occurs when no store can be reached: there is no session bus, nothing
    /// on it keeps secrets, or the store is switched off.
    Absent,
    /// Occurs when the store stayed locked, because the user declined.
    Refused,
    /// Occurs when the store's own question was not answered in time.
    Unanswered,
    /// Occurs when the store did not answer in time.
    Silent,
    /// Occurs when the store failed or answered something else; says what.
    Broken(String),
    /// Occurs when a key is none that the store can keep; says why.
    Unfit(String),
}

impl CredentialFault {
    /// Whether the store is there and could have the key: for a missing store
    /// this is `false`. Windows and macOS do not always say that somebody
    /// declined: there every failure counts.
    pub fn may_have_key(&self) -> bool {
        match self {
            CredentialFault::Refused | CredentialFault::Unanswered => true,
            CredentialFault::Broken(_) => cfg!(any(windows, target_os = "macos")),
            _ => false,
        }
    }

    /// What happened.
    pub fn message(&self) -> String {
        match self {
            CredentialFault::Absent => "the system's credential store cannot be reached".to_owned(),
            CredentialFault::Refused => {
                "the system's credential store is locked, and was not unlocked".to_owned()
            }
            CredentialFault::Unanswered => {
                "the system's credential store asked for its password, and nobody answered"
                    .to_owned()
            }
            CredentialFault::Silent => {
                "the system's credential store did not answer in time".to_owned()
            }
            CredentialFault::Broken(what) => {
                format!("the system's credential store failed: {what}")
            }
            CredentialFault::Unfit(why) => format!("this key cannot be stored: {why}"),
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            CredentialFault::Absent if cfg!(any(windows, target_os = "macos")) => {
                "use an environment variable instead"
            }
            CredentialFault::Absent => {
                "start GNOME Keyring, KWallet or KeePassXC in your desktop session, or use an \
                 environment variable instead"
            }
            CredentialFault::Refused | CredentialFault::Unanswered => {
                "unlock it and try again, or use an environment variable instead"
            }
            CredentialFault::Silent | CredentialFault::Broken(_) => {
                "check it with the system's password manager, or use an environment variable instead"
            }
            CredentialFault::Unfit(_) => {
                "give only the key, as its provider shows it, or use an environment variable instead"
            }
        }
    }
}

impl fmt::Display for CredentialFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message(), self.hint())
    }
}

impl std::error::Error for CredentialFault {}

impl From<CredentialFault> for Error {
    fn from(fault: CredentialFault) -> Self {
        Error::new(ErrorKind::Settings, fault.message()).at("key").hint(fault.hint())
    }
}

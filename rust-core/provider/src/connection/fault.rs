//! Why no connection can be made from what was chosen.

use std::fmt;

use vibeue_conversation::{Error, ErrorKind, Protocol};

use crate::http::{Redactor, shortened};
use crate::{CredentialFault, Preset};

/// The one thing that is missing or wrong. A host may explain in its own words
/// where to fix it; [`Error::from`] explains it in general terms.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ConnectionFault {
    /// Occurs when no preset has this name.
    UnknownProvider(String),
    /// Occurs when no protocol has this name.
    UnknownProtocol(String),
    /// Occurs when neither a provider nor an address is chosen, and the
    /// environment implies none.
    NoProvider,
    /// Occurs when no provider is chosen, and the environment, or else the
    /// credential store, contains the keys of these.
    SeveralProviders(Vec<&'static Preset>),
    /// Occurs when no model is chosen although one is required.
    NoModel,
    /// Occurs when the named environment variable contains no key.
    VariableNotSet(String),
    /// Occurs when what is given as the name of a variable cannot be one. It is
    /// not repeated: it may be the key itself.
    NotAVariable,
    /// Occurs when this provider's own server requires a key and none was
    /// found.
    NoKey(&'static Preset),
    /// Occurs when the credential store may have the key and did not give it.
    Kept(CredentialFault),
    /// Occurs when the address cannot be used.
    Address(Error),
    /// Occurs when the given key cannot be one.
    Key(Error),
    /// Occurs when a header cannot be sent.
    Header(Error),
}

impl ConnectionFault {
    /// The field of [`ConnectionRequest`](super::ConnectionRequest) to fix.
    pub fn place(&self) -> &'static str {
        match self {
            ConnectionFault::UnknownProvider(_)
            | ConnectionFault::NoProvider
            | ConnectionFault::SeveralProviders(_) => "provider",
            ConnectionFault::UnknownProtocol(_) => "protocol",
            ConnectionFault::NoModel => "model",
            ConnectionFault::VariableNotSet(_) | ConnectionFault::NotAVariable => "key_variable",
            ConnectionFault::NoKey(_) | ConnectionFault::Kept(_) | ConnectionFault::Key(_) => "key",
            ConnectionFault::Address(_) => "base_url",
            ConnectionFault::Header(_) => "headers",
        }
    }

    /// What happened.
    pub fn message(&self) -> String {
        match self {
            ConnectionFault::UnknownProvider(name) => {
                format!("there is no provider `{}`", shown(name))
            }
            ConnectionFault::UnknownProtocol(name) => {
                format!("there is no protocol `{}`", shown(name))
            }
            ConnectionFault::NoProvider => "no provider is chosen".to_owned(),
            ConnectionFault::SeveralProviders(_) => {
                "no provider is chosen, and there are keys for several".to_owned()
            }
            ConnectionFault::NoModel => "no model is chosen".to_owned(),
            ConnectionFault::VariableNotSet(name) => {
                format!("the environment variable {name} is not set")
            }
            ConnectionFault::NotAVariable => {
                "this is not the name of an environment variable".to_owned()
            }
            ConnectionFault::NoKey(preset) => {
                format!("{} does not answer without a key", preset.title)
            }
            ConnectionFault::Kept(fault) => fault.message(),
            ConnectionFault::Address(error)
            | ConnectionFault::Key(error)
            | ConnectionFault::Header(error) => error.message().to_owned(),
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            ConnectionFault::UnknownProvider(_) => {
                format!("choose one of: {}", names(Preset::ALL.iter()))
            }
            ConnectionFault::UnknownProtocol(_) => {
                let names = Protocol::ALL.map(Protocol::name);
                format!("choose one of: {}", names.join(", "))
            }
            ConnectionFault::NoProvider => {
                "choose a provider, or give the address of a server".to_owned()
            }
            ConnectionFault::SeveralProviders(presets) => {
                format!("choose one of: {}", names(presets.iter().copied()))
            }
            ConnectionFault::NoModel => "give the model's id as its server knows it".to_owned(),
            ConnectionFault::VariableNotSet(_) => {
                "set it and restart this program, or remove its name".to_owned()
            }
            ConnectionFault::NotAVariable => "put the key into one, and its name here".to_owned(),
            ConnectionFault::NoKey(preset) => {
                format!("give a key, or set {}", preset.key_variables.join(" or "))
            }
            ConnectionFault::Kept(fault) => fault.hint().to_owned(),
            ConnectionFault::Address(error)
            | ConnectionFault::Key(error)
            | ConnectionFault::Header(error) => error.hint_text().unwrap_or_default().to_owned(),
        }
    }
}

/// What the user entered, without a key that was meant for another field.
fn shown(entered: &str) -> String {
    shortened(&Redactor::default().redact(entered))
}

/// The names of presets, for use in a sentence.
fn names<'a>(presets: impl Iterator<Item = &'a Preset>) -> String {
    presets.map(|preset| preset.name).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for ConnectionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message(), self.hint())
    }
}

impl std::error::Error for ConnectionFault {}

impl From<ConnectionFault> for Error {
    fn from(fault: ConnectionFault) -> Self {
        match fault {
            ConnectionFault::Address(error)
            | ConnectionFault::Key(error)
            | ConnectionFault::Header(error) => error,
            fault => Error::new(ErrorKind::Settings, fault.message())
                .at(fault.place())
                .hint(fault.hint()),
        }
    }
}

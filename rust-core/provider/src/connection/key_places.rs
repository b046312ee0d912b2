//! Where keys are looked for, as a host lets it be done.

use secrecy::SecretString;

use super::Origin;
use crate::CredentialFault;

/// Reads an environment variable; `None` if it is not set.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Finds a server's key in the system's credential store; `None` if it has none.
pub type Kept<'a> = &'a dyn Fn(&Origin) -> Result<Option<SecretString>, CredentialFault>;

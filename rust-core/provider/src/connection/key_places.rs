//! Where to look for keys, as far as a host allows.

use secrecy::SecretString;

use super::Origin;
use crate::CredentialFault;

/// Reads an environment variable; `None` if it is not set.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Returns whether a text can be the name of an environment variable on every system.
pub fn is_variable_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Finds a server's key in the system's credential store; `None` if it has none.
pub type Kept<'a> = &'a dyn Fn(&Origin) -> Result<Option<SecretString>, CredentialFault>;

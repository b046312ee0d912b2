//! Files that source control keeps read-only until they are checked out.

use std::fmt;
use std::path::Path;

use crate::Allowance;

/// Checks files out of source control; implemented by the host, if it has one.
pub trait CheckOut: fmt::Debug + Send + Sync {
    /// Whether source control is in use, as far as is known without asking it.
    fn is_on(&self) -> bool;

    /// Checks a file out, and waits until that is done or the call is over.
    ///
    /// # Errors
    /// Why it is not checked out, and who has it if that is known, in words for
    /// the model.
    fn check_out(&self, file: &Path, allowance: &Allowance) -> Result<(), String>;
}

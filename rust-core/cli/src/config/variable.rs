//! Which file of settings is read.

/// The variable that names another file; empty means no file.
pub(crate) const VARIABLE: &str = "VIBEUE_CONFIG";

//! One generated file.

use std::fs;
use std::path::Path;

/// One generated file: its path in the repository and its text.
pub(super) struct Generated {
    pub(super) path: String,
    pub(super) text: String,
}

/// Where C++ finds the bridge.
pub(super) const CORE: &str = "Source/ThirdParty/VibeUECore";

/// Reads a file of the repository.
pub(super) fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("cannot read {path}: {error}"))
}

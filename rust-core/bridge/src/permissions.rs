//! What the user has allowed permanently.

use std::path::Path;

use vibeue_core::tools::ProjectRules;

use crate::ffi::ffi::SessionConfig;

/// What the user allowed permanently in the project; `None` if no project is known, or the file
/// cannot be read.
pub(crate) fn rules(config: &SessionConfig) -> Option<ProjectRules> {
    if config.project_folder.is_empty() || config.permissions.is_empty() {
        return None;
    }
    ProjectRules::open(Path::new(&config.permissions), Path::new(&config.project_folder))
        .inspect_err(|error| tracing::warn!("permanent permissions cannot be read: {error}"))
        .ok()
}

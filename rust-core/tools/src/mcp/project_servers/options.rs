//! What the servers of a project are opened with.

use std::path::PathBuf;
use std::sync::Arc;

use super::files::ListFile;
use crate::ProjectRules;
use crate::mcp::{FindOptions, Home, SignIns, Variables};

/// What the servers of a project are opened with.
pub struct ProjectServersOptions {
    /// The project's folder.
    pub project: PathBuf,
    /// The lists; of two servers with one name the first counts.
    pub files: Vec<ListFile>,
    /// Folders of the user, in which other clients may keep lists of servers:
    /// those are shown and not used; `None` looks nowhere, not even in the project.
    pub home: Option<Home>,
    /// The server of the project's editor is used, without a question.
    pub uses_engine: bool,
    /// How the editor is looked for.
    pub find: FindOptions,
    /// What the user allowed in the project, and where that is written down;
    /// without it, what is allowed holds until the end.
    pub rules: Option<ProjectRules>,
    /// Where the user's sign-ins are stored; without it signing in is not
    /// possible.
    pub sign_ins: Option<SignIns>,
    /// What variables are replaced by.
    pub variables: Arc<dyn Variables + Send + Sync>,
    /// Called after each change, from a thread of its own.
    pub bell: Arc<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for ProjectServersOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProjectServersOptions")
            .field("project", &self.project)
            .field("files", &self.files)
            .field("uses_engine", &self.uses_engine)
            .finish_non_exhaustive()
    }
}

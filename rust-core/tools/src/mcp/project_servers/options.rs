//! The options of a project's servers.

use std::path::PathBuf;
use std::sync::Arc;

use super::files::ListFile;
use crate::ProjectRules;
use crate::mcp::{FindOptions, Home, SignIns, Variables};

/// The options of a project's servers.
pub struct ProjectServersOptions {
    /// The project's folder.
    pub project: PathBuf,
    /// The lists; if two servers have the same name, the first counts.
    pub files: Vec<ListFile>,
    /// Folders of the user, in which other clients may keep lists of servers: those are shown but
    /// not used; with `None` none are searched, not even in the project.
    pub home: Option<Home>,
    /// Whether the server of the project's editor is used, without a question.
    pub uses_engine: bool,
    /// How the editor is looked for.
    pub find: FindOptions,
    /// What the user allowed in the project, and where that is stored; without it, permissions last
    /// only until the end.
    pub rules: Option<ProjectRules>,
    /// Where the user's sign-ins are stored; without it signing in is not
    /// possible.
    pub sign_ins: Option<SignIns>,
    /// The values of variables.
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

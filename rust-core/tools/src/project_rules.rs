//! What the user allowed permanently in a project.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use vibeue_conversation::{Error, ErrorKind, Result};

use crate::own_file::OwnFile;
use crate::{ServerIdentity, ToolIdentity};

/// What the user allowed permanently in one project.
///
/// Kept in one file of the user for all projects, outside of the projects, where a tool that writes
/// files could reach it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProjectRules {
    file: PathBuf,
    project: String,
    allowed: BTreeSet<ToolIdentity>,
    servers: BTreeSet<ServerIdentity>,
}

/// The file.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Stored {
    /// By the project's folder.
    #[serde(default)]
    projects: BTreeMap<String, Allowed>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Allowed {
    #[serde(default)]
    allow: BTreeSet<ToolIdentity>,
    /// Tool servers that may be started.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    servers: BTreeSet<ServerIdentity>,
}

impl ProjectRules {
    /// Reads what was allowed in a project; a file that does not exist yet allows nothing.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the file cannot be read, [`ErrorKind::Input`] if it is not a file of
    /// permissions.
    pub fn open(file: &Path, project: &Path) -> Result<Self> {
        let project = project.to_string_lossy().into_owned();
        let Allowed { allow: allowed, servers } =
            read(file)?.projects.remove(&project).unwrap_or_default();
        Ok(Self { file: file.to_owned(), project, allowed, servers })
    }

    /// Where they are kept.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns whether a tool was allowed.
    pub fn allows(&self, tool: &ToolIdentity) -> bool {
        self.allowed.contains(tool)
    }

    /// Returns whether a tool server may be started.
    pub fn allows_server(&self, server: &ServerIdentity) -> bool {
        self.servers.contains(server)
    }

    /// Stores that a tool is allowed.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the file cannot be written, and as [`ProjectRules::open`].
    pub fn allow(&mut self, tool: ToolIdentity) -> Result<()> {
        self.change(|rules| {
            rules.allow.insert(tool);
        })
    }

    /// Stores that a tool server may be started.
    ///
    /// # Errors
    /// As for [`ProjectRules::allow`].
    pub fn allow_server(&mut self, server: ServerIdentity) -> Result<()> {
        self.change(|rules| {
            rules.servers.insert(server);
        })
    }

    fn change(&mut self, change: impl FnOnce(&mut Allowed)) -> Result<()> {
        let Self { file, project, .. } = self;
        // Another session may have written meanwhile, or be writing now.
        let changed = own(file).change(|text| {
            let mut stored = parse(file, text)?;
            let rules = stored.projects.entry(project.clone()).or_default();
            change(rules);
            let now = (rules.allow.clone(), rules.servers.clone());
            Ok((serde_json::to_string_pretty(&stored).unwrap_or_default(), now))
        });
        (self.allowed, self.servers) = changed?;
        Ok(())
    }
}

fn own(file: &Path) -> OwnFile<'_> {
    OwnFile::new(file, "the permissions").hint("what you allow applies to this conversation only")
}

fn read(file: &Path) -> Result<Stored> {
    parse(file, own(file).read()?)
}

fn parse(file: &Path, text: Option<String>) -> Result<Stored> {
    let Some(text) = text else { return Ok(Stored::default()) };
    serde_json::from_str(&text).map_err(|error| {
        Error::new(ErrorKind::Input, format!("the permissions cannot be read: {error}"))
            .at(file.display().to_string())
            .hint("fix the file, or remove it and be asked again")
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;
    use vibeue_provider::ToolDefinition;

    use super::*;
    use crate::Tool;

    fn identity(name: &str) -> ToolIdentity {
        let parameters = json!({});
        let definition =
            ToolDefinition { name: name.to_owned(), description: String::new(), parameters };
        Tool::new(definition).identity()
    }

    #[test]
    fn two_sessions_that_allow_something_do_not_lose_each_others_word() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/permissions.json");
        let open = |project: &str| ProjectRules::open(&file, project.as_ref()).unwrap();
        let (mut one, mut other) = (open("/a"), open("/a"));
        let mut third = open("/b");
        one.allow(identity("x")).unwrap();
        other.allow(identity("y")).unwrap();
        third.allow(identity("z")).unwrap();
        let allows = |rules: &ProjectRules| ["x", "y", "z"].map(|it| rules.allows(&identity(it)));
        assert_eq!(allows(&open("/a")), [true, true, false]);
        assert_eq!(allows(&open("/b")), [false, false, true]);
        let mut names: Vec<_> = fs::read_dir(file.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["permissions.json", "permissions.lock"]);
    }

    #[test]
    fn sessions_that_allow_something_at_the_same_moment_all_have_their_word() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("permissions.json");
        let name = |of: usize, at: usize| format!("tool_{of}_{at}");
        std::thread::scope(|scope| {
            for of in 0..8 {
                let file = &file;
                scope.spawn(move || {
                    let mut rules = ProjectRules::open(file, "/a".as_ref()).unwrap();
                    for at in 0..10 {
                        rules.allow(identity(&name(of, at))).unwrap();
                    }
                });
            }
        });
        let rules = ProjectRules::open(&file, "/a".as_ref()).unwrap();
        let lost: Vec<String> = (0..8)
            .flat_map(|of| (0..10).map(move |at| name(of, at)))
            .filter(|name| !rules.allows(&identity(name)))
            .collect();
        assert_eq!(lost, Vec::<String>::new());
    }

    #[test]
    fn a_server_is_allowed_in_one_project_and_as_it_was_listed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("permissions.json");
        let open = |project: &str| ProjectRules::open(&file, project.as_ref()).unwrap();
        let server = |command: &str| ServerIdentity::of("files", &json!({"command": command}));
        let (mut one, mut other) = (open("/a"), open("/a"));
        one.allow_server(server("npx")).unwrap();
        other.allow(identity("x")).unwrap();
        let allows = |rules: &ProjectRules| {
            (
                ["npx", "npx-evil"].map(|it| rules.allows_server(&server(it))),
                rules.allows(&identity("x")),
            )
        };
        assert_eq!(allows(&open("/a")), ([true, false], true));
        assert_eq!(allows(&open("/b")), ([false, false], false));
    }

    #[test]
    fn a_file_that_is_not_one_of_permissions_is_named_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("permissions.json");
        let mut rules = ProjectRules::open(&file, "/a".as_ref()).unwrap();
        fs::write(&file, "{\"projects\": 1}").unwrap();
        let told = ProjectRules::open(&file, "/a".as_ref()).unwrap_err().to_string();
        assert!(told.contains("the permissions cannot be read"), "{told}");
        assert!(rules.allow(identity("x")).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "{\"projects\": 1}");
    }
}

//! Agents that are known by name.

use std::ffi::OsStr;

use vibeue_tools::process::has_program;

/// An agent that is known by name, for a list to choose from. Any other program
/// that speaks the protocol works as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownAgent {
    /// Its usual name.
    pub title: &'static str,
    /// The command line that starts it.
    pub line: &'static str,
    /// The command that installs it.
    pub install: &'static str,
}

impl KnownAgent {
    /// All of them.
    pub const ALL: [Self; 3] = [
        Self {
            title: "Claude Code",
            line: "claude-agent-acp",
            install: "npm i -g @agentclientprotocol/claude-agent-acp",
        },
        Self { title: "Gemini CLI", line: "gemini --acp", install: "npm i -g @google/gemini-cli" },
        Self {
            title: "Codex",
            line: "codex-acp",
            install: "npm i -g @agentclientprotocol/codex-acp",
        },
    ];

    /// Those whose program is in one of the folders of `path`, which is written as the system
    /// writes `PATH`. Relative folders are skipped: they mean something else in each program.
    /// Nothing is started.
    pub fn installed(path: &OsStr) -> Vec<&'static Self> {
        Self::installed_while(path, &|| true)
    }

    /// As [`KnownAgent::installed`], as long as `goes_on` says so before each
    /// folder: one on the network may take long.
    pub fn installed_while(path: &OsStr, goes_on: &dyn Fn() -> bool) -> Vec<&'static Self> {
        let folders: Vec<_> = std::env::split_paths(path).filter(|it| it.is_absolute()).collect();
        let is_there = |known: &&Self| {
            let program = known.line.split(' ').next().unwrap_or_default();
            let mut looked_at = folders.iter().take_while(|_| goes_on());
            looked_at.any(|folder| has_program(folder, program))
        };
        Self::ALL.iter().filter(is_there).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[cfg(unix)]
    use std::path::Path;

    #[cfg(unix)]
    #[test]
    fn an_agent_is_installed_where_a_folder_of_the_path_has_its_program() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = std::env::temp_dir().join(format!("vibeue-known-{}", std::process::id()));
        let (bin, more) = (folder.join("bin"), folder.join("more"));
        std::fs::create_dir_all(bin.join("codex-acp")).unwrap();
        std::fs::create_dir_all(&more).unwrap();
        for (name, mode) in [("gemini", 0o755), ("claude-agent-acp", 0o644)] {
            let file = more.join(name);
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let installed = |folders: &[&Path]| {
            let path = std::env::join_paths(folders).unwrap();
            KnownAgent::installed(&path).iter().map(|known| known.title).collect::<Vec<_>>()
        };
        // A folder of that name and a file that is not executable are not programs.
        assert_eq!(installed(&[&bin, &more]), ["Gemini CLI"]);
        assert_eq!(installed(&[&bin, Path::new("more")]), <[&str; 0]>::default());
        let path = std::env::join_paths([&more]).unwrap();
        assert_eq!(KnownAgent::installed_while(&path, &|| false), <[&KnownAgent; 0]>::default());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn every_known_command_is_one_that_can_be_started() {
        for known in KnownAgent::ALL {
            let words = crate::split(known.line).unwrap();
            assert!(!words.is_empty() && !known.title.is_empty(), "{known:?}");
            assert!(known.install.starts_with("npm i -g "), "{known:?}");
        }
    }
}

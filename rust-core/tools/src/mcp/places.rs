//! Where other clients keep their lists of servers.

use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};

/// Folders of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// The home folder.
    pub home: PathBuf,
    /// Where programs keep their settings: `~/.config`,
    /// `~/Library/Application Support`, `%APPDATA%`.
    pub settings: PathBuf,
}

impl Home {
    /// The variable that names another home folder to look for lists in, with its settings in
    /// `.config`; with `none`, no lists are searched.
    pub const VARIABLE: &str = "VIBEUE_SERVER_LISTS";

    /// The folders of the current user; `None` if the system knows none, or [`Self::VARIABLE`] says
    /// so.
    pub fn of_person() -> Option<Self> {
        if let Some(named) = std::env::var_os(Self::VARIABLE).filter(|named| !named.is_empty()) {
            let home = PathBuf::from(named);
            return (home.as_os_str() != "none")
                .then(|| Self { settings: home.join(".config"), home });
        }
        let folders = choose_base_strategy().ok()?;
        let mut settings = folders.config_dir();
        if cfg!(target_os = "macos") {
            settings = folders.home_dir().join("Library/Application Support");
        }
        Some(Self { home: folders.home_dir().to_owned(), settings })
    }
}

/// A file in which another client keeps its list of servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which client.
    pub client: &'static str,
    /// The file, whether it exists or not.
    pub file: PathBuf,
    /// Whether it belongs to the project, so that the project's authors control it.
    pub in_project: bool,
}

/// In the project's folder.
const PROJECT: [(&str, &str); 6] = [
    ("Claude Code", ".mcp.json"),
    ("Cursor", ".cursor/mcp.json"),
    ("Visual Studio Code", ".vscode/mcp.json"),
    ("Gemini CLI", ".gemini/settings.json"),
    ("Roo Code", ".roo/mcp.json"),
    ("Codex", ".codex/config.toml"),
];

/// In the home folder.
const HOME: [(&str, &str); 5] = [
    ("Claude Code", ".claude.json"),
    ("Cursor", ".cursor/mcp.json"),
    ("Windsurf", ".codeium/windsurf/mcp_config.json"),
    ("Gemini CLI", ".gemini/settings.json"),
    ("Codex", ".codex/config.toml"),
];

/// In the folder of settings.
const SETTINGS: [(&str, &str); 2] = [
    ("Claude Desktop", "Claude/claude_desktop_config.json"),
    ("Visual Studio Code", "Code/User/mcp.json"),
];

/// The files in which other clients keep their lists of servers, those of the
/// project first.
///
/// They are only offered: nothing is started because a file exists. A project's list comes with the
/// project, perhaps from strangers, and names programs to run.
pub fn places(project: &Path, home: &Home) -> Vec<Place> {
    let of = |list: &[(&'static str, &str)], folder: &Path, in_project: bool| {
        let place = |(client, file): &(&'static str, &str)| {
            let file = file.split('/').fold(folder.to_owned(), |path, part| path.join(part));
            Place { client, file, in_project }
        };
        list.iter().map(place).collect::<Vec<_>>()
    };
    let mut all = of(&PROJECT, project, true);
    for place in
        of(&HOME, &home.home, false).into_iter().chain(of(&SETTINGS, &home.settings, false))
    {
        // In the home folder itself both are the same file.
        if !all.iter().any(|known| known.file == place.file) {
            all.push(place);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_named_once_and_told_apart_by_whose_it_is() {
        let home = Home { home: "/home/a".into(), settings: "/home/a/.config".into() };
        let all = places("/game".as_ref(), &home);
        assert_eq!(all.len(), 13);
        assert_eq!(all.iter().filter(|place| place.in_project).count(), 6);
        assert!(all.contains(&Place {
            client: "Claude Desktop",
            file: "/home/a/.config/Claude/claude_desktop_config.json".into(),
            in_project: false
        }));
        assert_eq!(places("/home/a".as_ref(), &home).len(), 10);
    }
}

//! Configuration files, by name: credentials tend to be among their values.

use std::path::Path;

use super::names::without_backup_endings;

/// Endings of the formats that configuration is written in.
const ENDS: [&str; 19] = [
    "cfg",
    "conf",
    "config",
    "env",
    "ini",
    "json",
    "json5",
    "jsonc",
    "jsonl",
    "ndjson",
    "plist",
    "properties",
    "props",
    "reg",
    "tfvars",
    "toml",
    "xml",
    "yaml",
    "yml",
];

/// Names without such an ending.
const NAMES: [&str; 3] = ["dockerfile", "p4config", "p4config.txt"];

/// Returns whether a file is a configuration file: by its format, or because it is hidden or in a
/// hidden folder, like everything of source control and of agents.
pub(super) fn is_configuration(root: &Path, path: &Path) -> bool {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let is_hidden = inside.iter().any(|part| part.to_string_lossy().starts_with('.'));
    let Some(name) = inside.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase())
    else {
        return is_hidden;
    };
    let name = without_backup_endings(&name);
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    is_hidden || ENDS.contains(&end) || NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(path: &str) -> bool {
        is_configuration(Path::new("/game"), &Path::new("/game").join(path))
    }

    #[test]
    fn configuration_is_known_by_its_format_and_by_where_it_lies() {
        for path in [
            ".git/config",
            "sub/.git/modules/a/config",
            ".gitmodules",
            ".claude/settings.local.json",
            "servers.json",
            "Config/DefaultEngine.ini",
            "NuGet.Config",
            "a.YAML.bak",
            "Dockerfile",
            "p4config.txt",
            ".vscode/launch.json",
        ] {
            assert!(is(path), "{path}");
        }
        for path in ["Source/Door.cpp", "README.md", "keys.txt", "Content/Python/tool.py", "a"] {
            assert!(!is(path), "{path}");
        }
    }

    #[cfg(feature = "mcp")]
    #[test]
    fn every_list_of_servers_that_a_project_may_have_is_configuration() {
        let home = crate::mcp::Home { home: "/home/a".into(), settings: "/home/a/s".into() };
        let places = crate::mcp::places(Path::new("/game"), &home);
        for place in places.iter().filter(|place| place.in_project) {
            assert!(is_configuration(Path::new("/game"), &place.file), "{place:?}");
        }
    }
}

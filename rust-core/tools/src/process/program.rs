//! Which file a command means.
//!
//! On Windows the system adds `.exe` to a name and nothing else, while everything that npm installs
//! is a `.cmd`. Here is how shells find such a file, as a pure function.

use std::path::Path;
#[cfg(any(windows, test))]
use std::path::PathBuf;

/// The endings of files that can be started as processes, with which `PATHEXT` begins if it is not
/// set. Endings of scripts that need another program are not included.
#[cfg(any(windows, test))]
const STARTABLE: [&str; 4] = [".com", ".exe", ".bat", ".cmd"];

/// Returns whether a folder has a program of this name.
#[cfg(unix)]
pub fn has_program(folder: &Path, name: &str) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let metadata = folder.join(name).metadata();
    metadata.is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

/// Returns whether a folder has a program of this name.
#[cfg(windows)]
pub fn has_program(folder: &Path, name: &str) -> bool {
    in_folder(folder, name, &endings(&path_ext()), &Path::is_file).is_some()
}

/// Returns whether a folder has a program of this name.
#[cfg(not(any(unix, windows)))]
pub fn has_program(folder: &Path, name: &str) -> bool {
    folder.join(name).is_file()
}

/// The file that a command means in the environment of the program that is started; the command
/// itself if none is found, for the system to say so.
///
/// A `.bat` or `.cmd` is run by `cmd.exe`; the standard library prevents arguments from injecting
/// into its command line: since Rust 1.77.2 it escapes them, and refuses to start if it cannot.
#[cfg(windows)]
pub(super) fn resolved(
    command: &Path,
    environment: &std::collections::BTreeMap<String, String>,
) -> PathBuf {
    let given = |name: &str| {
        let mut named = environment.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.into())
    };
    let path = given("PATH").or_else(|| std::env::var_os("PATH")).unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let path_ext = given("PATHEXT").and_then(|it: std::ffi::OsString| it.into_string().ok());
    let path_ext = path_ext.unwrap_or_else(self::path_ext);
    find(command, &folders, &path_ext, &Path::is_file).unwrap_or_else(|| command.to_owned())
}

#[cfg(windows)]
fn path_ext() -> String {
    std::env::var("PATHEXT").unwrap_or_default()
}

/// Finds the file that a command means: one with a folder in it only by the endings, others in the
/// folders of `PATH`, in order. Folders that are relative are ignored: a project must not be able
/// to supply the program that a name means.
#[cfg(any(windows, test))]
fn find(
    command: &Path,
    folders: &[PathBuf],
    path_ext: &str,
    is_file: &dyn Fn(&Path) -> bool,
) -> Option<PathBuf> {
    let endings = endings(path_ext);
    let name = command.file_name()?.to_str()?;
    let folder = command.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        return in_folder(folder, name, &endings, is_file);
    }
    let mut folders = folders.iter().filter(|folder| folder.is_absolute());
    folders.find_map(|folder| in_folder(folder, name, &endings, is_file))
}

/// The endings that are tried, in the order of `PATHEXT`, in lower case.
#[cfg(any(windows, test))]
fn endings(path_ext: &str) -> Vec<String> {
    let listed = path_ext.split(';').map(|ending| ending.trim().to_ascii_lowercase());
    let known: Vec<String> = listed.filter(|ending| STARTABLE.contains(&ending.as_str())).collect();
    if known.is_empty() { STARTABLE.map(str::to_owned).into() } else { known }
}

#[cfg(any(windows, test))]
fn in_folder(
    folder: &Path,
    name: &str,
    endings: &[String],
    is_file: &dyn Fn(&Path) -> bool,
) -> Option<PathBuf> {
    let lower = name.to_ascii_lowercase();
    // A file without an ending, like the one that npm also installs, is for other systems.
    let has_ending = STARTABLE.iter().any(|ending| lower.ends_with(ending));
    let exact = has_ending.then(|| folder.join(name));
    // Appended, not replaced: a name may contain dots.
    let added = endings.iter().map(|ending| folder.join(format!("{name}{ending}")));
    exact.into_iter().chain(added).find(|file| is_file(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHEXT: &str = ".COM;.EXE;.BAT;.CMD;.VBS;.JS";

    /// A folder that is absolute on every system.
    fn folder(name: &str) -> PathBuf {
        let root = if cfg!(windows) { "C:\\" } else { "/" };
        Path::new(root).join(name)
    }

    /// What a command means where these files are, in folders `npm` and `node`.
    fn found(command: &Path, path_ext: &str, files: &[PathBuf]) -> Option<PathBuf> {
        let folders = [PathBuf::from("tools"), folder("npm"), folder("node")];
        find(command, &folders, path_ext, &|file| files.iter().any(|it| it == file))
    }

    #[test]
    fn what_npm_installs_is_found_by_its_name() {
        let npm = |name: &str| folder("npm").join(name);
        let node = |name: &str| folder("node").join(name);
        let files = [
            npm("npx"),
            npm("npx.cmd"),
            npm("gemini.ps1"),
            npm("gemini.cmd"),
            npm("claude-agent-acp.cmd"),
            npm("tool.v2.exe"),
            npm("script.js"),
            node("node.exe"),
            node("npx.cmd"),
            Path::new("tools").join("git.exe"),
        ];
        let found = |command: &str| found(Path::new(command), PATHEXT, &files);
        assert_eq!(found("npx"), Some(npm("npx.cmd")));
        assert_eq!(found("npx.cmd"), Some(npm("npx.cmd")));
        assert_eq!(found("gemini"), Some(npm("gemini.cmd")));
        assert_eq!(found("claude-agent-acp"), Some(npm("claude-agent-acp.cmd")));
        assert_eq!(found("tool.v2"), Some(npm("tool.v2.exe")));
        assert_eq!(found("node"), Some(node("node.exe")));
        // Not directly executable, missing, or in a relative folder.
        for command in ["script", "script.js", "python", "git", ""] {
            assert_eq!(found(command), None, "{command}");
        }
    }

    #[test]
    fn endings_are_tried_in_the_order_that_the_user_set() {
        let [exe, cmd] = ["a.exe", "a.cmd"].map(|name| folder("npm").join(name));
        let files = [exe.clone(), cmd.clone()];
        let found = |path_ext: &str| found(Path::new("a"), path_ext, &files);
        assert_eq!(found(PATHEXT), Some(exe.clone()));
        assert_eq!(found(".cmd; .exe"), Some(cmd));
        assert_eq!(found(""), Some(exe.clone()));
        assert_eq!(found(".VBS"), Some(exe));
    }

    #[test]
    fn a_command_with_a_folder_is_looked_for_there_alone() {
        let files = [folder("npm").join("a.cmd"), folder("own").join("a.cmd")];
        let found = |command: PathBuf| found(&command, PATHEXT, &files);
        assert_eq!(found(folder("own").join("a")), Some(folder("own").join("a.cmd")));
        assert_eq!(found(folder("own").join("a.cmd")), Some(folder("own").join("a.cmd")));
        assert_eq!(found(folder("other").join("a")), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_a_file_that_may_be_run() {
        use std::os::unix::fs::PermissionsExt as _;
        let place = tempfile::tempdir().unwrap();
        std::fs::create_dir(place.path().join("folder")).unwrap();
        for (name, mode) in [("runs", 0o755), ("text", 0o644)] {
            std::fs::write(place.path().join(name), "").unwrap();
            let mode = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(place.path().join(name), mode).unwrap();
        }
        let has = ["runs", "text", "folder", "other"].map(|it| has_program(place.path(), it));
        assert_eq!(has, [true, false, false, false]);
    }
}

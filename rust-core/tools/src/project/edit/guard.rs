//! Which files may be edited, and by which tool.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How the editing tools treat a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ward {
    /// An ordinary file.
    Free,
    /// It decides what runs, or which instructions an agent gets; why.
    Guarded(&'static str),
    /// No tool edits it; why.
    Forbidden(&'static str),
}

/// Which files may be edited.
#[derive(Debug, Default)]
pub(super) struct Guard {
    /// Lower-case paths below which nothing is edited.
    protected: Vec<PathBuf>,
}

/// Folders of source control: their files run at the next commit, or are the history itself.
const HISTORIES: [&str; 6] = [".git", ".hg", ".svn", ".jj", ".bzr", ".plastic"];

/// Folders next to an Unreal project's file that the engine creates and reads.
const MADE_BY_ENGINE: [&str; 4] = ["saved", "intermediate", "binaries", "deriveddatacache"];

/// Folders whose files run, or control what runs, without the user's involvement.
const GUARDED_FOLDERS: [(&str, &str); 33] = [
    (".github", CI),
    (".gitlab", CI),
    (".circleci", CI),
    (".ci", CI),
    (".githooks", HOOKS),
    (".husky", HOOKS),
    (".vscode", IDE),
    (".idea", IDE),
    (".vs", IDE),
    (".devcontainer", IDE),
    (".zed", IDE),
    (".fleet", IDE),
    (".agents", AGENT),
    (".aider", AGENT),
    (".amazonq", AGENT),
    (".augment", AGENT),
    (".claude", AGENT),
    (".cline", AGENT),
    (".clinerules", AGENT),
    (".codeium", AGENT),
    (".codex", AGENT),
    (".continue", AGENT),
    (".cursor", AGENT),
    (".factory", AGENT),
    (".gemini", AGENT),
    (".junie", AGENT),
    (".kilocode", AGENT),
    (".kiro", AGENT),
    (".opencode", AGENT),
    (".qwen", AGENT),
    (".roo", AGENT),
    (".trae", AGENT),
    (".windsurf", AGENT),
];

/// The same for single files.
const GUARDED_FILES: [(&str, &str); 36] = [
    ("init_unreal.py", "the editor runs it when it starts"),
    (".gitlab-ci.yml", CI),
    ("jenkinsfile", CI),
    (".pre-commit-config.yaml", HOOKS),
    (".gitattributes", "it decides which programs source control runs"),
    (".gitmodules", "it decides what source control fetches"),
    (".gitconfig", "it decides which programs source control runs"),
    (".p4config", "it decides which server source control asks"),
    (".p4config.txt", "it decides which server source control asks"),
    (".envrc", "shells run it when the user enters the folder"),
    (".mcp.json", AGENT),
    ("mcp.json", AGENT),
    ("mcp_config.json", AGENT),
    (".claude.json", AGENT),
    ("claude_desktop_config.json", AGENT),
    (".aider.conf.yml", AGENT),
    (".clinerules", AGENT),
    (".cursorrules", AGENT),
    (".goosehints", AGENT),
    (".kilocodemodes", AGENT),
    (".roomodes", AGENT),
    (".windsurfrules", AGENT),
    ("agent.md", AGENT),
    ("agents.md", AGENT),
    ("agents.local.md", AGENT),
    ("agents.override.md", AGENT),
    ("claude.md", AGENT),
    ("claude.local.md", AGENT),
    ("copilot-instructions.md", AGENT),
    ("gemini.md", AGENT),
    ("gemini-extension.json", AGENT),
    ("opencode.json", AGENT),
    ("opencode.jsonc", AGENT),
    ("qwen.md", AGENT),
    ("skill.md", AGENT),
    ("warp.md", AGENT),
];

/// The same for files that are recognized by a prefix of their names: Roo Code reads rules of a
/// mode from `.clinerules-code`.
const GUARDED_BEGINNINGS: [(&str, &str); 2] = [(".clinerules-", AGENT), (".roorules", AGENT)];

/// The same for suffixes.
const GUARDED_ENDS: [(&str, &str); 4] = [
    (".instructions.md", AGENT),
    (".chatmode.md", AGENT),
    (".prompt.md", AGENT),
    (".code-workspace", IDE),
];

const CI: &str = "a build server runs it";
const HOOKS: &str = "source control runs it";
const IDE: &str = "a development environment runs what it says";
const AGENT: &str = "agents are told or started by it";

impl Guard {
    /// Protects files and folders, whether they exist or not, and everything below them.
    pub(super) fn new(protected: impl IntoIterator<Item = PathBuf>) -> Self {
        let protected = protected
            .into_iter()
            .flat_map(|path| [lower(&real(&path)), lower(&path)])
            .filter(|path| !path.as_os_str().is_empty())
            .collect();
        Self { protected }
    }

    /// Returns how a file is treated, by its path relative to the folder.
    pub(super) fn ward(&self, root: &Path, inside: &Path) -> Ward {
        let whole = lower(&root.join(inside));
        if self.protected.iter().any(|path| whole.starts_with(path)) {
            return Ward::Forbidden(
                "it is where permissions, settings, journals or backups are kept; the user alone \
                 changes it",
            );
        }
        let inside_lower = lower(inside);
        let names: Vec<_> =
            inside_lower.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        let (name, folders) = names.split_last().map_or(("", &names[..]), |(name, it)| (name, it));
        if names.iter().any(|name| HISTORIES.contains(&name.as_str())) {
            return Ward::Forbidden("it belongs to source control, which alone changes it");
        }
        if is_journal(&root.join(inside)) {
            return Ward::Forbidden(
                "it is the journal of a conversation, which only the program that has it open changes",
            );
        }
        if is_made_by_engine(root, inside) {
            return Ward::Forbidden("the engine generates it and may change it at any time");
        }
        let folder = |(known, why): &(&str, &'static str)| {
            folders.iter().any(|name| name == known).then_some(*why)
        };
        let file = |(known, why): &(&str, &'static str)| (name == *known).then_some(*why);
        if let Some(why) = GUARDED_FOLDERS.iter().find_map(folder) {
            return Ward::Guarded(why);
        }
        if let Some(why) = GUARDED_FILES.iter().find_map(file) {
            return Ward::Guarded(why);
        }
        let begins = |(known, why): &(&str, &'static str)| name.starts_with(known).then_some(*why);
        let ends = |(known, why): &(&str, &'static str)| name.ends_with(known).then_some(*why);
        let named = GUARDED_BEGINNINGS.iter().find_map(begins);
        if let Some(why) = named.or_else(|| GUARDED_ENDS.iter().find_map(ends)) {
            return Ward::Guarded(why);
        }
        if name.ends_with(".uproject") || name.ends_with(".uplugin") {
            return Ward::Guarded("it decides which code the editor loads");
        }
        if name.ends_with(".ini") && folders.iter().any(|name| name == "config") {
            return Ward::Guarded("the editor is configured by it, start-up scripts included");
        }
        Ward::Free
    }
}

/// The beginning of a journal's header: `journal/header.rs` of `vibeue-session`, a crate above this
/// one, writes it.
const JOURNAL: &[u8] = b"{\"vibeue_journal\":";

/// Returns whether a file is the journal of a conversation, by its first bytes.
fn is_journal(path: &Path) -> bool {
    /// The byte order mark that an editor may have added.
    const MARK: &[u8] = b"\xef\xbb\xbf";
    // Opening something else, such as a pipe, may wait for ever.
    if !path.metadata().is_ok_and(|facts| facts.is_file()) {
        return false;
    }
    let mut begin = Vec::new();
    let most = (MARK.len() + JOURNAL.len()) as u64;
    let read = fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut begin));
    read.is_ok() && begin.strip_prefix(MARK).unwrap_or(&begin).starts_with(JOURNAL)
}

/// Returns whether a file is in a folder next to an Unreal project's file that the engine creates.
fn is_made_by_engine(root: &Path, inside: &Path) -> bool {
    let mut at = root.to_owned();
    let Some(folders) = inside.parent() else { return false };
    for folder in folders {
        let name = folder.to_string_lossy().to_lowercase();
        if MADE_BY_ENGINE.contains(&name.as_str()) && has_project(&at) {
            return true;
        }
        at.push(folder);
    }
    false
}

fn has_project(folder: &Path) -> bool {
    /// A project's file has only a few others next to it.
    const LOOKED_AT: usize = 1_000;
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().take(LOOKED_AT).any(|entry| {
        let name = entry.file_name().to_string_lossy().to_lowercase();
        name.ends_with(".uproject") || name.ends_with(".uplugin")
    })
}

fn lower(path: &Path) -> PathBuf {
    PathBuf::from(path.to_string_lossy().to_lowercase())
}

/// A path with its links followed as far as it exists.
fn real(path: &Path) -> PathBuf {
    let mut missing = Vec::new();
    let mut at = path;
    loop {
        if let Ok(real) = at.canonicalize() {
            return missing.iter().rev().fold(real, |path, name| path.join(name));
        }
        match (at.parent(), at.file_name()) {
            (Some(parent), Some(name)) => {
                missing.push(name.to_owned());
                at = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            }
            _ => return path.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(guard: &Guard, root: &Path, paths: &[&str]) -> Vec<&'static str> {
        let kind = |path: &&str| match guard.ward(root, Path::new(path)) {
            Ward::Free => "free",
            Ward::Guarded(_) => "guarded",
            Ward::Forbidden(_) => "forbidden",
        };
        paths.iter().map(kind).collect()
    }

    #[test]
    fn what_runs_by_itself_is_guarded_and_what_belongs_to_others_forbidden() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let guard = Guard::default();
        let all = |paths: &[&str]| kinds(&guard, &root, paths);
        let free = ["Source/A.cpp", "a.ini", "Content/Python/tool.py", "git/x", "Source/Saved/a.h"];
        assert_eq!(all(&free), ["free"; 5]);
        let guarded = [
            "Game.uproject",
            "Plugins/X/X.UPLUGIN",
            "Config/DefaultEngine.ini",
            "Content/Python/init_unreal.py",
            ".github/workflows/a.yml",
            ".vscode/tasks.json",
            "sub/AGENTS.md",
            ".mcp.json",
        ];
        assert_eq!(all(&guarded), ["guarded"; 8]);
        let forbidden = [".git/hooks/pre-commit", "sub/.GIT/config", ".svn/entries", ".git"];
        assert_eq!(all(&forbidden), ["forbidden"; 4]);
        // Only next to a project's file.
        assert_eq!(all(&["Game/Saved/Config/a.ini"]), ["guarded"]);
        fs::create_dir(root.join("Game")).unwrap();
        fs::write(root.join("Game/Game.uproject"), "{}").unwrap();
        let made = ["Game/Saved/Config/a.ini", "game/x", "Game/Binaries/a.txt", "Saved/a.txt"];
        assert_eq!(all(&made), ["forbidden", "free", "forbidden", "free"]);
    }

    #[test]
    fn a_journal_is_forbidden_wherever_it_is_and_whatever_it_is_called() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        for (name, text) in [
            ("talk.jsonl", "{\"vibeue_journal\":1,\"conversation\":\"a\"}\n"),
            ("notes.txt", "\u{feff}{\"vibeue_journal\":1}\n"),
            ("other.jsonl", "{\"role\":\"user\"}\n"),
            ("short", "{"),
        ] {
            fs::write(root.join(name), text).unwrap();
        }
        fs::create_dir(root.join("folder")).unwrap();
        let files = ["talk.jsonl", "notes.txt", "other.jsonl", "short", "folder", "gone.jsonl"];
        let expected = ["forbidden", "forbidden", "free", "free", "free", "free"];
        assert_eq!(kinds(&Guard::default(), &root, &files), expected);
    }

    #[test]
    fn what_agents_obey_or_start_from_is_guarded_whichever_agent_reads_it() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let read = [
            "AGENTS.md",
            "sub/AGENTS.override.md",
            "CLAUDE.md",
            "CLAUDE.local.md",
            "GEMINI.md",
            ".github/copilot-instructions.md",
            "docs/cpp.instructions.md",
            ".clinerules",
            ".clinerules/rules.md",
            ".clinerules-code",
            ".windsurfrules",
            ".windsurf/rules/a.md",
            ".roo/rules/a.md",
            ".roomodes",
            ".kiro/steering/a.md",
            ".continue/config.yaml",
            ".cursor/rules/a.mdc",
            ".junie/guidelines.md",
            ".goosehints",
            ".opencode/agent/a.md",
            "opencode.json",
            "opencode.jsonc",
            ".aider.conf.yml",
            "Game.code-workspace",
            "skills/a/SKILL.md",
        ];
        let guard = Guard::default();
        for path in read {
            assert_eq!(kinds(&guard, &root, &[path]), ["guarded"], "{path}");
        }
        let free = ["agents.cpp", "Docs/Agents.txt", "Source/Roo.cpp", "claude/a.md"];
        assert_eq!(kinds(&guard, &root, &free), ["free"; 4]);
    }

    #[cfg(feature = "mcp")]
    #[test]
    fn every_list_of_servers_that_another_client_keeps_is_guarded() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        // The project may be the home folder itself, or its folder of settings.
        let inside =
            |folder: &str| crate::mcp::Home { home: root.clone(), settings: root.join(folder) };
        let guard = Guard::default();
        for place in crate::mcp::places(&root, &inside(""))
            .into_iter()
            .chain(crate::mcp::places(&root.join("game"), &inside(".config")))
        {
            let file = place.file.strip_prefix(&root).unwrap();
            assert!(matches!(guard.ward(&root, file), Ward::Guarded(_)), "{place:?}");
        }
    }

    #[test]
    fn what_is_protected_is_forbidden_however_it_is_written() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let guard = Guard::new([root.join("Talks"), place.path().join("own/permissions.json")]);
        assert_eq!(
            kinds(
                &guard,
                &root,
                &["Talks/a.jsonl", "TALKS/x/y", "own/Permissions.json", "own/a", "Talks2/a"]
            ),
            ["forbidden", "forbidden", "forbidden", "free", "free"]
        );
    }
}

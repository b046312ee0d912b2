//! Tells command lines from other quoted text.

/// Programs that people and agents run; the first word of a command line.
#[rustfmt::skip]
const PROGRAMS: [&str; 92] = [
    "apt", "apt-get", "awk", "bash", "brew", "cargo", "cat", "cd", "chmod", "chown", "clang",
    "cmake", "cmd", "cp", "create", "curl", "diff", "docker", "dotnet", "du", "echo", "edit",
    "env", "export", "find", "gcc", "git", "go", "goto", "gradle", "grep", "head", "java", "jq",
    "kill", "kubectl", "ln", "ls", "make", "mkdir", "msbuild", "mv", "mvn", "nc", "ninja",
    "nmake", "node", "npm", "npx", "open", "p4", "perl", "pip", "pip3", "pnpm", "powershell",
    "ps", "pwd", "pytest", "python", "python3", "rg", "rm", "rsync", "ruby", "rustc", "rustup",
    "scp", "scroll_down", "scroll_up", "search_dir", "search_file", "find_file", "sed", "set",
    "sh", "sort", "source", "ssh", "submit", "sudo", "svn", "tail", "tar", "tee", "touch",
    "unzip", "uv", "wc", "wget", "xargs", "yarn",
];

/// First words of the engine's console commands.
#[rustfmt::skip]
const CONSOLE: [&str; 22] = [
    "stat", "show", "showflag", "viewmode", "ke", "ce", "obj", "memreport", "profilegpu",
    "dumpticks", "exec", "disable", "enable", "travel", "servertravel", "slomo",
    "toggledebugcamera", "py", "automation", "log", "restartlevel", "quit",
];

/// Returns whether a text is a command line.
pub(crate) fn is_command(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return false;
    };
    let arguments = words.next();
    let program = first.rsplit(['/', '\\']).next().unwrap_or(first);
    let program = program.strip_suffix(".exe").unwrap_or(program);
    let program = program.strip_suffix(".bat").unwrap_or(program);
    if PROGRAMS.contains(&program) || first.starts_with("./") {
        return arguments.is_some() || first.len() <= 3 || first.starts_with("./");
    }
    if let Some(value) = arguments {
        if CONSOLE.iter().any(|name| first.eq_ignore_ascii_case(name)) {
            return true;
        }
        // Console variables: `r.ScreenPercentage 50`.
        if let Some((scope, name)) = first.split_once('.') {
            return matches!(
                scope,
                "r" | "t" | "a" | "p" | "s" | "fx" | "net" | "gc" | "sg" | "au"
            ) && name.starts_with(|c: char| c.is_ascii_uppercase())
                && value.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
        }
        return matches!(program, "RunUAT" | "Build" | "UnrealEditor" | "UnrealEditor-Cmd");
    }
    false
}

/// Returns whether a code fence's language is a shell's.
pub(super) fn is_shell_language(language: &str) -> bool {
    const NAMES: [&str; 12] = [
        "sh",
        "bash",
        "shell",
        "zsh",
        "console",
        "shell-session",
        "cmd",
        "bat",
        "powershell",
        "ps1",
        "pwsh",
        "terminal",
    ];
    NAMES.iter().any(|name| language.eq_ignore_ascii_case(name))
}

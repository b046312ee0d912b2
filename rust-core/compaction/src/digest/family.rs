//! What kind of work a tool does.

use super::arguments::Arguments;

/// What kind of work a tool round did; decides which fields its digest has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ToolFamily {
    /// Reads a file.
    FileRead,
    /// Writes, edits, moves or deletes a file.
    FileWrite,
    /// Runs a command line.
    Shell,
    /// Looks for text or files.
    Search,
    /// Runs Python, mostly in the editor.
    Python,
    /// Compiles a Blueprint.
    BlueprintCompile,
    /// Builds C++ or another compiled language.
    CppBuild,
    /// Lists or describes assets and actors.
    AssetQuery,
    /// Runs tests.
    AutomationTest,
    /// Answers in JSON and is none of the above.
    Json,
    /// Anything else.
    Other,
}

/// Argument names under which tools take a file.
pub(crate) const FILE_KEYS: [&str; 12] = [
    "path",
    "file_path",
    "filepath",
    "filename",
    "file_name",
    "file",
    "target_file",
    "absolute_path",
    "relative_path",
    "source_path",
    "notebook_path",
    "uri",
];
/// Argument names under which tools take a command line.
pub(crate) const COMMAND_KEYS: [&str; 5] = ["command", "cmd", "command_line", "script", "shell"];
/// Argument names under which tools take source text to run.
pub(crate) const CODE_KEYS: [&str; 4] = ["code", "python", "python_code", "script"];
/// Argument names under which tools take what they search for.
pub(super) const QUERY_KEYS: [&str; 9] =
    ["pattern", "query", "search_term", "regex", "search", "needle", "glob", "keyword", "filter"];
/// Argument names under which tools take an asset.
pub(crate) const ASSET_KEYS: [&str; 12] = [
    "asset_path",
    "asset",
    "blueprint_path",
    "blueprint",
    "blueprint_name",
    "object_path",
    "package_path",
    "level_path",
    "material_path",
    "widget_path",
    "actor_name",
    "class_path",
];

impl ToolFamily {
    /// Finds the family from the tool's name and the arguments of the call.
    pub(super) fn of(name: &str, arguments: &Arguments, text: &str) -> Self {
        match arguments.edit_verb() {
            Some("view") => return Self::FileRead,
            Some(_) => return Self::FileWrite,
            None => {}
        }
        let traits = words(name).iter().fold(0, |traits, word| traits | traits_of(word));
        let has = |wanted: u16| traits & wanted != 0;
        let command = arguments.first(&COMMAND_KEYS).unwrap_or_default();
        if has(COMPILES) && (has(BLUEPRINT) || has_blueprint(arguments)) {
            Self::BlueprintCompile
        } else if has(TESTS) || is_test_command(command) {
            Self::AutomationTest
        } else if has(COMPILES | BUILDS) || is_build_command(command) {
            Self::CppBuild
        } else if has(PYTHON) {
            Self::Python
        } else if has(SHELL) || !command.is_empty() {
            Self::Shell
        } else if has(ASSETS) && has(QUESTIONS) {
            Self::AssetQuery
        } else if has(SEARCHES) {
            if super::json_value::looks_like_json(text) { Self::Json } else { Self::Search }
        } else if has(WRITES) {
            if super::json_value::looks_like_json(text) && arguments.first(&FILE_KEYS).is_none() {
                Self::Json
            } else {
                Self::FileWrite
            }
        } else if has(READS) || arguments.first(&FILE_KEYS).is_some() {
            Self::FileRead
        } else if super::json_value::looks_like_json(text) {
            Self::Json
        } else if arguments.first(&CODE_KEYS).is_some() {
            Self::Python
        } else {
            Self::Other
        }
    }

    /// Returns whether a search says that it found nothing.
    pub(super) fn finds_nothing(self, name: &str, arguments: &Arguments, text: &str) -> bool {
        let searches = match self {
            Self::Search | Self::AssetQuery => true,
            Self::Json | Self::Other => {
                words(name).iter().any(|word| traits_of(word) & SEARCHES != 0)
            }
            Self::Shell => arguments.first(&COMMAND_KEYS).is_some_and(|command| {
                let first = command
                    .split(['|', ';', '&'])
                    .map(str::trim)
                    .find(|it| !it.is_empty() && !it.starts_with("cd "));
                let program = first.and_then(|it| it.split_whitespace().next());
                program.is_some_and(|it| {
                    let it = it.rsplit(['/', '\\']).next().unwrap_or(it);
                    matches!(it, "grep" | "egrep" | "rg" | "ag" | "find" | "findstr")
                })
            }),
            _ => false,
        };
        searches && super::hits::is_none(text)
    }

    /// Returns whether the result is content that was asked for. In such a result a word like
    /// `error` says nothing about how the call went.
    pub(super) fn shows_content(self, arguments: &Arguments) -> bool {
        match self {
            Self::FileRead | Self::FileWrite | Self::Search | Self::AssetQuery => true,
            Self::Shell => arguments.first(&COMMAND_KEYS).is_some_and(only_shows),
            _ => false,
        }
    }
}

/// Returns whether a command line only searches, lists and prints: `cd src && grep -rn Error . |
/// head`.
fn only_shows(command: &str) -> bool {
    let mut any = false;
    for part in command.split(['|', ';', '&', '\n']).map(str::trim).filter(|part| !part.is_empty())
    {
        let mut words = part.split_whitespace();
        let program = words.next().unwrap_or_default();
        let program = program.rsplit(['/', '\\']).next().unwrap_or(program);
        any |= match program {
            "grep" | "egrep" | "fgrep" | "rg" | "ag" | "ack" | "findstr" | "Select-String"
            | "cat" | "bat" | "less" | "more" | "head" | "tail" | "find" | "ls" | "tree" | "nl" => {
                true
            }
            "git" if matches!(words.next(), Some("grep" | "log" | "show" | "diff" | "blame")) => {
                true
            }
            // These show nothing of their own.
            "cd" | "pushd" | "popd" | "sort" | "uniq" | "wc" | "cut" | "tr" | "echo" => any,
            // Part of a redirection: `2>&1`.
            "1" | "2" => any,
            _ => return false,
        };
    }
    any
}

// What a word in a tool's name says about the tool.
const COMPILES: u16 = 1;
const BUILDS: u16 = 1 << 1;
const BLUEPRINT: u16 = 1 << 2;
const TESTS: u16 = 1 << 3;
const PYTHON: u16 = 1 << 4;
const SHELL: u16 = 1 << 5;
const ASSETS: u16 = 1 << 6;
const QUESTIONS: u16 = 1 << 7;
const SEARCHES: u16 = 1 << 8;
const WRITES: u16 = 1 << 9;
const READS: u16 = 1 << 10;

fn traits_of(word: &str) -> u16 {
    match word.as_bytes() {
        b"compile" => COMPILES,
        b"build" | b"ubt" | b"msbuild" | b"livecoding" => BUILDS,
        b"blueprint" | b"bp" | b"widget" => BLUEPRINT,
        b"test" | b"tests" | b"automation" | b"pytest" => TESTS,
        b"python" | b"py" | b"ipython" => PYTHON,
        b"bash" | b"shell" | b"exec" | b"terminal" | b"command" | b"cmd" | b"powershell"
        | b"run" => SHELL,
        b"asset" | b"assets" | b"actor" | b"actors" | b"level" | b"registry" => ASSETS,
        b"list" | b"search" | b"find" | b"ls" => QUESTIONS | SEARCHES,
        b"grep" | b"glob" | b"rg" => SEARCHES,
        b"get" | b"query" | b"info" | b"describe" => QUESTIONS,
        b"read" => QUESTIONS | READS,
        b"view" | b"open" | b"cat" | b"load" | b"goto" | b"scroll" => READS,
        b"write" | b"edit" | b"create" | b"insert" | b"replace" | b"patch" | b"delete"
        | b"remove" | b"rename" | b"move" | b"append" | b"save" | b"apply" | b"update" | b"str" => {
            WRITES
        }
        _ => 0,
    }
}

fn has_blueprint(arguments: &Arguments) -> bool {
    arguments.first(&["blueprint", "blueprint_path", "blueprint_name", "bp"]).is_some()
}

fn is_test_command(command: &str) -> bool {
    if command.is_empty() {
        return false;
    }
    let lead: String = command.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    ["pytest", "cargo test", "cargo nextest", "npm test", "go test", "ctest", "RunTests"]
        .iter()
        .any(|name| lead.contains(name))
        || command.contains("Automation RunTest")
}

fn is_build_command(command: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    let program = program.rsplit(['/', '\\']).next().unwrap_or(program);
    matches!(
        program,
        "make"
            | "ninja"
            | "msbuild"
            | "MSBuild.exe"
            | "cmake"
            | "Build.bat"
            | "Build.sh"
            | "RunUAT.bat"
            | "RunUAT.sh"
            | "UnrealBuildTool"
            | "gcc"
            | "g++"
            | "clang"
            | "clang++"
            | "rustc"
            | "cl"
            | "cl.exe"
            | "tsc"
    ) || command.starts_with("cargo build")
        || command.starts_with("cargo check")
        || command.starts_with("cargo clippy")
}

/// The words of a tool's name in lower case; `readFile`, `read_file` and
/// `fs.read-file` contain the same `read` and `file`.
pub(crate) struct Words {
    /// The words, separated by single spaces.
    joined: String,
}

impl Words {
    /// The words in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.joined.split(' ').filter(|word| !word.is_empty())
    }
}

/// Splits a tool's name into words.
pub(crate) fn words(name: &str) -> Words {
    let mut joined = String::with_capacity(name.len().min(128) + 8);
    let mut open = false;
    let mut after_lower = false;
    for c in name.chars().take(128) {
        if !c.is_alphanumeric() {
            open = false;
            after_lower = false;
            continue;
        }
        if !open || (c.is_uppercase() && after_lower) {
            joined.push(' ');
        }
        if c.is_ascii() {
            joined.push(c.to_ascii_lowercase());
        } else {
            joined.extend(c.to_lowercase());
        }
        open = true;
        after_lower = c.is_lowercase();
    }
    Words { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_in_every_style() {
        for name in ["readFile", "read_file", "fs.read-file", "ReadFile"] {
            let words = words(name);
            let words: Vec<&str> = words.iter().collect();
            assert!(words.ends_with(&["read", "file"]), "{name}");
        }
    }

    #[test]
    fn commands_that_only_search_and_print_show_content() {
        for command in [
            "grep -rn Error src",
            "cd src && grep -rn Error . 2>&1 | head -20",
            "git grep -n error; git log",
            "cat build.log | sort | uniq -c",
            "/usr/bin/rg 'fatal' Source/",
        ] {
            assert!(only_shows(command), "{command}");
        }
        for command in
            ["make 2>&1 | grep error", "git push", "cd src", "", "python x.py", "echo $(make)"]
        {
            assert!(!only_shows(command), "{command}");
        }
    }

    #[test]
    fn families_follow_names_and_arguments() {
        let cases = [
            ("read_file", r#"{"path":"a.cpp"}"#, "int main", ToolFamily::FileRead),
            ("bash", r#"{"command":"ls -F"}"#, "a b", ToolFamily::Shell),
            ("bash", r#"{"command":"cargo test -p a"}"#, "ok", ToolFamily::AutomationTest),
            ("run", r#"{"command":"/opt/UE/Build.sh Game"}"#, "ok", ToolFamily::CppBuild),
            ("search_files", r#"{"pattern":"x"}"#, "a:1:x", ToolFamily::Search),
            ("search_direct_flight", r#"{"origin":"IAH"}"#, "[{\"a\":1}]", ToolFamily::Json),
            ("edit", r#"{"search":"a"}"#, "done", ToolFamily::FileWrite),
            ("compile_blueprint", "{}", "ok", ToolFamily::BlueprintCompile),
            ("execute_python", r#"{"code":"x"}"#, "", ToolFamily::Python),
            ("list_assets", r#"{"path":"/Game"}"#, "", ToolFamily::AssetQuery),
            ("get_user_details", "{}", "{\"a\":1}", ToolFamily::Json),
            ("think", r#"{"thought":"hm"}"#, "", ToolFamily::Other),
        ];
        for (name, arguments, text, family) in cases {
            assert_eq!(ToolFamily::of(name, &Arguments::read(arguments), text), family, "{name}");
        }
    }
}

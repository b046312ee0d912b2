//! Which languages have looks.

use super::grammar::{self, Grammar};

/// A language whose code has looks.
#[derive(Debug, Clone, Copy)]
pub struct CodeLanguage {
    name: &'static str,
    pub(super) grammar: &'static Grammar,
}

/// Two are the same by their name.
impl PartialEq for CodeLanguage {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CodeLanguage {}

/// The languages: their name, and what else they are called in lower case, endings of files among
/// it.
#[rustfmt::skip]
const LANGUAGES: [(&str, &[&str], &Grammar); 12] = [
    ("cpp", &["c", "c++", "cc", "cxx", "h", "hh", "hpp", "hxx", "inl", "objc", "objective-c", "objectivec",
        "hlsl", "glsl", "usf", "ush"], &grammar::CPP),
    ("csharp", &["cs", "c#"], &grammar::CSHARP),
    ("rust", &["rs"], &grammar::RUST),
    ("python", &["py", "py3", "python3", "pyi", "gdscript"], &grammar::PYTHON),
    ("javascript", &["js", "jsx", "mjs", "cjs", "ts", "tsx", "typescript"], &grammar::JAVASCRIPT),
    ("json", &["jsonc", "json5", "jsonl", "uplugin", "uproject"], &grammar::JSON),
    ("ini", &["cfg", "conf", "properties", "editorconfig", "gitconfig"], &grammar::INI),
    ("toml", &[], &grammar::TOML),
    ("yaml", &["yml"], &grammar::YAML),
    ("shell", &["sh", "bash", "zsh", "console", "shell-session", "powershell", "ps1", "pwsh"], &grammar::SHELL),
    ("diff", &["patch", "udiff"], &grammar::DIFF),
    ("lua", &[], &grammar::LUA),
];

impl CodeLanguage {
    /// Finds the language that a fence names, ignoring case, by its name or by a file name ending:
    /// `cpp`, `C++`, `{.py}`, `rust,ignore`, `ini Config/DefaultEngine.ini`, `Source/Door.h`.
    /// `None` if it is unknown.
    #[must_use]
    pub fn of(fence: &str) -> Option<Self> {
        let first = fence.trim().trim_start_matches(['{', '.']);
        let end = first.find(|c: char| c.is_whitespace() || ",;:{}()[]=\"'".contains(c));
        let named = &first[..end.unwrap_or(first.len())];
        let ending = named.rsplit('.').next().unwrap_or(named);
        [named, ending].into_iter().find_map(Self::called)
    }

    fn called(name: &str) -> Option<Self> {
        let is = |other: &str| other.eq_ignore_ascii_case(name);
        let found =
            LANGUAGES.iter().find(|(own, others, _)| is(own) || others.iter().any(|it| is(it)));
        found.map(|(name, _, grammar)| Self { name, grammar })
    }

    /// Returns its name: `cpp`, `python`, `json` …
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(fence: &str) -> Option<&'static str> {
        CodeLanguage::of(fence).map(CodeLanguage::name)
    }

    #[test]
    fn a_language_is_found_by_its_names_and_by_endings_of_files() {
        for (fence, name) in [
            ("cpp", "cpp"),
            (" C++ ", "cpp"),
            ("h", "cpp"),
            ("{.py .numberLines}", "python"),
            ("python3", "python"),
            ("jsonc", "json"),
            ("MyGame.uproject", "json"),
            ("ini Config/DefaultEngine.ini", "ini"),
            ("Config/DefaultEngine.ini", "ini"),
            ("rust,ignore", "rust"),
            ("C#", "csharp"),
            ("cpp:Source/Door.cpp", "cpp"),
            ("patch", "diff"),
            ("yml", "yaml"),
        ] {
            assert_eq!(named(fence), Some(name), "{fence}");
        }
        for fence in ["", "text", "...", "{}", "c plus", "klingon", "日本", ":cpp"] {
            assert!(matches!(named(fence), None | Some("cpp")), "{fence}");
        }
        assert_eq!((named("text"), named("日本"), named("")), (None, None, None));
    }

    #[test]
    fn no_name_leads_to_two_languages() {
        let all: Vec<&str> = LANGUAGES
            .iter()
            .flat_map(|(name, others, _)| std::iter::once(name).chain(others.iter()))
            .copied()
            .collect();
        let mut once = all.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), all.len());
    }
}

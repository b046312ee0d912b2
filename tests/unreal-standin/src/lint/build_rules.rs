//! What a `*.Build.cs` file says, without running it.

use crate::header_tool::{Source, TokenKind};

/// A string that is added to a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The string.
    pub value: String,
    /// The line on which it is, from 1.
    pub line: u32,
}

/// The rules of a module, as its `*.Build.cs` writes them down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildRules {
    /// The file's path.
    pub path: String,
    /// The module: the file's name without `.Build.cs`.
    pub module: String,
    /// The folder that the file is in, with `/` at its end.
    pub folder: String,
    /// The class that derives from `ModuleRules`, with its line.
    pub class: Option<Listed>,
    /// Whether the module has no sources of its own.
    pub is_external: bool,
    /// `PublicDependencyModuleNames`, wherever they are added.
    pub public: Vec<Listed>,
    /// `PrivateDependencyModuleNames`, wherever they are added.
    pub private: Vec<Listed>,
}

impl BuildRules {
    /// Reads the file at `path`.
    #[must_use]
    pub fn read(path: &str, text: &str) -> Self {
        let source = Source::read(path, text);
        let folder = path.rfind('/').map_or("", |at| &path[..=at]).to_owned();
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut rules = Self {
            path: path.to_owned(),
            module: name.strip_suffix(".Build.cs").unwrap_or(name).to_owned(),
            folder,
            class: class_of(&source),
            is_external: false,
            public: Vec::new(),
            private: Vec::new(),
        };
        for (index, token) in source.code.iter().enumerate() {
            match token.text {
                "ModuleType" => {
                    rules.is_external |=
                        source.code.get(index + 2).is_some_and(|next| next.is_word("External"));
                }
                "PublicDependencyModuleNames" => rules.public.extend(added(&source, index)),
                "PrivateDependencyModuleNames" => rules.private.extend(added(&source, index)),
                _ => {}
            }
        }
        rules
    }

    /// All modules that it depends on, public ones first.
    pub fn dependencies(&self) -> impl Iterator<Item = &Listed> {
        self.public.iter().chain(&self.private)
    }
}

fn class_of(source: &Source<'_>) -> Option<Listed> {
    source.code.windows(4).find_map(|words| {
        let derives =
            words[0].is_word("class") && words[2].is_mark(":") && words[3].is_word("ModuleRules");
        derives.then(|| Listed { value: words[1].text.to_owned(), line: words[1].line })
    })
}

/// The strings in the brackets of `X.Add(…)` or `X.AddRange(…)`.
fn added(source: &Source<'_>, at: usize) -> Vec<Listed> {
    let word = |index: usize| source.code.get(index).map_or("", |token| token.text);
    if word(at + 1) != "." || !matches!(word(at + 2), "Add" | "AddRange") || word(at + 3) != "(" {
        return Vec::new();
    }
    source.code[at + 4..source.close(at + 3).min(source.code.len()).max(at + 4)]
        .iter()
        .filter(|token| token.kind == TokenKind::String)
        .filter_map(|token| {
            token.string_content().map(|value| Listed { value: value.to_owned(), line: token.line })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_of_a_module_are_read() {
        let text = r#"using UnrealBuildTool; // PublicDependencyModuleNames.Add("No");
public class Chat : ModuleRules
{
	public Chat(ReadOnlyTargetRules Target) : base(Target)
	{
		PublicDependencyModuleNames.AddRange(new string[] { "Core",
			"Slate" });
		if (Target.bBuildEditor) { PrivateDependencyModuleNames.Add("UnrealEd"); }
	}
}
"#;
        let listed = |value: &str, line| Listed { value: value.into(), line };
        assert_eq!(
            BuildRules::read("Source/Chat/Chat.Build.cs", text),
            BuildRules {
                path: "Source/Chat/Chat.Build.cs".into(),
                module: "Chat".into(),
                folder: "Source/Chat/".into(),
                class: Some(listed("Chat", 2)),
                is_external: false,
                public: vec![listed("Core", 6), listed("Slate", 7)],
                private: vec![listed("UnrealEd", 8)],
            }
        );
        assert!(BuildRules::read("X.Build.cs", "Type = ModuleType.External;").is_external);
        let _ = BuildRules::read("X.Build.cs", "PublicDependencyModuleNames.Add(");
    }
}

//! A plugin, read and ready to be judged.

use super::build_rules::BuildRules;
use super::module_map::ModuleMap;
use super::plugin_files::PluginFiles;
use crate::header_tool::{Headers, ParsedFile, TypeIndex};

/// A plugin with its sources taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plugin<'a> {
    /// Its files.
    pub files: &'a PluginFiles,
    /// Its name: that of the `.uplugin` file.
    pub name: String,
    /// The path of the `.uplugin` file, if there is one.
    pub descriptor: Option<&'a str>,
    /// The rules of its modules.
    pub modules: Vec<BuildRules>,
    /// Its C++ headers and sources, without those of third parties.
    pub sources: Vec<ParsedFile<'a>>,
    /// The engine's includes.
    pub map: ModuleMap,
}

/// Where an include leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A header of the same module.
    Own,
    /// A header of a module of the plugin or of the engine.
    Module(String),
    /// A header of the language, or one that the header tool writes.
    Outside,
    /// Unknown.
    Unknown,
}

impl<'a> Plugin<'a> {
    /// Reads the plugin that `files` are.
    #[must_use]
    pub fn read(files: &'a PluginFiles) -> Self {
        let descriptor = files
            .texts()
            .map(|(path, _)| path)
            .find(|path| path.ends_with(".uplugin") && !path.contains('/'));
        let modules: Vec<BuildRules> = files
            .texts()
            .filter(|(path, _)| path.starts_with("Source/") && path.ends_with(".Build.cs"))
            .map(|(path, text)| BuildRules::read(path, text))
            .collect();
        let sources = files
            .texts()
            .filter(|(path, _)| {
                path.starts_with("Source/")
                    && !path.starts_with("Source/ThirdParty/")
                    && (path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".inl"))
            })
            .map(|(path, text)| ParsedFile::read(path, text, &module_of(&modules, path)))
            .collect();
        Self {
            files,
            name: descriptor
                .and_then(|path| path.strip_suffix(".uplugin"))
                .unwrap_or("")
                .to_owned(),
            descriptor,
            modules,
            sources,
            map: ModuleMap::built_in(),
        }
    }

    /// The plugin's sources as the header tool sees them.
    #[must_use]
    pub fn headers(&self) -> Headers<'_, 'a> {
        Headers::new(&self.sources)
    }

    /// What the plugin declares for reflection.
    #[must_use]
    pub fn types(&self) -> TypeIndex {
        TypeIndex::of(&self.sources)
    }

    /// The rules of the module named `name`.
    #[must_use]
    pub fn module(&self, name: &str) -> Option<&BuildRules> {
        self.modules.iter().find(|module| module.module == name)
    }

    /// The sources of a module.
    pub fn sources_of<'s>(&'s self, module: &'s str) -> impl Iterator<Item = &'s ParsedFile<'a>> {
        self.sources.iter().filter(move |file| file.module == module)
    }

    /// Where the include of `path` in `file` leads.
    #[must_use]
    pub fn resolve(&self, file: &ParsedFile<'_>, path: &str, is_angled: bool) -> Target {
        if path.ends_with(".generated.h") {
            return Target::Outside;
        }
        let folder = file.source.path.rfind('/').map_or("", |at| &file.source.path[..=at]);
        let beside = normalized(&format!("{folder}{path}"));
        if !is_angled && beside.is_some_and(|beside| self.files.has(&beside)) {
            return Target::Own;
        }
        for module in &self.modules {
            let is_own = module.module == file.module;
            let folders: &[&str] = if module.is_external {
                &["include/", "Include/", "Public/", ""]
            } else if is_own {
                &["Public/", "Private/", "Classes/", "Internal/", ""]
            } else {
                &["Public/", "Classes/"]
            };
            if folders
                .iter()
                .any(|below| self.files.has(&format!("{}{below}{path}", module.folder)))
            {
                return if is_own { Target::Own } else { Target::Module(module.module.clone()) };
            }
        }
        match self.map.module_of(path) {
            Some(module) => Target::Module(module.to_owned()),
            None if is_angled && !path.contains('/') => Target::Outside,
            None => Target::Unknown,
        }
    }
}

/// The module whose folder a path is in; the innermost one.
fn module_of(modules: &[BuildRules], path: &str) -> String {
    let around = modules.iter().filter(|module| path.starts_with(&module.folder));
    around.max_by_key(|module| module.folder.len()).map_or_else(
        || path.split('/').nth(1).unwrap_or("").to_owned(),
        |module| module.module.clone(),
    )
}

/// A path without `.` and `..`; `None` if it leaves the plugin.
fn normalized(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_include_leads_to_its_module() {
        let external = "class Lib : ModuleRules { Lib() { Type = ModuleType.External; } }";
        let files = PluginFiles::default()
            .with("Chat.uplugin", "{}")
            .with("Source/Chat/Chat.Build.cs", "class Chat : ModuleRules {}")
            .with("Source/Chat/Public/Deep/A.h", "")
            .with("Source/Chat/Private/B.cpp", "")
            .with("Source/ThirdParty/Lib/Lib.Build.cs", external)
            .with("Source/ThirdParty/Lib/include/lib/lib.h", "");
        let plugin = Plugin::read(&files);
        assert_eq!(plugin.name, "Chat");
        assert_eq!(plugin.sources.len(), 2);
        let file = &plugin.sources[0];
        assert_eq!((file.source.path, file.module.as_str()), ("Source/Chat/Private/B.cpp", "Chat"));
        let module = |name: &str| Target::Module(name.into());
        for (path, is_angled, target) in [
            ("Deep/A.h", false, Target::Own),
            ("../Public/Deep/A.h", false, Target::Own),
            ("A.h", false, Target::Unknown),
            ("lib/lib.h", false, module("Lib")),
            ("CoreMinimal.h", false, module("Core")),
            ("vector", true, Target::Outside),
            ("Deep/A.generated.h", false, Target::Outside),
            ("../../../../../etc/passwd", false, Target::Unknown),
        ] {
            assert_eq!(plugin.resolve(file, path, is_angled), target, "{path}");
        }
    }
}

//! One module of a plugin, as the compiler sees it.

use std::io;
use std::path::{Path, PathBuf};

/// A module: where its headers and sources lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// The module's name, as in its Build.cs.
    pub name: String,
    /// The plugin that it belongs to.
    pub plugin: String,
    /// Folders for includes, in order; the generated one first.
    pub include_dirs: Vec<PathBuf>,
    /// Every source to compile, `*.gen.cpp` included, sorted.
    pub sources: Vec<PathBuf>,
    /// Further `-D` definitions, `NAME=VALUE`.
    pub definitions: Vec<String>,
}

impl Module {
    /// Collects a module from its folder (with `Public` and `Private`) and from
    /// the folder of its generated files.
    ///
    /// # Errors
    /// Fails when a folder that is there cannot be read.
    pub fn from_dir(plugin: &str, dir: &Path, generated: &Path) -> io::Result<Self> {
        let name = dir.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let mut sources = Vec::new();
        collect(&dir.join("Private"), &mut sources)?;
        collect(&dir.join("Public"), &mut sources)?;
        collect(generated, &mut sources)?;
        sources.sort();
        Ok(Self {
            include_dirs: vec![generated.to_owned(), dir.join("Public"), dir.join("Private")],
            sources,
            definitions: Vec::new(),
            plugin: plugin.to_owned(),
            name,
        })
    }

    /// Returns the definitions that a module is compiled with in the engine.
    #[must_use]
    pub fn all_definitions(&self) -> Vec<String> {
        let mut all = vec![
            format!("{}_API=", self.name.to_uppercase()),
            format!("UE_MODULE_NAME=\"{}\"", self.name),
            format!("UE_PLUGIN_NAME=\"{}\"", self.plugin),
        ];
        all.extend(self.definitions.iter().cloned());
        all
    }
}

fn collect(dir: &Path, out: &mut Vec<PathBuf>) -> io::Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, out)?;
        } else if path.extension().is_some_and(|e| e == "cpp") {
            out.push(path);
        }
    }
    Ok(())
}

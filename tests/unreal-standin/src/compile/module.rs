//! One module of a plugin, as the compiler sees it.

use super::{build_dir, unfinished};
use crate::header_tool::{GeneratedFile, ParsedFile, generate};
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
    /// Collects a module from its folder (with `Public` and `Private`), after
    /// the header tool has read its headers.
    ///
    /// # Errors
    /// Says what cannot be read or written, or all that the header tool refuses.
    pub fn from_dir(plugin: &str, dir: &Path) -> Result<Self, String> {
        let name = dir.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let generated = build_dir().join("generated").join(plugin).join(&name);
        let say = |error: io::Error| format!("{}: {error}", dir.display());
        let mut headers = Vec::new();
        let mut sources = Vec::new();
        for part in ["Private", "Public"] {
            collect(&dir.join(part), "h", &mut headers).map_err(say)?;
            collect(&dir.join(part), "cpp", &mut sources).map_err(say)?;
        }
        sources.extend(write_generated(&name, dir, &headers, &generated)?);
        sources.sort();
        Ok(Self {
            include_dirs: vec![generated, dir.join("Public"), dir.join("Private")],
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

fn collect(dir: &Path, extension: &str, out: &mut Vec<PathBuf>) -> io::Result<()> {
    if !dir.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, extension, out)?;
        } else if path.extension().is_some_and(|e| e == extension) {
            out.push(path);
        }
    }
    out.sort();
    Ok(())
}

/// Runs the header tool and returns the sources among what it wrote.
fn write_generated(
    module: &str,
    dir: &Path,
    headers: &[PathBuf],
    folder: &Path,
) -> Result<Vec<PathBuf>, String> {
    let mut texts = Vec::new();
    for path in headers {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        // As the plugin's own files name it: the generated source includes it so.
        let inner = path.strip_prefix(dir).unwrap_or(path).display();
        texts.push((format!("Source/{module}/{inner}"), text));
    }
    let files: Vec<ParsedFile<'_>> =
        texts.iter().map(|(path, text)| ParsedFile::read(path, text, module)).collect();
    let generated = generate(&files).map_err(|diagnostics| {
        diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    })?;
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut sources = Vec::new();
    for GeneratedFile { name, text, .. } in &generated {
        let path = folder.join(name);
        // Untouched when it is the same: tests side by side read it meanwhile.
        if std::fs::read_to_string(&path).ok().as_ref() != Some(text) {
            let ours = folder.join(unfinished());
            std::fs::write(&ours, text)
                .and_then(|()| std::fs::rename(&ours, &path))
                .map_err(|e| format!("{}: {e}", path.display()))?;
        }
        if name.ends_with(".cpp") {
            sources.push(path);
        }
    }
    Ok(sources)
}

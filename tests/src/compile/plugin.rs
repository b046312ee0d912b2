//! The repository's own plugin, with the real core behind it.

use super::{Compiler, Flavour, Module, Program, package_dir};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The plugin of this repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plugin;

impl Plugin {
    /// Returns the repository's folder.
    #[must_use]
    pub fn root() -> PathBuf {
        package_dir().join("..").canonicalize().unwrap_or_else(|_| package_dir().join(".."))
    }

    /// Returns the plugin's descriptor.
    #[must_use]
    pub fn descriptor() -> PathBuf {
        Self::root().join("VibeUE.uplugin")
    }

    /// Collects the plugin's one module, after the header tool has read it.
    ///
    /// # Errors
    /// Says what cannot be read, or all that the header tool refuses.
    pub fn module() -> Result<Module, String> {
        let source = Self::root().join("Source");
        let mut module = Module::from_dir("VibeUE", &source.join("VibeUE"))?;
        for folder in ["include", "src"] {
            module.include_dirs.push(source.join("ThirdParty/VibeUECore").join(folder));
        }
        Ok(module)
    }

    /// Compiles the plugin and links it with the stand-in and the core.
    ///
    /// # Errors
    /// Fails with what the compiler, the linker or cargo said.
    pub fn program(flavour: Flavour) -> Result<Program, String> {
        let compiler = Compiler::find(flavour).map_err(|error| error.to_string())?;
        let mut objects = compiler.runtime().map_err(|error| error.to_string())?;
        objects.extend(compiler.module(&Self::module()?).map_err(|error| error.to_string())?);
        let archives = [Self::archive()?.to_owned()];
        compiler.link("vibeue", &objects, &archives).map_err(|error| error.to_string())
    }

    /// Builds the core's archive, once per process, and returns its path.
    ///
    /// # Errors
    /// Fails with what cargo said.
    pub fn archive() -> Result<&'static Path, String> {
        static ARCHIVE: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        let built = ARCHIVE.get_or_init(|| {
            // In the repository: there lies the configuration that keeps C++
            // objects out of the archive.
            let output = Command::new(env!("CARGO"))
                .args(["build", "--package", "vibeue-bridge", "--lib", "--message-format", "json"])
                .current_dir(Self::root())
                .output()
                .map_err(|error| format!("cargo cannot be started: {error}"))?;
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned());
            }
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            let mut files = told
                .lines()
                .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
                .filter_map(|message| message.get("filenames").cloned())
                .flat_map(|files| files.as_array().cloned().unwrap_or_default())
                .filter_map(|file| file.as_str().map(PathBuf::from));
            files
                .rfind(|file| file.file_name().is_some_and(|name| name == "libvibeue_bridge.a"))
                .ok_or_else(|| "cargo names no archive".to_owned())
        });
        built.as_deref().map_err(Clone::clone)
    }
}

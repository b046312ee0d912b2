//! The repository's own plugin, linked with the real core.

use super::{Compiler, Flavour, Module, Program, core_archive, repository};
use std::path::PathBuf;

/// The plugin of this repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plugin;

impl Plugin {
    /// Returns the repository's folder.
    #[must_use]
    pub fn root() -> PathBuf {
        repository()
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
        let archive = core_archive(flavour.sanitize.as_deref())?;
        let compiler = Compiler::find(flavour).map_err(|error| error.to_string())?;
        let module = Self::module()?;
        let mut objects = compiler.runtime().map_err(|error| error.to_string())?;
        objects.extend(compiler.module(&module).map_err(|error| error.to_string())?);
        compiler.link("vibeue", &objects, &[archive]).map_err(|error| error.to_string())
    }
}

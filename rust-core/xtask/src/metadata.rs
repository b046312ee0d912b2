//! What cargo knows about the crates in use.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// What cargo knows about the crates in use.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    packages: Vec<Package>,
}

/// One crate.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// The terms, as an SPDX expression.
    #[serde(default)]
    pub(crate) license: Option<String>,
    /// The file that holds the terms, if they have no short name.
    #[serde(default)]
    pub(crate) license_file: Option<PathBuf>,
    /// Where it is developed.
    #[serde(default)]
    pub(crate) repository: Option<String>,
    /// Who wrote it.
    #[serde(default)]
    pub(crate) authors: Vec<String>,
    manifest_path: PathBuf,
}

impl Package {
    /// Where its files are.
    pub(crate) fn folder(&self) -> &Path {
        self.manifest_path.parent().unwrap_or(Path::new("."))
    }
}

impl Metadata {
    /// Asks cargo, within what Cargo.lock has.
    ///
    /// # Errors
    /// If cargo cannot be run or does not answer.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["metadata", "--format-version", "1", "--locked"])
            .current_dir(root)
            .output()
            .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
        if !output.status.success() {
            return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr)));
        }
        serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("cargo metadata wrote something else: {error}"))
    }

    /// Finds a crate that has only one version.
    ///
    /// # Errors
    /// If there is none, or several.
    pub(crate) fn package(&self, name: &str) -> Result<Package, String> {
        let mut found = self.packages.iter().filter(|package| package.name == name);
        match (found.next(), found.next()) {
            (Some(package), None) => Ok(package.clone()),
            (None, _) => Err(format!("the crate {name} is not in use")),
            (Some(_), Some(_)) => Err(format!("several versions of the crate {name} are in use")),
        }
    }

    /// Finds a crate by name and version.
    pub(crate) fn find(&self, name: &str, version: &str) -> Option<&Package> {
        self.packages.iter().find(|package| package.name == name && package.version == version)
    }
}

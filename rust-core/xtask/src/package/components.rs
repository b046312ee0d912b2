//! The crates that the library is built from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::metadata::{Metadata, Package};

/// The platforms of the plugin; what is linked on any of them is listed.
const TARGETS: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "x86_64-pc-windows-msvc",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
];

/// One crate of others that is linked into the library.
#[derive(Debug, Clone)]
pub(super) struct Component {
    /// What cargo knows about it.
    pub(super) package: Package,
    /// The SHA-256 of what the registry gave, where Cargo.lock has one.
    pub(super) checksum: Option<String>,
}

/// All crates of others in the library, and the version of the library itself.
#[derive(Debug, Clone)]
pub(super) struct Components {
    /// The version of the workspace.
    pub(super) version: String,
    /// The crates, by name and version.
    pub(super) list: Vec<Component>,
}

/// Cargo.lock, as far as it is needed here.
#[derive(Debug, Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Debug, Deserialize)]
struct Locked {
    name: String,
    version: String,
    #[serde(default)]
    checksum: Option<String>,
}

impl Components {
    /// Finds the crates of the library, on any platform of the plugin.
    ///
    /// # Errors
    /// If cargo does not say which they are, or Cargo.lock cannot be read.
    pub(super) fn of_library(root: &Path, metadata: &Metadata) -> Result<Self, String> {
        let path = root.join("Cargo.lock");
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| failed(&error))?;
        let lock: Lock = toml::from_str(&text).map_err(|error| failed(&error))?;
        let mut checksums: BTreeMap<(String, String), Option<String>> = BTreeMap::new();
        for locked in lock.package {
            checksums.insert((locked.name, locked.version), locked.checksum);
        }
        let mut list = Vec::new();
        for (name, version) in used(root)? {
            let package = metadata
                .find(&name, &version)
                .ok_or_else(|| format!("cargo does not know the crate {name} {version}"))?
                .clone();
            let checksum = checksums.get(&(name, version)).cloned().flatten();
            list.push(Component { package, checksum });
        }
        let version = metadata.package("vibeue-bridge")?.version;
        Ok(Self { version, list })
    }
}

/// Names and versions of the crates in the library: those that it is linked
/// of, not those that only build it, for all platforms.
fn used(root: &Path) -> Result<BTreeSet<(String, String)>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut used = BTreeSet::new();
    for target in TARGETS {
        let output = Command::new(&cargo)
            .args(["tree", "--locked", "--package", "vibeue-bridge", "--edges", "normal"])
            .args(["--prefix", "none", "--format", "{p}", "--target", target])
            .current_dir(root)
            .output()
            .map_err(|error| format!("cannot run cargo tree: {error}"))?;
        if !output.status.success() {
            return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut words = line.split_whitespace();
            if let (Some(name), Some(version)) = (words.next(), words.next()) {
                let own = name.starts_with("vibeue-");
                // Macros run in the compiler: nothing of them is linked.
                if !own && !line.contains("(proc-macro)") {
                    used.insert((name.to_owned(), version.trim_start_matches('v').to_owned()));
                }
            }
        }
    }
    Ok(used)
}

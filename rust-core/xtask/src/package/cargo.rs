//! A call of Cargo that builds the library.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::archive_tools::run;
use super::places::Places;
use super::platform::Platform;

/// The profile of Cargo.toml.
const PROFILE: &str = "plugin";

/// The link-time optimization of what ships: as the profile says it.
pub(super) const SHIPPED: &str = "\"fat\"";

/// One run of cargo that makes an archive for shipping.
pub(super) struct Cargo<'a> {
    /// The workspace.
    pub(super) root: &'a Path,
    /// What it is built for.
    pub(super) target: &'a str,
    /// Where cargo puts it.
    pub(super) folder: &'a Path,
    /// Link-time optimization, as a profile writes it: `false`, `"fat"`.
    pub(super) lto: &'a str,
}

impl Cargo<'_> {
    /// Builds; returns the system libraries that have to be linked with it, as
    /// the compiler says them.
    ///
    /// # Errors
    /// If cargo fails.
    pub(super) fn build(&self, places: &Places) -> Result<String, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut cargo = Command::new(cargo);
        // The variables that cargo sets for this program's package would look to build scripts like
        // another environment, and everything would be rebuilt.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|begin| name.starts_with(begin)) {
                cargo.env_remove(&*name);
            }
        }
        cargo.env("CARGO_ENCODED_RUSTFLAGS", places.rust_flags()).env_remove("RUSTFLAGS");
        if !self.target.ends_with("-msvc") {
            let name = format!("CFLAGS_{}", self.target.replace('-', "_"));
            cargo.env(name, places.c_flags());
        }
        cargo.args(["rustc", "--locked", "--package", "vibeue-bridge", "--lib"]);
        cargo.args(["--crate-type", "staticlib", "--profile", PROFILE, "--target", self.target]);
        cargo.arg("--config").arg(format!("profile.{PROFILE}.lto={}", self.lto));
        cargo.arg("--target-dir").arg(self.folder);
        cargo.args(["--", "--print", "native-static-libs"]);
        let printed = run(cargo.current_dir(self.root))?;
        printed
            .err
            .lines()
            .find_map(|line| line.split_once("native-static-libs: "))
            .map(|(_, libraries)| libraries.to_owned())
            .ok_or_else(|| format!("rustc names no native-static-libs:\n{}", printed.err))
    }

    /// The archive that it left.
    pub(super) fn built(&self, platform: Platform) -> PathBuf {
        self.folder.join(self.target).join(PROFILE).join(platform.built())
    }
}

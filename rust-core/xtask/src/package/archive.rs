//! The native library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::archive_tools::{bytes, copy, defined, needed, run};
use super::places::Places;
use super::platform::Platform;
use super::{build_rules, glibc, size};

/// The profile of Cargo.toml.
const PROFILE: &str = "plugin";

/// Names that begin so are the bridge's own.
pub(super) const OURS: [&str; 2] = ["vibeue$cxxbridge1$", "cxxbridge1$"];

/// A library that was built.
pub(super) struct Built {
    /// The file.
    pub(super) path: PathBuf,
    /// What was found out about it.
    pub(super) report: String,
}

/// Builds the library of this platform, of an archive where one is given.
///
/// # Errors
/// When a tool fails, the library holds what it must not, or asks for system
/// libraries that the module's build rules do not link.
pub(super) fn build(
    root: &Path,
    platform: Platform,
    archive: Option<&Path>,
) -> Result<Built, String> {
    let name = if archive.is_some() { "target/given-archive" } else { "target/plugin-archive" };
    let work = root.join(name);
    fs::create_dir_all(&work)
        .map_err(|error| format!("cannot make {}: {error}", work.display()))?;
    let places = Places::of(root)?;
    let mut parts = Vec::new();
    if let Some(archive) = archive {
        parts.push(archive.to_owned());
    } else {
        let rules = build_rules::read(root)?;
        for target in platform.targets() {
            let cargo = Cargo { root, target, folder: &root.join("target"), lto: "false" };
            let linked = cargo.build(&places)?;
            build_rules::compare(platform, &linked, &rules)?;
            parts.push(cargo.built(platform));
        }
    }
    let out = work.join(platform.shipped());
    let report = match platform {
        // One of another profile is larger than what ships.
        Platform::Linux => {
            let most = if archive.is_some() { u64::MAX } else { size::MOST };
            prelink(&parts[0], &work, &out, most)?
        }
        Platform::Mac => {
            let mut lipo = Command::new("lipo");
            run(lipo.arg("-create").args(&parts).arg("-output").arg(&out))?;
            said_size(&out)?
        }
        Platform::Win64 => {
            copy(&parts[0], &out)?;
            said_size(&out)?
        }
    };
    // An archive of another profile keeps the paths that its debugger needs.
    if archive.is_none() {
        let built = fs::read(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        places.check(&built)?;
    }
    Ok(Built { path: out, report })
}

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
    /// When cargo fails.
    pub(super) fn build(&self, places: &Places) -> Result<String, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut cargo = Command::new(cargo);
        // What cargo told this program of its package would look to build
        // scripts like another environment, and everything would be built again.
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

/// Links everything into one object, hides all symbols but ours, and looks at
/// what is left.
fn prelink(archive: &Path, work: &Path, out: &Path, most: u64) -> Result<String, String> {
    let (object, before) = one_object(archive, work)?;
    if out.exists() {
        fs::remove_file(out)
            .map_err(|error| format!("cannot replace {}: {error}", out.display()))?;
    }
    run(Command::new("ar").arg("crsD").arg(out).arg(&object))?;

    let after = defined(&object)?;
    let foreign: Vec<&String> = after.iter().filter(|name| !is_ours(name)).collect();
    if after.is_empty() {
        return Err("the library exports nothing of the bridge".to_owned());
    }
    if !foreign.is_empty() {
        return Err(format!("the library still exports {foreign:?}"));
    }
    let needed = needed(&object)?;
    let cpp: Vec<&String> =
        needed.iter().filter(|name| name.starts_with("_ZSt") || name.starts_with("_ZNS")).collect();
    if !cpp.is_empty() {
        return Err(format!("the library holds a C++ object: it asks for {cpp:?}"));
    }
    let asked: BTreeSet<String> = needed.into_iter().filter(|name| !is_ours(name)).collect();
    let floor = glibc::floor(&asked)?;
    Ok(format!(
        "{}\n{} global symbols of {before} are left, all ours; no C++ object inside\n{floor}\n{}",
        said_size(out)?,
        after.len(),
        size::added(&object, work, most)?,
    ))
}

/// Links an archive into one object that shows the bridge alone; returns it
/// and how many global symbols there were.
///
/// # Errors
/// When a tool fails.
pub(super) fn one_object(archive: &Path, work: &Path) -> Result<(PathBuf, usize), String> {
    let object = work.join("vibeue_core.o");
    run(Command::new("ld").args(["-r", "--whole-archive"]).arg(archive).arg("-o").arg(&object))?;
    // The compiler's own intermediate code is in the standard library's
    // objects; tools with another version's plugin stumble over it.
    let mut strip = Command::new("objcopy");
    strip.args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd", "--strip-debug"]);
    run(strip.arg(&object))?;
    let before = defined(&object)?;
    let keep = work.join("keep.txt");
    let list: String =
        before.iter().filter(|name| is_ours(name)).map(|name| format!("{name}\n")).collect();
    fs::write(&keep, list).map_err(|error| format!("cannot write {}: {error}", keep.display()))?;
    let mut objcopy = Command::new("objcopy");
    objcopy.arg(format!("--keep-global-symbols={}", keep.display()));
    run(objcopy.arg("--strip-unneeded").arg(&object))?;
    Ok((object, before.len()))
}

fn is_ours(name: &str) -> bool {
    OURS.iter().any(|begin| name.starts_with(begin))
}

fn said_size(path: &Path) -> Result<String, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{name}: {:.1} MB", bytes(path)? as f64 / 1e6))
}

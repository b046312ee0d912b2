//! The native library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::archive_tools::{bytes, copy, defined, needed, run};
use super::cargo::{Cargo, SHIPPED};
use super::object::{is_ours, one_object};
use super::places::Places;
use super::platform::Platform;
use super::{build_rules, glibc, size};

/// A library that was built.
pub(super) struct Built {
    /// The file.
    pub(super) path: PathBuf,
    /// What was found out about it.
    pub(super) report: String,
}

/// Builds the library of this platform, from an archive if one is given.
///
/// # Errors
/// If a tool fails, the library holds what it must not, or asks for system libraries that the
/// module's build rules do not link.
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
            let cargo = Cargo { root, target, folder: &root.join("target"), lto: SHIPPED };
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
            size_line(&out)?
        }
        Platform::Win64 => {
            copy(&parts[0], &out)?;
            size_line(&out)?
        }
    };
    // An archive of another profile keeps the paths that its debugger needs.
    if archive.is_none() {
        let built = fs::read(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        places.check(&built)?;
    }
    Ok(Built { path: out, report })
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
        size_line(out)?,
        after.len(),
        size::added(&object, work, most)?,
    ))
}

fn size_line(path: &Path) -> Result<String, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{name}: {:.1} MB", bytes(path)? as f64 / 1e6))
}

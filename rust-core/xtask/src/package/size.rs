//! What the library adds to the module that links it.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::archive_tools::{self, bytes};
use super::cargo::Cargo;
use super::object::one_object;
use super::places::Places;
use super::platform::Platform;
use crate::bridge;

/// The most that the library may add to a stripped module, in bytes: what it
/// adds with the client of tool servers (docs/packaging.md), and a little more.
pub(super) const MOST: u64 = 20_000_000;

/// Reports what the library adds to a stripped module, given an object that exports only the
/// bridge: a shared object with everything that the bridge reaches, less an empty one.
///
/// # Errors
/// If a tool fails, or it is more than `most`.
pub(super) fn added(object: &Path, work: &Path, most: u64) -> Result<String, String> {
    let bytes = measure(object, work)?;
    if bytes > most {
        return Err(format!(
            "the library adds {} to a stripped module, at most {} are aimed at: find what grew by \
             `cargo bloat`, or raise the bound with its reason",
            megabytes(bytes),
            megabytes(most)
        ));
    }
    Ok(format!("it adds {} to a stripped module", megabytes(bytes)))
}

/// Kinds of link-time optimization: their names here, and in a profile.
const KINDS: [(&str, &str); 3] = [("none", "false"), ("fat", "\"fat\""), ("thin", "\"thin\"")];

/// Builds the library with each kind of link-time optimization, or with the one
/// that is named, and says what it adds. Takes minutes for each.
///
/// # Errors
/// If there is no such kind, or a build or a tool fails; on a platform other than Linux, where the
/// tools differ.
pub(crate) fn run_all(only: Option<&str>) -> Result<String, String> {
    if let Some(only) = only
        && !KINDS.iter().any(|(name, _)| *name == only)
    {
        return Err(format!("`size` knows none, fat and thin, but not {only:?}"));
    }
    let root = bridge::root();
    let platform = Platform::of_host()?;
    if platform != Platform::Linux {
        return Err("`cargo xtask size` measures on Linux".to_owned());
    }
    let places = Places::of(&root)?;
    let mut lines = Vec::new();
    // One folder: thin and fat share what is compiled before they begin.
    let folder = root.join("target/size");
    let wanted = KINDS.into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name));
    for (name, lto) in wanted {
        let work = folder.join("work").join(name);
        fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
        let cargo = Cargo { root: &root, target: platform.targets()[0], folder: &folder, lto };
        cargo.build(&places)?;
        let (object, _) = one_object(&cargo.built(platform), &work)?;
        lines.push(format!(
            "link-time optimization {name}: {}",
            megabytes(measure(&object, &work)?)
        ));
    }
    Ok(lines.join("\n"))
}

/// How many bytes the object adds to a stripped shared object.
fn measure(object: &Path, work: &Path) -> Result<u64, String> {
    let empty = link(None, &work.join("empty.so"))?;
    Ok(link(Some(object), &work.join("with_library.so"))?.saturating_sub(empty))
}

/// Links a stripped shared object and returns its size. What the module itself
/// defines is left open.
fn link(object: Option<&Path>, out: &Path) -> Result<u64, String> {
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-Wl,--gc-sections", "-Wl,--strip-all"]);
    cc.args(["-Wl,--unresolved-symbols=ignore-all", "-o"]).arg(out).args(object);
    archive_tools::run(cc.args(["-lgcc_s", "-lm", "-ldl", "-lpthread", "-lc"]))?;
    bytes(out)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

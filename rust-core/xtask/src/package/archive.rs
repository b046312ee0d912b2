//! The native library.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::platform::Platform;

/// The profile of Cargo.toml.
const PROFILE: &str = "plugin";

/// Names that begin so are the bridge's own.
const OURS: [&str; 2] = ["vibeue$cxxbridge1$", "cxxbridge1$"];

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
/// When a tool fails, or the library holds what it must not.
pub(super) fn build(
    root: &Path,
    platform: Platform,
    archive: Option<&str>,
) -> Result<Built, String> {
    let name = if archive.is_some() { "target/given-archive" } else { "target/plugin-archive" };
    let work = root.join(name);
    fs::create_dir_all(&work)
        .map_err(|error| format!("cannot make {}: {error}", work.display()))?;
    let mut parts = Vec::new();
    parts.extend(archive.map(PathBuf::from));
    for target in platform.targets() {
        if archive.is_some() {
            break;
        }
        cargo(root, target)?;
        parts.push(root.join("target").join(target).join(PROFILE).join(platform.built()));
    }
    let out = work.join(platform.shipped());
    let report = match platform {
        Platform::Linux => prelink(&parts[0], &work, &out)?,
        Platform::Mac => {
            let mut lipo = Command::new("lipo");
            run(lipo.arg("-create").args(&parts).arg("-output").arg(&out))?;
            size(&out)?
        }
        Platform::Win64 => {
            copy(&parts[0], &out)?;
            size(&out)?
        }
    };
    Ok(Built { path: out, report })
}

fn cargo(root: &Path, target: &str) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(cargo);
    // What cargo told this program of its package would look to build scripts
    // like another environment, and everything would be built again.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|begin| name.starts_with(begin)) {
            cargo.env_remove(&*name);
        }
    }
    cargo.args(["rustc", "--locked", "--package", "vibeue-bridge", "--lib"]);
    cargo.args(["--crate-type", "staticlib", "--profile", PROFILE, "--target", target]);
    run(cargo.current_dir(root)).map(|_| ())
}

/// Links everything into one object, hides all symbols but ours, and looks at
/// what is left.
fn prelink(archive: &Path, work: &Path, out: &Path) -> Result<String, String> {
    let object = work.join("vibeue_core.o");
    run(Command::new("ld").args(["-r", "--whole-archive"]).arg(archive).arg("-o").arg(&object))?;
    // The compiler's own intermediate code is in the standard library's
    // objects; tools with another version's plugin stumble over it.
    let mut strip = Command::new("objcopy");
    strip.args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd", "--strip-debug"]);
    run(strip.arg(&object))?;
    let before = defined(&object)?;
    let ours: BTreeSet<&String> =
        before.iter().filter(|name| OURS.iter().any(|begin| name.starts_with(begin))).collect();
    let keep = work.join("keep.txt");
    let list: String = ours.iter().map(|name| format!("{name}\n")).collect();
    fs::write(&keep, list).map_err(|error| format!("cannot write {}: {error}", keep.display()))?;
    let mut objcopy = Command::new("objcopy");
    objcopy.arg(format!("--keep-global-symbols={}", keep.display()));
    run(objcopy.arg("--strip-unneeded").arg(&object))?;
    if out.exists() {
        fs::remove_file(out)
            .map_err(|error| format!("cannot replace {}: {error}", out.display()))?;
    }
    run(Command::new("ar").arg("crsD").arg(out).arg(&object))?;

    let after = defined(&object)?;
    let foreign: Vec<&String> = after.iter().filter(|name| !ours.contains(name)).collect();
    if ours.is_empty() {
        return Err("the library exports nothing of the bridge".to_owned());
    }
    if !foreign.is_empty() {
        return Err(format!("the library still exports {foreign:?}"));
    }
    let undefined = symbols(&object, "--undefined-only")?;
    let cpp: Vec<&String> = undefined
        .iter()
        .filter(|name| name.starts_with("_ZSt") || name.starts_with("_ZNS"))
        .collect();
    if !cpp.is_empty() {
        return Err(format!("the library holds a C++ object: it asks for {cpp:?}"));
    }
    let glibc = glibc_floor(&object, work)?;
    Ok(format!(
        "{}\n{} global symbols of {} are left, all ours; no C++ object inside\n\
         linked on this machine it asks for glibc {glibc}",
        size(out)?,
        after.len(),
        before.len(),
    ))
}

/// The newest glibc that a shared object with all of it inside asks for. An
/// archive names no versions: the system on which a module is linked decides,
/// so this says something of the oldest that it runs on where that is linked.
fn glibc_floor(object: &Path, work: &Path) -> Result<String, String> {
    let shared = work.join("probe.so");
    // What the module defines is left open; the system's libraries are not.
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-Wl,--unresolved-symbols=ignore-all", "-o"]).arg(&shared).arg(object);
    run(cc.args(["-lgcc_s", "-lm", "-ldl", "-lpthread", "-lc"]))?;
    let table = run(Command::new("objdump").arg("-T").arg(&shared))?;
    let version = |text: &str| -> Option<Vec<u32>> {
        text.split('.').map(|part| part.parse().ok()).collect()
    };
    let newest = table
        .split(|letter: char| letter.is_whitespace() || letter == '(' || letter == ')')
        .filter_map(|word| word.strip_prefix("GLIBC_"))
        .filter_map(|text| Some((version(text)?, text)))
        .max();
    newest
        .map(|(_, text)| text.to_owned())
        .ok_or_else(|| "objdump names no version of glibc".to_owned())
}

fn defined(object: &Path) -> Result<BTreeSet<String>, String> {
    symbols(object, "--defined-only")
}

fn symbols(object: &Path, which: &str) -> Result<BTreeSet<String>, String> {
    let listed = run(Command::new("nm").args(["-g", which]).arg(object))?;
    Ok(listed
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .map(str::to_owned)
        .collect())
}

fn size(path: &Path) -> Result<String, String> {
    let bytes = fs::metadata(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?
        .len();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{name}: {:.1} MB", bytes as f64 / 1e6))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
}

/// Runs a tool and returns what it printed.
fn run(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{name} failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

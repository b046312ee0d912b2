//! From C++ sources to spec results.
//!
//! A [`Compiler`] turns a [`Module`] and the stand-in's runtime into objects, each of several
//! sources and cached under a hash of everything that went into it; a [`Program`] is linked from
//! them; a [`Host`] lists its spec cases and runs them, one or a series, in a process and a project
//! folder of their own.

mod cache;
mod compiler;
mod core_archive;
mod first_include;
mod groups;
mod host;
mod mistake;
mod module;
mod plugin;
mod program;
mod running;
mod series;
mod turns;

pub use compiler::{CompileError, Compiler, EngineVersion, Flavour};
pub use core_archive::{core_archive, xtask};
pub use first_include::FirstIncludes;
pub use host::{Case, Host, Outcome, RunOptions};
pub use mistake::{Expectation, Mistake};
pub use module::Module;
pub use plugin::Plugin;
pub use program::Program;
pub use series::Step;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Returns the folder of this package, in which `engine/` and `samples/` lie.
#[must_use]
pub fn package_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the repository's folder.
fn repository() -> PathBuf {
    let root = package_dir().join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Returns the folder in which objects and programs are kept between runs:
/// `target/standin` of the workspace, or of `CARGO_TARGET_DIR`.
#[must_use]
pub fn build_dir() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || package_dir().ancestors().nth(2).unwrap_or_else(|| Path::new(".")).join("target"),
        PathBuf::from,
    );
    target.join("standin")
}

/// Returns a name for a file that is being made, which nobody else uses.
fn unfinished() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

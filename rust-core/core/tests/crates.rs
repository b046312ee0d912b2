//! The floors of the house: which crate of the core may touch what.
//!
//! Cargo holds them, because a crate cannot name what it does not depend on;
//! here is what Cargo is told.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Crates of functions over data.
const PURE: [&str; 3] = ["vibeue-conversation", "vibeue-tokens", "vibeue-compaction"];

/// What gives files, a network, threads, clocks or processes to who links it.
const SHELL: [&str; 16] = [
    "arc-swap",
    "futures-util",
    "httpdate",
    "hyper",
    "libc",
    "mio",
    "reqwest",
    "rustix",
    "rustls",
    "socket2",
    "tempfile",
    "time",
    "tokio",
    "tokio-util",
    "tracing",
    "winapi-util",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The core's crates, with those of them that each one names.
fn edges() -> BTreeMap<String, BTreeSet<String>> {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1"])).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let ours = |name: &str| {
        let folder = root().join("rust-core").join(name.strip_prefix("vibeue-").unwrap_or(name));
        name.starts_with("vibeue-") && folder.join("Cargo.toml").is_file()
    };
    packages
        .iter()
        .filter(|package| ours(package["name"].as_str().unwrap()))
        .map(|package| {
            let named = package["dependencies"].as_array().unwrap().iter();
            let named = named
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| dependency["name"].as_str().unwrap())
                .filter(|name| ours(name))
                .map(str::to_owned);
            (package["name"].as_str().unwrap().to_owned(), named.collect())
        })
        .collect()
}

#[test]
fn a_pure_crate_depends_on_nothing_that_touches_the_world() {
    for pure in PURE {
        let all = cargo(&["tree", "-p", pure, "-e", "normal", "--prefix", "none", "-f", "{lib}"]);
        let all: BTreeSet<String> = all.lines().map(|name| name.trim().replace('_', "-")).collect();
        assert!(all.contains("serde-json"), "the tree of {pure} is not one: {all:?}");
        let touching: Vec<&str> = SHELL.into_iter().filter(|name| all.contains(*name)).collect();
        assert_eq!(touching, Vec::<&str>::new(), "dependencies of {pure}");
    }
}

#[test]
fn a_pure_crate_is_kept_from_files_clocks_threads_and_the_environment() {
    let rules = |pure: &str| {
        let folder = root().join("rust-core").join(pure.strip_prefix("vibeue-").unwrap());
        std::fs::read_to_string(folder.join("clippy.toml")).unwrap()
    };
    let first = rules(PURE[0]);
    assert!(first.contains("std::fs::File") && first.contains("std::time::Instant"));
    for pure in PURE {
        assert_eq!(rules(pure), first, "{pure}/clippy.toml");
    }
    let common = std::fs::read_to_string(root().join("clippy.toml")).unwrap();
    assert!(common.lines().all(|line| first.contains(line)), "{common}");
}

#[test]
fn the_drawing_of_the_crates_is_what_cargo_builds() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let drawn: BTreeMap<String, BTreeSet<String>> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `vibeue-"))
        .filter_map(|row| {
            let mut cells = row.split('|');
            let name = cells.next()?.trim().trim_end_matches('`');
            let below = cells.next()?;
            let below =
                below.split('`').skip(1).step_by(2).map(|crate_| format!("vibeue-{crate_}"));
            Some((format!("vibeue-{name}"), below.collect()))
        })
        .collect();
    assert_eq!(drawn, edges());
}

//! That the lock files of the workspaces of their own fit the crates of this one
//! that they build: `--locked` would refuse them otherwise, and only `.ci/run` asks for that.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    // Not `canonicalize`, whose paths differ from Cargo's on Windows.
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// What a crate of the workspace depends on, tests aside.
#[derive(Default)]
struct Named {
    always: BTreeSet<String>,
    /// Only with a feature.
    sometimes: BTreeSet<String>,
}

/// The crates of the workspace, by name.
fn crates() -> BTreeMap<String, Named> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut crates: BTreeMap<String, Named> = BTreeMap::new();
    for package in metadata["packages"].as_array().unwrap() {
        let named = crates.entry(package["name"].as_str().unwrap().to_owned()).or_default();
        for dependency in package["dependencies"].as_array().unwrap() {
            if dependency["kind"] == "dev" {
                continue;
            }
            let name = dependency["name"].as_str().unwrap().to_owned();
            let optional = dependency["optional"] == true;
            if optional { &mut named.sometimes } else { &mut named.always }.insert(name);
        }
    }
    crates
}

/// The packages of a lock file without a source, which are those of a folder, each with what
/// it depends on.
fn locked(lock: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.trim_start_matches(" = ").trim_matches('"').to_owned())
        };
        if value("source").is_some() {
            continue;
        }
        // With its version where the file has two of them.
        let names = package.lines().filter_map(|line| line.strip_prefix(" \""));
        let names = names.filter_map(|name| name.split(['"', ' ']).next());
        found.insert(value("name").unwrap(), names.map(str::to_owned).collect());
    }
    found
}

#[test]
fn every_lock_file_of_another_workspace_has_what_our_crates_depend_on() {
    let crates = crates();
    let mut seen = 0;
    for workspace in ["rust-core/api", "rust-core/fuzz"] {
        let file = root().join(workspace).join("Cargo.lock");
        for (name, locked) in locked(&std::fs::read_to_string(&file).unwrap()) {
            let Some(named) = crates.get(&name) else { continue };
            seen += 1;
            let missing: Vec<_> = named.always.difference(&locked).collect();
            let stale: Vec<_> = locked
                .iter()
                .filter(|it| !named.always.contains(*it) && !named.sometimes.contains(*it))
                .collect();
            assert!(
                missing.is_empty() && stale.is_empty(),
                "{workspace}: {name} lacks {missing:?} and has {stale:?}; run `cargo metadata \
                 --manifest-path {workspace}/Cargo.toml >/dev/null`"
            );
        }
    }
    assert!(seen > 8, "only {seen} of our crates are in these lock files");
}

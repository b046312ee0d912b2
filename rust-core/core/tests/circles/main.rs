//! No file of a crate leads back to itself.
//!
//! A file leads to another one if it names an item that the other one defines,
//! however that is imported. What a file only passes on (`pub use`) and what
//! only tests name does not count; a folder's `mod.rs` is a file like others,
//! so that one which defines what its children need, and calls them, is a
//! circle, too.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use house::{House, Uses};

mod file;
mod house;
mod tokens;

/// The one file that may lead back to those that use it: cxx wants a bridge's
/// functions in the declaration that also has their types.
const DECLARATION: (&str, &str) = ("bridge", "ffi.rs");

/// Known circles: the crate, all files of each, and why. All files are named, so that none of them
/// grows unseen.
const ALLOWED: [(&str, &[&str], &str); 1] = [(
    "compaction",
    &[
        "facts/error_line.rs",
        "facts/number.rs",
        "facts/path.rs",
        "facts/scanner.rs",
        "facts/word.rs",
    ],
    "a word is read by its shape, and its parts again as words: a descent into itself, told by \
     shapes",
)];

/// The files of each circle.
fn circles(uses: &Uses) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> = uses
        .keys()
        .map(|from| {
            let mut found = BTreeSet::new();
            let mut open = vec![from.as_str()];
            while let Some(file) = open.pop() {
                open.extend(
                    uses.get(file)
                        .into_iter()
                        .flatten()
                        .map(String::as_str)
                        .filter(|file| found.insert(*file)),
                );
            }
            (from.as_str(), found)
        })
        .collect();
    let mut circles: Vec<BTreeSet<&str>> = Vec::new();
    for (file, found) in &reached {
        if found.contains(file) && !circles.iter().any(|circle| circle.contains(file)) {
            let back = |other: &&&str| reached.get(**other).is_some_and(|it| it.contains(file));
            circles.push(found.iter().filter(back).copied().collect());
        }
    }
    circles
}

/// Which file of a circle uses which.
fn edges_of(circle: &BTreeSet<&str>, uses: &Uses) -> Vec<String> {
    let edges = uses.iter().filter(|(file, _)| circle.contains(file.as_str()));
    edges
        .flat_map(|(file, used)| {
            let used = used.iter().filter(|used| circle.contains(used.as_str()));
            used.map(move |used| format!("{file} -> {used}"))
        })
        .collect()
}

/// The crates, the stand-in for the engine among them, each with its folder.
fn crates() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let standin = root.join("../tests/unreal-standin");
    let mut folders: Vec<(String, PathBuf)> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .chain([("unreal-standin".to_owned(), standin)])
        .filter(|(_, folder)| folder.join("src").is_dir())
        .collect();
    folders.sort();
    folders
}

#[test]
fn no_file_leads_back_to_itself() {
    let (mut found, mut files) = (Vec::new(), 0);
    let mut unneeded = BTreeSet::from(ALLOWED.map(|(name, file, _)| (name, file)));
    for (name, folder) in crates() {
        let mut uses = House::read(&folder).uses();
        files += uses.len();
        if name == DECLARATION.0 {
            assert!(uses.remove(DECLARATION.1).is_some(), "{DECLARATION:?} uses nothing");
        }
        for circle in circles(&uses) {
            let allowed = ALLOWED.iter().find(|it| it.0 == name && circle.iter().eq(it.1));
            match allowed {
                Some((name, file, _)) => drop(unneeded.remove(&(*name, *file))),
                None => found.push(format!("{name}: {:#?}", edges_of(&circle, &uses))),
            }
        }
    }
    assert!(files > 800, "{files} files are not all of them");
    assert_eq!(found, Vec::<String>::new(), "{}", found.join("\n"));
    assert_eq!(unneeded, BTreeSet::new(), "these circles are open: take them off the list");
}

#[test]
fn a_circle_is_found_however_its_names_are_imported() {
    let house = House::of([
        ("lib.rs", "mod facts;\nmod digest;\nmod note;\npub use facts::Fact;\n"),
        ("digest.rs", "use crate::Fact;\npub(crate) struct Digest(Fact);\nuse super::note;\n"),
        ("note.rs", "pub(crate) fn note() { let a = \"crate::facts\"; /* crate::facts */ }\n"),
        (
            "facts/mod.rs",
            "mod set;\nmod kind;\npub use kind::{Kind, Kind as Other};\npub struct Fact;",
        ),
        ("facts/kind.rs", "pub enum Kind { Path(crate::note::Note) }\n"),
        (
            "facts/set.rs",
            "use super::{self as facts, Kind};\nuse crate::digest::{\n    Digest,\n};\n\
             fn add<'a>(fact: &'a facts::Fact) -> char { 'a' }\n\
             #[cfg(test)]\nmod tests {\n    use crate::lonely::Lonely;\n}\n",
        ),
        ("lonely.rs", "use crate::digest;\n"),
    ]);
    let uses = house.uses();
    let edges: Vec<(&str, Vec<&str>)> = uses
        .iter()
        .map(|(file, used)| (file.as_str(), used.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(
        edges,
        [
            ("digest.rs", vec!["facts/mod.rs", "note.rs"]),
            ("facts/kind.rs", vec!["note.rs"]),
            ("facts/set.rs", vec!["digest.rs", "facts/kind.rs", "facts/mod.rs"]),
        ]
    );
    assert_eq!(circles(&uses), Vec::<BTreeSet<&str>>::new());

    let house = House::of([
        ("lib.rs", "mod facts;\nmod digest;\n"),
        ("digest.rs", "pub(crate) fn line(set: &crate::facts::Set) {}\n"),
        ("facts/mod.rs", "mod set;\npub(crate) use set::Set;\n"),
        ("facts/set.rs", "pub struct Set;\nimpl Set { fn a() { crate::digest::line(self) } }\n"),
    ]);
    assert_eq!(circles(&house.uses()), [BTreeSet::from(["digest.rs", "facts/set.rs"])]);
    let house = House::of([
        (
            "main.rs",
            "mod wire;\nmod a { pub(crate) use super::Context; }\npub struct Context;\nfn main() { wire::run() }",
        ),
        ("wire.rs", "use super::*;\npub(crate) fn run() {}"),
    ]);
    assert_eq!(circles(&house.uses()), [BTreeSet::from(["main.rs", "wire.rs"])]);
}

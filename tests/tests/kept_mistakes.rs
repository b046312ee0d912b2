//! The list of deliberate mistakes is kept: each file has its row, each row its
//! file, and what people get wrong most often is among them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// What programmers get wrong again and again when they write for the engine, and the mistakes that
/// stand for it.
const KNOWN_BY_HEART: [(&str, &[&str]); 10] = [
    (
        "AddDynamic on a widget",
        &["slate/dynamic_delegate_in_a_widget", "lint/dynamic_binding_in_a_widget"],
    ),
    (
        "AddSP in a constructor",
        &["ground/add_sp_in_a_constructor", "slate/bound_in_a_widgets_constructor"],
    ),
    (
        "a missing UFUNCTION",
        &["ground/add_dynamic_without_ufunction", "lint/bound_function_without_ufunction"],
    ),
    (
        "a wrong generated include",
        &["lint/generated_include_before_another", "ground/body_on_another_line"],
    ),
    ("FText from FString", &["ground/text_from_string", "slate/text_from_a_string"]),
    (
        "a UObject kept by a raw pointer",
        &["lint/object_kept_by_a_raw_pointer", "ground/raw_pointer_to_a_collected_object"],
    ),
    (
        "a wrong argument of a format",
        &["ground/log_with_an_object", "ground/log_with_a_wrong_width"],
    ),
    (
        "a missing dependency of a module",
        &[
            "lint/include_of_a_module_that_is_not_listed",
            "lint/header_that_includes_another_module_s",
        ],
    ),
    ("the name of a Win32 macro", &["lint/function_named_as_a_windows_macro"]),
    (
        "a tab that is not unregistered",
        &["slate/tab_left_registered", "lint/tab_that_is_never_unregistered"],
    ),
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("mistakes")
}

/// Every mistake by its name below `mistakes`, with how it must be found.
fn mistakes() -> BTreeMap<String, &'static str> {
    let mut found = BTreeMap::new();
    for kind in ["ground", "slate", "lint", "build_rules"] {
        for entry in fs::read_dir(folder().join(kind)).expect("there is a folder of mistakes") {
            let path = entry.expect("a mistake").path();
            let name = format!("{kind}/{}", path.file_stem().expect("a name").to_string_lossy());
            let how = match kind {
                "lint" => "the lint refuses it",
                "build_rules" => "the build rules refuse it",
                _ => {
                    let text = fs::read_to_string(&path).expect("a source");
                    if text.lines().any(|line| line.starts_with("// compile error: ")) {
                        "does not compile"
                    } else {
                        "fails when it runs"
                    }
                }
            };
            let is_mistake = path.is_dir() || path.extension().is_some_and(|it| it == "cpp");
            if is_mistake {
                found.insert(name, how);
            }
        }
    }
    found
}

/// The rows of the list: name and how it is found.
fn rows() -> BTreeMap<String, String> {
    let text = fs::read_to_string(folder().join("README.md")).expect("there is a list");
    let rows = text.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        let (how, what) = rest.strip_suffix(" |")?.split_once(" | ")?;
        assert!(!what.trim().is_empty(), "{name}: nothing is said of it");
        Some((name.to_owned(), how.to_owned()))
    });
    rows.collect()
}

#[test]
fn the_list_names_every_mistake_and_nothing_else() {
    let found: BTreeMap<String, String> =
        mistakes().into_iter().map(|(name, how)| (name, how.to_owned())).collect();
    assert_eq!(rows(), found);
}

#[test]
fn a_mistake_in_a_folder_is_a_patch_and_its_report_and_nothing_else() {
    for kind in ["lint", "build_rules"] {
        for entry in fs::read_dir(folder().join(kind)).expect("there is a folder of mistakes") {
            let path = entry.expect("a mistake").path();
            if path.is_dir() {
                let names: BTreeSet<String> = fs::read_dir(&path)
                    .expect("a folder")
                    .map(|it| it.expect("a file").file_name().to_string_lossy().into_owned())
                    .collect();
                let expected = ["expected.out", "mistake.patch"].map(str::to_owned);
                assert_eq!(names, BTreeSet::from(expected), "{}", path.display());
            }
        }
    }
}

#[test]
fn there_are_enough_of_each_kind() {
    let found = mistakes();
    let of = |how: &str| found.values().filter(|it| **it == how).count();
    assert!(found.len() >= 90, "only {} mistakes", found.len());
    assert!(of("does not compile") >= 20, "{} do not compile", of("does not compile"));
    assert!(of("fails when it runs") >= 25, "{} fail when they run", of("fails when it runs"));
    assert!(of("the lint refuses it") >= 30, "{} are linted", of("the lint refuses it"));
    assert!(of("the build rules refuse it") >= 7, "{} of rules", of("the build rules refuse it"));
}

#[test]
fn what_people_get_wrong_most_is_among_them() {
    let found = mistakes();
    for (what, names) in KNOWN_BY_HEART {
        for name in names {
            assert!(found.contains_key(*name), "{what}: {name} is gone");
        }
    }
}

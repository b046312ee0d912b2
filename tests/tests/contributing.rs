//! The diffs of CONTRIBUTING fit the repository, and what they add is complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use unreal_standin::header_tool::generate;
use unreal_standin::lint::{Plugin, PluginFiles, apply_patch, lint};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    let file = root().join(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The diffs of one section, one after the other.
fn diffs(title: &str) -> String {
    let page = read("CONTRIBUTING.md");
    let (_, rest) = page.split_once(&format!("## {title}\n")).expect("the section is there");
    let section = rest.split("\n## ").next().unwrap_or_default();
    section.split("```diff\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The files that a diff names, as they are now.
fn files_of(diff: &str) -> PluginFiles {
    let names: BTreeSet<&str> =
        diff.lines().filter_map(|line| line.strip_prefix("--- a/")).collect();
    names.iter().fold(PluginFiles::default(), |files, name| files.with(name, &read(name)))
}

/// Applies the diffs of a section to the files that they name.
fn after(title: &str) -> PluginFiles {
    let diff = diffs(title);
    apply_patch(files_of(&diff), &diff).unwrap_or_else(|why| panic!("{title}: {why}"))
}

fn text<'a>(files: &'a PluginFiles, path: &str) -> &'a str {
    files.text(path).unwrap_or_else(|| panic!("the diff does not change {path}"))
}

/// The words that follow each occurrence of `before`, up to a character that
/// cannot be part of a name.
fn names<'a>(text: &'a str, before: &str) -> BTreeSet<&'a str> {
    text.split(before)
        .skip(1)
        .filter_map(|rest| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').next()
        })
        .collect()
}

/// The names that end right before an occurrence of `behind`.
fn names_before<'a>(text: &'a str, behind: &str) -> BTreeSet<&'a str> {
    text.match_indices(behind)
        .filter_map(|(at, _)| text[..at].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next())
        .collect()
}

#[test]
fn a_new_provider_is_one_entry_in_one_file() {
    let files = after("To add a provider");
    let presets = names(text(&files, "rust-core/provider/src/preset/table.rs"), "name: \"");
    assert!(presets.contains("mistral"), "{presets:?}");
    assert_eq!(diffs("To add a provider").matches("--- a/").count(), 1);
}

#[test]
fn a_new_setting_is_one_entry_in_one_file() {
    let files = after("To add a setting");
    let table = text(&files, "rust-core/conversation/src/settings/table.rs");
    let settings = names_before(table, ": bool = Switch {");
    assert!(settings.contains("show_cost"), "{settings:?}");
    assert_eq!(diffs("To add a setting").matches("--- a/").count(), 1);
    // All others have the property that is written for this one.
    let header = read("Source/VibeUE/Public/VibeUESettings.h");
    for property in names(table, "unreal_name: \"") {
        let declared = header.lines().any(|line| {
            line.starts_with('\t')
                && line.ends_with(';')
                && line.split([' ', ';']).any(|word| word == property)
        });
        assert_eq!(declared, property != "bShowCost", "{property}");
    }
}

#[test]
fn a_new_tool_is_offered_and_run() {
    let files = after("To add a tool");
    let module = text(&files, "rust-core/tools/src/project/mod.rs");
    let (_, offers) = module.split_once("\nfn definitions() ").expect("the list of definitions");
    let offers = offers.split("\n}\n").next().unwrap_or_default();
    let offered = names_before(offers, "::definition()");
    let tools = ["read_file", "list_files", "search_files", "count_lines"];
    assert_eq!(offered, BTreeSet::from(tools));
    assert_eq!(names_before(module, "::NAME => "), offered);
    for tool in tools {
        assert!(module.contains(&format!("mod {tool};")), "{tool} is not a module");
    }
}

#[test]
fn a_new_fact_kind_is_one_row_in_one_file() {
    let files = after("To add a fact kind");
    let kinds = text(&files, "rust-core/compaction/src/facts/kind.rs");
    let rows = names_before(kinds, " = Row::of(");
    assert!(rows.contains("Host"), "{rows:?}");
    let before = read("rust-core/compaction/src/facts/kind.rs");
    assert_eq!(rows.len(), names_before(&before, " = Row::of(").len() + 1);
    assert_eq!(diffs("To add a fact kind").matches("--- a/").count(), 1);
}

#[test]
fn a_new_widget_breaks_no_rule_of_the_plugin() {
    let plugin = PluginFiles::load(&root()).expect("the repository can be read");
    let files =
        apply_patch(plugin, &diffs("To add a widget")).unwrap_or_else(|why| panic!("{why}"));
    let found: Vec<String> = lint(&files).iter().map(ToString::to_string).collect();
    assert_eq!(found, Vec::<String>::new());
    assert!(generate(&Plugin::read(&files).sources).is_ok());
}

//! What README, ARCHITECTURE and the documentation claim of the repository.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use vibeue_core::provider::Preset;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap().replace("\r\n", "\n")
}

/// The pages that are checked: those at the root, in `docs`, and the program's.
fn pages() -> Vec<String> {
    let mut pages: Vec<String> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "rust-core/cli/README.md"]
            .map(str::to_owned)
            .into();
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let docs = docs.map(|name| format!("docs/{}", name.to_str().unwrap()));
    pages.extend(docs.filter(|page| page.ends_with(".md")));
    pages.sort();
    pages
}

/// The targets of a page's links, without those to other sites.
fn links(text: &str) -> Vec<String> {
    let mut fenced = false;
    let prose = text.lines().filter(|line| {
        fenced ^= line.trim_start().starts_with("```");
        !fenced
    });
    let targets =
        prose.flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split_once(')')));
    targets
        .map(|(target, _)| target.to_owned())
        .filter(|target| !target.contains("://") && !target.is_empty())
        .collect()
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// The lines of a section, from its heading or bold title to the next one.
fn section<'a>(text: &'a str, title: &str) -> Vec<&'a str> {
    let begins = |line: &str| line.starts_with("## ") || line.starts_with("**");
    let mut lines = text.lines().skip_while(|line| *line != title);
    assert!(lines.next().is_some(), "there is no {title:?}");
    lines.take_while(|line| !begins(line)).collect()
}

#[test]
fn every_link_leads_to_a_file_and_every_anchor_to_a_heading() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = read(&page);
        for link in links(&text) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => root().join(&page),
                path => root().join(&page).parent().unwrap().join(path),
            };
            if !target.exists() {
                wrong.push(format!("{page}: {link}"));
            } else if !anchor.is_empty()
                && !anchors(&fs::read_to_string(&target).unwrap()).contains(anchor)
            {
                wrong.push(format!("{page}: {link} (no such heading)"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn readme_and_architecture_are_short() {
    assert!(read("README.md").lines().count() <= 120);
    assert!(read("ARCHITECTURE.md").split_whitespace().count() <= 800);
}

const WALKS: [&str; 3] = ["**A message**", "**A delta**", "**A setting**"];

#[test]
fn each_walk_has_at_most_nine_stops_and_none_twice() {
    let text = read("ARCHITECTURE.md");
    for walk in WALKS {
        let stops = links(&section(&text, walk).join("\n"));
        assert!((5..=9).contains(&stops.len()), "{walk}: {stops:?}");
        let different: BTreeSet<&String> = stops.iter().collect();
        assert_eq!(different.len(), stops.len(), "{walk}: {stops:?}");
    }
}

/// Whether a source defines a function; one that only calls it does not.
fn defines(source: &str, function: &str) -> bool {
    // As a member in C++, and in Rust.
    [format!("::{function}("), format!("fn {function}(")].iter().any(|head| source.contains(head))
}

#[test]
fn each_function_that_a_walk_names_is_defined_in_the_file_of_its_stop() {
    let commands = "\tSession->Submit(Text);\n\tsession.submit(text);\n";
    assert!(!defines(commands, "Submit") && !defines(commands, "submit"));

    let text = read("ARCHITECTURE.md");
    for walk in WALKS {
        let mut named = 0;
        for stop in section(&text, walk).iter().filter(|line| line.contains("](")) {
            let file = links(stop).remove(0);
            let source = read(&file);
            // What follows the link's own text.
            let (_, words) = stop.split_once("](").unwrap();
            for function in words.split('`').skip(1).step_by(2) {
                assert!(defines(&source, function), "{file} does not define {function}");
                named += 1;
            }
        }
        assert!(named > 0, "{walk} names no function");
    }
}

#[test]
fn there_are_twelve_terms() {
    let text = read("ARCHITECTURE.md");
    let terms = section(&text, "## Twelve terms").join("\n");
    assert_eq!(terms.matches("**: ").count(), 12);
}

#[test]
fn every_invariant_names_a_test_that_is_there() {
    let text = read("ARCHITECTURE.md");
    let rows = section(&text, "## Invariants");
    let rows: Vec<&&str> = rows.iter().filter(|row| row.contains("](")).collect();
    assert!(rows.len() >= 10, "{rows:?}");
    for row in rows {
        let name = row.split('`').nth(1).unwrap();
        let file = links(row).remove(0);
        assert!(read(&file).contains(&format!("fn {name}(")), "{file} has no test {name}");
    }
}

#[test]
fn the_documentation_has_every_provider_with_its_address_and_variables() {
    let page = read("docs/connections.md");
    for preset in Preset::ALL {
        let variables: Vec<String> =
            preset.key_variables.iter().map(|name| format!("`{name}`")).collect();
        let row = format!(
            "| `{}` | {} | `{}` | {} |",
            preset.name,
            preset.title,
            preset.base_url,
            variables.join(", ")
        );
        assert!(page.contains(&row), "docs/connections.md has no row\n{row}");
    }
}

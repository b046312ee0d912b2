//! Lists what programs that link to the core can name, and compares it with
//! the list that is committed: `.ci/api` makes what this reads, and runs it.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line program")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// The facade, and the crates whose items it hands on.
const CRATES: [&str; 9] = [
    "vibeue_core",
    "vibeue_conversation",
    "vibeue_tokens",
    "vibeue_markdown",
    "vibeue_compaction",
    "vibeue_provider",
    "vibeue_summarizer",
    "vibeue_tools",
    "vibeue_session",
];

/// The committed list, from the root of the repository.
const LIST: &str = "rust-core/core/public-api.txt";

const USAGE: &str = "usage: .ci/api             compares the public API of the core with the list
       .ci/api --accept    writes the list";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [json] => run(Path::new(json), false),
        [json, "--accept"] => run(Path::new(json), true),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Lists the API of what rustdoc left in a folder, and compares or writes it.
fn run(json: &Path, accept: bool) -> Result<String, String> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(LIST);
    let mut lines = Vec::new();
    for name in CRATES {
        lines.extend(listed(&json.join(format!("{name}.json")))?);
    }
    let now = lines.join("\n") + "\n";
    if accept {
        fs::write(&list, &now).map_err(|error| format!("cannot write {LIST}: {error}"))?;
        return Ok(format!("{LIST}: {} items, written", lines.len()));
    }
    // A checkout may turn line ends.
    let committed = fs::read_to_string(&list)
        .map_err(|error| format!("cannot read {LIST}: {error}; `.ci/api --accept` writes it"))?
        .replace("\r\n", "\n");
    match difference(&committed, &now) {
        None => Ok(format!("{LIST}: {} items, as they are", lines.len())),
        Some(difference) => Err(difference),
    }
}

/// The public items of a crate, one in each line.
fn listed(path: &PathBuf) -> Result<Vec<String>, String> {
    let api = public_api::Builder::from_rustdoc_json(path)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| {
            format!(
                "cannot read {}: {error}\nIf the format has changed, update public-api in \
                 rust-core/api/Cargo.toml to match the toolchain of rust-toolchain.toml.",
                path.display()
            )
        })?;
    Ok(api.items().map(ToString::to_string).collect())
}

/// Says what the list has and the crates have not, and the other way round;
/// `None` where they agree.
fn difference(committed: &str, now: &str) -> Option<String> {
    if committed == now {
        return None;
    }
    let (before, after): (BTreeSet<&str>, BTreeSet<&str>) =
        (committed.lines().collect(), now.lines().collect());
    let gone: Vec<String> = before.difference(&after).map(|line| format!("- {line}")).collect();
    let added: Vec<String> = after.difference(&before).map(|line| format!("+ {line}")).collect();
    Some(format!(
        "{}\nThe public API of the core is not that of {LIST}; gone or changed: {}, new: {}.\nPrograms \
         that link to the core no longer compile without what is gone. If that is meant, say so \
         in\nCHANGELOG.md; then run `.ci/api --accept` and commit the list.",
        [gone.as_slice(), added.as_slice()].concat().join("\n"),
        gone.len(),
        added.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_and_what_is_new_are_told_with_the_cure() {
        let committed = "pub fn a::one()\npub fn a::two(u32)\n";
        assert_eq!(difference(committed, committed), None);
        assert_eq!(
            difference(committed, "pub fn a::one()\npub fn a::two(u64)\npub fn a::three()\n"),
            Some(
                "- pub fn a::two(u32)\n+ pub fn a::three()\n+ pub fn a::two(u64)\nThe public API of \
                 the core is not that of rust-core/core/public-api.txt; gone or changed: 1, new: \
                 2.\nPrograms that link to the core no longer compile without what is gone. If that \
                 is meant, say so in\nCHANGELOG.md; then run `.ci/api --accept` and commit the list."
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_list_in_another_order_is_not_the_list() {
        let told = difference("b\na\n", "a\nb\n").expect("the order differs");
        assert!(told.contains("gone or changed: 0, new: 0"), "{told}");
    }

    #[test]
    fn what_rustdoc_did_not_write_is_named() {
        let told = listed(&PathBuf::from("nowhere/vibeue_core.json")).expect_err("no such file");
        assert!(told.starts_with("cannot read nowhere/vibeue_core.json: "), "{told}");
    }
}

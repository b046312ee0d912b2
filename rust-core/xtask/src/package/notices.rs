//! The notices that the licences of the crates inside ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use super::components::Components;
use crate::metadata::Package;

/// Names of files that hold terms or notices begin so.
const TERMS: [&str; 6] = ["license", "licence", "copying", "notice", "unlicense", "copyright"];

/// Writes the notices of all crates that are in the native library, on any
/// platform of the plugin, with the terms of the vocabularies inside.
///
/// # Errors
/// If a crate has no terms.
pub(super) fn write(components: &Components, vocabularies: &str) -> Result<String, String> {
    let mut out = String::from(
        "The native library of VibeUE holds the following software of others.\n\
         Each has its own terms, which follow the list.\n\n",
    );
    // Many crates have the same text: it is written once.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for component in &components.list {
        let package = &component.package;
        let (name, version) = (&package.name, &package.version);
        let license = package.license.as_deref().unwrap_or("see below");
        let source = package.repository.as_deref().unwrap_or("https://crates.io");
        let _ = writeln!(out, "{name} {version}: {license} ({source})");
        let found = terms(package)?;
        if found.is_empty() {
            let text = by_name(package)?;
            texts.entry(text).or_default().insert(format!("{name} {version}"));
        }
        for text in found {
            texts.entry(text).or_default().insert(format!("{name} {version}"));
        }
    }
    for (text, crates) in &texts {
        let crates: Vec<&str> = crates.iter().map(String::as_str).collect();
        let line = "-".repeat(78);
        let _ = write!(out, "\n{line}\n{}\n{line}\n\n{}\n", crates.join(", "), text.trim());
    }
    let line = "-".repeat(78);
    let _ = write!(out, "\n{line}\nthe tokenizers' vocabularies\n{line}\n\n{vocabularies}");
    Ok(out)
}

/// The texts of the terms among the files of a crate.
fn terms(package: &Package) -> Result<Vec<String>, String> {
    let folder = package.folder();
    let reading = |error: std::io::Error| {
        format!("cannot read the files of the crate {}: {error}", package.name)
    };
    let mut texts = Vec::new();
    if let Some(file) = &package.license_file {
        texts.push(fs::read_to_string(folder.join(file)).map_err(reading)?);
    }
    let mut paths: Vec<_> = fs::read_dir(folder)
        .map_err(reading)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let source = [".rs", ".py", ".sh"].iter().any(|ending| name.ends_with(ending));
        if TERMS.iter().any(|begin| name.starts_with(begin)) && !source {
            texts.push(String::from_utf8_lossy(&fs::read(path).map_err(reading)?).into_owned());
        }
    }
    let mut texts: Vec<String> =
        texts.iter().map(|text| text.replace("\r\n", "\n").trim().to_owned()).collect();
    texts.sort();
    texts.dedup();
    Ok(texts)
}

/// The replacement for a crate whose package has no license file: the name of the terms and the
/// authors.
fn by_name(package: &Package) -> Result<String, String> {
    let license = package
        .license
        .as_deref()
        .ok_or_else(|| format!("the crate {} states no license terms", package.name))?;
    let authors = match package.authors.as_slice() {
        [] => "its contributors".to_owned(),
        authors => authors.join(", "),
    };
    Ok(format!(
        "Copyright (c) {authors}.\nLicensed under {license}; the package holds no text of it. The \
         texts of these\nlicences are elsewhere in this file and at https://spdx.org/licenses/."
    ))
}

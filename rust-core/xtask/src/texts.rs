//! Keeps the translations of the plugin's texts in step with its sources.

use std::fs;

use unreal_standin::texts::{TARGET, shipped};

use crate::bridge::root;
use crate::vocab::Mode;

/// Renews the file of each language, or checks all of them. Translations stay
/// as long as the words in the sources do; new texts are added without one.
///
/// # Errors
/// If something cannot be read or written; if `mode` is to check, also with every text that a
/// translation lacks, changes or no longer needs.
pub(crate) fn run(mode: Mode) -> Result<String, String> {
    let root = root();
    if mode == Mode::Check {
        let faults = shipped::faults(&root)?;
        return if faults.is_empty() {
            Ok(format!("texts: complete in {}", shipped::languages(&root)?.join(", ")))
        } else {
            Err(faults.join("\n"))
        };
    }
    let texts = shipped::texts(&root)?;
    let mut report = Vec::new();
    for culture in shipped::languages(&root)? {
        let path = shipped::catalogue_path(&culture);
        let renewed = shipped::catalogue(&root, &culture)?.renewed(&texts);
        fs::write(root.join(&path), renewed.write(TARGET, &culture))
            .map_err(|error| format!("cannot write {path}: {error}"))?;
        let left = renewed.entries.iter().filter(|entry| entry.translation.is_empty()).count();
        report.push(format!("{path}: {} texts, {left} to translate", texts.len()));
    }
    Ok(report.join("\n"))
}

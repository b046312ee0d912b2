//! Generates what C++ needs of the bridge: headers and glue.
//!
//! Everything generated is committed, so that the plugin compiles without
//! Rust; `generate --check` says what is stale.

mod constants;
mod generated;
mod glue;

use std::fs;
use std::path::{Path, PathBuf};

use crate::vocab::Mode;
use generated::Generated;

/// The repository.
pub(crate) fn root() -> PathBuf {
    // Without `..`: builds replace this very path in what they leave.
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_owned()
}

/// Writes or checks all of it.
///
/// # Errors
/// What is stale, or why something cannot be generated.
pub(crate) fn run(mode: Mode) -> Result<String, String> {
    let rust = constants::rust(&root())?;
    // The header is made from the committed file, so that one comes first.
    let mut report = vec![settle(mode, &rust)?];
    let files = glue::files(&root())?.into_iter().chain([constants::header(&root())?]);
    let settled: Vec<_> = files.map(|file| settle(mode, &file)).collect();
    for outcome in settled {
        report.push(outcome?);
    }
    Ok(report.join("\n"))
}

fn settle(mode: Mode, file: &Generated) -> Result<String, String> {
    let Generated { path, text } = file;
    let at = root().join(path);
    // A checkout may turn line ends.
    let committed = fs::read_to_string(&at).map(|text| text.replace("\r\n", "\n"));
    if committed.is_ok_and(|committed| committed == *text) {
        return Ok(format!("{path}: {} bytes, up to date", text.len()));
    }
    match mode {
        Mode::Check => Err(format!("{path} is stale: run `cargo xtask bridge` and commit it")),
        Mode::Write => {
            if let Some(folder) = at.parent() {
                fs::create_dir_all(folder)
                    .map_err(|error| format!("cannot create the folder of {path}: {error}"))?;
            }
            fs::write(&at, text).map_err(|error| format!("cannot write {path}: {error}"))?;
            Ok(format!("{path}: {} bytes, written", text.len()))
        }
    }
}

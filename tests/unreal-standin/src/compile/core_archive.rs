//! What the tests need of cargo: the archive of the Rust core that the plugin is
//! linked with, and the program that lays the plugin out.

use super::{build_dir, repository};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Additional arguments of cargo, so that the thread sanitizer sees every access and every lock of
/// the core: its own code, all crates, and the standard library, which comes compiled without it.
const WITH_STANDARD_LIBRARY: [&str; 3] = ["-Zbuild-std=std,panic_unwind", "--target", HOST];

/// Whether this is the archive's file; cargo's hash may be in its name.
fn is_archive(name: &str) -> bool {
    name.starts_with("libvibeue_bridge") && name.ends_with(".a")
}

/// The machine that the tests run on.
const HOST: &str = if cfg!(target_arch = "aarch64") {
    "aarch64-unknown-linux-gnu"
} else {
    "x86_64-unknown-linux-gnu"
};

/// Builds the core's archive, once per process, and returns its path.
///
/// `sanitize` is what the C++ side is compiled with. The address sanitizer
/// needs nothing of the core: it sees what the core allocates. The thread
/// sanitizer's reports are only true when the core and the standard library
/// are compiled with it too; then the sources of the standard library
/// (`rustup component add rust-src`) are needed, and some minutes.
///
/// # Errors
/// Says what cargo says.
pub fn core_archive(sanitize: Option<&str>) -> Result<PathBuf, String> {
    static PLAIN: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    static FOR_THREADS: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let threads = sanitize.is_some_and(|kinds| kinds.split(',').any(|kind| kind == "thread"));
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    if threads { FOR_THREADS.get_or_init(for_threads) } else { PLAIN.get_or_init(plain) }.clone()
}

/// Builds the program of `cargo xtask` and returns its path.
///
/// # Errors
/// Says what cargo says.
pub fn xtask() -> Result<PathBuf, String> {
    let name = format!("xtask{}", std::env::consts::EXE_SUFFIX);
    built(cargo().args(["test", "--no-run", "--workspace", "--test", "usage"]), |file| file == name)
}

fn plain() -> Result<PathBuf, String> {
    // As `cargo test` builds it for the bridge's own test, so that all is there
    // already: any other command builds most crates again, with other features.
    built(cargo().args(["test", "--no-run", "--workspace", "--test", "consumer"]), is_archive)
}

fn for_threads() -> Result<PathBuf, String> {
    let mut command = cargo();
    command.args(["build", "--lib", "--package", "vibeue-bridge"]).args(WITH_STANDARD_LIBRARY);
    // Beside the usual objects, which are compiled with other flags.
    command.arg("--target-dir").arg(build_dir().join("../thread-sanitizer"));
    // The flags are not among those of a stable compiler, which is the one that
    // the project is pinned to; the archive is for this test alone.
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=thread");
    command.env_remove("CARGO_ENCODED_RUSTFLAGS");
    built(&mut command, is_archive).map_err(|said| {
        format!("the core cannot be built for the thread sanitizer (`rustup component add rust-src` brings the standard library's sources):\n{said}")
    })
}

fn cargo() -> Command {
    let mut command = Command::new(env!("CARGO"));
    // What cargo tells this test of its package would look to build scripts
    // like another environment, and all would be built again.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|begin| name.starts_with(begin)) {
            command.env_remove(&*name);
        }
    }
    // In the repository: there lies the configuration that keeps C++ objects
    // out of the archive.
    command.current_dir(repository());
    command
}

/// Runs cargo, and takes the path of the file with such a name from what it says.
fn built(command: &mut Command, is_it: impl Fn(&str) -> bool) -> Result<PathBuf, String> {
    let output = command
        .args(["--message-format", "json"])
        .output()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    named(is_it, &String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| format!("{command:?} does not name the file that it was to build"))
}

fn named(is_it: impl Fn(&str) -> bool, messages: &str) -> Option<PathBuf> {
    let mut files = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter_map(|message| message.get("filenames").cloned())
        .flat_map(|files| files.as_array().cloned().unwrap_or_default())
        .filter_map(|file| file.as_str().map(PathBuf::from));
    files.rfind(|file| file.file_name().is_some_and(|name| is_it(&name.to_string_lossy())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_is_known_with_and_without_a_hash() {
        assert!(is_archive("libvibeue_bridge.a"));
        assert!(is_archive("libvibeue_bridge-d48e83884ac97986.a"));
        assert!(!is_archive("libvibeue_bridge-d48e83884ac97986.rlib"));
        assert!(!is_archive("libserde.a"));
    }

    #[test]
    fn a_file_is_found_among_what_cargo_says() {
        let messages = "\
{\"reason\":\"compiler-artifact\",\"filenames\":[\"/t/libserde.rlib\"]}
no message
{\"reason\":\"compiler-artifact\",\"filenames\":[\"/t/libvibeue_bridge.a\",\"/t/libvibeue_bridge.rlib\"]}
{\"reason\":\"build-finished\",\"success\":true}
";
        assert_eq!(named(is_archive, messages), Some(PathBuf::from("/t/libvibeue_bridge.a")));
        assert_eq!(named(is_archive, "{\"reason\":\"build-finished\",\"success\":true}"), None);
    }
}

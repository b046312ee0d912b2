//! The archive, built as it is shipped but for its profile.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether the archive is built by the profile that ships.
static SHIPPED: AtomicBool = AtomicBool::new(false);

/// Builds the archive as it ships: optimized, which takes minutes.
pub(crate) fn ship() {
    SHIPPED.store(true, Ordering::Relaxed);
}

/// The archive that is taken instead of building one: for comparing builds.
const GIVEN: &str = "VIBEUE_CORE_ARCHIVE";

/// Builds the archive and returns its path.
pub(crate) fn path() -> &'static Path {
    static ARCHIVE: OnceLock<PathBuf> = OnceLock::new();
    ARCHIVE.get_or_init(|| {
        if let Some(given) = std::env::var_os(GIVEN) {
            return PathBuf::from(given);
        }
        // In the repository, because the cargo configuration there keeps C++ objects out.
        let mut cargo = Command::new(env!("CARGO"));
        // What cargo tells this test of its package would look to build
        // scripts like another environment, and all would be built again.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|begin| name.starts_with(begin)) {
                cargo.env_remove(&*name);
            }
        }
        if SHIPPED.load(Ordering::Relaxed) {
            // As `cargo xtask package` does, so that it is built once.
            cargo.args(["rustc", "--lib", "--crate-type", "staticlib", "--profile", "plugin"]);
            cargo.args(["--target", &host(), "--package", "vibeue-bridge"]);
        } else {
            // The command that built this test, so that everything is already there: any other
            // command rebuilds most crates, with other features.
            cargo.args(["test", "--no-run", "--workspace", "--test", "consumer"]);
        }
        let output = cargo.args(["--message-format", "json"]).current_dir(root()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told = String::from_utf8(output.stdout).unwrap();
        let mut files = told
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .filter_map(|message| message.get("filenames").cloned())
            .flat_map(|files| files.as_array().cloned().unwrap_or_default())
            .filter_map(|file| file.as_str().map(PathBuf::from));
        // With cargo's hash in its name if it was built for this test.
        let is_archive = |file: &PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name.starts_with("libvibeue_bridge") && name.ends_with(".a"))
                || (name.starts_with("vibeue_bridge") && name.ends_with(".lib"))
        };
        files.rfind(is_archive).expect("cargo names the archive that it made")
    })
}

/// The target of this machine.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}

/// No object refers to a C++ standard library: none was compiled in.
pub(crate) fn expect_no_cpp() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let output = Command::new("nm").args(["--undefined-only", "-g"]).arg(path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let symbols = String::from_utf8_lossy(&output.stdout).into_owned();
    let cpp: Vec<&str> = symbols
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        // `_ZSt`, `_ZNSt`, `_ZNKSt`: namespace std; `__cxa`: exceptions.
        .filter(|name| {
            ["_ZSt", "_ZNSt", "_ZNKSt", "__cxa_throw", "__gxx_personality"]
                .iter()
                .any(|begin| name.starts_with(begin))
        })
        .collect();
    assert_eq!(cpp, [] as [&str; 0]);
    assert!(symbols.contains("EventSink$on_opened"), "the archive calls the sink");
}

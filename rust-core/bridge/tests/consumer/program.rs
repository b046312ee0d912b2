//! The C++ program, compiled with the flags of an Unreal module.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::archive;

/// Unreal's modules are built without exceptions and without RTTI, and their
/// warnings are errors.
const FLAGS: [&str; 10] = [
    "-std=c++20",
    "-O1",
    "-fno-exceptions",
    "-fno-rtti",
    "-fPIC",
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wundef",
    "-Werror",
];

/// What the Rust standard library asks of the system: `rustc --print
/// native-static-libs`.
const LIBRARIES: &[&str] = if cfg!(target_os = "macos") {
    &["-framework", "Security", "-framework", "CoreFoundation", "-framework", "SystemConfiguration"]
} else {
    &["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl", "-lc"]
};

/// Runs a scenario of the program and returns what it printed.
pub(crate) fn run(scenario: &str, server: &str, folder: &Path) -> String {
    let output = Command::new(compiled())
        .arg(scenario)
        .arg(server)
        .arg(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{said}\n{complaint}", output.status);
    // An exit in the middle is no success.
    assert!(said.ends_with(&format!("done {scenario}\n")), "{said}\n{complaint}");
    said
}

/// Compiles the program once.
fn compiled() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let archive = archive::path();
        let core = archive::root().join("Source/ThirdParty/VibeUECore");
        let here = archive::root().join("rust-core/bridge/tests/consumer");
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("consumer");
        let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
        let output = Command::new(compiler)
            .args(FLAGS)
            .arg("-I")
            .arg(core.join("include"))
            .arg(here.join("consumer.cpp"))
            .arg(core.join("src/bridge.cc"))
            .arg(core.join("src/cxx.cc"))
            .arg(archive)
            .args(LIBRARIES)
            .arg("-o")
            .arg(&program)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        program
    })
}

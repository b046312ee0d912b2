//! A C++ program, compiled with the flags of an Unreal module.
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

/// What the Rust standard library needs from the system: `rustc --print native-static-libs`.
const LIBRARIES: &[&str] = if cfg!(target_os = "macos") {
    &["-framework", "Security", "-framework", "CoreFoundation", "-framework", "SystemConfiguration"]
} else {
    &["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl", "-lc"]
};

/// A C++ program that uses the archive.
pub(crate) struct Program {
    /// Its source, from the folder of this package.
    source: &'static str,
    compiled: OnceLock<PathBuf>,
}

impl Program {
    pub(crate) const fn new(source: &'static str) -> Self {
        Self { source, compiled: OnceLock::new() }
    }

    /// Runs a scenario of the program and returns what it printed.
    pub(crate) fn run(&self, scenario: &str, server: &str, folder: &Path) -> String {
        let output = Command::new(self.compiled())
            .arg(scenario)
            .arg(server)
            .arg(folder)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}\n{said}\n{complaint}", output.status);
        // An exit in the middle is not a success.
        assert!(said.ends_with(&format!("done {scenario}\n")), "{said}\n{complaint}");
        said
    }

    /// Compiles the program once.
    fn compiled(&self) -> &Path {
        self.compiled.get_or_init(|| {
            let archive = archive::path();
            let core = archive::root().join("Source/ThirdParty/VibeUECore");
            let package = archive::root().join("rust-core/bridge");
            let source = package.join(self.source);
            let name = source.file_stem().expect("a source has a name");
            let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
            let output = Command::new(compiler)
                .args(FLAGS)
                .arg("-I")
                .arg(core.join("include"))
                .arg("-I")
                .arg(package.join("tests/consumer"))
                .arg(&source)
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
}

//! Finding a C# compiler and compiling rules with it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A C# compiler and what runs its programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildTool {
    compiler: PathBuf,
    runner: PathBuf,
}

/// Finds `mcs` or `csc`, and `mono`, on the path.
#[must_use]
pub fn find_build_tool() -> Option<BuildTool> {
    let compiler = ["mcs", "csc"].into_iter().find_map(on_path)?;
    Some(BuildTool { compiler, runner: on_path("mono")? })
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|file| file.is_file())
}

impl BuildTool {
    /// Compiles the rules at `rules` with the stub into `program`, for the
    /// engine 5.`minor`.
    ///
    /// # Errors
    ///
    /// What the compiler says, or that it could not be started.
    pub fn compile(&self, rules: &[PathBuf], minor: u32, program: &Path) -> Result<(), String> {
        let stub = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/build_tool");
        let mut command = Command::new(&self.compiler);
        command.arg("-nologo").arg("-warnaserror+").arg(format!("-out:{}", program.display()));
        for version in 2..=minor {
            command.arg(format!("-define:UE_5_{version}_OR_LATER"));
        }
        for name in ["Main.cs", "ModuleRules.cs", "ReadOnlyTargetRules.cs"] {
            command.arg(stub.join(name));
        }
        command.args(rules);
        let output = command
            .output()
            .map_err(|error| format!("{} did not start: {error}", self.compiler.display()))?;
        if output.status.success() {
            return Ok(());
        }
        let said = [output.stdout, output.stderr].concat();
        Err(String::from_utf8_lossy(&said).into_owned())
    }

    /// Runs a compiled program and returns its lines, and whether it ended
    /// well.
    ///
    /// # Errors
    ///
    /// That it could not be started, or did not end as it should.
    pub(super) fn run(&self, program: &Path, arguments: &[&str]) -> Result<(bool, String), String> {
        let output = Command::new(&self.runner)
            .arg(program)
            .args(arguments)
            .output()
            .map_err(|error| format!("{} did not start: {error}", self.runner.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match output.status.code() {
            Some(0) => Ok((true, text)),
            Some(3) => Ok((false, text)),
            _ => Err(format!("{}{}", text, String::from_utf8_lossy(&output.stderr))),
        }
    }
}

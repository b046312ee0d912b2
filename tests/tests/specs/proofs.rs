//! What one run of one case cannot show: a library of another build, the folder
//! that is shipped, a project far down in folders, a list that is kept.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use unreal_standin::compile::{
    Case, Compiler, Flavour, Host, Module, Plugin, Program, RunOptions, build_dir, core_archive,
    xtask,
};
use vibeue_scripted_server::Server;

use super::judge;
use super::plugin::{options, script};

/// The fewest kinds of bad input that must have a case.
const FEWEST_KINDS: usize = 20;

/// The case that a shipped folder and a far folder must pass: it speaks with
/// the server, and writes and reads a conversation.
const WHOLE_WAY: &str = "VibeUE.Persistence.reopening shows the same history, the title, the pins and the same cost of the next request";

/// The case of a disk without room.
const FULL_DISK: &str = "VibeUE.Window.gives a message back that could not be written, and keeps what was typed meanwhile";

/// The case of a folder that cannot be written.
const READ_ONLY: &str = "VibeUE.Window.leaves what is typed in its box where the folder of conversations cannot be written, and goes on elsewhere";

/// The proofs that need the program of all specs and its cases.
pub(crate) fn trials(program: &Program, cases: &[Case]) -> Vec<Trial> {
    let names: Vec<String> = cases.iter().map(|case| case.name.clone()).collect();
    let (far, small, reading) = (program.clone(), program.clone(), program.clone());
    // All that these two build is run with sanitizers by the specs.
    let sanitized = Flavour::default().sanitize.is_some();
    vec![
        Trial::test("plugin::every kind of bad input has its case", move || kinds(&names)),
        Trial::test("plugin::in a project far down in folders", move || far_down(&far)),
        Trial::test("plugin::on a disk that is really full", move || small_disk(&small)),
        Trial::test("plugin::in a folder that can only be read", move || read_only(&reading)),
        Trial::test("plugin::with a library of another build", another_build)
            .with_ignored_flag(sanitized),
        Trial::test("plugin::from the packaged folder", packaged).with_ignored_flag(sanitized),
    ]
}

/// The head of `BadInput.spec.cpp` is a table of kinds and cases: each kind names a case that
/// exists.
fn kinds(cases: &[String]) -> Result<(), Failed> {
    let path = Plugin::root().join("Source/VibeUE/Private/Tests/BadInput.spec.cpp");
    let text = fs::read_to_string(&path)?;
    let mut number = 0;
    for line in text.lines().filter_map(|line| line.strip_prefix("//   ")) {
        let Some((kind, case)) = line.split_once(": ") else { continue };
        number += 1;
        let (count, kind) = kind.split_once(". ").unwrap_or(("", kind));
        if count.trim().parse() != Ok(number) {
            return Err(format!("'{kind}' is number {number}, not {count}").into());
        }
        // Proofs are cases of their own.
        let proof = ["plugin::", "build_rules::"].iter().any(|of| case.starts_with(of));
        if !proof && !cases.iter().any(|name| name == &format!("VibeUE.{case}")) {
            return Err(format!("'{kind}': no case is called VibeUE.{case}").into());
        }
    }
    if number < FEWEST_KINDS {
        return Err(format!("{} lists {number} kinds only", path.display()).into());
    }
    Ok(())
}

/// A conversation in a project whose folder has a name longer than what old interfaces of operating
/// systems accept.
fn far_down(program: &Program) -> Result<(), Failed> {
    let top = tempfile::Builder::new().prefix("far down ").tempdir()?;
    let mut project = top.path().to_owned();
    while project.as_os_str().len() < 700 {
        project.push(
            "a folder with a long name, blanks and \u{fc}\u{4e2d} in it, as people make them",
        );
    }
    fs::create_dir_all(&project)?;
    run_in(program, WHOLE_WAY, &project, None)
}

/// Runs a case in a project's folder, with one more variable in its environment.
fn run_in(
    program: &Program,
    case: &str,
    project: &Path,
    variable: Option<(&str, &Path)>,
) -> Result<(), Failed> {
    let server = Server::start(script()?)?;
    let output = Command::new(program.path())
        .args(["--run", case, "--module", "VibeUE", "--plugin"])
        .arg(Plugin::descriptor())
        .arg("--project")
        .arg(project)
        .env("VIBEUE_TEST_SERVER", server.url())
        .envs(variable)
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() && said.contains("@@standin bye 0") {
        return Ok(());
    }
    Err(format!("{}\n{said}", output.status).into())
}

/// A disk of one megabyte that a case fills. The limit on the size of files with which the same
/// case runs elsewhere is not quite the same.
fn small_disk(program: &Program) -> Result<(), Failed> {
    let top = tempfile::Builder::new().prefix("small disk ").tempdir()?;
    let Some(disk) = Mounted::new(&["-t", "tmpfs", "-o", "size=1m", "tmpfs"], top.path())? else {
        return Ok(());
    };
    run_in(program, FULL_DISK, disk.at(), Some(("VIBEUE_TEST_SMALL_DISK", disk.at())))
}

/// A folder that nobody can write to, not even root.
fn read_only(program: &Program) -> Result<(), Failed> {
    let top = tempfile::Builder::new().prefix("read only ").tempdir()?;
    let (project, saved) = (top.path().join("project"), top.path().join("saved"));
    fs::create_dir_all(&project)?;
    fs::create_dir_all(saved.join("VibeUE"))?;
    let Some(disk) = Mounted::new(&["-t", "tmpfs", "-o", "size=1m,ro", "tmpfs"], &saved)? else {
        return Ok(());
    };
    let folder = disk.at().join("VibeUE");
    run_in(program, READ_ONLY, &project, Some(("VIBEUE_TEST_READ_ONLY", &folder)))
}

/// A disk that exists until this is dropped.
struct Mounted {
    at: PathBuf,
}

impl Mounted {
    /// Mounts the disk; `None`, and a line that says so, if that is not allowed.
    #[expect(clippy::print_stdout, reason = "who reads the tests' output is told what was skipped")]
    fn new(what: &[&str], at: &Path) -> Result<Option<Self>, Failed> {
        let output = Command::new("mount").args(what).arg(at).output()?;
        if output.status.success() {
            return Ok(Some(Self { at: at.to_owned() }));
        }
        let said = String::from_utf8_lossy(&output.stderr);
        println!("SKIPPED: no disk can be mounted here: {}", said.trim());
        Ok(None)
    }

    fn at(&self) -> &Path {
        &self.at
    }
}

impl Drop for Mounted {
    #[expect(clippy::print_stdout, reason = "what is left behind is told")]
    fn drop(&mut self) {
        let ended = Command::new("umount").arg(&self.at).status();
        if !ended.is_ok_and(|status| status.success()) {
            println!("{} is still mounted", self.at.display());
        }
    }
}

/// A plugin whose headers are not those of the library: it says so, stays off,
/// and the editor starts and leaves.
fn another_build() -> Result<(), Failed> {
    let real = Plugin::root().join("Source/ThirdParty/VibeUECore/include");
    let other = build_dir().join("another-build/vibeue");
    fs::create_dir_all(&other)?;
    let text = fs::read_to_string(real.join("vibeue/constants.h"))?;
    let (interface, text) = replaced(&text, "VIBEUE_ABI_VERSION", 1)?;
    let (release, text) = replaced(&text, "VIBEUE_RELEASE", 0x0009_0008_0007)?;
    write_new(&other.join("constants.h"), &text)?;

    let module = Plugin::module()?;
    let compiler = Compiler::find(Flavour::default()).map_err(|error| error.to_string())?;
    let mut objects = compiler.runtime().map_err(|error| error.to_string())?;
    let compares = |path: &PathBuf| path.ends_with("CoreVersion.cpp");
    let (comparing, rest): (Vec<PathBuf>, Vec<PathBuf>) =
        module.sources.iter().cloned().partition(compares);
    let mut includes = module.include_dirs.clone();
    includes.insert(0, build_dir().join("another-build"));
    let strange = Module { sources: comparing, include_dirs: includes, ..module.clone() };
    let usual = Module { sources: rest, ..module };
    for part in [&strange, &usual] {
        objects.extend(compiler.module(part).map_err(|error| error.to_string())?);
    }
    let program = compiler
        .link("vibeue-another-build", &objects, &[core_archive(None)?])
        .map_err(|error| error.to_string())?;
    let outcome = Host::new(program, options()).exit_only()?;
    judge(&outcome, "start and exit")?;
    let of_library = format!("{}.{}.{}", release >> 32, (release >> 16) & 0xffff, release & 0xffff);
    let wanted = format!(
        "VibeUE is disabled: The plugin was compiled for the native library 9.8.7 (interface \
         0000000000000001), but is linked with {of_library} (interface {interface:016x}). Take \
         both from one release: "
    );
    if outcome.log.contains(&wanted) && outcome.log.contains("cargo xtask package") {
        return Ok(());
    }
    Err(format!("the log does not say {wanted:?}:\n{}", outcome.log).into())
}

/// Gives a constant of the header another value; returns the one that it had,
/// and the text.
fn replaced(text: &str, name: &str, value: u64) -> Result<(u64, String), Failed> {
    let missing = || format!("constants.h has no number {name}");
    let (before, rest) = text.split_once(&format!("{name} = ")).ok_or_else(missing)?;
    let (number, after) = rest.split_once(';').ok_or_else(missing)?;
    let had = number.parse().map_err(|_| missing())?;
    Ok((had, format!("{before}{name} = {value};{after}")))
}

/// The folder that `cargo xtask package` lays out compiles and links from its own files only, and
/// holds a conversation.
fn packaged() -> Result<(), Failed> {
    let folder = build_dir().join("packaged/VibeUE");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let output = Command::new(xtask()?)
        .args(["package", "--out"])
        .arg(&folder)
        .arg("--archive")
        .arg(core_archive(None)?)
        .current_dir(Plugin::root())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    for needed in
        ["VibeUE.uplugin", "LICENSE", "README.md", "ThirdPartyNotices.txt", "Resources", "Config"]
    {
        if !folder.join(needed).exists() {
            return Err(format!("{needed} is not in the packaged folder").into());
        }
    }
    // Its sources are the repository's, byte for byte, and these include nothing
    // from anywhere else: what was compiled for the specs is what a compiler makes
    // of the packaged folder.
    let repository = Plugin::root().join("Source");
    let sources = folder.join("Source");
    let mut differs = differences(&repository, &sources)?;
    differs.retain(|path| {
        !path.starts_with("ThirdParty/VibeUECore/lib") && !path.ends_with("VibeUECore.cdx.json")
    });
    if !differs.is_empty() {
        return Err(format!("of Source the packaged folder has others: {differs:?}").into());
    }
    let module = Plugin::module()?;
    let outside = |path: &PathBuf| !path.starts_with(&repository) && !path.starts_with(build_dir());
    if let Some(path) = module.include_dirs.iter().chain(&module.sources).find(|path| outside(path))
    {
        return Err(format!("{} is not in the packaged folder", path.display()).into());
    }
    let compiler = Compiler::find(Flavour::default()).map_err(|error| error.to_string())?;
    let mut objects = compiler.runtime().map_err(|error| error.to_string())?;
    objects.extend(compiler.module(&module).map_err(|error| error.to_string())?);
    let library = sources.join("ThirdParty/VibeUECore/lib/Linux/libvibeue_bridge.a");
    let program = compiler
        .link("vibeue-packaged", &objects, &[library])
        .map_err(|error| error.to_string())?;
    let server = Server::start(script()?)?;
    let environment = vec![("VIBEUE_TEST_SERVER".to_owned(), server.url())];
    let plugin = Some(folder.join("VibeUE.uplugin"));
    let host = Host::new(program, RunOptions { environment, plugin, ..options() });
    judge(&host.run(WHOLE_WAY)?, "the packaged folder")
}

/// The files below two folders that only one has, or that are not the same.
fn differences(one: &Path, other: &Path) -> std::io::Result<Vec<PathBuf>> {
    let (of_one, of_other) = (files_below(one, Path::new(""))?, files_below(other, Path::new(""))?);
    let mut differs: Vec<PathBuf> = of_one.symmetric_difference(&of_other).cloned().collect();
    for file in of_one.intersection(&of_other) {
        if fs::read(one.join(file))? != fs::read(other.join(file))? {
            differs.push(file.clone());
        }
    }
    Ok(differs)
}

fn files_below(root: &Path, folder: &Path) -> std::io::Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files.extend(files_below(root, &path)?);
        } else {
            files.insert(path);
        }
    }
    Ok(files)
}

/// Writes a file unless it already has this text, so that what was built from it stays valid.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    if fs::read_to_string(path).ok().as_deref() == Some(text) {
        Ok(())
    } else {
        fs::write(path, text)
    }
}

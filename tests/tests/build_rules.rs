//! Compiles and runs the `*.Build.cs` files of the sample plugin, of the real
//! one, and of deliberate mistakes, for each platform.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use unreal_standin::build_tool::{
    BuildTool, Filled, Outcome, find_build_tool, run_rules, run_rules_once, verify,
};
use unreal_standin::compile::package_dir;
use unreal_standin::lint::{Plugin, PluginFiles, apply_patch};

const PLATFORMS: &[&str] = &["Win64", "Mac", "Linux"];
const ENGINES: &[u32] = &[6, 7, 8];

fn main() {
    let arguments = Arguments::from_args();
    let tool = find_build_tool();
    if tool.is_none() {
        #[expect(clippy::print_stderr, reason = "a skipped test must be heard of")]
        {
            eprintln!(
                "SKIPPED: no C# compiler (mcs or csc) and mono on the path; Debian has mono-mcs and mono-runtime"
            );
        }
    }
    libtest_mimic::run(&arguments, trials(tool.as_ref())).exit();
}

fn trials(tool: Option<&BuildTool>) -> Vec<Trial> {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let sample = PluginFiles::load(&package_dir().join("samples/plugin"))
        .expect("the sample plugin can be read");
    let mut trials = plugin_trials("sample", &sample, tool);
    let repository = package.join("..");
    if repository.join("Source").is_dir() {
        let files = PluginFiles::load(&repository).expect("the repository can be read");
        trials.extend(plugin_trials("plugin", &files, tool));
    } else {
        let skipped = Trial::test("plugin::rules", || Ok(())).with_ignored_flag(true);
        trials.push(skipped.with_kind("SKIPPED: there is no Source folder yet"));
    }
    let mut mistakes: Vec<PathBuf> = fs::read_dir(package.join("mistakes/build_rules"))
        .expect("there is a folder of mistakes")
        .map(|entry| entry.expect("a mistake").path())
        .filter(|path| path.is_dir())
        .collect();
    mistakes.sort();
    for path in mistakes {
        let name = format!("mistakes::{}", path.file_name().expect("a name").to_string_lossy());
        let sample = sample.clone();
        trials.push(trial(name, tool, move |tool| mistake(&tool, &path, &sample)));
    }
    trials
}

/// A trial that needs the build tool, and is skipped by name without it.
fn trial(
    name: String,
    tool: Option<&BuildTool>,
    run: impl FnOnce(BuildTool) -> Result<(), Failed> + Send + 'static,
) -> Trial {
    match tool.cloned() {
        Some(tool) => Trial::test(name, move || run(tool)),
        None => Trial::test(name, || Ok(()))
            .with_ignored_flag(true)
            .with_kind("SKIPPED: no C# compiler"),
    }
}

fn plugin_trials(of: &str, files: &PluginFiles, tool: Option<&BuildTool>) -> Vec<Trial> {
    let mut trials = Vec::new();
    for minor in ENGINES {
        for platform in PLATFORMS {
            let files = files.clone();
            let name = format!("{of}::rules_fill_their_lists_for_{platform}_on_5_{minor}");
            trials.push(trial(name, tool, move |tool| {
                let problems = problems(&tool, &files, platform, *minor)?;
                if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
            }));
        }
    }
    let refused = files.clone();
    trials.push(trial(
        format!("{of}::native_libraries_refuse_other_platforms"),
        tool,
        move |tool| refuse(&tool, &refused, "Android"),
    ));
    if of == "plugin" {
        let files = files.clone();
        let name = "plugin::a_missing_library_is_named_with_what_to_do".to_owned();
        trials.push(trial(name, tool, move |tool| miss(&tool, &files)));
    }
    trials
}

/// Writes what rules may look at: themselves, and the headers next to them.
fn write_plugin(files: &PluginFiles, folder: &Path) -> Result<(), String> {
    for (path, text) in files.texts().filter(|(path, _)| path.starts_with("Source/")) {
        let file = folder.join(path);
        let parent = file.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&file, text))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

struct Compiled {
    folder: tempfile::TempDir,
    program: PathBuf,
}

fn compile(tool: &BuildTool, files: &PluginFiles, minor: u32) -> Result<Compiled, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    write_plugin(files, folder.path())?;
    let plugin = Plugin::read(files);
    let rules: Vec<PathBuf> =
        plugin.modules.iter().map(|module| folder.path().join(&module.path)).collect();
    let program = folder.path().join("rules.exe");
    tool.compile(&rules, minor, &program)?;
    Ok(Compiled { folder, program })
}

/// All that is wrong with the rules of a plugin for a platform.
fn problems(
    tool: &BuildTool,
    files: &PluginFiles,
    platform: &str,
    minor: u32,
) -> Result<Vec<String>, String> {
    let compiled = compile(tool, files, minor)?;
    let root = compiled.folder.path();
    let plugin = Plugin::read(files);
    let mut problems = Vec::new();
    for module in &plugin.modules {
        let folder = root.join(module.folder.trim_end_matches('/'));
        let place = (module.module.as_str(), folder.as_path());
        match run_rules(tool, &compiled.program, place, platform, minor, root)? {
            Outcome::Filled(filled) => {
                problems.extend(verify(&filled, platform, &folder));
                if platform == "Win64" {
                    problems.extend(handed_over(tool, &compiled, place, minor, &filled)?);
                }
                // What the lint reads without running it must cover what it
                // does when run.
                let read: BTreeSet<&str> =
                    module.dependencies().map(|listed| listed.value.as_str()).collect();
                for list in ["PublicDependencyModuleNames", "PrivateDependencyModuleNames"] {
                    for name in
                        filled.list(list).iter().filter(|name| !read.contains(name.as_str()))
                    {
                        problems.push(format!(
                            "'{name}' of '{}' is hidden from the lint.",
                            module.module
                        ));
                    }
                }
                if filled.is_external() != module.is_external {
                    problems.push(format!(
                        "'{}' hides from the lint that it is external.",
                        module.module
                    ));
                }
            }
            Outcome::Refused(message) | Outcome::Crashed(message) => {
                problems
                    .push(format!("'{}' does not build for {platform}: {message}", module.module));
            }
        }
    }
    Ok(problems)
}

/// Windows on Arm64 has the same platform as on x64: a library for the one must
/// not be handed to the other.
fn handed_over(
    tool: &BuildTool,
    compiled: &Compiled,
    place: (&str, &Path),
    minor: u32,
    filled: &Filled,
) -> Result<Vec<String>, String> {
    let of_x64 = filled.list("PublicAdditionalLibraries");
    if of_x64.is_empty() {
        return Ok(Vec::new());
    }
    let root = compiled.folder.path();
    match run_rules(tool, &compiled.program, place, "Win64-arm64", minor, root)? {
        Outcome::Filled(other) => Ok(other
            .list("PublicAdditionalLibraries")
            .iter()
            .filter(|library| of_x64.contains(library))
            .map(|library| format!("The library '{library}' is handed to Win64 on arm64, too."))
            .collect()),
        Outcome::Refused(message) if message.contains("arm64") => Ok(Vec::new()),
        outcome => Err(format!("'{}' does not refuse arm64 by name: {outcome:?}", place.0)),
    }
}

/// A module with libraries must refuse a platform that it has none for, and
/// name it.
fn refuse(tool: &BuildTool, files: &PluginFiles, platform: &str) -> Result<(), Failed> {
    let compiled = compile(tool, files, 7)?;
    let root = compiled.folder.path();
    let plugin = Plugin::read(files);
    for module in plugin.modules.iter().filter(|module| module.is_external) {
        let folder = root.join(module.folder.trim_end_matches('/'));
        let place = (module.module.as_str(), folder.as_path());
        match run_rules(tool, &compiled.program, place, platform, 7, root)? {
            Outcome::Refused(message) if message.contains(platform) => {}
            outcome => {
                return Err(format!(
                    "'{}' does not refuse {platform} by name: {outcome:?}",
                    module.module
                )
                .into());
            }
        }
    }
    Ok(())
}

/// The native module of the repository's plugin, without its library, must say
/// which file it misses and how it is made.
fn miss(tool: &BuildTool, files: &PluginFiles) -> Result<(), Failed> {
    let compiled = compile(tool, files, 7)?;
    let root = compiled.folder.path();
    let plugin = Plugin::read(files);
    let module = plugin
        .modules
        .iter()
        .find(|module| module.is_external)
        .ok_or("the plugin has no native module")?;
    let folder = root.join(module.folder.trim_end_matches('/'));
    let place = (module.module.as_str(), folder.as_path());
    for (platform, library) in [
        ("Win64", "vibeue_bridge.lib"),
        ("Mac", "libvibeue_bridge.a"),
        ("Linux", "libvibeue_bridge.a"),
    ] {
        let said = match run_rules_once(tool, &compiled.program, place, platform, 7, root)? {
            Outcome::Refused(message) => message,
            outcome => return Err(format!("{platform}: it is not refused: {outcome:?}").into()),
        };
        if [platform, library, "is missing", "cargo xtask package"]
            .iter()
            .any(|it| !said.contains(it))
        {
            return Err(format!("{platform}: '{said}' does not say what to do").into());
        }
    }
    Ok(())
}

/// A mistake is a patch of the sample plugin; its `expected.out` holds pieces of
/// what must be said, one a line.
fn mistake(tool: &BuildTool, folder: &Path, sample: &PluginFiles) -> Result<(), Failed> {
    let expected =
        fs::read_to_string(folder.join("expected.out")).map_err(|error| error.to_string())?;
    let patch =
        fs::read_to_string(folder.join("mistake.patch")).map_err(|error| error.to_string())?;
    let files = apply_patch(sample.clone(), &patch)?;
    let mut said = String::new();
    for platform in ["Linux", "Win64"] {
        said.push_str(&match problems(tool, &files, platform, 7) {
            Ok(problems) => problems.join("\n"),
            Err(message) => message,
        });
        said.push('\n');
    }
    let missing: Vec<&str> = expected
        .lines()
        .filter(|piece| !piece.trim().is_empty() && !said.contains(piece.trim()))
        .collect();
    if missing.is_empty() && !expected.trim().is_empty() {
        return Ok(());
    }
    Err(format!("not said: {missing:?}\nsaid:\n{said}").into())
}

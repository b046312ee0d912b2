//! Every way in which the engine's build may compile the sources: each file by itself, all of a
//! module as one, each header by itself; as each engine version, with narrow and with Windows'
//! characters; and once without what is only for the stand-in.
//!
//! A plain `cargo test` builds the newest version with all files as one, as the engine sees it (as
//! the stand-in sees it the specs compile it); the rest is marked as ignored, for `.ci/run`, which
//! asks for it with `--include-ignored`. Nothing is linked: the compiler's verdict is all that
//! counts.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use unreal_standin::compile::{
    Compiler, EngineVersion, FirstIncludes, Flavour, Module, Plugin, package_dir,
};

/// What is built: its name, and how it is collected.
type Subject = (&'static str, fn() -> Result<Module, String>);

const SUBJECTS: [Subject; 2] = [("sample", sample), ("plugin", Plugin::module)];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let standin = Trial::test("standin::5.8::each header compiles alone", || {
        let compiler = Compiler::find(Flavour::default())?;
        compiler.each_runtime_source()?;
        let roots = [package_dir().join("engine/include")];
        headers_stand_alone(&compiler, &roots, &Compiler::runtime_sources()?, &[], &[])
    });
    let mut trials = vec![standin.with_ignored_flag(true)];
    for (subject, module) in SUBJECTS {
        for version in EngineVersion::ALL {
            for wide in [false, true] {
                let flavour = Flavour { version, wide, ..Flavour::default() };
                trials.extend(builds(subject, module, &flavour));
            }
        }
    }
    // Specs have branches for the stand-in; what the engine sees instead is compiled nowhere else.
    for version in EngineVersion::ALL {
        let flavour = Flavour { version, as_engine: true, ..Flavour::default() };
        let newest = version == EngineVersion::V5_8;
        let name = format!("plugin::5.{}::as the engine sees it", version.minor());
        trials.push(
            Trial::test(name, move || {
                Compiler::find(flavour)?.unity(&Plugin::module()?)?;
                Ok(())
            })
            .with_ignored_flag(!newest),
        );
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The ways for one module and one flavour.
fn builds(subject: &str, module: fn() -> Result<Module, String>, flavour: &Flavour) -> Vec<Trial> {
    let newest = flavour.version == EngineVersion::V5_8;
    let width = if flavour.wide { "wide" } else { "narrow" };
    let name = format!("{subject}::5.{}::{width}", flavour.version.minor());
    let [files, unity, headers] = [flavour.clone(), flavour.clone(), flavour.clone()];
    let as_one = Trial::test(format!("{name}::unity"), move || {
        Compiler::find(unity)?.unity(&module()?)?;
        Ok(())
    });
    // Minutes for a plugin of this size.
    let large = subject == "plugin";
    let mut trials = vec![as_one.with_ignored_flag(large || !newest || flavour.wide)];
    // What a file forgets to include does not depend on the width, and shows in
    // the oldest and the newest version; all else shows in the unity build.
    if flavour.version != EngineVersion::V5_7 && !flavour.wide {
        let each_file = Trial::test(format!("{name}::each file"), move || {
            Compiler::find(files)?.each_file(&module()?)?;
            Ok(())
        });
        let each_header = Trial::test(format!("{name}::each header alone"), move || {
            let module = module()?;
            let compiler = Compiler::find(headers)?;
            compiler.each_file(&module)?;
            let definitions = module.all_definitions();
            // By design, the generated folder holds no header that compiles by itself.
            let own = &module.include_dirs[1..3];
            let Module { sources, include_dirs, .. } = &module;
            headers_stand_alone(&compiler, own, sources, include_dirs, &definitions)
        });
        // What differs from the last commit is compiled by itself in every run of
        // the specs.
        trials.extend([each_file, each_header].map(|it| it.with_ignored_flag(large || !newest)));
    }
    trials
}

fn sample() -> Result<Module, String> {
    Module::from_dir("Sample", &package_dir().join("samples/Source/Sample"))
}

/// Compiles every header below `roots` as the only include of a source, except those that one of
/// `sources`, which compile, or another header begins with; reports all that fail.
fn headers_stand_alone(
    compiler: &Compiler,
    roots: &[PathBuf],
    sources: &[PathBuf],
    includes: &[PathBuf],
    definitions: &[String],
) -> Result<(), Failed> {
    let mut headers = Vec::new();
    for root in roots {
        headers.extend(headers_below(root)?.into_iter().map(|header| (root, header)));
    }
    let paths: Vec<PathBuf> = headers.iter().map(|(root, header)| root.join(header)).collect();
    let firsts = FirstIncludes::read(paths.iter().chain(sources), roots)?;
    let mut failures = String::new();
    for ((_, header), path) in headers.iter().zip(&paths) {
        if firsts.show(path) {
            continue;
        }
        if let Err(error) = compiler.header_alone(header, includes, definitions) {
            failures.push_str(&error.to_string());
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

/// Returns the headers below a folder, as an include names them.
fn headers_below(root: &Path) -> std::io::Result<Vec<String>> {
    let mut headers = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "h") {
                headers.push(path.strip_prefix(root).unwrap_or(&path).display().to_string());
            }
        }
    }
    headers.sort();
    Ok(headers)
}

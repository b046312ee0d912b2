//! Every deliberate mistake as a test of its own: it must fail, and as stated. Those in the
//! foundations lie in `mistakes/ground`, those in widgets in `mistakes/slate`. What only a
//! sanitizer sees lies in `mistakes/sanitizer`, and what involves the native core in
//! `mistakes/border`.

use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use unreal_standin::compile::{
    Compiler, Flavour, Mistake, Module, Plugin, core_archive, package_dir,
};

/// What all mistakes are compiled with.
struct Bench {
    compiler: Compiler,
    module: Module,
    objects: Vec<PathBuf>,
    archives: Vec<PathBuf>,
}

/// Where a mistake lies, and what it is compiled with.
type Room = (&'static str, fn() -> Result<Bench, String>);

const ROOMS: [Room; 4] =
    [("ground", bench), ("slate", bench), ("sanitizer", bench), ("border", core_bench)];

fn bench() -> Result<Bench, String> {
    let compiler = Compiler::find(Flavour::default()).map_err(|e| e.to_string())?;
    let dir = package_dir().join("samples/Source/Sample");
    let module = Module::from_dir("Sample", &dir)?;
    // The sample's module and specs stay out: a mistake brings its own.
    let types: Vec<PathBuf> = module
        .sources
        .iter()
        .filter(|source| {
            let name = source.display().to_string();
            !name.contains("/Tests/") && !name.contains("SampleModule")
        })
        .cloned()
        .collect();
    let mut objects = compiler.runtime().map_err(|e| e.to_string())?;
    objects.extend(
        compiler.module(&Module { sources: types, ..module.clone() }).map_err(|e| e.to_string())?,
    );
    Ok(Bench { compiler, module, objects, archives: Vec::new() })
}

/// The native core with its C++ side, and nothing else of the plugin.
fn core_bench() -> Result<Bench, String> {
    let compiler = Compiler::find(Flavour::default()).map_err(|e| e.to_string())?;
    let module = Plugin::module()?;
    let glue = |source: &&PathBuf| {
        source.ends_with("Bridge/CoreGlue.cpp") || source.ends_with("Bridge/CoreRuntime.cpp")
    };
    let sources = module.sources.iter().filter(glue).cloned().collect();
    let mut objects = compiler.runtime().map_err(|e| e.to_string())?;
    objects
        .extend(compiler.module(&Module { sources, ..module.clone() }).map_err(|e| e.to_string())?);
    let archives = vec![core_archive(compiler.flavour().sanitize.as_deref())?];
    Ok(Bench { compiler, module, objects, archives })
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for (folder, bench) in ROOMS {
        let shared: Arc<OnceLock<Result<Bench, String>>> = Arc::default();
        for path in sources(folder) {
            let shared = Arc::clone(&shared);
            let stem =
                path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let mistake = Mistake::read(&path);
            let shows = mistake.as_ref().map_or(true, |m| m.shows_under(&Flavour::default()));
            let run = move || {
                let mistake = mistake?;
                let bench = shared.get_or_init(bench).as_ref().map_err(Clone::clone)?;
                mistake.check(&bench.compiler, &bench.module, &bench.objects, &bench.archives)?;
                Ok(())
            };
            trials.push(Trial::test(format!("{folder}::{stem}"), run).with_ignored_flag(!shows));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "cpp"))
        .collect();
    paths.sort();
    paths
}

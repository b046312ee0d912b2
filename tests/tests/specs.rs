//! Every spec case of the samples as a test of its own, under every engine
//! version, and starting and leaving alone; and the specs of the repository's
//! own plugin, with the real core behind it.

#[path = "specs/plugin.rs"]
mod plugin;
#[path = "specs/proofs.rs"]
mod proofs;

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use vibeue_plugin_tests::compile::{
    Compiler, EngineVersion, Flavour, Host, Module, Outcome, RunOptions, build_dir, package_dir,
};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    // The newest version runs; the others, and Windows' characters, are built and started.
    match sample_host(Flavour::default()) {
        Ok(host) => {
            trials.extend(case_trials(&host));
            trials.push(exit_trial("sample::exit", host));
        }
        Err(message) => trials.push(broken("sample::build", message)),
    }
    match sample_chat_host() {
        Ok(host) => {
            trials.extend(case_trials(&host));
            trials.push(exit_trial("sample_chat::exit", host));
        }
        Err(message) => trials.push(broken("sample_chat::build", message)),
    }
    trials.extend(plugin::trials());
    for version in [EngineVersion::V5_6, EngineVersion::V5_7] {
        let name = format!("sample::5.{}::exit", version.minor());
        trials.push(Trial::test(name, move || {
            build_and_leave(Flavour { version, ..Flavour::default() })
        }));
    }
    trials.push(Trial::test("standin::each header stands alone", headers_stand_alone));
    let wide = Flavour { wide: true, ..Flavour::default() };
    trials.push(Trial::test("sample::wide::compiles", move || compile_only(wide)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn sample() -> Result<Module, String> {
    let dir = package_dir().join("standin/samples/Source/Sample");
    Module::from_dir("Sample", &dir)
}

/// The sample plugin of the lint, with the files that the header tool writes for
/// it: what breaks no rule must run, too.
fn sample_chat_host() -> Result<Host, String> {
    let source = package_dir().join("samples/plugin/Source");
    let mut module = Module::from_dir("SampleChat", &source.join("SampleChat"))?;
    module.include_dirs.push(source.join("ThirdParty/SampleCore/include"));
    module.sources.push(package_dir().join("standin/samples/SampleCore.cpp"));
    let compiler = Compiler::find(Flavour::default()).map_err(|e| e.to_string())?;
    let mut objects = compiler.runtime().map_err(|e| e.to_string())?;
    objects.extend(compiler.module(&module).map_err(|e| e.to_string())?);
    let program = compiler.link("sample-chat", &objects, &[]).map_err(|e| e.to_string())?;
    Ok(Host::new(
        program,
        RunOptions { modules: vec!["SampleChat".to_owned()], ..RunOptions::default() },
    ))
}

fn sample_host(flavour: Flavour) -> Result<Host, String> {
    let compiler = Compiler::find(flavour).map_err(|e| e.to_string())?;
    let mut objects = compiler.runtime().map_err(|e| e.to_string())?;
    objects.extend(compiler.module(&sample()?).map_err(|e| e.to_string())?);
    let program = compiler.link("sample", &objects, &[]).map_err(|e| e.to_string())?;
    Ok(Host::new(
        program,
        RunOptions { modules: vec!["Sample".to_owned()], ..RunOptions::default() },
    ))
}

fn case_trials(host: &Host) -> Vec<Trial> {
    let cases = match host.cases() {
        Ok(cases) => cases,
        Err(error) => return vec![broken("sample::list", error.to_string())],
    };
    cases
        .into_iter()
        .map(|case| {
            let host = host.clone();
            let name = case.name.clone();
            let enabled = case.enabled;
            let run = move || judge(&host.run(&case.name).map_err(|e| e.to_string())?, &case.place);
            Trial::test(name, run).with_ignored_flag(!enabled)
        })
        .collect()
}

fn exit_trial(name: &str, host: Host) -> Trial {
    Trial::test(name, move || {
        judge(&host.exit_only().map_err(|e| e.to_string())?, "start and exit")
    })
}

fn judge(outcome: &Outcome, place: &str) -> Result<(), Failed> {
    if outcome.passed { Ok(()) } else { Err(format!("{place}\n{}", outcome.report()).into()) }
}

fn build_and_leave(flavour: Flavour) -> Result<(), Failed> {
    judge(&sample_host(flavour)?.exit_only().map_err(|e| e.to_string())?, "start and exit")
}

fn compile_only(flavour: Flavour) -> Result<(), Failed> {
    let compiler = Compiler::find(flavour).map_err(|e| e.to_string())?;
    compiler.module(&sample()?).map_err(|e| e.to_string())?;
    Ok(())
}

/// Compiles every header of the stand-in as the only include of a source.
fn headers_stand_alone() -> Result<(), Failed> {
    let compiler = Compiler::find(Flavour::default()).map_err(|e| e.to_string())?;
    let root = package_dir().join("standin/include");
    let alone = build_dir().join("alone");
    let mut failures = String::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            let source = alone.join(format!("{}.cpp", name.replace(['/', '.'], "_")));
            let text = format!("#include \"{name}\"\n");
            if std::fs::read_to_string(&source).ok().as_ref() != Some(&text) {
                std::fs::create_dir_all(&alone)?;
                std::fs::write(&source, text)?;
            }
            if let Err(error) = compiler.object(&source, &[], &[]) {
                failures.push_str(&error.to_string());
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

fn broken(name: &str, message: String) -> Trial {
    Trial::test(name, move || Err(message.into()))
}

//! Every spec case of the samples as a test of its own name, starting and leaving without a case,
//! and the specs of the repository's own plugin with the real core. They share processes
//! (`shared`). All are built as the newest version: `builds` has the others.

mod day;
mod orders;
mod part;
mod plugin;
mod proofs;
mod shared;

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use std::sync::Arc;
use unreal_standin::compile::{
    Case, Compiler, Flavour, Host, Module, Outcome, RunOptions, package_dir,
};

use shared::{Shared, Start, is_asked_for};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let [_, flag, mode] = &words[..]
        && flag == "--mcp"
    {
        // As the server of tools that a spec starts.
        vibeue_scripted_server::mcp::serve(mode);
        return ExitCode::SUCCESS;
    }
    if let [_, flag, mode] = &words[..]
        && flag == "--acp"
    {
        // As the agent that a spec starts.
        vibeue_scripted_server::acp::serve(mode);
        return ExitCode::SUCCESS;
    }
    if let [_, flag, page] = &words[..]
        && flag == "--agree"
    {
        // As the browser of the user who signs in.
        return match vibeue_scripted_server::mcp::agree(page) {
            Ok(_) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let mut arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for (name, made) in [("sample", sample_host()), ("sample_chat", sample_chat_host())] {
        match made {
            Ok(host) => trials.extend(case_trials(&arguments, name, &host)),
            Err(message) => trials.push(broken(&format!("{name}::build"), message)),
        }
    }
    trials.extend(plugin::trials(&arguments));
    if !arguments.list && trials.iter().any(|trial| trial.kind() == BROKEN) {
        // What does not build has no cases that a filter could name: without
        // this, a filtered run of nothing would pass.
        arguments.filter = None;
        arguments.skip.clear();
        trials.retain(|trial| trial.kind() == BROKEN);
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn sample() -> Result<Module, String> {
    let dir = package_dir().join("samples/Source/Sample");
    Module::from_dir("Sample", &dir)
}

/// The sample plugin of the lint, with the files that the header tool writes for
/// it: what breaks no rule must run, too.
fn sample_chat_host() -> Result<Host, String> {
    let source = package_dir().join("samples/plugin/Source");
    let mut module = Module::from_dir("SampleChat", &source.join("SampleChat"))?;
    module.include_dirs.push(source.join("ThirdParty/SampleCore/include"));
    module.sources.push(package_dir().join("samples/SampleCore.cpp"));
    let compiler = Compiler::find(Flavour::default()).map_err(|e| e.to_string())?;
    let mut objects = compiler.runtime().map_err(|e| e.to_string())?;
    objects.extend(compiler.module(&module).map_err(|e| e.to_string())?);
    let program = compiler.link("sample-chat", &objects, &[]).map_err(|e| e.to_string())?;
    Ok(Host::new(
        program,
        RunOptions { modules: vec!["SampleChat".to_owned()], ..RunOptions::default() },
    ))
}

fn sample_host() -> Result<Host, String> {
    let compiler = Compiler::find(Flavour::default()).map_err(|e| e.to_string())?;
    let mut objects = compiler.runtime().map_err(|e| e.to_string())?;
    objects.extend(compiler.module(&sample()?).map_err(|e| e.to_string())?);
    let program = compiler.link("sample", &objects, &[]).map_err(|e| e.to_string())?;
    Ok(Host::new(
        program,
        RunOptions { modules: vec!["Sample".to_owned()], ..RunOptions::default() },
    ))
}

/// The cases of a sample, which need nothing around them.
fn case_trials(arguments: &Arguments, of: &str, host: &Host) -> Vec<Trial> {
    let starting = host.clone();
    let start: Start = Arc::new(move |run| {
        run(&starting);
        Ok(())
    });
    let cases = match host.cases() {
        Ok(cases) => cases,
        Err(error) => return vec![broken(&format!("{of}::list"), error.to_string())],
    };
    let names = enabled(&cases);
    let mut trials = orders::trials(of, &names, &start);
    let asked = names.into_iter().filter(|name| is_asked_for(arguments, name));
    let shared = match Shared::new(arguments, asked, false, start) {
        Ok(shared) => Arc::new(shared),
        Err(error) => return vec![broken(&format!("{of}::start"), error.to_string())],
    };
    trials.extend(cases.into_iter().map(|case| {
        let shared = Arc::clone(&shared);
        let (name, enabled) = (case.name.clone(), case.enabled);
        Trial::test(name, move || shared.judge(&case.name, &case.place).map(drop))
            .with_ignored_flag(!enabled)
    }));
    trials.push(exit_trial(&format!("{of}::exit"), host.clone()));
    trials
}

/// The names of the cases that are not switched off.
fn enabled(cases: &[Case]) -> Vec<String> {
    cases.iter().filter(|case| case.enabled).map(|case| case.name.clone()).collect()
}

fn exit_trial(name: &str, host: Host) -> Trial {
    Trial::test(name, move || {
        judge(&host.exit_only().map_err(|e| e.to_string())?, "start and exit")
    })
}

fn judge(outcome: &Outcome, place: &str) -> Result<(), Failed> {
    if outcome.passed { Ok(()) } else { Err(format!("{place}\n{}", outcome.report()).into()) }
}

/// The kind of the trials that say why there are no cases.
const BROKEN: &str = "broken";

fn broken(name: &str, message: String) -> Trial {
    Trial::test(name, move || Err(message.into())).with_kind(BROKEN)
}

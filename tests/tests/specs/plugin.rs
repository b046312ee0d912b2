//! The repository's own plugin: its real sources, the real core, and a
//! scripted server for each case.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use vibeue_plugin_tests::compile::{
    Case, Compiler, EngineVersion, Flavour, Host, Plugin, Program, RunOptions, package_dir,
};
use vibeue_scripted_server::{Answer, ErrorKind, Fault, Rule, Script, Server, Step};

use super::{broken, judge};

/// Every spec of the plugin, starting and leaving in every way, and compiling
/// as every supported version.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    match Plugin::program(Flavour::default()) {
        Ok(program) => {
            let program = Arc::new(program);
            let listing = Host::new((*program).clone(), RunOptions::default());
            match listing.cases() {
                Ok(cases) => trials.extend(cases.into_iter().map(|case| trial(case, &program))),
                Err(error) => trials.push(broken("plugin::list", error.to_string())),
            }
            for (name, commandlet) in [("plugin::exit", false), ("plugin::commandlet exit", true)] {
                let program = Arc::clone(&program);
                trials.push(Trial::test(name, move || {
                    let options = RunOptions { commandlet, ..options() };
                    let outcome = Host::new((*program).clone(), options).exit_only();
                    judge(&outcome.map_err(|error| error.to_string())?, "start and exit")
                }));
            }
        }
        Err(message) => trials.push(broken("plugin::build", message)),
    }
    for version in [EngineVersion::V5_6, EngineVersion::V5_7] {
        let flavour = Flavour { version, ..Flavour::default() };
        trials.push(compiles(format!("plugin::5.{}::compiles", version.minor()), flavour));
    }
    let wide = Flavour { wide: true, ..Flavour::default() };
    trials.push(compiles("plugin::wide::compiles".to_owned(), wide));
    trials
}

fn options() -> RunOptions {
    RunOptions {
        modules: vec!["VibeUE".to_owned()],
        plugin: Some(Plugin::descriptor()),
        ..RunOptions::default()
    }
}

fn trial(case: Case, program: &Arc<Program>) -> Trial {
    let program = Arc::clone(program);
    let (name, enabled) = (format!("plugin::{}", case.name), case.enabled);
    let run = move || {
        let server = Server::start(script()?)?;
        let environment = vec![
            ("VIBEUE_TEST_SERVER".to_owned(), server.url()),
            ("VIBEUE_TEST_KEY".to_owned(), "sk-of-the-test".to_owned()),
        ];
        let host = Host::new((*program).clone(), RunOptions { environment, ..options() });
        judge(&host.run(&case.name).map_err(|error| error.to_string())?, &case.place)
    };
    Trial::test(name, run).with_ignored_flag(!enabled)
}

/// What goes wrong when the person says so, and what `scripts/plugin-specs.json`
/// and `scripts/looks.json` answer; everything else is answered by what is said.
fn script() -> Result<Script, String> {
    let path = package_dir().join("scripts/plugin-specs.json");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut script = Script::from_json(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let error = |error| Fault::Error { error, status: None, message: None, retry_after: None };
    let slowly = Answer { first_delay_ms: 60_000, ..Answer::text("Too late.") };
    // The server waits before every piece, the first one too.
    let dribble = Answer { piece_delay_ms: 200, ..Answer::text("word ".repeat(300)) };
    let rules: [(&str, Step); 6] = [
        ("be unauthorized", error(ErrorKind::Authentication).into()),
        ("cut the answer", Step::new(Answer::text("Half of it."), Fault::Cut { after: 60 })),
        ("say nothing", Fault::EmptyBody.into()),
        ("show a page", Fault::Html { status: 502 }.into()),
        ("wait for ever", slowly.into()),
        ("stop halfway", dribble.into()),
    ];
    let rule = |(said, step): (&str, Step)| Rule {
        user_contains: Some(said.to_owned()),
        step,
        ..Rule::default()
    };
    script.rules.extend(rules.map(rule));
    let path = package_dir().join("scripts/looks.json");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let looks = Script::from_json(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    script.rules.extend(looks.rules);
    Ok(script)
}

fn compiles(name: String, flavour: Flavour) -> Trial {
    Trial::test(name, move || {
        let compiler = Compiler::find(flavour).map_err(|error| error.to_string())?;
        compiler.module(&Plugin::module()?).map_err(|error| error.to_string())?;
        Ok::<(), Failed>(())
    })
}

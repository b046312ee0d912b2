//! The repository's own plugin: its real sources, the real core, and a
//! scripted server for each case.

use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use unreal_standin::compile::{Case, Flavour, Host, Plugin, Program, RunOptions};
use unreal_standin::page;
use vibeue_scripted_server::mcp::SignInServer;
use vibeue_scripted_server::{Script, Server};

use super::{broken, day, judge, orders, proofs};

/// Every spec of the plugin, and starting and leaving in every way.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    match Plugin::program(Flavour::default()) {
        Ok(program) => {
            let program = Arc::new(program);
            let listing = Host::new((*program).clone(), RunOptions::default());
            match listing.cases() {
                Ok(cases) => {
                    // First, because it takes longer than any of the others.
                    trials.extend(in_one_process(&program));
                    trials.extend(proofs::trials(&program, &cases));
                    trials.push(day::trial(&program, &cases));
                    trials.extend(cases.into_iter().map(|case| trial(case, &program)));
                }
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
    trials
}

/// All cases in one process. Where sanitizers make that last for a quarter of an
/// hour it is left to who asks for it: there each case runs by itself.
fn in_one_process(program: &Arc<Program>) -> impl Iterator<Item = Trial> {
    let sanitized = std::env::var_os("VIBEUE_SANITIZE").is_some_and(|it| !it.is_empty());
    let trials = orders::each("plugin", |seed| {
        let program = Arc::clone(program);
        Box::new(move || {
            let (_server, host) = with_server(&program)?;
            orders::run(host, seed)
        })
    });
    trials.into_iter().map(move |trial| trial.with_ignored_flag(sanitized))
}

pub(super) fn options() -> RunOptions {
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
        if case.name.starts_with(SCENES) {
            return run_scene(&program, &case);
        }
        let (_server, host) = with_server(&program)?;
        judge(&host.run(&case.name).map_err(|error| error.to_string())?, &case.place)
    };
    Trial::test(name, run).with_ignored_flag(!enabled)
}

/// What the cases begin with that show the window in one of its states.
const SCENES: &str = "VibeUE.Looks.";

/// The end of a scene that takes so long that it is run in one theme alone.
const LONG: &str = "two hundred messages in a wide window";

/// Runs a scene in the dark and in the light theme, and judges its colours, the
/// names of its controls and the places of its texts.
fn run_scene(program: &Program, case: &Case) -> Result<(), Failed> {
    let themes: &[_] = if case.name.ends_with(LONG) { &["dark"] } else { &["dark", "light"] };
    for theme in themes {
        let (_server, host) = with_server(program)?;
        run_scene_in(host.with_variable("STANDIN_THEME", theme), case, theme)?;
    }
    Ok(())
}

fn run_scene_in(host: Host, case: &Case, theme: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let drawn = folder.path().join("window.html");
    let outcome =
        host.rendering(drawn.clone()).run(&case.name).map_err(|error| error.to_string())?;
    judge(&outcome, &case.place)?;
    let faults = page::faults(&std::fs::read_to_string(drawn)?);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(format!("{}, {theme}\n{}", case.place, faults.join("\n")).into())
    }
}

/// A scripted server, and a host that knows its address.
pub(super) fn with_server(program: &Program) -> Result<(Server, Host), Failed> {
    let server = Server::start(script()?)?;
    let sign_in = SignInServer::start("plain")?;
    let mut environment = vec![
        ("VIBEUE_TEST_SERVER".to_owned(), server.url()),
        ("VIBEUE_TEST_KEY".to_owned(), "sk-of-the-test".to_owned()),
        ("VIBEUE_TEST_TOOL_SERVER".to_owned(), tool_server()?),
        ("VIBEUE_TEST_SIGN_IN_SERVER".to_owned(), sign_in.url()),
        ("STANDIN_BROWSER".to_owned(), tool_server()?),
    ];
    // What the person who runs this copied is not read.
    if std::env::var_os("VIBEUE_TEST_CLIPBOARD").is_none() {
        environment.push(("DISPLAY".to_owned(), String::new()));
    }
    let host = Host::new(program.clone(), RunOptions { environment, ..options() });
    Ok((server, host))
}

/// The program that acts as a server of tools when it is told `--mcp` and how:
/// this one.
fn tool_server() -> Result<String, Failed> {
    let program = std::env::current_exe()?;
    program.into_os_string().into_string().map_err(|_| "its own path is not a text".into())
}

/// What `scripts/plugin-specs.json` answers and breaks; everything else is
/// answered by what is said.
pub(super) fn script() -> Result<Script, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/plugin-specs.json");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    Script::from_json(&text).map_err(|e| format!("{}: {e}", path.display()))
}

//! The repository's own plugin: its real sources, the real core, and a
//! scripted server for each process.

use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use unreal_standin::compile::{Case, Flavour, Host, Plugin, Program, RunOptions};
use unreal_standin::page;
use vibeue_scripted_server::mcp::SignInServer;
use vibeue_scripted_server::{Script, Server};

use super::part::Part;
use super::shared::{Shared, Start, is_asked_for};
use super::{broken, day, enabled, judge, orders, proofs};

/// Every spec of the plugin, and starting and leaving in every way.
pub(crate) fn trials(arguments: &Arguments) -> Vec<Trial> {
    let program = match Plugin::program(Flavour::default()) {
        Ok(program) => Arc::new(program),
        Err(message) => return vec![broken("plugin::build", message)],
    };
    let listing = Host::new((*program).clone(), RunOptions::default());
    let cases = match listing.cases() {
        Ok(cases) => cases,
        Err(error) => return vec![broken("plugin::list", error.to_string())],
    };
    let mut trials = proofs::trials(&program, &cases);
    trials.push(day::trial(&program, &cases));
    match Part::from_environment() {
        Ok(part) => match case_trials(arguments, part.keep(cases), &program) {
            Ok(of_cases) => trials.extend(of_cases),
            Err(error) => trials.push(broken("plugin::start", error.to_string())),
        },
        Err(message) => return vec![broken("plugin::part", message)],
    }
    for (name, commandlet) in [("plugin::exit", false), ("plugin::commandlet exit", true)] {
        let program = Arc::clone(&program);
        trials.push(Trial::test(name, move || {
            let options = RunOptions { commandlet, ..options() };
            let outcome = Host::new((*program).clone(), options).exit_only();
            judge(&outcome.map_err(|error| error.to_string())?, "start and exit")
        }));
    }
    trials
}

/// The cases that were asked for share processes, those that show the window
/// once in each theme; and all of them in any further order.
fn case_trials(
    arguments: &Arguments,
    cases: Vec<Case>,
    program: &Arc<Program>,
) -> std::io::Result<Vec<Trial>> {
    let names = enabled(&cases);
    let mut trials = orders::trials("plugin", &names, &start(program, "dark"));
    let asked = names.iter().filter(|name| is_asked_for(arguments, &title(name)));
    let (scenes, others): (Vec<String>, Vec<String>) =
        asked.cloned().partition(|name| name.starts_with(SCENES));
    let dark = start(program, "dark");
    let plain = Shared::new(arguments, others.into_iter(), false, Start::clone(&dark))?;
    let in_light = scenes.iter().filter(|name| is_seen_in_light(name)).cloned();
    let light = Shared::new(arguments, in_light, true, start(program, "light"))?;
    let dark = Shared::new(arguments, scenes.into_iter(), true, dark)?;
    let shared = Arc::new(InThemes { plain, dark, light });
    trials.extend(cases.into_iter().map(|case| {
        let shared = Arc::clone(&shared);
        let (title, enabled) = (title(&case.name), case.enabled);
        Trial::test(title, move || shared.judge(&case)).with_ignored_flag(!enabled)
    }));
    Ok(trials)
}

fn title(case: &str) -> String {
    format!("plugin::{case}")
}

/// The processes of all cases.
struct InThemes {
    /// Those whose window nobody looks at.
    plain: Shared,
    dark: Shared,
    light: Shared,
}

impl InThemes {
    /// A scene is judged in the dark and in the light theme: its colours, the
    /// names of its controls and the places of its texts.
    fn judge(&self, case: &Case) -> Result<(), Failed> {
        let Case { name, place, .. } = case;
        if !name.starts_with(SCENES) {
            return self.plain.judge(name, place).map(drop);
        }
        let page = self.dark.judge(name, place)?;
        no_faults(page.as_deref(), place, "dark")?;
        if is_seen_in_light(name) {
            let page = self.light.judge(name, place)?;
            no_faults(page.as_deref(), place, "light")?;
        }
        Ok(())
    }
}

/// What the cases begin with that show the window in one of its states.
const SCENES: &str = "VibeUE.Looks.";

/// The end of the name of a scene that takes so long that it is run in only one theme.
const LONG: &str = "two hundred messages in a wide window";

/// Whether a scene is run in the light theme as well. With sanitizers none is: they find in one
/// theme what they find in the other.
fn is_seen_in_light(name: &str) -> bool {
    !name.ends_with(LONG) && Flavour::default().sanitize.is_none()
}

/// Judges the page of a scene, if there is one.
fn no_faults(page: Option<&Path>, place: &str, theme: &str) -> Result<(), Failed> {
    let Some(page) = page else { return Ok(()) };
    let faults = page::faults(&std::fs::read_to_string(page)?);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(format!("{place}, {theme}\n{}", faults.join("\n")).into())
    }
}

/// How a process of the plugin starts, in a theme of the editor.
fn start(program: &Arc<Program>, theme: &'static str) -> Start {
    let program = Arc::clone(program);
    Arc::new(move |run| {
        let (_server, host) = with_server(&program)?;
        run(&host.with_variable("STANDIN_THEME", theme));
        Ok(())
    })
}

pub(super) fn options() -> RunOptions {
    RunOptions {
        modules: vec!["VibeUE".to_owned()],
        plugin: Some(Plugin::descriptor()),
        ..RunOptions::default()
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
    // What the user who runs this has copied is not read.
    if std::env::var_os("VIBEUE_TEST_CLIPBOARD").is_none() {
        environment.push(("DISPLAY".to_owned(), String::new()));
    }
    let host = Host::new(program.clone(), RunOptions { environment, ..options() });
    Ok((server, host))
}

/// The program that acts as a tool server if it is started with `--mcp` and a way to do so: this
/// one.
fn tool_server() -> Result<String, Failed> {
    let program = std::env::current_exe()?;
    program.into_os_string().into_string().map_err(|_| "its own path is not a text".into())
}

/// What `scripts/plugin-specs.json` answers and breaks; everything else is answered depending on
/// what is said.
pub(super) fn script() -> Result<Script, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/plugin-specs.json");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    Script::from_json(&text).map_err(|e| format!("{}: {e}", path.display()))
}

//! `vibeue doctor --bundle`: what a bug report needs.

use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use vibeue_core::bug_report::{BugReport, Discretion, Fact, SettingFact};
use vibeue_core::provider::{ConnectionStep, ConnectionTest};
use vibeue_core::session::journal::JournalShape;
use vibeue_core::{Error, ErrorKind};

use crate::args::DoctorArgs;
use crate::command::settings;
use crate::config::{Config, Environment};
use crate::connect::Server;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, columns};
use crate::{input, log};

/// Writes the bundle; `test` is the result of the connection test, or why there is none.
///
/// # Errors
/// [`ErrorKind::Io`] if the file already exists or cannot be written.
pub(super) fn write(
    args: &DoctorArgs,
    config: &Config,
    environment: &Environment,
    test: Result<(&Server, &ConnectionTest)>,
    console: &mut Console,
) -> Result {
    let Some(path) = &args.bundle else { return Ok(()) };
    let kept = test.as_ref().ok().and_then(|(server, _)| server.kept_key.clone());
    let test = test.map(|(_, test)| test);
    let mut models: Vec<String> = match &test {
        Ok(test) => vec![test.model.id.clone()],
        Err(_) => config.connection.model.iter().cloned().collect(),
    };
    models.extend(config.settings.summary_models.iter().cloned());
    models.retain(|model| !model.is_empty());
    let report = BugReport {
        facts: facts(config, environment),
        settings: settings(config),
        models,
        connection: connection(test),
        log: log::kept(),
        journal: args.journal.as_deref().map(JournalShape::read),
    };
    let mut secrets = environment.secrets(config.connection.key_env.as_deref());
    secrets.extend(kept);
    let home = std::env::home_dir();
    let home = home.as_deref().and_then(Path::to_str);
    let text = report.text(&Discretion::new(secrets, home));
    if input::is_standard_input(path) {
        console.out.write_all(text.as_bytes())?;
        return console.finish();
    }
    create(path, &text)?;
    let shown = path.display().to_string();
    writeln!(
        console.out,
        "\nWhat a bug report needs is in {}: read it before you send it",
        Printable(&shown)
    )?;
    console.finish()
}

/// Writes a new file that only its owner may read.
fn create(path: &Path, text: &str) -> Result {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AlreadyExists => "name another one: --bundle FILE",
            _ => "check the path, the rights on its folder, and the disk",
        };
        Error::new(ErrorKind::Io, format!("the bundle cannot be written: {error}"))
            .at(path.display().to_string())
            .hint(hint)
            .into()
    })
}

fn facts(config: &Config, environment: &Environment) -> Vec<Fact> {
    let terminal = |name: &str| environment.get(name).unwrap_or("not set").to_owned();
    let yes = |yes: bool| if yes { "a terminal" } else { "not a terminal" }.to_owned();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut facts = vec![
        Fact::new("program", concat!("vibeue ", env!("CARGO_PKG_VERSION"))),
        Fact::new("build", if cfg!(debug_assertions) { "debug" } else { "release" }),
        Fact::new("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        Fact::new("processors", cores.to_string()),
        Fact::new("output", yes(std::io::stdout().is_terminal())),
        Fact::new("input", yes(std::io::stdin().is_terminal())),
        Fact::new("columns", columns().map_or("unknown".to_owned(), |it| it.to_string())),
        Fact::new("TERM", terminal("TERM")),
        Fact::new("LANG", terminal("LANG")),
    ];
    facts.extend(release().map(|release| Fact::new("release", release)));
    facts.push(match &config.file {
        Some(file) => {
            let there = if file.path.exists() { "" } else { ", which does not exist" };
            Fact::new("settings file", format!("{}{there}", file.path.display()))
        }
        None => Fact::new("settings file", "none"),
    });
    facts.push(Fact::new("variables that are set", environment.shown_names().join(", ")));
    facts
}

/// The system's name and version, if it has files with them.
fn release() -> Option<String> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let kernel = read("/proc/sys/kernel/osrelease").unwrap_or_default();
    let text = read("/etc/os-release")?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(format!("{}, kernel {}", name.trim_matches('"'), kernel.trim()))
}

fn settings(config: &Config) -> Vec<SettingFact> {
    settings::rows(config)
        .into_iter()
        .map(|row| SettingFact {
            name: row.name.to_owned(),
            value: row.value,
            source: row.origin.to_string(),
        })
        .collect()
}

fn connection(test: Result<&ConnectionTest>) -> Vec<Fact> {
    let test = match test {
        Ok(test) => test,
        Err(Failure::Error(error) | Failure::Provider(error, _)) => {
            return vec![Fact::new("not tested", error.to_string())];
        }
        Err(_) => return vec![Fact::new("not tested", "the test was aborted")],
    };
    let steps = test.steps.iter().map(|step| {
        let outcome = format!("{:?}, {} ms", step.outcome, step.duration_ms).to_lowercase();
        // The model's answer is a conversation, too.
        let detail = if step.step == ConnectionStep::Chat && step.hint.is_none() {
            String::new()
        } else {
            format!(": {}", step.detail)
        };
        Fact::new(step.step.title(), outcome + &detail)
    });
    steps.collect()
}

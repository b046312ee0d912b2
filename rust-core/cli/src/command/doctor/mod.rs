//! `vibeue doctor`

mod bundle;

use std::io::Write as _;

use serde_json::json;
use vibeue_core::provider::{ConnectionStep, ConnectionTest, StepOutcome};

use crate::args::DoctorArgs;
use crate::config::{Config, Environment, print_notes};
use crate::connect::{self, Server};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, columns, style, wrapped};
use crate::progress::Progress;

/// The column where the words of a step begin: after its mark and title.
const INDENT: usize = 18;

/// Checks the connection to a model, step by step.
///
/// # Errors
/// If a setting is wrong, or a step failed; with `--bundle`, if that cannot be written.
pub(crate) fn run(args: &DoctorArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let config = Config::gather(args.connect.config.as_deref(), &environment, &args.settings())?;
    print_notes(&config, console);
    let server = match connect::reach(&config, &environment) {
        // An unreachable server is to be reported, too.
        Err(failure) if args.bundle.is_some() => {
            console.report(&failure);
            return bundle::write(args, &config, &environment, Err(failure), console);
        }
        server => server?,
    };
    let progress = Progress::begin(console, "asking the server", 0);
    let test =
        connect::runtime()?.block_on(ConnectionTest::run(&*server.provider, &server.choice.model));
    drop(progress);
    if args.bundle.is_some() {
        print(&server, &test, console)?;
        return bundle::write(args, &config, &environment, Ok((&server, &test)), console);
    }
    if args.json {
        console.json(&json!({
            "provider": server.provider.protocol().name(),
            "base_url": server.base_url,
            "key": server.key_place(),
            "model": test.model.id,
            "works": test.works(),
            "steps": test.steps,
            "info": test.model,
        }))?;
    } else {
        print(&server, &test, console)?;
    }
    if test.works() { Ok(()) } else { Err(Failure::Reported(Failure::PROVIDER)) }
}

fn print(server: &Server, test: &ConnectionTest, console: &mut Console) -> Result {
    let faint = style::FAINT;
    let key = match &server.key_variable {
        Some(variable) => format!("key from ${variable}"),
        None => match server.key_place() {
            Some(place) => format!("key from {place}"),
            None => "no key".to_owned(),
        },
    };
    let protocol = server.provider.protocol();
    let model = match test.model.id.as_str() {
        "" => "no model".to_owned(),
        id => format!("model {id}"),
    };
    writeln!(
        console.out,
        "{} by {protocol}, {}, {key}",
        Printable(&server.base_url),
        Printable(&model)
    )?;
    for step in &test.steps {
        let (mark, color) = match step.outcome {
            StepOutcome::Passed => ("✓", style::GOOD),
            StepOutcome::Warned => ("!", style::WARNING),
            StepOutcome::Failed => ("✗", style::BAD),
            StepOutcome::Skipped => ("-", style::FAINT),
        };
        let title = step.step.title();
        // Aligned below the words of the previous line, if the terminal is narrow.
        let room = columns().map(|columns| columns.saturating_sub(INDENT).max(INDENT));
        let below = format!("\n{}", " ".repeat(INDENT));
        let shown =
            |text: &str| wrapped(&Printable(text).to_string(), 0, room).replace('\n', &below);
        let took = match step.duration_ms {
            0 => String::new(),
            ms => format!("  {faint}{ms} ms{faint:#}"),
        };
        // A server that needs no key accepts none.
        let unneeded = step.step == ConnectionStep::Key
            && step.outcome == StepOutcome::Passed
            && server.key_place().is_none();
        let detail = if unneeded { "none is needed".to_owned() } else { shown(&step.detail) };
        writeln!(console.out, "{color}{mark}{color:#} {title:<15} {detail}{took}")?;
        if let Some(hint) = &step.hint {
            writeln!(console.out, "{:INDENT$}{}", "", shown(hint))?;
        }
    }
    console.finish()
}

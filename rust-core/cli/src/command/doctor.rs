//! `vibeue doctor`

use std::io::Write as _;

use serde_json::json;
use vibeue_core::provider::{ConnectionTest, StepOutcome};

use crate::args::DoctorArgs;
use crate::config::{Config, Environment};
use crate::connect::{self, Server};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, style};

/// Checks the connection to a model, step by step.
///
/// # Errors
/// When a setting is wrong, or a step failed.
pub(crate) fn run(args: &DoctorArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let said = args.said();
    let strong: Vec<(&str, &str)> =
        said.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let config = Config::gather(args.connect.config.as_deref(), &environment, &[], &strong)?;
    let server = connect::to(&config, &environment)?;
    let test =
        connect::runtime()?.block_on(ConnectionTest::run(&*server.provider, &server.choice.model));
    if args.json {
        console.json(&json!({
            "provider": server.provider.protocol().name(),
            "base_url": server.base_url,
            "key": server.key_variable,
            "model": server.choice.model,
            "works": test.works(),
            "steps": test.steps,
            "info": test.model,
        }))?;
    } else {
        print(&server, &test, console)?;
    }
    if test.works() { Ok(()) } else { Err(Failure::Told(Failure::PROVIDER)) }
}

fn print(server: &Server, test: &ConnectionTest, console: &mut Console) -> Result {
    let faint = style::FAINT;
    let key = match &server.key_variable {
        Some(variable) => format!("key from ${variable}"),
        None => "no key".to_owned(),
    };
    let protocol = server.provider.protocol();
    writeln!(
        console.out,
        "{} by {protocol}, model {}, {key}",
        Printable(&server.base_url),
        Printable(&server.choice.model)
    )?;
    for step in &test.steps {
        let (mark, color) = match step.outcome {
            StepOutcome::Passed => ("✓", style::GOOD),
            StepOutcome::Warned => ("!", style::WARNING),
            StepOutcome::Failed => ("✗", style::BAD),
            StepOutcome::Skipped => ("-", style::FAINT),
        };
        let title = step.step.title();
        let detail = Printable(&step.detail);
        writeln!(
            console.out,
            "{color}{mark}{color:#} {title:<15} {detail}  {faint}{} ms{faint:#}",
            step.duration_ms
        )?;
        if let Some(hint) = &step.hint {
            writeln!(console.out, "  {:<15} {}", "", Printable(hint))?;
        }
    }
    console.finish()
}

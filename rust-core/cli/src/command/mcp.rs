//! `vibeue mcp`

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::{BaseStrategy as _, choose_base_strategy};
use serde_json::json;
use vibeue_core::tools::mcp::{self, Home, Place, ServerReport, ServerState};

use crate::args::{McpAction, McpArgs};
use crate::config::{Config, Environment};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, style};
use crate::servers::{self, Known};

/// No server may take longer to start: each has a time of its own, and a day is
/// the most of that.
const FOREVER: Duration = Duration::from_secs(24 * 60 * 60);

/// Finds and tries servers.
///
/// # Errors
/// When a list cannot be read; with `check`, when a server does not come up.
pub(crate) fn run(args: &McpArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let config = Config::gather(None, &environment, &[])?;
    let key_env = config.connection.key_env.as_deref();
    let variables = Known { environment: &environment, key_env };
    match &args.action {
        McpAction::List => list(args.json, &variables, console),
        McpAction::Check { files } => check(files, args.json, &variables, console),
    }
}

fn list(json: bool, variables: &Known<'_>, console: &mut Console) -> Result {
    let project = std::env::current_dir().unwrap_or_default();
    let found = match home() {
        Some(home) => mcp::places(&project, &home),
        None => Vec::new(),
    };
    let found: Vec<Place> = found.into_iter().filter(|place| place.file.is_file()).collect();
    let mut told = Vec::new();
    for place in &found {
        let servers = servers::read(&place.file, variables);
        if json {
            told.push(as_json(place, servers));
            continue;
        }
        let whose = if place.in_project { "this project" } else { "you" };
        let file = place.file.display().to_string();
        writeln!(console.out, "{} ({}, of {whose})", Printable(&file), place.client)?;
        match servers {
            Ok(config) => {
                for server in &config.servers {
                    let (name, origin) = (Printable(&server.name), server.origin());
                    writeln!(console.out, "  {name}: {}", Printable(&origin))?;
                }
                for problem in &config.problems {
                    writeln!(console.out, "  cannot be used: {}", Printable(problem))?;
                }
                if config.servers.is_empty() && config.problems.is_empty() {
                    writeln!(console.out, "  no servers")?;
                }
            }
            // Settings of a client that names no servers are not a fault.
            Err(_) => writeln!(console.out, "  no list of servers")?,
        }
    }
    if json {
        console.json(&json!({ "files": told }))?;
    } else if found.is_empty() {
        writeln!(
            console.out,
            "no list of servers was found in the places of other clients; write one: \
             {{\"mcpServers\": {{\"name\": {{\"command\": \"npx\", \"args\": [\"-y\", \"…\"]}}}}}}"
        )?;
    } else {
        writeln!(console.out, "vibeue chat --mcp FILE gives their tools to a model")?;
    }
    console.finish()
}

fn as_json(place: &Place, servers: Result<mcp::Config>) -> serde_json::Value {
    let config = servers.unwrap_or_default();
    let servers: Vec<_> = config
        .servers
        .iter()
        .map(|server| json!({"name": server.name, "origin": server.origin()}))
        .collect();
    json!({"file": place.file, "client": place.client, "in_project": place.in_project,
        "servers": servers, "problems": config.problems})
}

fn home() -> Option<Home> {
    let folders = choose_base_strategy().ok()?;
    let mut settings = folders.config_dir();
    if cfg!(target_os = "macos") {
        settings = folders.home_dir().join("Library/Application Support");
    }
    Some(Home { home: Path::new(folders.home_dir()).to_owned(), settings })
}

fn check(files: &[PathBuf], json: bool, variables: &Known<'_>, console: &mut Console) -> Result {
    let list = servers::read_all(files, variables, console)?;
    let started = servers::start(list)?;
    console.status(Some("starting servers"));
    started.wait_until_started(FOREVER, || true);
    console.status(None);
    let reports = started.reports();
    servers::stop(&started);
    if json {
        console.json(&json!({ "servers": reports }))?;
    } else {
        reports.iter().try_for_each(|report| print(report, console))?;
    }
    console.finish()?;
    let failed = |report: &ServerReport| !matches!(report.state, ServerState::Ready { .. });
    if reports.iter().any(failed) { Err(Failure::Told(Failure::PROVIDER)) } else { Ok(()) }
}

fn print(report: &ServerReport, console: &mut Console) -> Result {
    let faint = style::FAINT;
    let (name, origin) = (Printable(&report.name), Printable(&report.origin));
    writeln!(console.out, "{name} {faint}{origin}{faint:#}")?;
    writeln!(console.out, "  {}", Printable(&report.state.to_string()))?;
    for tool in &report.tools {
        writeln!(console.out, "  {}", Printable(tool))?;
    }
    Ok(())
}

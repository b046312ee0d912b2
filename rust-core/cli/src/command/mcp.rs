//! `vibeue mcp`

use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use vibeue_core::tokens::Counter;
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tools::Toolbox as _;
use vibeue_core::tools::mcp::{
    self, EditorState, FindOptions, Home, Place, ServerReport, ServerState, UnrealState,
};

use super::sign_in;
use crate::args::{McpAction, McpArgs};
use crate::config::{Config, Environment};
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, grouped, style};
use crate::servers::{self, Known};
use crate::tool_costs::Costs;

/// No server may take longer to start: each has its own limit, which is at most a day.
const FOREVER: Duration = Duration::from_secs(24 * 60 * 60);

/// Finds and tests servers.
///
/// # Errors
/// If a list cannot be read; with `check`, if a server does not start.
pub(crate) fn run(args: &McpArgs, console: &mut Console) -> Result {
    let environment = Environment::of_process();
    let config = Config::gather(None, &environment, &[])?;
    let key_env = config.connection.key_env.as_deref();
    let variables = Known { environment: &environment, key_env };
    match &args.action {
        McpAction::List => list(args.json, &variables, console),
        McpAction::Check { files, model } => {
            let counter = match model {
                Some(model) => Counter::for_model(model),
                None => Counter::for_encoding(Encoding::O200kBase),
            };
            check(files, args.json, &counter, &variables, console)
        }
        McpAction::Login { name, files, no_browser, config } => {
            let sign_ins = servers::sign_ins(config.as_deref(), &environment);
            let place = sign_in::Place { name, files, sign_ins };
            sign_in::login(&place, !no_browser, args.json, &variables, console)
        }
        McpAction::Logout { name, files, config } => {
            let sign_ins = servers::sign_ins(config.as_deref(), &environment);
            let place = sign_in::Place { name, files, sign_ins };
            sign_in::logout(&place, args.json, &variables, console)
        }
        McpAction::Serve(serve) => super::serve::run(serve, args.json, &environment, console),
        McpAction::Find { project, ports } => find(project, ports, args.json, console),
    }
}

fn list(json: bool, variables: &Known<'_>, console: &mut Console) -> Result {
    let project = std::env::current_dir().unwrap_or_default();
    let found = match Home::of_person() {
        Some(home) => mcp::places(&project, &home),
        None => Vec::new(),
    };
    let found: Vec<Place> = found.into_iter().filter(|place| place.file.is_file()).collect();
    let mut rows = Vec::new();
    for place in &found {
        let servers = servers::read(&place.file, variables);
        if json {
            rows.push(as_json(place, servers));
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
                    let problem = problem.to_string();
                    writeln!(console.out, "  cannot be used: {}", Printable(&problem))?;
                }
                if config.servers.is_empty() && config.problems.is_empty() {
                    writeln!(console.out, "  no servers")?;
                }
            }
            // A client's settings without servers are not an error.
            Err(_) => writeln!(console.out, "  no list of servers")?,
        }
    }
    if json {
        console.json(&json!({ "files": rows }))?;
    } else if found.is_empty() {
        writeln!(
            console.out,
            "no server list of another client was found; write one: \
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

/// Looks for the editor of a project.
fn find(project: &Path, ports: &RangeInclusive<u16>, json: bool, console: &mut Console) -> Result {
    let options = FindOptions { ports: ports.clone(), ..FindOptions::default() };
    let found = mcp::find(project, &options)?;
    if json {
        let mut value = serde_json::to_value(&found).unwrap_or_default();
        value["advice"] = found.state.advice(&found.settings).into();
        console.json(&value)?;
        return console.finish();
    }
    let settings = &found.settings;
    let faint = style::FAINT;
    let project = settings.project.display().to_string();
    writeln!(console.out, "{}", Printable(&project))?;
    for file in &settings.files {
        let file = file.display().to_string();
        writeln!(
            console.out,
            "{faint}  {} says port {}{faint:#}",
            Printable(&file),
            settings.port
        )?;
    }
    for editor in &found.answering {
        let is = match &editor.is {
            EditorState::ThisProject => "the editor of this project".to_owned(),
            EditorState::OtherProject { project } => format!("the editor of {project}"),
            EditorState::UnknownProject => {
                "an editor of a project that it does not name".to_owned()
            }
            EditorState::SomethingElse { what } => format!("something else: {what}"),
        };
        writeln!(console.out, "  {}: {}", Printable(&editor.url), Printable(&is))?;
    }
    writeln!(console.out, "{}", Printable(&found.state.advice(settings)))?;
    if matches!(found.state, UnrealState::Running { .. }) {
        writeln!(console.out, "vibeue chat --unreal gives its tools to a model")?;
    }
    console.finish()
}

fn check(
    files: &[PathBuf],
    json: bool,
    counter: &Counter,
    variables: &Known<'_>,
    console: &mut Console,
) -> Result {
    let mut list = servers::read_all(files, variables, console)?;
    servers::keep_sign_ins(&mut list, None, variables.environment);
    let started = servers::start(list)?;
    console.status(Some("starting servers"));
    started.wait_until_started(FOREVER, || true);
    console.status(None);
    let reports = started.reports();
    let costs = Costs::of(&started.tools(), counter);
    servers::stop(&started);
    if json {
        let servers: Vec<_> = reports.iter().map(|report| costs.json(report)).collect();
        let by_need = costs.by_need();
        console.json(&json!({
            "servers": servers, "tokenizer": counter.name(), "tokens_by_need": by_need }))?;
    } else {
        reports.iter().try_for_each(|report| print(report, &costs, console))?;
        let manner = counter.manner();
        let total = grouped(costs.total());
        let faint = style::FAINT;
        writeln!(console.out, "{faint}{total} tokens in every request ({manner}){faint:#}")?;
        let by_need = grouped(costs.by_need());
        writeln!(console.out, "{faint}{by_need} if they are loaded on demand{faint:#}")?;
    }
    console.finish()?;
    let failed = |report: &ServerReport| !matches!(report.state, ServerState::Ready { .. });
    if reports.iter().any(failed) { Err(Failure::Reported(Failure::PROVIDER)) } else { Ok(()) }
}

fn print(report: &ServerReport, costs: &Costs, console: &mut Console) -> Result {
    let faint = style::FAINT;
    let (name, origin) = (Printable(&report.name), Printable(&report.origin));
    writeln!(console.out, "{name} {faint}{origin}{faint:#}")?;
    writeln!(console.out, "  {}", Printable(&report.state.to_string()))?;
    for tool in &report.tools {
        let tokens = grouped(costs.of_tool(tool));
        writeln!(console.out, "  {} {faint}{tokens} tokens{faint:#}", Printable(tool))?;
    }
    Ok(())
}

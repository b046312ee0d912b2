//! A chat with another agent in place of a model.

use std::io::Write as _;
use std::sync::Arc;

use vibeue_agents::{
    Agent, AgentConfig, KEEPS_CONTEXT, ROUNDS, ToolServer, ToolServerReach, WINDOW, split,
};
use vibeue_core::session::live::{ModelChoice, SessionOptions, Snapshot};
use vibeue_core::tools::mcp::{Reach, ServerConfig};

use super::edits;
use crate::args::ChatArgs;
use crate::config::Environment;
use crate::connect::Server;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Printable, TokenBar, columns, style, wrapped};
use crate::servers::{self, Known};

/// Creates the agent that the command line names; it is started with the first message.
///
/// # Errors
/// If the command, a variable or a list of servers cannot be read.
pub(super) fn open(
    args: &ChatArgs,
    variables: &Known<'_>,
    console: &mut Console,
) -> Result<Option<Arc<Agent>>> {
    let Some(line) = &args.agent else { return Ok(None) };
    let mut words = split(line)
        .map_err(|why| {
            Failure::input(format!("--agent: {why}"), "give the agent's program and its options")
        })?
        .into_iter();
    let folder = std::env::current_dir().map_err(|error| {
        Failure::input(
            format!("the current folder cannot be used: {error}"),
            "change to a folder that exists",
        )
    })?;
    let mut config = AgentConfig::new(words.next().unwrap_or_default(), folder);
    config.arguments = words.collect();
    config.sign_in.clone_from(&args.agent_sign_in);
    config.mode.clone_from(&args.agent_mode);
    for variable in &args.agent_env {
        let (name, value) = given(variable, variables.environment)?;
        config.environment.insert(name, value);
    }
    let servers = servers::read_all(&args.mcp, variables, console)?;
    config.servers = servers.into_iter().map(to_tool_server).collect();
    config.edits = Some(edits::rules(args, variables.environment)?);
    #[cfg(target_os = "linux")]
    vibeue_core::tools::mcp::adopt_orphans();
    Ok(Some(Arc::new(Agent::new(config)?)))
}

/// A variable for the agent: `NAME=VALUE`, or `NAME` with its current value.
fn given(variable: &str, environment: &Environment) -> Result<(String, String)> {
    if let Some((name, value)) = variable.split_once('=') {
        return Ok((name.to_owned(), value.to_owned()));
    }
    if variable.starts_with("VIBEUE_") {
        return Err(Failure::input(
            format!("--agent-env: {variable} is this program's own"),
            "it is never passed to an agent; name one of the agent's own",
        ));
    }
    match environment.get(variable) {
        Some(value) => Ok((variable.to_owned(), value.to_owned())),
        None => Err(Failure::input(
            format!("--agent-env: {variable} is not set"),
            "set it, or give NAME=VALUE",
        )),
    }
}

/// A server in the form that is passed to the agent.
fn to_tool_server(server: ServerConfig) -> ToolServer {
    let reach = match server.reach {
        Reach::Command { command, arguments, environment, .. } => {
            ToolServerReach::Command { command, arguments, environment }
        }
        Reach::Address { url, headers } => ToolServerReach::Address { url, headers },
    };
    ToolServer { name: server.name, reach }
}

/// The agent in place of a model's server.
pub(super) fn server(agent: &Agent, line: &str) -> Server {
    let mut choice = ModelChoice::new("agent");
    choice.limits.window = Some(WINDOW);
    Server {
        provider: agent.provider(),
        choice,
        base_url: line.to_owned(),
        key_variable: None,
        kept_key: None,
    }
}

/// Sets up a session that an agent answers: nothing is condensed, and of a turn's limits only the
/// one on its cost applies.
pub(super) fn arrange(agent: &Agent, options: &mut SessionOptions) {
    agent.limit_spending(options.settings.dollars_per_turn);
    vibeue_agents::arrange(&mut options.settings);
    options.bounds.tool_rounds = ROUNDS;
    // What the agent did by its own rules is reported without asking. Its questions are tools that
    // always need approval, even if reading does not.
    options.policy.reads_are_free = true;
}

/// How full the agent's context is, if it reports that.
pub(super) fn bar(agent: &Agent) -> Option<TokenBar> {
    let usage = agent.usage().filter(|usage| usage.size > 0)?;
    Some(TokenBar { used: usage.used, budget: usage.size, exact: true, columns: columns() })
}

/// Says what the user has to know about an agent's context.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn greet(console: &mut Console) -> Result {
    let faint = style::FAINT;
    let words = wrapped(KEEPS_CONTEXT, 0, columns());
    Ok(writeln!(console.out, "{faint}{words}{faint:#}")?)
}

/// Says how full the agent's context is, and what this program has.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn print_context(agent: &Agent, now: &Snapshot, console: &mut Console) -> Result {
    match agent.name() {
        Some(name) => writeln!(console.out, "{}", Printable(&name))?,
        None => writeln!(console.out, "the agent was not started yet")?,
    }
    match (bar(agent), agent.usage().and_then(|usage| usage.cost)) {
        (None, _) => writeln!(console.out, "the agent does not report how full its context is")?,
        (Some(bar), None) => writeln!(console.out, "{bar}")?,
        (Some(bar), Some((amount, currency))) => {
            writeln!(console.out, "{bar}, {amount:.4} {} so far", Printable(&currency))?;
        }
    }
    let held = crate::output::counted(now.transcript.len() as u64, "message");
    writeln!(console.out, "{held} kept here; {KEEPS_CONTEXT}")?;
    console.finish()
}

/// Why a command of the chat is not for agents.
pub(super) fn not_for_agents() -> Failure {
    Failure::input("the agent decides that itself", "/context shows what is known about it")
}

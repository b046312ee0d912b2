//! What a chat lends to the model: a folder to read, tool servers.

use std::cell::Cell;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use vibeue_agents::Agent;
use vibeue_core::session::live::Session;
use vibeue_core::tokens::Counter;
use vibeue_core::tools::mcp::{self, FindOptions, McpServers, ServerState, UnrealState};
use vibeue_core::tools::project::{Folder, ProjectFiles};
use vibeue_core::tools::{Policy, ProjectRules, Registry, Tool};

use super::edits;
use crate::args::ChatArgs;
use crate::config::{Environment, SettingsFile};
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Printable, grouped, style};
use crate::servers::{self, Known};
use crate::tool_costs::Costs;

/// How long a chat waits for its servers before it begins without those that are not ready; they
/// join when they are.
const WAIT: Duration = Duration::from_secs(60);

/// What a chat lends to the model.
pub(super) struct Lent {
    registry: Registry,
    files: Option<Arc<ProjectFiles>>,
    servers: Option<Arc<McpServers>>,
    /// The agent that answers in place of a model.
    agent: Option<Arc<Agent>>,
    /// The changes of the servers that the session knows of.
    seen: Cell<u64>,
    plan: Cell<bool>,
    dry_run: Cell<bool>,
}

impl Lent {
    /// Opens the folder and starts the servers that the command line names.
    ///
    /// # Errors
    /// If the folder or a list of servers cannot be read.
    pub(super) fn open(
        args: &ChatArgs,
        variables: &Known<'_>,
        agent: Option<&Arc<Agent>>,
        console: &mut Console,
    ) -> Result<Self> {
        let mut registry = Registry::default();
        if let Some(agent) = agent {
            registry.add(agent.toolbox());
        }
        let folder = args.tools.as_deref().map(Folder::open).transpose()?;
        let files = match folder.map(ProjectFiles::new) {
            Some(files) if args.edit => {
                Some(Arc::new(files.editing(&edits::rules(args, variables.environment)?)))
            }
            files => files.map(Arc::new),
        };
        if let Some(files) = &files {
            registry.add(Arc::clone(files) as _);
        }
        let mut servers = None;
        // An agent gets the list of servers and starts them itself.
        if agent.is_none() && (!args.mcp.is_empty() || args.unreal.is_some()) {
            let list = server_list(args, variables, console)?;
            let started = Arc::new(servers::start(list)?);
            registry.add(Arc::clone(&started) as _);
            servers = Some(started);
        }
        let (plan, dry_run) = (Cell::new(args.plan), Cell::new(args.dry_run));
        let agent = agent.cloned();
        if let Some(agent) = &agent {
            agent.set_plan_mode(args.plan);
        }
        Ok(Self { registry, files, servers, agent, seen: Cell::new(0), plan, dry_run })
    }

    /// What was edited in this chat, by a model or for an agent.
    pub(super) fn edited(&self) -> Option<Arc<ProjectFiles>> {
        self.files.clone().or_else(|| Some(self.agent.as_ref()?.files()))
    }

    /// The tools for a folder, if one is lent.
    pub(super) fn files(&self) -> Option<&ProjectFiles> {
        self.files.as_deref()
    }

    /// The agent that answers in place of a model, if any.
    pub(super) fn agent(&self) -> Option<&Arc<Agent>> {
        self.agent.as_ref()
    }

    /// The turn is no longer followed.
    pub(super) fn leave_turn(&self) {
        if let Some(agent) = &self.agent {
            agent.leave_turn();
        }
    }

    /// All tools, and what runs them.
    pub(super) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The current tools.
    pub(super) fn tools(&self) -> Vec<Tool> {
        if let Some(servers) = &self.servers {
            self.seen.set(servers.changes());
        }
        self.registry.tools()
    }

    /// Decides whether the user is asked before a call runs, by the command line and by what was
    /// already allowed in this project.
    pub(super) fn policy(
        &self,
        args: &ChatArgs,
        environment: &Environment,
        console: &mut Console,
    ) -> Policy {
        let project = match (&self.files, std::env::current_dir()) {
            (Some(files), _) => Some(files.folder().root().to_owned()),
            (None, folder) => folder.and_then(|folder| folder.canonicalize()).ok(),
        };
        let file = SettingsFile::find(args.connect.config.as_deref(), environment)
            .map(|settings| settings.path.with_file_name("permissions.json"));
        let rules = match (file, project) {
            (Some(file), Some(project)) if !self.registry.is_empty() => {
                match ProjectRules::open(&file, &project) {
                    Ok(rules) => Some(rules),
                    Err(error) => {
                        console.note(error);
                        None
                    }
                }
            }
            _ => None,
        };
        let mut policy = Policy::asking(rules);
        policy.reads_are_free = args.allow_reads;
        policy.all_are_free = args.yes;
        policy.plan = args.plan;
        policy.dry_run = args.dry_run;
        policy
    }

    /// Waits until the servers are ready, reports those that failed, and gives the session their
    /// tools.
    pub(super) fn settle(
        &self,
        session: &Session,
        watch: impl Fn() -> bool,
        console: &mut Console,
    ) {
        let Some(servers) = &self.servers else { return };
        console.status(Some("starting servers"));
        let all = servers.wait_until_started(WAIT, watch);
        console.status(None);
        for report in servers.reports() {
            match &report.state {
                ServerState::Failed { why } => {
                    console.note(format!("the server {} failed: {why}", report.name));
                }
                ServerState::NeedsSignIn { why } => console.note(format!(
                    "the server {0} needs sign-in: {why}; `vibeue mcp login {0} FILE` signs in",
                    report.name
                )),
                _ => {}
            }
        }
        if !all {
            console.note("some servers are still starting; their tools join when they are ready");
        }
        self.refresh(session);
    }

    /// Gives the session the tools as they are now, if they changed.
    pub(super) fn refresh(&self, session: &Session) {
        let changed = |servers: &Arc<McpServers>| servers.changes() != self.seen.get();
        if self.servers.as_ref().is_some_and(changed) {
            session.set_tools(self.tools());
        }
    }

    /// Turns plan mode on or off, or toggles it; returns whether it is on then.
    pub(super) fn plan(&self, session: &Session, on: Option<bool>) -> bool {
        let on = on.unwrap_or(!self.plan.get());
        self.plan.set(on);
        if let Some(agent) = &self.agent {
            agent.set_plan_mode(on);
        }
        session.set_plan_mode(on);
        on
    }

    /// Turns the dry run on or off, or toggles it; returns whether it is on then.
    pub(super) fn dry_run(&self, session: &Session, on: Option<bool>) -> bool {
        let on = on.unwrap_or(!self.dry_run.get());
        self.dry_run.set(on);
        session.set_dry_run(on);
        on
    }

    /// Lists the tools and their servers; some wait until the model loads them.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(super) fn list(
        &self,
        counter: &Counter,
        waiting: &[String],
        console: &mut Console,
    ) -> Result {
        if self.registry.is_empty() {
            let hint = "no tools: --tools DIR gives the model a folder to read, --mcp FILE the tools of servers";
            writeln!(console.out, "{hint}")?;
            return console.finish();
        }
        let tools = self.registry.tools();
        let costs = Costs::of(&tools, counter);
        for report in self.servers.iter().flat_map(|servers| servers.reports()) {
            writeln!(
                console.out,
                "{} ({}): {}; {} tokens",
                Printable(&report.name),
                Printable(&report.origin),
                Printable(&report.state.to_string()),
                grouped(costs.of_server(&report))
            )?;
        }
        if let Some(files) = &self.files {
            let root = files.folder().root().display().to_string();
            writeln!(console.out, "in {}:", Printable(&root))?;
        }
        let faint = style::FAINT;
        let waits = |name: &str| waiting.iter().any(|it| it == name);
        for tool in &tools {
            let words = tool.definition.description.lines().next().unwrap_or_default();
            // What a gateway tool calls has an access class of its own.
            let access = tool.gateway.map_or(tool.access.name(), |_| "by the tool called");
            let name = Printable(tool.name());
            let tokens = match &self.agent {
                // An agent is not sent the definitions.
                Some(_) => String::new(),
                None if waits(tool.name()) => ", loaded on demand".to_owned(),
                None => format!(", {} tokens", grouped(costs.of_tool(tool.name()))),
            };
            writeln!(
                console.out,
                "  {name} {faint}{access}{tokens}{faint:#}: {}",
                Printable(words)
            )?;
        }
        if self.agent.is_none() {
            let by_need: u64 = waiting.iter().map(|name| costs.of_tool(name)).sum();
            let total = grouped(costs.total().saturating_sub(by_need));
            writeln!(console.out, "{faint}{total} tokens in every request{faint:#}")?;
            if by_need > 0 {
                let by_need = grouped(by_need);
                writeln!(console.out, "{faint}{by_need} more are loaded on demand{faint:#}")?;
            }
        }
        console.finish()
    }

    /// Ends the servers and the agent, with everything that they started.
    pub(super) fn end(&self) {
        if let Some(agent) = &self.agent {
            agent.end();
            #[cfg(target_os = "linux")]
            mcp::end_orphans();
        }
        if let Some(servers) = &self.servers {
            servers::stop(servers);
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.end();
    }
}

/// The servers that the command line names, and the engine's if requested.
fn server_list(
    args: &ChatArgs,
    variables: &Known<'_>,
    console: &mut Console,
) -> Result<Vec<mcp::ServerConfig>> {
    let mut list = servers::read_all(&args.mcp, variables, console)?;
    servers::keep_sign_ins(&mut list, args.connect.config.as_deref(), variables.environment);
    if let Some(project) = &args.unreal {
        console.status(Some("looking for the editor"));
        let found = mcp::find(project, &FindOptions::default());
        console.status(None);
        let found = found?;
        if !matches!(found.state, UnrealState::Running { .. }) {
            console.note(found.state.advice(&found.settings));
        }
        list.retain(|server| server.name != "unreal");
        list.push(found.server());
    }
    Ok(list)
}

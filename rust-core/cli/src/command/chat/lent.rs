//! What a chat lends to the model: a folder to read, servers of tools.

use std::cell::Cell;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use vibeue_agents::Agent;
use vibeue_core::session::live::Session;
use vibeue_core::tools::mcp::{McpServers, ServerState};
use vibeue_core::tools::{Policy, ProjectRules, Registry, Tool};

use super::tools::{Folder, FolderTools};
use crate::args::ChatArgs;
use crate::config::{Environment, SettingsFile};
use crate::console::Console;
use crate::failure::Result;
use crate::output::{Printable, style};
use crate::servers::{self, Known};

/// How long a chat waits for its servers before it begins without those that
/// are not there yet; they join when they are.
const WAIT: Duration = Duration::from_secs(60);

/// What a chat lends to the model.
pub(super) struct Lent {
    registry: Registry,
    folder: Option<Arc<Folder>>,
    servers: Option<Arc<McpServers>>,
    /// Who answers in place of a model.
    agent: Option<Arc<Agent>>,
    /// The changes of the servers that the session knows of.
    seen: Cell<u64>,
    plan: Cell<bool>,
}

impl Lent {
    /// Opens the folder and starts the servers that the command line names.
    ///
    /// # Errors
    /// When the folder or a list of servers cannot be read.
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
        let folder = args.tools.as_deref().map(Folder::open).transpose()?.map(Arc::new);
        if let Some(folder) = &folder {
            registry.add(Arc::new(FolderTools(Arc::clone(folder))));
        }
        let mut servers = None;
        // An agent is told of the servers and starts them itself.
        if !args.mcp.is_empty() && agent.is_none() {
            let list = servers::read_all(&args.mcp, variables, console)?;
            let started = Arc::new(servers::start(list)?);
            registry.add(Arc::clone(&started) as _);
            servers = Some(started);
        }
        let plan = Cell::new(args.plan);
        let agent = agent.cloned();
        Ok(Self { registry, folder, servers, agent, seen: Cell::new(0), plan })
    }

    /// Who answers in place of a model, if somebody does.
    pub(super) fn agent(&self) -> Option<&Arc<Agent>> {
        self.agent.as_ref()
    }

    /// Nobody follows the turn any more.
    pub(super) fn leave_turn(&self) {
        if let Some(agent) = &self.agent {
            agent.leave_turn();
        }
    }

    /// All tools, and what runs them.
    pub(super) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The tools that there are now.
    pub(super) fn tools(&self) -> Vec<Tool> {
        if let Some(servers) = &self.servers {
            self.seen.set(servers.changes());
        }
        self.registry.tools()
    }

    /// Who is asked before a call runs, by the command line and by what was
    /// allowed in this project before.
    pub(super) fn policy(
        &self,
        args: &ChatArgs,
        environment: &Environment,
        console: &mut Console,
    ) -> Policy {
        let project = match (&self.folder, std::env::current_dir()) {
            (Some(folder), _) => Some(folder.root().to_owned()),
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
        policy
    }

    /// Waits until the servers are there, reports those that failed, and gives
    /// the session their tools.
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
            if let ServerState::Failed { why } = &report.state {
                console.note(format!("the server {} failed: {why}", report.name));
            }
        }
        if !all {
            console.note("some servers are still starting; their tools join when they are ready");
        }
        self.refresh(session);
    }

    /// Gives the session the tools as they are now, where they changed.
    pub(super) fn refresh(&self, session: &Session) {
        let changed = |servers: &Arc<McpServers>| servers.changes() != self.seen.get();
        if self.servers.as_ref().is_some_and(changed) {
            session.set_tools(self.tools());
        }
    }

    /// Turns plan mode on, off or over; returns which it is then.
    pub(super) fn plan(&self, session: &Session, on: Option<bool>) -> bool {
        let on = on.unwrap_or(!self.plan.get());
        self.plan.set(on);
        session.set_plan_mode(on);
        on
    }

    /// Lists the tools and their servers.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub(super) fn list(&self, console: &mut Console) -> Result {
        if self.registry.is_empty() {
            let hint = "no tools: --tools DIR lends the model a folder to read, --mcp FILE the \
                        tools of servers";
            writeln!(console.out, "{hint}")?;
            return console.finish();
        }
        for report in self.servers.iter().flat_map(|servers| servers.reports()) {
            writeln!(
                console.out,
                "{} ({}): {}",
                Printable(&report.name),
                Printable(&report.origin),
                Printable(&report.state.to_string())
            )?;
        }
        if let Some(folder) = &self.folder {
            let root = PathBuf::from(folder.root()).display().to_string();
            writeln!(console.out, "in {}:", Printable(&root))?;
        }
        let faint = style::FAINT;
        for tool in self.registry.tools() {
            let words = tool.definition.description.lines().next().unwrap_or_default();
            let access = tool.access.name();
            let name = Printable(tool.name());
            writeln!(console.out, "  {name} {faint}{access}{faint:#}: {}", Printable(words))?;
        }
        console.finish()
    }

    /// Ends the servers and the agent, with all that they started.
    pub(super) fn end(&self) {
        if let Some(agent) = &self.agent {
            agent.end();
            #[cfg(target_os = "linux")]
            vibeue_core::tools::mcp::end_orphans();
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

//! Another agent in place of the model, which runs in the background of the host.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use vibeue_agents::{
    Agent as CoreAgent, AgentConfig, AgentFailure, AgentReport, AgentState as CoreState,
    KEEPS_CONTEXT, KnownAgent as CoreKnown, ROUNDS, SignIn, ToolServer, ToolServerReach, WINDOW,
    arrange, split,
};
use vibeue_core::handover::Signal;
use vibeue_core::session::live::{ModelChoice, SessionOptions};
use vibeue_core::settings::Settings;
use vibeue_core::tools::{Access, Call, ProjectRules, Registry, ServerIdentity, Tool};
use vibeue_core::{Error, ErrorKind, Result};

use crate::agent_variables::read_entries;
use crate::check_outs::CheckOuts;
use crate::ffi::ffi::{
    AgentChoice, AgentInfo, AgentState, KnownAgent, SessionConfig, Status, StatusCode, ToolRequest,
    UsageReport,
};
use crate::inside::{Inside, InsideCalls};
use crate::live::lock;
use crate::project::{Project, ProjectPlace};
use crate::runner::Runner;
use crate::{freeing, permissions, reports, serving, status};

/// What to do about a command that cannot be used.
pub(crate) const COMMAND_HINT: &str =
    "give the agent's program and its options, such as gemini --acp";

/// Shows no secret: options and variables can hold keys.
impl fmt::Debug for AgentChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.command.split_whitespace().next().unwrap_or_default();
        f.debug_struct("AgentChoice").field("program", &program).finish_non_exhaustive()
    }
}

/// The agent of one session.
pub(crate) struct Agent {
    agent: Arc<CoreAgent>,
    runner: Runner,
    tools: Vec<Tool>,
    /// The identity under which it is allowed in the project.
    identity: ServerIdentity,
    rules: Mutex<Option<ProjectRules>>,
    /// What was last emitted to the sink.
    last_emitted: Mutex<Option<AgentReport>>,
}

impl Agent {
    /// The agent that the host configured, not started yet, and the files that it has written;
    /// `None` if a model answers.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if the command or a variable cannot be used, [`ErrorKind::Input`] if
    /// the project's folder cannot, [`ErrorKind::Io`] if a thread cannot be spawned.
    pub(crate) fn begin(
        config: &SessionConfig,
        signal: &Arc<Signal>,
    ) -> Result<Option<(Self, Option<Project>)>> {
        if config.agent.command.trim().is_empty() {
            return Ok(None);
        }
        let mut with = configured(config)?;
        let identity = with.identity();
        let rules = permissions::rules(config);
        with.needs_permission = !rules.as_ref().is_some_and(|rules| rules.allows_server(&identity));
        let bell = Arc::clone(signal);
        let place = ProjectPlace::at(config);
        with.edits = place.as_ref().and_then(ProjectPlace::rules).cloned();
        let outs = Arc::new(CheckOuts::new(signal));
        let by = Some(Arc::clone(&outs) as _);
        let agent = Arc::new(CoreAgent::checking_out(with, by, move || bell.raise())?);
        let files = agent.files();
        let project = place.map(|place| Project::of_agent(place, &files, outs, signal));
        let toolbox = match &project {
            Some(project) => project.watching(agent.toolbox(), &files),
            None => agent.toolbox(),
        };
        let tools = toolbox.tools();
        let mut registry = Registry::default();
        registry.add(toolbox);
        let runner = Runner::new(registry, signal);
        let (rules, last_emitted) = (Mutex::new(rules), Mutex::default());
        Ok(Some((Self { agent, runner, tools, identity, rules, last_emitted }, project)))
    }

    /// Options of a session that it answers.
    pub(crate) fn options(&self) -> SessionOptions {
        let mut choice = ModelChoice::new("agent");
        choice.limits.window = Some(WINDOW);
        let mut options = SessionOptions::new(self.agent.provider(), choice);
        options.bounds.tool_rounds = ROUNDS;
        options
    }

    /// The settings of a session that it answers; they limit its turns.
    pub(crate) fn settings(&self, mut settings: Settings) -> Settings {
        self.agent.limit_spending(settings.dollars_per_turn);
        arrange(&mut settings);
        settings
    }

    /// What it does itself, as the tools of the session.
    pub(crate) fn tools(&self) -> Vec<Tool> {
        self.tools.clone()
    }

    /// What a call of one of these may touch; `None` if the name is not one of theirs.
    pub(crate) fn access(&self, name: &str) -> Option<Access> {
        self.tools.iter().find(|tool| tool.name() == name).map(|tool| tool.access)
    }

    /// Returns whether what is known about it has changed since the last call.
    pub(crate) fn has_changed(&self) -> bool {
        let now = Some(self.agent.report());
        let mut last = lock(&self.last_emitted);
        if *last == now {
            return false;
        }
        *last = now;
        true
    }

    /// The user allowed it in this project.
    pub(crate) fn allow(&self) {
        if let Some(rules) = &mut *lock(&self.rules)
            && let Err(error) = rules.allow_server(self.identity.clone())
        {
            tracing::warn!("the agent is allowed for this conversation alone: {error}");
        }
        self.agent.allow();
    }

    /// The session enters or leaves plan mode.
    pub(crate) fn set_plan_mode(&self, on: bool) {
        self.agent.set_plan_mode(on);
    }

    /// Its turn is no longer followed.
    pub(crate) fn leave_turn(&self) {
        self.agent.leave_turn();
    }

    /// What the user sees about it.
    pub(crate) fn info(&self) -> AgentInfo {
        info(&self.agent.report())
    }

    /// Its name: as it calls itself, otherwise its command.
    pub(crate) fn name(&self) -> String {
        let report = self.agent.report();
        report.name.unwrap_or(report.line)
    }

    /// What it reports about its own context, if anything.
    pub(crate) fn usage(&self) -> UsageReport {
        let mut report = reports::no_usage();
        if let Some(usage) = self.agent.usage() {
            report.used = usage.used;
            report.available = usage.size;
            report.window = usage.size;
            report.percent = usage.percent();
            report.exact = true;
        }
        report
    }
}

impl Inside for Agent {
    fn calls(&self) -> &InsideCalls {
        self.runner.calls()
    }

    fn look(&self, request: ToolRequest) {
        // This compares files, which may be large.
        self.runner.look(request);
    }

    fn start(&self, call: Call) {
        self.runner.start(call);
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let (workers, agent) = (self.runner.stop(), Arc::clone(&self.agent));
        agent.leave_turn();
        // Processes take time to end; the editor must keep drawing.
        freeing::beside(move || {
            agent.end();
            workers.wait();
        });
    }
}

/// What the host configured.
///
/// # Errors
/// [`ErrorKind::Settings`] if the command or a variable cannot be used.
fn configured(config: &SessionConfig) -> Result<AgentConfig> {
    let wrong = |why: String| Error::new(ErrorKind::Settings, why).at("agent").hint(COMMAND_HINT);
    let mut words = split(&config.agent.command).map_err(wrong)?.into_iter();
    if config.project_folder.is_empty() {
        return Err(wrong("an agent needs the folder of a project".to_owned()));
    }
    let program = words.next().unwrap_or_default();
    let mut with = AgentConfig::new(program, PathBuf::from(&config.project_folder));
    with.arguments = words.collect();
    let some = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    with.sign_in = some(&config.agent.sign_in);
    with.mode = some(&config.agent.mode);
    with.environment = variables(&config.agent.variables)?;
    if !config.agent.tools_url.is_empty() {
        let leave = config.agent.tools_authorization.clone();
        with.servers.push(ToolServer {
            name: serving::NAME.to_owned(),
            reach: ToolServerReach::Address {
                url: config.agent.tools_url.clone(),
                headers: BTreeMap::from([("Authorization".to_owned(), leave)]),
            },
        });
    }
    Ok(with)
}

/// The variables that are passed to the agent.
///
/// # Errors
/// [`ErrorKind::Settings`] if one of them cannot be; it names the first.
fn variables(entries: &[String]) -> Result<BTreeMap<String, String>> {
    let (variables, faults) =
        read_entries(entries.iter().map(String::as_str), &|name| std::env::var(name).ok());
    match faults.first() {
        None => Ok(variables),
        Some(fault) => {
            Err(Error::new(ErrorKind::Settings, fault.message()).at("agent").hint(fault.hint()))
        }
    }
}

fn info(report: &AgentReport) -> AgentInfo {
    let (state, failure) = match &report.state {
        CoreState::NeedsPermission => (AgentState::NeedsPermission, None),
        CoreState::Stopped => (AgentState::Stopped, None),
        CoreState::Starting => (AgentState::Starting, None),
        CoreState::Ready => (AgentState::Ready, None),
        CoreState::Failed(failure @ AgentFailure::NeedsSignIn { .. }) => {
            (AgentState::NeedsSignIn, Some(failure))
        }
        CoreState::Failed(failure) => (AgentState::Failed, Some(failure)),
    };
    let ways = match failure {
        Some(AgentFailure::NeedsSignIn { ways, .. }) => ways.iter().map(way).collect(),
        _ => Vec::new(),
    };
    let usage = report.usage.as_ref();
    let (cost, currency) = usage.and_then(|usage| usage.cost.clone()).unwrap_or_default();
    AgentInfo {
        is_used: true,
        line: report.line.clone(),
        name: report.name.clone().unwrap_or_default(),
        state,
        words: failure.map(ToString::to_string).unwrap_or_default(),
        ways,
        used: usage.map_or(0, |usage| usage.used),
        size: usage.map_or(0, |usage| usage.size),
        cost,
        currency,
    }
}

fn way(way: &SignIn) -> String {
    let mut words = format!("{} ({})", way.id, way.name);
    if let Some(description) = &way.description {
        words.push_str(": ");
        words.push_str(description);
    }
    words
}

/// The report about an agent if a model answers.
pub(crate) fn nobody() -> AgentInfo {
    let text = String::new;
    AgentInfo {
        is_used: false,
        line: text(),
        name: text(),
        state: AgentState::Stopped,
        words: text(),
        ways: Vec::new(),
        used: 0,
        size: 0,
        cost: 0.0,
        currency: text(),
    }
}

/// The error for requests that an agent's session does not support.
pub(crate) fn keeps_context() -> Status {
    status::failed(
        StatusCode::Conflict,
        KEEPS_CONTEXT,
        "use the agent's own commands for it, or let a model answer",
    )
}

/// The error for a dry run of an agent.
pub(crate) fn acts_itself() -> Status {
    status::failed(
        StatusCode::Conflict,
        "an agent acts on its own, so its actions cannot be dry-run",
        "turn plan mode on, or let a model answer",
    )
}

pub(crate) fn known_agents() -> Vec<KnownAgent> {
    let to_ffi = |known: &CoreKnown| KnownAgent {
        title: known.title.to_owned(),
        command: known.line.to_owned(),
        install: known.install.to_owned(),
    };
    CoreKnown::ALL.iter().map(to_ffi).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_shown_without_its_secrets() {
        let agent = AgentChoice {
            command: "agent --key secret".to_owned(),
            variables: vec!["TOKEN=secret".to_owned()],
            ..AgentChoice::default()
        };
        let shown = format!("{:?}", SessionConfig { agent, ..SessionConfig::default() });
        assert!(shown.contains("\"agent\"") && !shown.contains("secret"), "{shown}");
    }

    #[test]
    fn a_command_that_cannot_be_read_is_told_before_anything_starts() {
        let signal = Arc::new(Signal::raised());
        let begin = |command: &str, folder: &str| {
            let agent = AgentChoice { command: command.to_owned(), ..AgentChoice::default() };
            let project_folder = folder.to_owned();
            let config = SessionConfig { agent, project_folder, ..SessionConfig::default() };
            Agent::begin(&config, &signal).map(|agent| agent.is_some())
        };
        let here = std::env::temp_dir().display().to_string();
        assert_eq!(begin("  ", &here), Ok(false));
        assert_eq!(begin("agent --acp", &here), Ok(true));
        for (command, folder) in [("\"agent", here.as_str()), ("agent", "")] {
            assert_eq!(begin(command, folder).unwrap_err().kind(), ErrorKind::Settings);
        }
    }

    #[test]
    fn a_variable_that_cannot_be_passed_on_is_told_before_anything_starts() {
        let agent = AgentChoice {
            command: "agent --acp".to_owned(),
            variables: vec!["A=b".to_owned(), "=x".to_owned()],
            ..AgentChoice::default()
        };
        let project_folder = std::env::temp_dir().display().to_string();
        let config = SessionConfig { agent, project_folder, ..SessionConfig::default() };
        let error = Agent::begin(&config, &Arc::new(Signal::raised())).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert_eq!(
            error.to_string(),
            "agent: the entry at index 1 does not name an environment variable (write NAME or \
             NAME=VALUE)"
        );
    }

    #[test]
    fn no_agent_starts_before_the_user_has_allowed_it() {
        let signal = Arc::new(Signal::raised());
        let agent = AgentChoice { command: "agent-x --acp".to_owned(), ..AgentChoice::default() };
        let project_folder = std::env::temp_dir().display().to_string();
        let config = SessionConfig { agent, project_folder, ..SessionConfig::default() };
        let (agent, project) = Agent::begin(&config, &signal).unwrap().unwrap();
        assert_eq!(project.map(|project| project.changes()), Some(Vec::new()));
        assert!(agent.has_changed() && !agent.has_changed());
        assert_eq!(agent.info().state, AgentState::NeedsPermission);
        assert_eq!(agent.name(), "agent-x --acp");
        assert_eq!(agent.usage(), reports::no_usage());
        agent.allow();
        assert!(agent.has_changed());
        assert_eq!(agent.info().state, AgentState::Stopped);
    }
}

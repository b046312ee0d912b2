//! The core's session between opening and closing.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use vibeue_core::handover::Signal;
use vibeue_core::provider::Provider;
use vibeue_core::session::live::{
    Opening, Session as CoreSession, Snapshot, UsageReport as CoreUsage,
};
use vibeue_core::settings::Settings;
use vibeue_core::tools::Tool;

use crate::agent::Agent;
use crate::ffi::ffi::{
    CloseReport, ModelConfig, OpenReport, SessionConfig, Stage, Status, UsageReport,
};
use crate::inside::Inside;
pub(crate) use crate::lock::lock;
use crate::preview_messages::PreviewMessages;
use crate::project::{Project, ProjectPlace, with_own};
use crate::servers::Servers;
use crate::tools::Offered;
use crate::{config, permissions, reports, status};

/// The core's session between opening and closing; shared with a pump that is running when the host
/// destroys its session.
pub(crate) struct Live {
    /// Raised when something may have happened; an idle pump checks only this.
    pub(crate) signal: Arc<Signal>,
    /// Whether a pump is running.
    pub(crate) pumping: AtomicBool,
    /// Whether the end of opening was reported to the sink.
    pub(crate) opening_reported: AtomicBool,
    /// Whether the host destroyed its session: then nothing more is reported.
    pub(crate) abandoned: AtomicBool,
    /// The settings in force, even while it is being opened.
    pub(crate) settings: Mutex<Settings>,
    /// Where the model is reached.
    pub(crate) connection: Mutex<Connection>,
    /// The agent that answers in place of a model, if any.
    pub(crate) agent: Option<Agent>,
    /// The core's own tools for the project's files, if any.
    pub(crate) project: Option<Project>,
    /// The tool servers, if any.
    pub(crate) servers: Option<Servers>,
    /// The messages of the preview that was reported last.
    pub(crate) previewed: Mutex<PreviewMessages>,
    /// The tools that were passed to the core.
    pub(crate) tools: Mutex<Offered>,
    /// Where the conversation is kept; empty if it is in memory only.
    pub(crate) journal: PathBuf,
    closed: AtomicBool,
    open: OnceLock<CoreSession>,
    progress: Mutex<Progress>,
}

/// Where the model is reached.
pub(crate) struct Connection {
    /// As configured.
    pub(crate) config: ModelConfig,
    /// `None` if that failed.
    pub(crate) provider: Option<Arc<dyn Provider>>,
}

/// How far opening has come.
enum Progress {
    Opening(Box<Opening>),
    Open,
    Failed(Status),
}

impl Live {
    /// Begins to open a conversation.
    pub(crate) fn begin(config: &SessionConfig) -> Self {
        let signal = Arc::new(Signal::raised());
        let waker = Arc::new({
            let signal = Arc::clone(&signal);
            move || signal.raise()
        });
        let agent = Agent::begin(config, &signal);
        let options = match &agent {
            Ok(agent) => config::options(config, agent.as_ref().map(|(agent, _)| agent), waker),
            Err(error) => Err(error.clone()),
        };
        let (agent, written) = agent.ok().flatten().unzip();
        let (settings, provider, set) = match &options {
            Ok(options) => {
                let provider = Some(Arc::clone(&options.provider));
                (options.settings.clone(), provider, options.tools.clone())
            }
            Err(_) => (Settings::default(), None, Vec::new()),
        };
        let progress = match options.and_then(CoreSession::begin) {
            Ok(opening) => Progress::Opening(Box::new(opening)),
            Err(error) => Progress::Failed(status::of(&error)),
        };
        let place = match &progress {
            Progress::Failed(_) => None,
            // The agent works in the project with its own tools, and brings its own servers.
            _ if agent.is_some() => None,
            _ => ProjectPlace::of(config),
        };
        let project = place.map(|place| Project::begin(place, &signal)).or(written.flatten());
        let servers = match &progress {
            Progress::Failed(_) => None,
            _ if agent.is_some() => None,
            _ => Servers::begin(config, permissions::rules(config), &signal),
        };
        let connection = Connection { config: config.model.clone(), provider };
        let tools = Mutex::new(Offered { set, ..Offered::default() });
        let journal = PathBuf::from(&config.journal);
        let new = Self::new(signal, progress, settings, connection);
        Self { agent, project, servers, tools, journal, ..new }
    }

    /// A session that could not be opened.
    pub(crate) fn failed(status: Status) -> Self {
        let connection = Connection { config: ModelConfig::default(), provider: None };
        let signal = Arc::new(Signal::raised());
        Self::new(signal, Progress::Failed(status), Settings::default(), connection)
    }

    fn new(
        signal: Arc<Signal>,
        progress: Progress,
        settings: Settings,
        connection: Connection,
    ) -> Self {
        Self {
            signal,
            pumping: AtomicBool::new(false),
            opening_reported: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
            settings: Mutex::new(settings),
            connection: Mutex::new(connection),
            agent: None,
            project: None,
            servers: None,
            previewed: Mutex::default(),
            tools: Mutex::default(),
            journal: PathBuf::new(),
            closed: AtomicBool::new(false),
            open: OnceLock::new(),
            progress: Mutex::new(progress),
        }
    }

    /// Those whose calls the core runs itself.
    pub(crate) fn insides(&self) -> impl Iterator<Item = &dyn Inside> {
        let project = self.project.as_ref().map(|it| it as &dyn Inside);
        let agent = self.agent.as_ref().map(|it| it as &dyn Inside);
        let servers = self.servers.as_ref().map(|it| it as &dyn Inside);
        agent.into_iter().chain(project).chain(servers)
    }

    /// All tools that the session has now.
    pub(crate) fn tools(&self) -> Vec<Tool> {
        if let Some(agent) = &self.agent {
            return agent.tools();
        }
        let mut all = self.tools_without_servers();
        let beside = self.servers.as_ref().map(|servers| servers.tools(&all));
        all.extend(beside.unwrap_or_default());
        all
    }

    /// Passes the servers' current tools to the session if they changed; returns whether they did.
    pub(crate) fn look_at_servers(&self) -> bool {
        let Some(servers) = self.servers.as_ref().filter(|servers| servers.has_changed()) else {
            return false;
        };
        if servers.has_other_tools(&self.tools_without_servers()) {
            let all = self.tools();
            // A closed session needs no tools.
            let _ = self.command(|session| session.set_tools(all));
        }
        true
    }

    fn tools_without_servers(&self) -> Vec<Tool> {
        with_own(lock(&self.tools).all(), self.project.as_ref().map(Project::place))
    }

    /// Checks whether opening has ended, and reports that once.
    pub(crate) fn settle(&self) -> Option<OpenReport> {
        let mut progress = self.progress();
        if let Progress::Opening(opening) = &mut *progress {
            *progress = match opening.try_finish()? {
                Ok(session) => {
                    let _ = self.open.set(session);
                    Progress::Open
                }
                Err(error) => Progress::Failed(status::of(&error)),
            };
        }
        let failed = match &*progress {
            Progress::Failed(why) => Some(why.clone()),
            _ => None,
        };
        drop(progress);
        if self.opening_reported.swap(true, Ordering::Relaxed) {
            return None;
        }
        let now = self.snapshot();
        let now = now.as_deref();
        Some(OpenReport {
            status: failed.unwrap_or_else(status::ok),
            conversation: now.map(|now| now.conversation.to_string()).unwrap_or_default(),
            title: now.and_then(|now| now.title.as_deref()).unwrap_or_default().to_owned(),
            messages: now.map_or(0, |now| now.transcript.len() as u64),
        })
    }

    /// Settings as they are in force: an agent condenses by its own rules.
    pub(crate) fn in_force(&self, settings: Settings) -> Settings {
        match &self.agent {
            Some(agent) => agent.settings(settings),
            None => settings,
        }
    }

    /// The size of the next request; if an agent answers, what it reports about its own context.
    pub(crate) fn usage(&self, usage: &CoreUsage) -> UsageReport {
        self.agent.as_ref().map_or_else(|| reports::usage(usage), Agent::usage)
    }

    /// The session, once it is open, and even after it was closed.
    pub(crate) fn open(&self) -> Option<&CoreSession> {
        self.open.get()
    }

    /// The state, once the session is open.
    pub(crate) fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.open.get().map(CoreSession::snapshot)
    }

    /// Notes that a call begins.
    pub(crate) fn begins(&self, call_id: &str) {
        // A closed session has no calls.
        let _ = self.command(|session| session.tool_begins(call_id));
    }

    /// Sends a command to the session; while it is being opened, for afterwards.
    pub(crate) fn command<R>(&self, ask: impl FnOnce(&CoreSession) -> R) -> Result<R, Status> {
        if self.closed.load(Ordering::Acquire) {
            return Err(status::closed());
        }
        if let Some(session) = self.open.get() {
            return Ok(ask(session));
        }
        match &*self.progress() {
            Progress::Opening(opening) => opening.commands().map(ask).ok_or_else(status::closed),
            Progress::Open => self.open.get().map(ask).ok_or_else(status::closed),
            Progress::Failed(why) => Err(why.clone()),
        }
    }

    /// Ends the session.
    pub(crate) fn close(&self, deadline: Duration) -> CloseReport {
        if self.closed.swap(true, Ordering::AcqRel) {
            return reports::closed_already();
        }
        self.signal.raise();
        if let Some(servers) = &self.servers {
            servers.kept().close();
        }
        if let Some(session) = self.open.get() {
            return reports::close(&session.shutdown(deadline));
        }
        let before = std::mem::replace(&mut *self.progress(), Progress::Failed(status::closed()));
        match before {
            Progress::Opening(opening) => opening
                .commands()
                .map_or_else(reports::closed_already, |it| reports::close(&it.shutdown(deadline))),
            Progress::Open => reports::closed_already(),
            failed @ Progress::Failed(_) => {
                *self.progress() = failed;
                reports::closed_already()
            }
        }
    }

    /// The stage of opening.
    pub(crate) fn stage(&self) -> Stage {
        if self.closed.load(Ordering::Acquire) {
            return Stage::Closed;
        }
        match &*self.progress() {
            Progress::Opening(_) => Stage::Opening,
            Progress::Open => Stage::Open,
            Progress::Failed(_) => Stage::Failed,
        }
    }

    /// Why it cannot be used.
    pub(crate) fn status(&self) -> Status {
        match &*self.progress() {
            Progress::Failed(why) => why.clone(),
            _ if self.closed.load(Ordering::Acquire) => status::closed(),
            _ => status::ok(),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }
}

//! Tool servers, which run in the background of the host.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use vibeue_core::handover::Signal;
use vibeue_core::provider::Preset;
use vibeue_core::tools::mcp::{
    FindOptions, Home, ListFile, ProjectServers, ProjectServersOptions, RowState, ServerRow,
    ServerState, SignIns, Variables,
};
use vibeue_core::tools::{Access, Call, Preview, ProjectRules, Registry, Tool};

use crate::ffi::ffi::{SessionConfig, ToolRequest, ToolServer, ToolServerState};
use crate::inside::{Inside, InsideCalls, InsideEvent};
use crate::live::lock;
use crate::runner::Runner;
use crate::{freeing, reports};

/// The list of servers that a project has, if no other is named.
const USUAL_LIST: &str = ".mcp.json";

/// The servers of one session.
pub(crate) struct Servers {
    runner: Runner,
    kept: Arc<ProjectServers>,
    /// The changes that were reported to the sink.
    seen: AtomicU64,
    /// The tools that the session was sent last.
    sent_tools: Mutex<Vec<Tool>>,
    /// The names of all tools that it was ever sent.
    names: Mutex<HashSet<String>>,
}

impl Servers {
    /// Begins to read the lists that the host configured, and to start what was allowed; `None` if
    /// it uses none, or if a thread cannot be spawned.
    pub(crate) fn begin(
        config: &SessionConfig,
        rules: Option<ProjectRules>,
        signal: &Arc<Signal>,
    ) -> Option<Self> {
        let files = lists(config);
        if files.is_empty() && !config.uses_engine_server {
            return None;
        }
        let bell = Arc::clone(signal);
        let options = ProjectServersOptions {
            project: PathBuf::from(&config.project_folder),
            files,
            home: if config.uses_tool_servers { Home::of_person() } else { None },
            uses_engine: config.uses_engine_server,
            find: FindOptions::default(),
            rules,
            sign_ins: (!config.sign_ins.is_empty()).then(|| SignIns::new(&config.sign_ins)),
            variables: Arc::new(Environment::of(config)),
            bell: Arc::new(move || bell.raise()),
        };
        let kept = ProjectServers::open(options)
            .inspect_err(|error| tracing::warn!("no tool servers are available: {error}"))
            .ok()?;
        let kept = Arc::new(kept);
        let mut registry = Registry::default();
        registry.add(Arc::clone(&kept) as _);
        Some(Self {
            runner: Runner::new(registry, signal),
            kept,
            seen: AtomicU64::new(0),
            sent_tools: Mutex::default(),
            names: Mutex::default(),
        })
    }

    /// What a call of one of these tools may touch; `None` if the name is not one of theirs. A tool
    /// that no longer exists may have been anything.
    pub(crate) fn access(&self, name: &str, arguments: &str) -> Option<Access> {
        match self.find(name) {
            Some(tool) => Some(tool.called(arguments).map_or(Access::Control, |it| it.access)),
            None => lock(&self.names).contains(name).then_some(Access::Control),
        }
    }

    /// The tools for the session in addition to others, whose names are taken.
    pub(crate) fn tools(&self, others: &[Tool]) -> Vec<Tool> {
        let mut tools = self.runner.registry().tools();
        tools.retain(|tool| others.iter().all(|other| other.name() != tool.name()));
        lock(&self.names).extend(tools.iter().map(|tool| tool.name().to_owned()));
        lock(&self.sent_tools).clone_from(&tools);
        tools
    }

    /// Returns whether anything has changed since the last call.
    pub(crate) fn has_changed(&self) -> bool {
        let now = self.kept.changes();
        self.seen.swap(now, Ordering::AcqRel) != now
    }

    /// Returns whether the tools differ from those that the session knows.
    pub(crate) fn has_other_tools(&self, others: &[Tool]) -> bool {
        let mut tools = self.runner.registry().tools();
        tools.retain(|tool| others.iter().all(|other| other.name() != tool.name()));
        tools != *lock(&self.sent_tools)
    }

    /// What the user is shown.
    pub(crate) fn rows(&self) -> Vec<ToolServer> {
        self.kept.rows().into_iter().map(row).collect()
    }

    /// The servers, for requests of the user or the host.
    pub(crate) fn kept(&self) -> &ProjectServers {
        &self.kept
    }

    fn find(&self, name: &str) -> Option<Tool> {
        self.runner.registry().tools().into_iter().find(|tool| tool.name() == name)
    }

    /// What the user sees of a call: whose tool it is, and with what.
    fn preview(&self, request: &ToolRequest) -> Option<Preview> {
        let tool = self.find(&request.name)?;
        let called = match tool.called(&request.arguments) {
            Ok(called) => called,
            Err(why) => return Some(Preview::refused(tool.name(), &why)),
        };
        let arguments = serde_json::from_str::<serde_json::Value>(&request.arguments);
        let arguments = arguments.and_then(|it| serde_json::to_string_pretty(&it));
        let text = arguments.unwrap_or_else(|_| request.arguments.clone());
        Some(Preview::text(format!("{} of {}", called.name(), tool.origin), &text))
    }
}

impl Inside for Servers {
    fn calls(&self) -> &InsideCalls {
        self.runner.calls()
    }

    fn look(&self, mut request: ToolRequest) {
        let preview = self.preview(&request);
        request.preview = preview.map_or_else(reports::no_preview, reports::preview);
        self.calls().emit(InsideEvent::Request(Box::new(request), false));
    }

    fn start(&self, call: Call) {
        self.runner.start(call);
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.kept.close();
        let (workers, kept) = (self.runner.stop(), Arc::clone(&self.kept));
        // Processes take time to end; the editor must keep drawing.
        freeing::beside(move || {
            workers.wait();
            drop(kept);
        });
    }
}

/// The lists that the host configured.
fn lists(config: &SessionConfig) -> Vec<ListFile> {
    if !config.uses_tool_servers {
        return Vec::new();
    }
    let usual = PathBuf::from(&config.project_folder).join(USUAL_LIST);
    let named: Vec<ListFile> = config
        .tool_server_files
        .iter()
        .filter(|path| !path.trim().is_empty())
        .map(PathBuf::from)
        .map(|path| ListFile { is_optional: path == usual, path })
        .collect();
    if named.is_empty() && !config.project_folder.is_empty() {
        return vec![ListFile { path: usual, is_optional: true }];
    }
    named
}

/// This process's variables, as they were when the session was opened.
struct Environment {
    values: HashMap<String, String>,
    keys: Vec<String>,
    project: String,
}

impl Environment {
    fn of(config: &SessionConfig) -> Self {
        let values = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let models = std::iter::once(&config.model).chain(&config.summary_models);
        let keys = models.map(|model| model.key_variable.clone()).collect();
        Self { values, keys, project: config.project_folder.clone() }
    }
}

impl Variables for Environment {
    fn get(&self, name: &str) -> Option<String> {
        self.values.get(name).cloned()
    }

    fn is_own_key(&self, name: &str) -> bool {
        name.starts_with("VIBEUE_")
            || self.keys.iter().any(|key| key == name)
            || Preset::ALL.iter().any(|preset| preset.key_variables.contains(&name))
    }

    fn project(&self) -> String {
        self.project.clone()
    }
}

/// A server as the host sees it.
fn row(row: ServerRow) -> ToolServer {
    let mut sign_in_page = String::new();
    let (state, words) = match row.state {
        RowState::NeedsPermission => (ToolServerState::NeedsPermission, String::new()),
        RowState::Elsewhere { in_project, servers } => {
            let state = if in_project {
                ToolServerState::ElsewhereInProject
            } else {
                ToolServerState::Elsewhere
            };
            (state, servers.join(", "))
        }
        RowState::Unusable { why } => (ToolServerState::Unusable, why),
        RowState::Started(ServerState::Starting) => (ToolServerState::Starting, String::new()),
        RowState::Started(ServerState::Ready { server, protocol, .. }) => {
            (ToolServerState::Ready, format!("{server}, protocol {protocol}"))
        }
        RowState::Started(ServerState::NeedsSignIn { why }) => (ToolServerState::NeedsSignIn, why),
        RowState::Started(ServerState::SigningIn { page }) => {
            sign_in_page = page;
            (ToolServerState::SigningIn, String::new())
        }
        RowState::Started(ServerState::Failed { why }) => (ToolServerState::Failed, why),
        RowState::Started(ServerState::Stopped) => (ToolServerState::Stopped, String::new()),
    };
    let shown = |path: PathBuf| path.display().to_string();
    ToolServer {
        name: row.name,
        origin: row.origin,
        file: row.file.map(shown).unwrap_or_default(),
        line: row.line as u64,
        state,
        words,
        tools: row.tools,
        variables: row.variables,
        folder: row.folder.map(shown).unwrap_or_default(),
        trusts_hints: row.trusts_hints,
        is_engine: row.is_engine,
        is_signed_in: row.is_signed_in,
        sign_in_page,
        sign_out: row.sign_out.map(|end| end.to_string()).unwrap_or_default(),
    }
}

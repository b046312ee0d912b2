//! One server of a project, and what a person is shown of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ServerIdentity;
use crate::mcp::{Entry, McpServers, Reach, ServerConfig, ServerState, SignIns, SignOut};

/// The name of the server of the project's editor.
pub(super) const ENGINE: &str = "unreal";

/// What a person is shown of a server, or of a list that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerRow {
    /// Its name; empty of a list that cannot be read.
    pub name: String,
    /// Its command line or its address; may be empty.
    pub origin: String,
    /// The list in which it is; `None` of the editor's.
    pub file: Option<PathBuf>,
    /// The line of the list, from 1 on; 0 where none is known.
    pub line: usize,
    /// What it does, or why it does nothing.
    pub state: RowState,
    /// The names of its tools, as a model knows them.
    pub tools: Vec<String>,
    /// The names of the variables or headers that its entry sets.
    pub variables: Vec<String>,
    /// The folder in which its entry lets it run.
    pub folder: Option<PathBuf>,
    /// Its entry says that its word counts for which tools only look.
    pub trusts_hints: bool,
    /// It is the server of the project's editor.
    pub is_engine: bool,
    /// A person has signed in there.
    pub is_signed_in: bool,
    /// What came of signing out, where a person did and has not signed in again
    /// since.
    pub sign_out: Option<SignOut>,
}

/// What a server of a project does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowState {
    /// Nobody has allowed it as it is listed: it was not started.
    NeedsPermission,
    /// Its entry, or the whole list, cannot be used.
    Unusable {
        /// Why.
        why: String,
    },
    /// It was started, or is looked for.
    Started(ServerState),
}

/// One server of a project.
#[derive(Debug)]
pub(super) struct Book {
    row: ServerRow,
    config: Option<ServerConfig>,
    identity: Option<ServerIdentity>,
    running: Option<Arc<McpServers>>,
}

impl Book {
    /// A server that nobody has started yet.
    pub(super) fn of(config: ServerConfig, file: &Path, entry: Entry) -> Self {
        let (variables, folder) = match &config.reach {
            Reach::Command { environment, folder, .. } => (environment, folder.clone()),
            Reach::Address { headers, .. } => (headers, None),
        };
        let row = ServerRow {
            origin: config.origin(),
            line: entry.line.unwrap_or_default(),
            variables: variables.keys().cloned().collect(),
            folder,
            trusts_hints: config.trusts_hints,
            ..blank(config.name.clone(), Some(file), RowState::NeedsPermission)
        };
        Self { row, config: Some(config), identity: Some(entry.identity), running: None }
    }

    /// A list or an entry that cannot be used.
    pub(super) fn unusable(name: String, file: &Path, line: Option<usize>, why: String) -> Self {
        let line = line.unwrap_or_default();
        let row = ServerRow { line, ..blank(name, Some(file), RowState::Unusable { why }) };
        Self { row, config: None, identity: None, running: None }
    }

    /// The editor's server, which is looked for.
    pub(super) fn of_engine() -> Self {
        let state = RowState::Started(ServerState::Starting);
        let row = ServerRow { is_engine: true, ..blank(ENGINE.to_owned(), None, state) };
        Self { row, config: None, identity: None, running: None }
    }

    /// Says where it is kept what a person signed in with.
    pub(super) fn keep_sign_ins(&mut self, sign_ins: Option<&SignIns>) {
        if let Some(config) = &mut self.config {
            config.sign_ins = sign_ins.cloned();
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.row.name
    }

    pub(super) fn line(&self) -> usize {
        self.row.line
    }

    pub(super) fn is_engine(&self) -> bool {
        self.row.is_engine
    }

    /// It was told to start, and nothing of it is there yet.
    pub(super) fn is_starting(&self) -> bool {
        self.row.state == RowState::Started(ServerState::Starting) && self.running.is_none()
    }

    /// It was started once, or looked for.
    pub(super) fn can_restart(&self) -> bool {
        matches!(self.row.state, RowState::Started(_))
    }

    pub(super) fn running(&self) -> Option<&Arc<McpServers>> {
        self.running.as_ref()
    }

    /// Which server it is for a permission, where it waits for one.
    pub(super) fn waiting_identity(&self) -> Option<&ServerIdentity> {
        let waits = self.row.state == RowState::NeedsPermission;
        self.identity.as_ref().filter(|_| waits)
    }

    /// It cannot be used although it can be read.
    pub(super) fn spoil(&mut self, why: String) {
        self.row.state = RowState::Unusable { why };
        (self.config, self.identity) = (None, None);
    }

    /// The editor's own has its name.
    pub(super) fn gives_way_to_engine(&mut self) -> bool {
        if self.row.name == ENGINE {
            self.spoil("the server of the project's editor has this name".to_owned());
        }
        true
    }

    /// A person signed out of it.
    pub(super) fn note_sign_out(&mut self, end: SignOut) {
        self.row.sign_out = Some(end);
    }

    /// What it is started with, which it is from now on.
    pub(super) fn config_to_start(&mut self) -> Option<ServerConfig> {
        let config = self.config.clone()?;
        self.row.state = RowState::Started(ServerState::Starting);
        Some(config)
    }

    /// It was started, or could not be.
    pub(super) fn put(&mut self, begun: vibeue_conversation::Result<Arc<McpServers>>) {
        match begun {
            Ok(running) => self.running = Some(running),
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// It does not run.
    pub(super) fn fail(&mut self, why: String) {
        self.row.state = RowState::Started(ServerState::Failed { why });
    }

    /// It is looked for, or was found there.
    pub(super) fn begin(&mut self, config: Option<ServerConfig>) {
        self.row.origin = config.as_ref().map(ServerConfig::origin).unwrap_or_default();
        self.row.state = RowState::Started(ServerState::Starting);
        self.config = config;
    }

    /// Lets go of what runs, to be ended; nothing where it was never started.
    pub(super) fn take_running(&mut self) -> Option<Arc<McpServers>> {
        let running = self.running.take()?;
        self.row.state = RowState::Started(ServerState::Stopped);
        Some(running)
    }

    /// What a person is shown now.
    pub(super) fn row(&self) -> ServerRow {
        let mut row = self.row.clone();
        if let Some(report) = self.running.as_ref().and_then(|it| it.reports().pop()) {
            row.state = RowState::Started(report.state);
            row.tools = report.tools;
            row.is_signed_in = report.is_signed_in;
        }
        if row.is_signed_in {
            row.sign_out = None;
        }
        row
    }
}

fn blank(name: String, file: Option<&Path>, state: RowState) -> ServerRow {
    ServerRow {
        name,
        origin: String::new(),
        file: file.map(Path::to_owned),
        line: 0,
        state,
        tools: Vec::new(),
        variables: Vec::new(),
        folder: None,
        trusts_hints: false,
        is_engine: false,
        is_signed_in: false,
        sign_out: None,
    }
}

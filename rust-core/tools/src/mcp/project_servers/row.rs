//! One server of a project, and its row for the user.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ServerIdentity;
use crate::mcp::{Entry, McpServers, Reach, ServerConfig, ServerState, SignIns, SignOut};

/// The name of the server of the project's editor.
pub(super) const ENGINE: &str = "unreal";

/// Why the second of two servers with one name is not used.
pub(super) const DOUBLE: &str = "another server has this name, and comes first";

/// The row of a server, of a list that cannot be read, or of one that another client keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerRow {
    /// Its name; empty for a list that cannot be read, and the client's name for another client's
    /// list.
    pub name: String,
    /// Its command line or its address; may be empty.
    pub origin: String,
    /// The list that it is in; `None` for the editor's server.
    pub file: Option<PathBuf>,
    /// The line of the list, from 1 on; 0 if none is known.
    pub line: usize,
    /// Its state, or why it is not running.
    pub state: RowState,
    /// The names of its tools, as a model knows them.
    pub tools: Vec<String>,
    /// The names of the variables or headers that its entry sets.
    pub variables: Vec<String>,
    /// The working folder that its entry sets.
    pub folder: Option<PathBuf>,
    /// Whether its entry trusts its claims about which tools are read-only.
    pub trusts_hints: bool,
    /// Whether it is the server of the project's editor.
    pub is_engine: bool,
    /// Whether the user has signed in there.
    pub is_signed_in: bool,
    /// The result of signing out, if the user did and has not signed in again since; even if the
    /// sign-in could not be forgotten.
    pub sign_out: Option<SignOut>,
}

/// The state of a project's server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowState {
    /// It has not been allowed in its current form, so it was not started.
    NeedsPermission,
    /// Its entry, or the whole list, cannot be used.
    Unusable {
        /// Why.
        why: String,
    },
    /// It is a list of another client that is not used here; the row has the client's name.
    Elsewhere {
        /// Whether the list belongs to the project, so that the project's authors control it.
        in_project: bool,
        /// The servers that it names.
        servers: Vec<String>,
    },
    /// It is starting, or is being looked for.
    Started(ServerState),
}

/// One server of a project.
#[derive(Debug)]
pub(super) struct Book {
    row: ServerRow,
    config: Option<ServerConfig>,
    identity: Option<ServerIdentity>,
    running: Option<Arc<McpServers>>,
    /// Its state since the user signed out of it.
    since: Since,
}

/// A server's state since the user signed out of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Since {
    /// It still has the previous sign-in.
    SigningOut,
    /// A sign-in that is seen now is a new one.
    #[default]
    SignedOut,
    /// The user has signed in again.
    SignedIn,
}

impl Book {
    /// A server that has not been started yet.
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
        Self {
            row,
            config: Some(config),
            identity: Some(entry.identity),
            running: None,
            since: Since::default(),
        }
    }

    /// Returns whether both are servers of the same name.
    pub(super) fn is_double_of(&self, other: &Self) -> bool {
        !self.name().is_empty() && self.name() == other.name()
    }

    /// A list or an entry that cannot be used.
    pub(super) fn unusable(name: String, file: &Path, line: Option<usize>, why: String) -> Self {
        let line = line.unwrap_or_default();
        let row = ServerRow { line, ..blank(name, Some(file), RowState::Unusable { why }) };
        Self { row, config: None, identity: None, running: None, since: Since::default() }
    }

    /// The editor's server, which is looked for.
    pub(super) fn of_engine() -> Self {
        let state = RowState::Started(ServerState::Starting);
        let row = ServerRow { is_engine: true, ..blank(ENGINE.to_owned(), None, state) };
        Self { row, config: None, identity: None, running: None, since: Since::default() }
    }

    /// Sets where sign-ins are stored.
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

    /// Whether it was asked to start but is not running yet.
    pub(super) fn is_starting(&self) -> bool {
        self.row.state == RowState::Started(ServerState::Starting) && self.running.is_none()
    }

    /// Whether it was started once, or looked for.
    pub(super) fn can_restart(&self) -> bool {
        matches!(self.row.state, RowState::Started(_))
    }

    pub(super) fn running(&self) -> Option<&Arc<McpServers>> {
        self.running.as_ref()
    }

    /// Its identity for a permission, if it waits for one.
    pub(super) fn waiting_identity(&self) -> Option<&ServerIdentity> {
        let waits = self.row.state == RowState::NeedsPermission;
        self.identity.as_ref().filter(|_| waits)
    }

    /// Marks it as unusable although it can be read.
    pub(super) fn spoil(&mut self, why: String) {
        self.row.state = RowState::Unusable { why };
        (self.config, self.identity) = (None, None);
    }

    /// Whether the editor's own server replaces it because they have the same name.
    pub(super) fn gives_way_to_engine(&mut self) -> bool {
        if self.row.name == ENGINE {
            self.spoil("the server of the project's editor has this name".to_owned());
        }
        true
    }

    /// Its command line or its address; may be empty.
    pub(super) fn origin(&self) -> &str {
        &self.row.origin
    }

    /// The user signs out of it.
    pub(super) fn begin_sign_out(&mut self, now: SignOut) {
        (self.row.sign_out, self.since) = (Some(now), Since::SigningOut);
    }

    /// The outcome, unless the user has signed in again since.
    pub(super) fn end_sign_out(&mut self, end: SignOut) {
        if self.since != Since::SignedIn {
            self.row.sign_out = Some(end);
        }
    }

    /// The user signs in.
    pub(super) fn begin_sign_in(&mut self) {
        if let Some(SignOut::NotForgotten { .. }) = self.row.sign_out {
            self.row.sign_out = None;
        }
    }

    /// The configuration to start it with; it counts as starting from now on.
    pub(super) fn config_to_start(&mut self) -> Option<ServerConfig> {
        let config = self.config.clone()?;
        self.row.state = RowState::Started(ServerState::Starting);
        Some(config)
    }

    /// It was started, or could not be.
    pub(super) fn put(&mut self, begun: vibeue_conversation::Result<Arc<McpServers>>) {
        match begun {
            Ok(running) => {
                self.running = Some(running);
                self.see(false);
            }
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

    /// Takes the running servers, to be ended; `None` if it was never started.
    pub(super) fn take_running(&mut self) -> Option<Arc<McpServers>> {
        let running = self.running.take()?;
        self.row.state = RowState::Started(ServerState::Stopped);
        Some(running)
    }

    /// Notes whether the user is signed in: a sign-in after a sign-out clears the report on it.
    fn see(&mut self, is_signed_in: bool) {
        match self.since {
            Since::SigningOut if !is_signed_in => self.since = Since::SignedOut,
            Since::SignedOut if is_signed_in => {
                self.since = Since::SignedIn;
                self.row.sign_out.take_if(|end| !matches!(end, SignOut::NotForgotten { .. }));
            }
            _ => {}
        }
    }

    /// The current row.
    pub(super) fn row(&mut self) -> ServerRow {
        let report = self.running.as_ref().and_then(|it| it.reports().pop());
        if let Some(report) = &report {
            self.see(report.is_signed_in);
        }
        let mut row = self.row.clone();
        if let Some(report) = report {
            row.state = RowState::Started(report.state);
            row.tools = report.tools;
            row.is_signed_in = report.is_signed_in;
        }
        if row.is_signed_in {
            row.sign_out.take_if(|end| !matches!(end, SignOut::NotForgotten { .. }));
        }
        row
    }
}

pub(super) fn blank(name: String, file: Option<&Path>, state: RowState) -> ServerRow {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_out_is_told_until_another_sign_in_is_seen_and_does_not_come_back() {
        let mut book = Book::of_engine();
        book.see(true);
        book.begin_sign_out(SignOut::Revoking);
        // The server has not lost the sign-in yet.
        book.see(true);
        assert_eq!(book.row().sign_out, Some(SignOut::Revoking));
        book.see(false);
        book.see(true);
        book.see(false);
        assert_eq!(book.row().sign_out, None);
        book.end_sign_out(SignOut::Revoked);
        assert_eq!(book.row().sign_out, None);
    }

    #[test]
    fn what_could_not_be_forgotten_is_reported_until_the_user_signs_in() {
        let mut book = Book::of_engine();
        let kept = SignOut::NotForgotten { why: "the disk is full".to_owned() };
        book.begin_sign_out(kept.clone());
        book.see(false);
        book.see(true);
        assert_eq!(book.row().sign_out, Some(kept));
        book.begin_sign_in();
        assert_eq!(book.row().sign_out, None);
    }
}

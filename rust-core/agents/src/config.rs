//! Which agent, and how it is started.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Which agent, and how it is started.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentConfig {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables of its environment beside the harmless ones: it gets no key of
    /// this program, and one of its own only where the person names it here.
    pub environment: BTreeMap<String, String>,
    /// The project: its working folder, and the only one in which files are
    /// read and written for it.
    pub folder: PathBuf,
    /// Servers of the Model Context Protocol that it is told of.
    pub servers: Vec<ToolServer>,
    /// The id of the way to sign in, where it asks for one; without it, a need
    /// to sign in is a failure that lists the ways.
    pub sign_in: Option<String>,
    /// The id of the mode in which it works, of those that it offers; without
    /// it, the agent's own choice, which may be one that asks for nothing.
    pub mode: Option<String>,
    /// How long each step of the greeting may take. A minute by default: a
    /// package may have to be fetched.
    pub greeting_limit: Duration,
    /// How long it may go on after it was told to stop; it is ended then.
    pub cancel_limit: Duration,
}

/// A server of tools that an agent is told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolServer {
    /// Its name.
    pub name: String,
    /// How the agent reaches it.
    pub reach: ToolServerReach,
}

/// How an agent reaches a server of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolServerReach {
    /// It starts a program.
    Command {
        /// The program.
        command: String,
        /// Its arguments.
        arguments: Vec<String>,
        /// Its variables.
        environment: BTreeMap<String, String>,
    },
    /// It asks an address, where it can: streamable HTTP.
    Address {
        /// The address.
        url: String,
        /// Headers of each request.
        headers: BTreeMap<String, String>,
    },
}

impl AgentConfig {
    /// An agent of a command, in a folder, with everything else by default.
    pub fn new(command: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        Self {
            command: command.into(),
            arguments: Vec::new(),
            environment: BTreeMap::new(),
            folder: folder.into(),
            servers: Vec::new(),
            sign_in: None,
            mode: None,
            greeting_limit: Duration::from_secs(60),
            cancel_limit: Duration::from_secs(10),
        }
    }

    /// The command line, for a person.
    pub fn line(&self) -> String {
        let mut line = self.command.clone();
        for argument in &self.arguments {
            line.push(' ');
            line.push_str(argument);
        }
        line
    }
}

//! Which agent, and how it is started.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;
use vibeue_tools::ServerIdentity;
use vibeue_tools::project::EditRules;

/// Which agent, and how it is started.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentConfig {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Variables of its environment besides the harmless ones: it gets no key of this program, and
    /// one of its own only if the user names it here.
    pub environment: BTreeMap<String, String>,
    /// The project: its working folder, and the only one in which files are
    /// read and written for it.
    pub folder: PathBuf,
    /// The rules for writing files for it: whether their old contents are kept, and what is never
    /// written. Without rules nothing is written, and writing is not offered.
    pub edits: Option<EditRules>,
    /// US dollars that one of its turns may cost, if it reports costs; 0 for no limit.
    pub dollars_per_turn: f64,
    /// Model Context Protocol servers that are passed to it.
    pub servers: Vec<ToolServer>,
    /// The id of the sign-in method, in case it asks for one; if not set, a required sign-in is a
    /// failure that lists the methods.
    pub sign_in: Option<String>,
    /// The id of one of the modes that it offers; if not set, the agent's own choice, which may be
    /// a mode that asks for no approval.
    pub mode: Option<String>,
    /// Whether the user has to allow it first ([`Agent::allow`](crate::Agent::allow)): until then
    /// it is not started, and messages fail with a named error.
    pub needs_permission: bool,
    /// How long each step of the greeting may take. A minute by default: a
    /// package may have to be fetched.
    pub greeting_limit: Duration,
    /// How long it may keep running after a request to stop, before it is
    /// killed.
    pub cancel_limit: Duration,
}

/// A tool server that is passed to an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolServer {
    /// Its name.
    pub name: String,
    /// How the agent reaches it.
    pub reach: ToolServerReach,
}

/// How an agent reaches a tool server.
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
    /// It connects to an address, if it can: streamable HTTP.
    Address {
        /// The address.
        url: String,
        /// Headers of each request.
        headers: BTreeMap<String, String>,
    },
}

impl AgentConfig {
    /// An agent that is started by a command in a folder, with defaults for everything else.
    pub fn new(command: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        Self {
            command: command.into(),
            arguments: Vec::new(),
            environment: BTreeMap::new(),
            folder: folder.into(),
            edits: None,
            dollars_per_turn: 0.0,
            servers: Vec::new(),
            sign_in: None,
            mode: None,
            needs_permission: false,
            greeting_limit: Duration::from_secs(60),
            cancel_limit: Duration::from_secs(10),
        }
    }

    /// Identifies the agent for a permission: its command with its arguments, what is passed to it,
    /// and its mode. If any of this changes, it counts as another agent. Says nothing about the
    /// values of variables.
    pub fn identity(&self) -> ServerIdentity {
        let variables: Vec<&String> = self.environment.keys().collect();
        let entry = json!({
            "command": self.command, "args": self.arguments, "env": variables, "mode": self.mode,
        });
        ServerIdentity::of("agent", &entry)
    }

    /// The command line, for the user.
    pub fn line(&self) -> String {
        let mut line = self.command.clone();
        for argument in &self.arguments {
            line.push(' ');
            line.push_str(argument);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_that_was_changed_in_anything_is_another_one() {
        let known = AgentConfig::new("gemini", "/project");
        assert_eq!(AgentConfig::new("gemini", "/elsewhere").identity(), known.identity());
        let changes: [fn(&mut AgentConfig); 4] = [
            |it| it.command.push('2'),
            |it| it.arguments.push("--yolo".to_owned()),
            |it| drop(it.environment.insert("TOKEN".to_owned(), String::new())),
            |it| it.mode = Some("auto".to_owned()),
        ];
        for change in changes {
            let mut other = known.clone();
            change(&mut other);
            assert_ne!(other.identity(), known.identity(), "{other:?}");
        }
        let given = |value: &str| {
            let mut agent = known.clone();
            agent.environment.insert("TOKEN".to_owned(), value.to_owned());
            agent.identity()
        };
        assert_eq!(given("one"), given("two"));
    }
}

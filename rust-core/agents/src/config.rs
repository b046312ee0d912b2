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
    /// By what files are written for it: if their old contents are kept, and what is never written.
    /// Without rules nothing is, and that is not offered.
    pub edits: Option<EditRules>,
    /// US dollars that one of its turns may cost, as far as it says what it
    /// costs; 0 for no bound.
    pub dollars_per_turn: f64,
    /// Servers of the Model Context Protocol that it is given.
    pub servers: Vec<ToolServer>,
    /// The id of the way to sign in, if it asks for one; without it, a need to sign in is a failure
    /// that lists the ways.
    pub sign_in: Option<String>,
    /// The id of the mode in which it works, of those that it offers; without
    /// it, the agent's own choice, which may be one that asks for nothing.
    pub mode: Option<String>,
    /// The user has to allow it first ([`Agent::allow`](crate::Agent::allow)):
    /// until then it is not started, and messages fail with a named error.
    pub needs_permission: bool,
    /// How long each step of the greeting may take. A minute by default: a
    /// package may have to be fetched.
    pub greeting_limit: Duration,
    /// How long it may keep running after a request to stop, before it is
    /// killed.
    pub cancel_limit: Duration,
}

/// A tool server that an agent is given.
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
    /// It asks an address, if it can: streamable HTTP.
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

    /// Which agent it is, for a permission: its command with its arguments, what it is given, and
    /// the mode in which it works. If any of this changes, it counts as another agent. Says nothing
    /// about the values of variables.
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

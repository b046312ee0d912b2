//! The session's calls that are about its tool servers.

use vibeue_core::tools::mcp::ProjectServers;

use crate::fence::{fenced, fenced_status};
use crate::ffi::ffi::{Stage, Status, StatusCode, ToolServer};
use crate::servers::Servers;
use crate::session::Session;
use crate::status;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn tool_servers(&self) -> Vec<ToolServer> {
        let rows = || self.live.servers.as_ref().map(Servers::rows).unwrap_or_default();
        fenced(|_| Vec::new(), rows)
    }

    pub fn allow_tool_server(&self, name: &str) -> Status {
        self.ask_servers(|servers| servers.allow(name))
    }

    pub fn use_tool_server_list(&self, file: &str) -> Status {
        self.ask_servers(|servers| servers.use_list(file.as_ref()))
    }

    pub fn restart_tool_server(&self, name: &str) -> Status {
        self.ask_servers(|servers| servers.restart(name))
    }

    pub fn sign_in_tool_server(&self, name: &str) -> Status {
        self.ask_servers(|servers| servers.sign_in(name))
    }

    pub fn sign_out_tool_server(&self, name: &str) -> Status {
        self.ask_servers(|servers| servers.sign_out(name))
    }

    pub fn reload_tool_servers(&self) -> Status {
        self.ask_servers(ProjectServers::reload)
    }

    /// Sends a request to the servers, which they carry out asynchronously.
    fn ask_servers(&self, ask: impl FnOnce(&ProjectServers)) -> Status {
        fenced_status(|| match &self.live.servers {
            _ if self.live.stage() == Stage::Closed => Err(status::closed()),
            Some(servers) => {
                ask(servers.kept());
                Ok(())
            }
            None => Err(status::failed(
                StatusCode::Input,
                "this conversation uses no tool servers",
                "open it with servers switched on in the settings",
            )),
        })
    }
}

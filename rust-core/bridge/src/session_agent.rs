//! The session's calls that are about the agent which answers it.

use crate::agent::{self, Agent};
use crate::fence::{fenced, fenced_status};
use crate::ffi::ffi::{AgentInfo, Stage, Status, StatusCode};
use crate::session::Session;
use crate::status;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn agent(&self) -> AgentInfo {
        let info = || self.live.agent.as_ref().map_or_else(agent::nobody, Agent::info);
        fenced(|_| agent::nobody(), info)
    }

    pub fn allow_agent(&self) -> Status {
        fenced_status(|| match &self.live.agent {
            _ if self.live.stage() == Stage::Closed => Err(status::closed()),
            Some(agent) => {
                agent.allow();
                Ok(())
            }
            None => Err(status::failed(
                StatusCode::Input,
                "a model answers this conversation",
                "choose an agent in the settings first",
            )),
        })
    }
}

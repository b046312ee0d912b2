//! How far the tools of a conversation may go.

use crate::agent;
use crate::ffi::ffi::{CallPreview, Status, StatusCode};
use crate::live::lock;
use crate::planning::Planning;
use crate::reports;
use crate::session::Session;

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn set_plan_mode(&self, on: bool) -> Status {
        let mut planning = lock(&self.planning);
        // Plan mode applies to other programs before it does to the conversation, and longer.
        let bound = on.then(Planning::begin);
        let agent = self.live.agent.as_ref();
        if let Some(agent) = agent.filter(|_| on) {
            agent.set_plan_mode(true);
        }
        let status = self.ask(|session| session.set_plan_mode(on));
        if status.code == StatusCode::Ok {
            *planning = bound;
        }
        if let Some(agent) = agent {
            agent.set_plan_mode(planning.is_some());
        }
        status
    }

    pub fn set_dry_run(&self, on: bool) -> Status {
        if on && self.live.agent.is_some() {
            agent::acts_itself()
        } else {
            self.ask(|session| session.set_dry_run(on))
        }
    }

    pub fn rehearse_tool(&self, call_id: &str, preview: &CallPreview) -> Status {
        let for_model = self.live.insides().find_map(|inside| inside.calls().for_model(call_id));
        let preview = reports::given_preview(preview);
        let preview = preview.map(|preview| preview.for_model(for_model.as_deref()));
        self.ask(|session| session.rehearse_tool(call_id, preview))
    }
}

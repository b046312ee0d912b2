//! What an agent asks the user.

use std::sync::Arc;

use agent_client_protocol_schema::v1::{
    PermissionOption, PermissionOptionKind, RequestPermissionOutcome, RequestPermissionResponse,
    SelectedPermissionOutcome, ToolKind,
};
use serde_json::{Value, json};

use crate::shown::cut;

/// Maximum number of choices kept of a question: more than anybody offers.
const MOST_OPTIONS: usize = 20;

/// What an agent asks the user, until it is answered.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    /// Its id, which the answer repeats.
    pub(crate) id: Value,
    pub(crate) what: What,
    /// The bytes that it keeps in memory.
    pub(crate) weight: usize,
}

/// What is asked.
#[derive(Debug, Clone)]
pub(crate) enum What {
    /// Whether it may run a call of its own.
    Permission {
        /// The call.
        call: String,
        options: Vec<PermissionOption>,
    },
    /// Whether a file may be written for it.
    Write(Writing),
}

/// A file that an agent wants written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Writing {
    /// The file.
    pub(crate) path: String,
    /// Its new content.
    pub(crate) text: Arc<str>,
    /// Whether it decides what runs, or which instructions agents get.
    pub(crate) is_guarded: bool,
}

impl Ask {
    /// A permission for a call.
    pub(crate) fn permission(id: &Value, call: String, mut options: Vec<PermissionOption>) -> Self {
        options.truncate(MOST_OPTIONS);
        for option in &mut options {
            option.name = cut(&option.name);
            option.meta = None;
        }
        let weight =
            options.iter().map(|option| option.name.len() + option.option_id.0.len()).sum();
        Self { id: id.clone(), what: What::Permission { call, options }, weight }
    }

    /// The answer to a permission: the narrowest option that allows it, or denies it. `None` if
    /// none does.
    pub(crate) fn choose(&self, allow: bool) -> Option<Value> {
        let What::Permission { options, .. } = &self.what else { return None };
        use PermissionOptionKind::{AllowAlways, AllowOnce, RejectAlways, RejectOnce};
        // Permissions beyond this call are up to the session: an option for always is taken only if
        // there is no other.
        let kinds = if allow { [AllowOnce, AllowAlways] } else { [RejectOnce, RejectAlways] };
        let option =
            kinds.iter().find_map(|kind| options.iter().find(|option| option.kind == *kind))?;
        let selected = SelectedPermissionOutcome::new(option.option_id.clone());
        Some(outcome(RequestPermissionOutcome::Selected(selected)))
    }
}

/// The answer to a permission of a turn that was cancelled.
pub(crate) fn cancelled() -> Value {
    outcome(RequestPermissionOutcome::Cancelled)
}

fn outcome(outcome: RequestPermissionOutcome) -> Value {
    serde_json::to_value(RequestPermissionResponse::new(outcome))
        .unwrap_or_else(|_| json!({"outcome": {"outcome": "cancelled"}}))
}

/// The session's tool for a kind of call that an agent asks to run.
pub(crate) fn tool_for(kind: ToolKind) -> &'static str {
    match kind {
        ToolKind::Read => "agent_asks_to_read",
        ToolKind::Edit => "agent_asks_to_edit",
        ToolKind::Delete => "agent_asks_to_delete",
        ToolKind::Move => "agent_asks_to_move",
        ToolKind::Search => "agent_asks_to_search",
        ToolKind::Execute => "agent_asks_to_run",
        ToolKind::Fetch => "agent_asks_to_fetch",
        _ => "agent_asks_to_go_on",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(kinds: &[&str]) -> Ask {
        let options = kinds.iter().map(|kind| json!({"optionId": kind, "name": "", "kind": kind}));
        let options = serde_json::from_value(options.collect()).unwrap();
        Ask::permission(&json!(1), "1".to_owned(), options)
    }

    #[test]
    fn the_narrowest_option_is_taken() {
        let all = ask(&["allow_always", "allow_once", "reject_always", "reject_once"]);
        let selected = |id: &str| Some(json!({"outcome": {"outcome": "selected", "optionId": id}}));
        assert_eq!(all.choose(true), selected("allow_once"));
        assert_eq!(all.choose(false), selected("reject_once"));
        assert_eq!(ask(&["allow_always"]).choose(true), selected("allow_always"));
        assert_eq!(ask(&["allow_always"]).choose(false), None);
        assert_eq!(cancelled(), json!({"outcome": {"outcome": "cancelled"}}));
    }
}

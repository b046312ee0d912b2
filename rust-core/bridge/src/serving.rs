//! Our own tools, served to other programs while the editor runs.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cxx::UniquePtr;
use serde_json::{Map, Value};
use vibeue_core::handover::Signal;
use vibeue_core::session::outside::{Journaled, OutsideCalls};
use vibeue_core::tools::project::{EditRules, Folder, ProjectFiles};
use vibeue_core::tools::served::{Overseer, ServedOptions, ServedServer, ServedTools};
use vibeue_core::tools::{
    Allowance, Approval as CoreApproval, Call, Policy, Preview, ProjectRules, Registry, Tool,
    ToolAnswer, Toolbox,
};
use vibeue_core::{Error, Result};

use crate::check_outs::CheckOuts;
use crate::desk::Desk;
use crate::fence::{fenced, fenced_status};
use crate::ffi::ffi::{
    Approval, CheckOutRequest, HeldText, ImageData, ServedEvent, ServingConfig, ServingInfo,
    Status, StatusCode, ToolDeclaration, ToolEnd,
};
use crate::held_answer::HeldAnswer;
use crate::live::lock;
use crate::{freeing, planning, served_now, status, tools};

/// The editor limits its tools itself: they are not to blame for an open dialog.
const LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// This server's name for others.
pub(crate) const NAME: &str = "vibeue";

/// The origin of these tools, for permissions: what was allowed to the model of a chat is not
/// allowed to other programs.
const ORIGIN: &str = "other programs";

/// The tools of this editor, served to other programs until it is dropped.
pub struct ToolServing {
    server: Mutex<Option<ServedServer>>,
    status: Status,
    desk: Arc<Desk>,
    check_outs: Arc<CheckOuts>,
}

impl fmt::Debug for ToolServing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolServing").field("server", &self.server).finish_non_exhaustive()
    }
}

/// Begins to serve; if that fails, [`ToolServing::info`] says why.
pub(crate) fn start_serving(
    config: &ServingConfig,
    declared: &[ToolDeclaration],
) -> Box<ToolServing> {
    let desk = Arc::new(Desk::default());
    // Nobody needs waking: the editor polls once a frame.
    let check_outs = Arc::new(CheckOuts::new(&Arc::new(Signal::raised())));
    let begun = fenced(Err, || {
        begin(config, declared, &desk, &check_outs).map_err(|error| status::of(&error))
    });
    let (server, status) = match begun {
        Ok(server) => (Some(server), status::ok()),
        Err(why) => (None, why),
    };
    Box::new(ToolServing { server: Mutex::new(server), status, desk, check_outs })
}

fn begin(
    config: &ServingConfig,
    declared: &[ToolDeclaration],
    desk: &Arc<Desk>,
    check_outs: &Arc<CheckOuts>,
) -> Result<ServedServer> {
    desk.offer(outside(tools::declared(declared)?));
    let mut registry = Registry::default();
    registry.add(Arc::clone(desk) as _);
    if config.offers_project_files && !config.project_folder.is_empty() {
        let folder = Folder::open(config.project_folder.as_ref())?;
        let rules = EditRules {
            backups: PathBuf::from(&config.project_backups),
            protected: config.project_protected.iter().map(PathBuf::from).collect(),
        };
        let check_out = Some(Arc::clone(check_outs) as _);
        registry.add(Arc::new(Outside(ProjectFiles::new(folder).checking_out(&rules, check_out))));
    }
    let rules = (!config.permissions.is_empty())
        .then(|| ProjectRules::open(config.permissions.as_ref(), config.project_folder.as_ref()))
        .transpose()
        .unwrap_or_else(|error| {
            tracing::warn!("the permissions of other programs cannot be read: {error}");
            None
        });
    let mut policy = Policy::asking(rules);
    policy.reads_are_free = !config.asks_before_reading;
    let served = Arc::new(ServedTools::new(registry, policy, overseer(config, desk)?));
    planning::bind(&served);
    ServedServer::start(served, ServedOptions::default())
}

/// The editor, and before it the file that records its calls.
///
/// # Errors
/// If nothing can be written there: then nothing is served.
fn overseer(config: &ServingConfig, desk: &Arc<Desk>) -> Result<Arc<dyn Overseer>> {
    let desk = Arc::clone(desk);
    if config.calls.is_empty() {
        return Ok(desk);
    }
    let calls = OutsideCalls::open(&config.calls)?;
    calls.cut_off().iter().for_each(|call| desk.emit_cut_off(call));
    Ok(Arc::new(Journaled::new(calls, desk)))
}

/// The user allowed a call that an agent asked for. If it was a call of a served tool, shown with
/// its name and arguments, the user is not asked again when it arrives.
pub(crate) fn expect(call: &Call) {
    let Some(served) = served_now::served() else { return };
    let names = served.tools();
    let names = names.iter().map(Tool::name);
    if let Some((tool, input)) = asked_by_agent(&call.arguments, names) {
        served.expect(&tool, input);
    }
}

/// The agent's turn is over: what was allowed but not called needs approval again.
pub(crate) fn expect_nothing() {
    if let Some(served) = served_now::served() {
        served.expect_nothing();
    }
}

/// The tool of ours that an agent asks for, and its arguments, as shown: the row's title has the
/// names of this server and of the tool.
fn asked_by_agent<'a>(
    shown: &str,
    names: impl Iterator<Item = &'a str>,
) -> Option<(String, Value)> {
    let shown: Value = serde_json::from_str(shown).ok()?;
    let title = shown["title"].as_str()?;
    let of_name = |char: char| char.is_ascii_alphanumeric() || char == '_' || char == '-';
    let words = title.split(|char| !of_name(char));
    if !title.to_lowercase().contains(NAME) {
        return None;
    }
    // As `mcp__server__tool`, or only the tool.
    let is_named = |name: &str, word: &str| {
        let server = word.strip_suffix(name).and_then(|before| before.strip_suffix("__"));
        word == name || server.is_some_and(|server| server.to_lowercase().ends_with(NAME))
    };
    let mut found = names.filter(|name| words.clone().any(|word| is_named(name, word)));
    let (name, None) = (found.next()?.to_owned(), found.next()) else { return None };
    shown["input"].is_object().then(|| (name, shown["input"].clone()))
}

fn outside(mut tools: Vec<Tool>) -> Vec<Tool> {
    for tool in &mut tools {
        ORIGIN.clone_into(&mut tool.origin);
        tool.time_limit = LIMIT;
    }
    tools
}

/// Tools as other programs have them.
struct Outside<B>(B);

impl<B: Toolbox> Toolbox for Outside<B> {
    fn tools(&self) -> Vec<Tool> {
        let mut tools = self.0.tools();
        tools.iter_mut().for_each(|tool| ORIGIN.clone_into(&mut tool.origin));
        tools
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        self.0.run(tool, arguments, allowance)
    }

    fn preview(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        allowance: &Allowance,
    ) -> Option<Preview> {
        self.0.preview(tool, arguments, allowance)
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ToolServing {
    pub fn info(&self) -> ServingInfo {
        let nothing = |status| ServingInfo {
            status,
            url: String::new(),
            entry: String::new(),
            authorization: String::new(),
        };
        fenced(nothing, || match &*lock(&self.server) {
            Some(server) => ServingInfo {
                status: self.status.clone(),
                url: server.url(),
                entry: format!("{:#}", server.entry(NAME)),
                authorization: format!("Bearer {}", server.token().reveal()),
            },
            None => nothing(self.status.clone()),
        })
    }

    pub fn is_plan_mode(&self) -> bool {
        planning::is_on()
    }

    pub fn offer(&self, declared: &[ToolDeclaration]) -> Status {
        fenced_status(|| {
            let tools = tools::declared(declared).map_err(|error: Error| status::of(&error))?;
            self.desk.offer(outside(tools));
            Ok(())
        })
    }

    pub fn take_events(&self) -> Vec<ServedEvent> {
        fenced(|_| Vec::new(), || self.desk.take_events())
    }

    pub fn answer_question(&self, call_id: &str, approval: Approval, reason: &str) -> Status {
        fenced_status(|| {
            let reason = Some(reason.trim().to_owned()).filter(|reason| !reason.is_empty());
            let approval = match approval {
                Approval::Allow => CoreApproval::Allow,
                Approval::AllowAlways => CoreApproval::AllowConversation,
                Approval::AllowProject => CoreApproval::AllowProject,
                // Also for a number that is not in the enumeration.
                _ => CoreApproval::Deny { reason },
            };
            self.desk.answer(call_id, approval).ok_or_else(|| gone(call_id))
        })
    }

    pub fn end_call(
        &self,
        call_id: &str,
        end: ToolEnd,
        text: UniquePtr<HeldText>,
        images: &[ImageData<'_>],
    ) -> Status {
        fenced_status(|| self.ended(call_id, HeldAnswer::take(text, images, end)?))
    }

    fn ended(&self, call_id: &str, answer: HeldAnswer) -> std::result::Result<(), Status> {
        self.desk.end(call_id, answer).ok_or_else(|| gone(call_id))
    }

    pub fn set_source_control(&self, is_on: bool) {
        fenced(|_| (), || self.check_outs.set_on(is_on));
    }

    pub fn take_check_out(&self) -> CheckOutRequest {
        let none = || CheckOutRequest { id: 0, path: String::new() };
        fenced(|_| none(), || self.check_outs.take())
    }

    pub fn answer_check_out(&self, id: u64, failure: &str) {
        fenced(|_| (), || self.check_outs.answer(id, failure));
    }
}

fn gone(call_id: &str) -> Status {
    let what = format!("nothing is waiting for the call {call_id} any longer");
    status::failed(StatusCode::Conflict, what, "")
}

impl Drop for ToolServing {
    fn drop(&mut self) {
        let server = lock(&self.server).take();
        if let Some(server) = server {
            // Stopped calls take time to end; the editor must keep drawing.
            freeing::beside(move || server.stop());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::held_answer::tests::held;

    #[test]
    fn a_call_is_expected_that_was_shown_by_name_and_with_its_arguments() {
        let asked = |shown: Value| {
            asked_by_agent(&shown.to_string(), ["edit_file", "edit", "undo"].into_iter())
        };
        let input = json!({"path": "a"});
        let expected = Some(("edit_file".to_owned(), input.clone()));
        for title in
            ["mcp__vibeue__edit_file", "edit_file (vibeue MCP Server)", "VibeUE: edit_file"]
        {
            assert_eq!(asked(json!({"title": title, "input": input})), expected, "{title}");
        }
        for (title, input) in [
            ("edit_file", json!({})),
            ("mcp__other__edit_file", json!({})),
            ("mcp__files__edit_file Plugins/VibeUE/a.txt", input.clone()),
            ("mcp__vibeue__edit_files", json!({})),
            ("vibeue: undo edit_file", json!({})),
            ("mcp__vibeue__edit_file", json!("cut")),
        ] {
            assert_eq!(asked(json!({"title": title, "input": input})), None, "{title}");
        }
        assert_eq!(asked(json!([])), None);
    }

    #[test]
    fn what_cannot_be_served_says_why() {
        let project_folder = "/no/such/folder".to_owned();
        let config =
            ServingConfig { project_folder, offers_project_files: true, ..Default::default() };
        let info = start_serving(&config, &[]).info();
        assert_eq!((info.url.as_str(), info.status.code), ("", StatusCode::Input));
        assert!(info.status.message.contains("/no/such/folder"), "{}", info.status.message);
    }

    #[test]
    fn answers_to_nobody_are_named() {
        let serving = start_serving(&ServingConfig::default(), &[]);
        let info = serving.info();
        assert!(info.url.starts_with("http://127.0.0.1:") && info.entry.contains(&info.url));
        let answered = serving.answer_question("outside-1", Approval::Allow, "");
        assert_eq!(answered.code, StatusCode::Conflict);
        let ended = serving.ended("1", held("", &[], ToolEnd::Done).unwrap());
        assert_eq!(ended.unwrap_err().code, StatusCode::Conflict);
        assert_eq!(serving.take_events(), []);
    }
}

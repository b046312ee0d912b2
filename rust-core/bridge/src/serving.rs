//! Our own tools, served to other programs while the editor runs.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use serde_json::{Map, Value};
use vibeue_core::tools::project::{EditRules, Folder, ProjectFiles};
use vibeue_core::tools::served::{
    Overseer, Question, Report, ServedOptions, ServedServer, ServedTools,
};
use vibeue_core::tools::{
    Allowance, Approval as CoreApproval, Call, CallEnd, Policy, Preview, ProjectRules, Registry,
    Stop, Tool, ToolAnswer, Toolbox,
};
use vibeue_core::{Error, Result};

use crate::fence::{fenced, fenced_status};
use crate::ffi::ffi::{
    Approval, ImageData, ServedEvent, ServedEventKind, ServingConfig, ServingInfo, Status,
    StatusCode, ToolDeclaration, ToolEnd,
};
use crate::live::lock;
use crate::parts::parts;
use crate::{freeing, planning, reports, status, tools};

/// How often who waits for the editor looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(25);

/// The editor bounds its tools itself: a dialog that is open is not their doing.
const LIMIT: Duration = Duration::from_secs(24 * 60 * 60);

/// What this server is called by others.
pub(crate) const NAME: &str = "vibeue";

/// Who has these tools, for permissions: what was allowed to the model of a chat
/// is not allowed to other programs.
const ORIGIN: &str = "other programs";

/// The tools of this editor, served to other programs until it is dropped.
pub struct ToolServing {
    server: Mutex<Option<ServedServer>>,
    status: Status,
    desk: Arc<Desk>,
}

impl fmt::Debug for ToolServing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolServing").field("server", &self.server).finish_non_exhaustive()
    }
}

/// Begins to serve; where that fails, [`ToolServing::info`] says why.
pub(crate) fn start_serving(
    config: &ServingConfig,
    declared: &[ToolDeclaration],
) -> Box<ToolServing> {
    let desk = Arc::new(Desk::default());
    let begun = fenced(Err, || begin(config, declared, &desk).map_err(|error| status::of(&error)));
    let (server, status) = match begun {
        Ok(server) => (Some(server), status::ok()),
        Err(why) => (None, why),
    };
    Box::new(ToolServing { server: Mutex::new(server), status, desk })
}

fn begin(
    config: &ServingConfig,
    declared: &[ToolDeclaration],
    desk: &Arc<Desk>,
) -> Result<ServedServer> {
    *lock(&desk.tools) = outside(tools::declared(declared)?);
    let mut registry = Registry::default();
    registry.add(Arc::clone(desk) as _);
    if config.offers_project_files && !config.project_folder.is_empty() {
        let folder = Folder::open(config.project_folder.as_ref())?;
        let rules = EditRules {
            backups: PathBuf::from(&config.project_backups),
            protected: config.project_protected.iter().map(PathBuf::from).collect(),
        };
        registry.add(Arc::new(Outside(ProjectFiles::new(folder).editing(&rules))));
    }
    let rules = (!config.permissions.is_empty())
        .then(|| ProjectRules::open(config.permissions.as_ref(), config.project_folder.as_ref()))
        .transpose()
        .unwrap_or_else(|error| {
            tracing::warn!("what was allowed to other programs cannot be read: {error}");
            None
        });
    let mut policy = Policy::asking(rules);
    policy.reads_are_free = !config.asks_before_reading;
    let served = ServedTools::new(registry, policy, Arc::clone(desk) as _);
    let served = Arc::new(served);
    planning::bind(&served);
    ServedServer::start(served, ServedOptions::default())
}

/// What is served now.
static SERVED: Mutex<Weak<ServedTools>> = Mutex::new(Weak::new());

/// This is served from now on.
pub(crate) fn now(served: &Arc<ServedTools>) {
    *lock(&SERVED) = Arc::downgrade(served);
}

/// What is served now, where something is.
pub(crate) fn served() -> Option<Arc<ServedTools>> {
    lock(&SERVED).upgrade()
}

/// A person allowed a call that an agent asked for. Where that was one of a tool
/// that is served, shown by its name and with its arguments, it is not asked for
/// again when it comes.
pub(crate) fn expect(call: &Call) {
    let Some(served) = served() else { return };
    let names = served.tools();
    let names = names.iter().map(Tool::name);
    if let Some((tool, input)) = asked_by_agent(&call.arguments, names) {
        served.expect(&tool, input);
    }
}

/// The agent's turn is over: what it was allowed and did not call is asked for.
pub(crate) fn expect_nothing() {
    if let Some(served) = served() {
        served.expect_nothing();
    }
}

/// The tool of ours that an agent asks for, and its arguments, as it was shown:
/// the row's title has the name of this server and of the tool.
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
    // As `mcp__server__tool`, or the tool by itself.
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

/// What goes to the editor, and waits for it.
#[derive(Default)]
struct Desk {
    /// The editor's tools.
    tools: Mutex<Vec<Tool>>,
    events: Mutex<Vec<ServedEvent>>,
    /// Questions that a person has not answered.
    asked: Mutex<HashMap<String, Sender<CoreApproval>>>,
    /// Calls that the editor runs.
    running: Mutex<HashMap<String, Sender<ToolAnswer>>>,
    numbers: AtomicU64,
}

impl Desk {
    fn tell(&self, event: ServedEvent) {
        lock(&self.events).push(event);
    }
}

fn event(kind: ServedEventKind, call_id: &str) -> ServedEvent {
    ServedEvent {
        kind,
        call_id: call_id.to_owned(),
        caller: String::new(),
        name: String::new(),
        arguments: String::new(),
        access: tools::told_access(vibeue_core::tools::Access::Control),
        preview: reports::no_preview(),
        end: ToolEnd::Done,
        why: String::new(),
    }
}

impl Overseer for Desk {
    fn ask(&self, question: &Question, stop: &Stop) -> CoreApproval {
        let (answer, answered) = mpsc::channel();
        let id = &question.call.id;
        lock(&self.asked).insert(id.clone(), answer);
        let preview = question.preview.clone();
        self.tell(ServedEvent {
            caller: question.caller.says.clone(),
            name: question.tool.name().to_owned(),
            arguments: question.call.arguments.clone(),
            access: tools::told_access(question.tool.access),
            preview: preview.map_or_else(reports::no_preview, reports::preview),
            ..event(ServedEventKind::Asked, id)
        });
        loop {
            match answered.recv_timeout(GLANCE) {
                Ok(approval) => return approval,
                Err(RecvTimeoutError::Timeout) if !stop.is_stopped() => {}
                Err(_) => {
                    lock(&self.asked).remove(id);
                    self.tell(event(ServedEventKind::Withdrawn, id));
                    return CoreApproval::Deny { reason: None };
                }
            }
        }
    }

    fn ended(&self, report: &Report) {
        self.tell(ServedEvent {
            caller: report.caller.says.clone(),
            name: report.call.name.clone(),
            end: tools::told_end(report.end),
            why: report.why.clone(),
            ..event(ServedEventKind::Ended, &report.call.id)
        });
    }
}

impl Toolbox for Desk {
    fn tools(&self) -> Vec<Tool> {
        lock(&self.tools).clone()
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        let id = format!("served-{}", self.numbers.fetch_add(1, Ordering::Relaxed) + 1);
        let (answer, answered) = mpsc::channel();
        lock(&self.running).insert(id.clone(), answer);
        self.tell(ServedEvent {
            name: tool.name().to_owned(),
            arguments: Value::Object(arguments).to_string(),
            access: tools::told_access(tool.access),
            ..event(ServedEventKind::Run, &id)
        });
        loop {
            if let Ok(answer) = answered.recv_timeout(GLANCE) {
                return answer;
            }
            if let Some(why) = allowance.is_over() {
                lock(&self.running).remove(&id);
                self.tell(event(ServedEventKind::Stopped, &id));
                return ToolAnswer::ended(CallEnd::Cancelled, why);
            }
        }
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
            *lock(&self.desk.tools) = outside(tools);
            Ok(())
        })
    }

    pub fn take_events(&self) -> Vec<ServedEvent> {
        fenced(|_| Vec::new(), || std::mem::take(&mut *lock(&self.desk.events)))
    }

    pub fn answer_question(&self, call_id: &str, approval: Approval, reason: &str) -> Status {
        fenced_status(|| {
            let asked = lock(&self.desk.asked).remove(call_id).ok_or_else(|| gone(call_id))?;
            let reason = Some(reason.trim().to_owned()).filter(|reason| !reason.is_empty());
            let approval = match approval {
                Approval::Allow => CoreApproval::Allow,
                Approval::AllowAlways => CoreApproval::AllowConversation,
                Approval::AllowProject => CoreApproval::AllowProject,
                // Also for a number that is not a value of the enumeration.
                _ => CoreApproval::Deny { reason },
            };
            asked.send(approval).map_err(|_| gone(call_id))
        })
    }

    pub fn end_call(
        &self,
        call_id: &str,
        end: ToolEnd,
        text: &str,
        images: &[ImageData<'_>],
    ) -> Status {
        fenced_status(|| {
            let parts = parts(text, images)?;
            let running = lock(&self.desk.running).remove(call_id).ok_or_else(|| gone(call_id))?;
            let answer = ToolAnswer { parts, end: tools::end(end) };
            running.send(answer).map_err(|_| gone(call_id))
        })
    }
}

fn gone(call_id: &str) -> Status {
    let what = format!("nobody waits for the call {call_id} any more");
    status::failed(StatusCode::Conflict, what, "")
}

impl Drop for ToolServing {
    fn drop(&mut self) {
        let server = lock(&self.server).take();
        if let Some(server) = server {
            // Calls that are stopped take their time to end; the editor draws on.
            freeing::beside(move || server.stop());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
        assert_eq!(serving.end_call("1", ToolEnd::Done, "", &[]).code, StatusCode::Conflict);
        assert_eq!(serving.take_events(), []);
    }
}

//! The session's calls: each asks the core and converts its answer.

use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use vibeue_core::Result as CoreResult;
use vibeue_core::conversation::MessageId;
use vibeue_core::provider::Provider;
use vibeue_core::session::library::first_words;
use vibeue_core::session::live::{
    Approval as CoreApproval, ModelChoice, Session as CoreSession, Snapshot, TurnId,
};
use vibeue_core::tools::Tool;

use crate::agent::Agent;
use crate::fence::{fenced, fenced_status};
use crate::ffi::ffi::{
    Approval, CloseReport, ContextForm, ContextReport, CostReport, EventSink, ExportFormat,
    FileChanges, FoundMessage, HistoryKind, HistoryPage, ImageData, ModelConfig, NameValue,
    PreviewPart, SessionConfig, SessionState, Stage, Status, StatusCode, Submitted, SummaryRow,
    TokenEstimate, ToolDeclaration, TriggerReport, UsageReport,
};
use crate::inside::Inside as _;
use crate::live::{Live, lock};
use crate::messages::MakeMessage;
use crate::parts::parts;
use crate::planning::Planning;
use crate::project::Project;
use crate::tasks::{FileRestore, FileWriting, start_export};
use crate::{
    agent, config, context, freeing, functions, messages, pump, reports, serving, settings, status,
    tools,
};

/// How long destroying a session waits for its threads.
const DROP_DEADLINE: Duration = Duration::from_millis(500);

/// A live conversation, as C++ holds it.
pub struct Session {
    pub(crate) live: Arc<Live>,
    /// Set while it is in plan mode.
    pub(crate) planning: Mutex<Option<Planning>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

/// Begins to open a conversation.
pub fn open_session(config: &SessionConfig) -> Box<Session> {
    let live = fenced(Live::failed, || Live::begin(config));
    Box::new(Session { live: Arc::new(live), planning: Mutex::default() })
}

impl Drop for Session {
    fn drop(&mut self) {
        self.live.abandoned.store(true, Ordering::Release);
        fenced(
            |_| (),
            || {
                self.live.close(DROP_DEADLINE);
                let nothing = Arc::new(Live::failed(status::closed()));
                let messages = self.live.snapshot().map_or(0, |now| now.transcript.len());
                freeing::let_go(std::mem::replace(&mut self.live, nothing), messages);
            },
        );
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn pump(&self, sink: Pin<&mut EventSink>) -> u32 {
        pump::pump(&self.live, sink)
    }

    pub fn has_events(&self) -> bool {
        self.live.signal.is_raised()
    }

    pub fn close(&self, deadline_ms: u32) -> CloseReport {
        let deadline = Duration::from_millis(u64::from(deadline_ms));
        fenced(|_| reports::closed_already(), || self.live.close(deadline))
    }

    pub fn stage(&self) -> Stage {
        self.live.stage()
    }

    pub fn status(&self) -> Status {
        self.live.status()
    }

    pub fn submit(&self, text: &str) -> Submitted {
        self.submit_parts(text, &[])
    }

    pub fn submit_with_images(&self, text: &str, images: &[ImageData<'_>]) -> Submitted {
        self.submit_parts(text, images)
    }

    fn submit_parts(&self, text: &str, images: &[ImageData<'_>]) -> Submitted {
        self.turn(|| {
            let parts = parts(text, images)?;
            self.live.command(|session| session.submit(parts))
        })
    }

    pub fn is_waiting(&self, text: &str) -> bool {
        self.read(|now| now.waiting.iter().any(|it| messages::has_text(&it.message.parts, text)))
            .unwrap_or_default()
    }

    pub fn retry(&self) -> Submitted {
        self.turn(|| self.live.command(CoreSession::retry))
    }

    pub(crate) fn live(&self) -> &Live {
        &self.live
    }

    pub(crate) fn turn(&self, begin: impl FnOnce() -> Result<TurnId, Status>) -> Submitted {
        let refused = |status| Submitted { status, turn: 0 };
        fenced(refused, || match begin() {
            Ok(turn) => Submitted { status: status::ok(), turn: turn.0 },
            Err(status) => refused(status),
        })
    }

    pub fn cancel(&self) -> Status {
        self.ask(CoreSession::cancel)
    }

    pub fn cancel_turn(&self, turn: u64) -> Status {
        self.ask(|session| session.cancel_turn(TurnId(turn)))
    }

    pub fn summarize(&self, instructions: &str) -> Status {
        self.ask_lever(|session| session.summarize(given(instructions)))
    }

    pub fn summarize_up_to(&self, message: u64, instructions: &str) -> Status {
        self.ask_lever(|session| session.summarize_up_to(MessageId(message), given(instructions)))
    }

    pub fn summarize_if_needed(&self) -> bool {
        let needed = self.read(|now| now.decision.start.is_some() && now.state.summary.is_none());
        needed == Some(true) && self.summarize("").code == StatusCode::Ok
    }

    pub fn summarize_originals(&self, instructions: &str) -> Status {
        self.ask_lever(|session| session.summarize_originals(given(instructions)))
    }

    pub fn cancel_summary(&self) -> Status {
        self.ask(CoreSession::cancel_summary)
    }

    pub fn preview(&self, instructions: &str) -> Status {
        self.ask_lever(|session| session.preview(given(instructions)))
    }

    pub fn preview_up_to(&self, message: u64, instructions: &str) -> Status {
        self.ask_lever(|session| session.preview_up_to(MessageId(message), given(instructions)))
    }

    pub fn preview_messages(&self, part: PreviewPart, first: u64, count: u32) -> Vec<u64> {
        fenced(|_| Vec::new(), || lock(&self.live.previewed).page(part, first, count))
    }

    pub fn accept_preview(&self) -> Status {
        self.ask(|session| session.accept_preview(None))
    }

    pub fn accept_edited_preview(&self, text: &str) -> Status {
        self.ask(|session| session.accept_preview(Some(text.to_owned())))
    }

    pub fn undo(&self, compaction: u64) -> Status {
        self.ask(|session| session.undo(some(compaction)))
    }

    pub fn redo(&self, compaction: u64) -> Status {
        self.ask(|session| session.redo(some(compaction)))
    }

    pub fn pin(&self, message: u64, pinned: bool) -> Status {
        self.ask(|session| session.pin(MessageId(message), pinned))
    }

    pub fn shorten(&self, message: u64) -> Status {
        self.ask_lever(|session| session.shorten(MessageId(message)))
    }

    pub fn restore(&self, message: u64) -> Status {
        self.ask_lever(|session| session.restore(MessageId(message)))
    }

    pub fn edit_summary(&self, message: u64, text: &str) -> Status {
        self.ask(|session| session.edit_summary(MessageId(message), text))
    }

    pub fn rename(&self, title: &str) -> Status {
        self.ask(|session| session.rename(title))
    }

    pub fn choose_model(&self, model: &ModelConfig, is_kept: bool) -> Status {
        self.connect_to(model, |session, choice, provider| {
            if is_kept {
                session.choose_model(choice, provider);
            } else {
                session.switch_model(choice, provider);
            }
        })
    }

    pub fn follow_settings(&self, model: &ModelConfig) -> Status {
        self.connect_to(model, |session, choice, provider| {
            session.follow_settings(choice, provider);
        })
    }

    /// Connects to a model's server, unless it is the one that answers now.
    fn connect_to(
        &self,
        model: &ModelConfig,
        switch: impl FnOnce(&CoreSession, ModelChoice, Option<Arc<dyn Provider>>),
    ) -> Status {
        fenced_status(|| {
            if self.live.agent.is_some() {
                return Err(agent::keeps_context());
            }
            let mut connection = lock(&self.live.connection);
            let provider = match &connection.provider {
                Some(provider) if same_server(&connection.config, model) => Arc::clone(provider),
                _ => config::connect(model).map_err(|error| status::of(&error))?,
            };
            connection.provider = Some(Arc::clone(&provider));
            connection.config = model.clone();
            self.live.command(|it| switch(it, config::choice(model), Some(provider)))
        })
    }

    pub fn set_tools(&self, tools_json: &str) -> Status {
        self.change_tools(|| tools::parse(tools_json), |offered, tools| offered.set = tools)
    }

    pub fn offer_tools(&self, declared: &[ToolDeclaration]) -> Status {
        self.change_tools(|| tools::declared(declared), |offered, tools| offered.beside = tools)
    }

    /// Changes one part of the tools, and passes all of them to the core.
    fn change_tools(
        &self,
        read: impl FnOnce() -> CoreResult<Vec<Tool>>,
        put: impl FnOnce(&mut tools::Offered, Vec<Tool>),
    ) -> Status {
        fenced_status(|| {
            let read = read().map_err(|error| status::of(&error))?;
            let mut offered = lock(&self.live.tools);
            put(&mut offered, read);
            drop(offered);
            let all = self.live.tools();
            self.live.command(|session| session.set_tools(all))
        })
    }

    pub fn approve_tool(&self, call_id: &str, approval: Approval, reason: &str) -> Status {
        let approval = match approval {
            Approval::Allow => CoreApproval::Allow,
            Approval::AllowAlways => CoreApproval::AllowConversation,
            Approval::AllowProject => CoreApproval::AllowProject,
            // Also for a value outside of the enumeration: nothing runs by
            // accident.
            _ => CoreApproval::Deny { reason: given(reason) },
        };
        if let Some(agent) = &self.live.agent
            && !matches!(approval, CoreApproval::Deny { .. })
            && let Some(call) = agent.calls().asked(call_id)
        {
            serving::expect(&call);
        }
        self.ask(|session| session.approve_tool(call_id, approval))
    }

    pub fn file_changes(&self) -> Vec<FileChanges> {
        let changes = || self.live.project.as_ref().map(Project::changes).unwrap_or_default();
        fenced(|_| Vec::new(), changes)
    }

    pub fn start_file_restore(&self, id: u64) -> Box<FileRestore> {
        Box::new(match &self.live.project {
            Some(project) => fenced(FileRestore::failed, || project.restore(id)),
            None => FileRestore::failed(status::failed(
                StatusCode::Input,
                "this conversation has no project whose files could be restored",
                "open it with the project's folder",
            )),
        })
    }

    pub fn set_settings(&self, values: &[NameValue]) -> Status {
        fenced_status(|| {
            let changed = settings::read(values).map_err(|error| status::of(&error))?;
            let changed = self.live.in_force(changed);
            let mut kept = lock(&self.live.settings);
            let set = self.live.command(|session| session.set_settings(changed.clone()))?;
            set.map_err(|error| status::of(&error))?;
            *kept = changed;
            Ok(())
        })
    }

    pub fn settings(&self) -> Vec<NameValue> {
        fenced(|_| Vec::new(), || settings::values(&lock(&self.live.settings)))
    }

    pub fn estimate_text(&self, text: &str) -> TokenEstimate {
        functions::estimate_text(&self.model_id(), text)
    }

    pub fn estimate_conversation(&self) -> TokenEstimate {
        let usage = self.usage();
        TokenEstimate { tokens: usage.used, exact: usage.exact, error_bound: usage.error_bound }
    }

    pub fn usage(&self) -> UsageReport {
        self.read(|now| self.live.usage(&now.usage)).unwrap_or_else(reports::no_usage)
    }

    pub fn trigger(&self) -> TriggerReport {
        self.read(|now| reports::trigger(&now.decision)).unwrap_or_else(reports::no_trigger)
    }

    pub fn costs(&self) -> CostReport {
        self.read(|now| reports::costs(&now.costs)).unwrap_or_default()
    }

    pub fn breakers(&self) -> Vec<String> {
        self.read(|now| now.breakers.iter().map(|it| it.explanation().to_owned()).collect())
            .unwrap_or_default()
    }

    pub fn state(&self) -> SessionState {
        self.read(|now| reports::state(&now.state))
            .unwrap_or_else(|| reports::no_state(self.stage() == Stage::Closed))
    }

    pub fn revision(&self) -> u64 {
        self.read(|now| now.revision).unwrap_or_default()
    }

    pub fn conversation_id(&self) -> String {
        self.read(|now| now.conversation.to_string()).unwrap_or_default()
    }

    pub fn title(&self) -> String {
        self.read(|now| now.title.as_deref().unwrap_or_default().to_owned()).unwrap_or_default()
    }

    pub fn first_words(&self) -> String {
        let words = |now: &Snapshot| first_words(now.transcript.iter().map(|it| &**it));
        self.read(words).unwrap_or_default()
    }

    pub fn model_id(&self) -> String {
        let agent = self.live.agent.as_ref().map(Agent::name);
        agent
            .or_else(|| self.read(|now| now.model.model.clone()))
            .unwrap_or_else(|| lock(&self.live.connection).config.model.clone())
    }

    pub fn message_count(&self, history: HistoryKind) -> u64 {
        self.page(history, 0, 0, messages::event_message).total
    }

    pub fn history_page(&self, history: HistoryKind, first: u64, count: u32) -> HistoryPage {
        self.page(history, first, count, messages::message)
    }

    pub fn shown_page(&self, history: HistoryKind, first: u64, count: u32) -> HistoryPage {
        self.page(history, first, count, messages::event_message)
    }

    fn page(&self, history: HistoryKind, first: u64, count: u32, make: MakeMessage) -> HistoryPage {
        let none = || HistoryPage { first: 0, total: 0, messages: Vec::new() };
        self.read(|now| messages::page(now, history, first, count, make)).unwrap_or_else(none)
    }

    pub fn find_messages(&self, words: &str, match_case: bool) -> Vec<FoundMessage> {
        self.read(|now| messages::find(now, words, match_case)).unwrap_or_default()
    }

    pub fn copy_messages(&self, ids: &[u64]) -> String {
        self.read(|now| now.copy_messages(ids)).unwrap_or_default()
    }

    pub fn summaries(&self) -> Vec<SummaryRow> {
        self.read(|now| now.summaries.iter().map(reports::summary_row).collect())
            .unwrap_or_default()
    }

    pub fn context(&self) -> ContextReport {
        self.read(|now| context::report(&now.context())).unwrap_or_else(context::nothing)
    }

    pub fn start_context_export(&self, path: &str, form: ContextForm) -> Box<FileWriting> {
        Box::new(context::start_export(self.live.snapshot(), path, form))
    }

    pub fn start_export(
        &self,
        path: &str,
        format: ExportFormat,
        history: HistoryKind,
        with_secrets: bool,
    ) -> Box<FileWriting> {
        let what = (format, history, with_secrets);
        Box::new(start_export(self.live.snapshot(), &self.live.journal, path, what))
    }

    /// The host must not answer a call that the core runs.
    pub(crate) fn check_is_hosts(&self, call_id: &str) -> Result<(), Status> {
        if self.live.insides().any(|inside| inside.calls().has(call_id)) {
            let what = format!("the core runs and answers the call `{call_id}` itself");
            let hint = "allow or deny it, and answer only the calls that the host runs";
            return Err(status::failed(StatusCode::Input, what, hint));
        }
        Ok(())
    }

    /// Sends a command about the context, which an agent manages itself.
    pub(crate) fn ask_lever(&self, ask: impl FnOnce(&CoreSession)) -> Status {
        if self.live.agent.is_some() { agent::keeps_context() } else { self.ask(ask) }
    }

    /// Sends a command that cannot fail.
    pub(crate) fn ask(&self, ask: impl FnOnce(&CoreSession)) -> Status {
        fenced_status(|| self.live.command(ask))
    }

    /// Reads from the state, once the session is open.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Snapshot) -> T) -> Option<T> {
        fenced(|_| None, || self.live.snapshot().map(|now| read(&now)))
    }
}

/// A number; 0 means that there is none.
fn some(number: u64) -> Option<u64> {
    (number > 0).then_some(number)
}

/// A text; an empty one means that there is none.
fn given(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// Returns whether two models are reached the same way.
pub(crate) fn same_server(one: &ModelConfig, other: &ModelConfig) -> bool {
    let server = |config: &ModelConfig| {
        let ModelConfig { preset, protocol, base_url, key_variable, key, .. } = config.clone();
        let rest = (config.headers.clone(), config.allow_insecure, config.extra_roots_pem.clone());
        let rest = (rest, config.key_is_kept);
        (preset, protocol, base_url, key_variable, key, rest)
    };
    server(one) == server(other)
}

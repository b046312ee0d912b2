//! Messages from an agent.

use std::path::{Component, Path};
use std::sync::Arc;
use std::time::{Duration, Instant};

use agent_client_protocol_schema::v1::{
    self, ReadTextFileRequest, RequestPermissionRequest, SessionUpdate, ToolCallUpdateFields,
    WriteTextFileRequest,
};
use serde_json::{Value, json};
use tokio::io::AsyncRead;
use tokio::sync::mpsc;
use vibeue_tools::{Allowance, Stop};

use crate::ask::{Ask, What, Writing, cancelled};
use crate::compaction::News;
use crate::lines::{Line, Lines};
use crate::shared::Shared;
use crate::shown::cut;
use crate::spending::Judged;
use crate::state::{Phase, State, Waiting, answered, line, refused};
use crate::turn::Turn;
use crate::usage::AgentUsage;
use crate::{AgentFailure, call};

/// The reason if an agent closed its output; if its process ended, that says more.
pub(crate) const CLOSED: &str = "it closed its standard output";

/// The time limit for reading a file, or for writing one whose change the user already allowed.
const LONGEST: Duration = Duration::from_secs(30);

/// Reads an agent's messages until its output ends.
pub(crate) async fn listen(
    shared: Arc<Shared>,
    from: impl AsyncRead + Unpin,
    out: mpsc::Sender<Vec<u8>>,
) {
    let mut lines = Lines::new(from);
    while let Some(next) = lines.next().await {
        match next {
            Line::Whole(bytes) => {
                if let Some(answer) = handle_line(&shared, &bytes)
                    && out.send(line(&answer)).await.is_err()
                {
                    return;
                }
            }
            Line::TooLong => too_long(&shared),
        }
        room(&shared).await;
    }
    shared.give_up(AgentFailure::Lost { how: CLOSED.to_owned(), last_words: String::new() });
}

/// The message may have been an answer that somebody is waiting for.
fn too_long(shared: &Shared) {
    shared.change(|state| state.oddities.too_long += 1);
    let what = "a message was longer than 16 MiB".to_owned();
    shared.give_up(AgentFailure::Protocol { what });
}

/// Waits until what arrived was taken.
async fn room(shared: &Shared) {
    let mut changes = shared.watch();
    while shared.lock().turn.as_ref().is_some_and(Turn::is_full) {
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// Handles one line; returns the immediate answer.
fn handle_line(shared: &Shared, bytes: &[u8]) -> Option<Value> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    let Ok(Value::Object(message)) = serde_json::from_slice::<Value>(bytes) else {
        shared.change(|state| state.oddities.not_messages += 1);
        return None;
    };
    let id = message.get("id").filter(|id| !id.is_null()).cloned();
    let method = message.get("method").and_then(Value::as_str);
    let params = || message.get("params").cloned().unwrap_or(Value::Null);
    match (method, id) {
        (Some(method), Some(id)) => asked(shared, method, &id, params(), bytes.len()),
        (Some("session/update"), None) => {
            let by = Instant::now() + shared.config.cancel_limit;
            shared.change(|state| updated(state, params(), bytes.len(), by));
            None
        }
        (Some(_), None) => {
            shared.change(|state| state.oddities.unknown += 1);
            None
        }
        (None, Some(id)) => {
            let result = match message.get("error") {
                Some(error) => Err(error_of(error)),
                None => Ok(message.get("result").cloned().unwrap_or(Value::Null)),
            };
            shared.change(|state| replied(state, &id, result));
            None
        }
        (None, None) => {
            shared.change(|state| state.oddities.not_messages += 1);
            None
        }
    }
}

fn error_of(error: &Value) -> v1::Error {
    serde_json::from_value(error.clone())
        .unwrap_or_else(|_| v1::Error::internal_error().data(error.clone()))
}

/// The text of an error, for the user.
pub(crate) fn words_of(error: &v1::Error) -> String {
    let detail = error.data.as_ref().and_then(|data| match data {
        Value::String(text) => Some(text.clone()),
        Value::Object(fields) => ["details", "message"]
            .iter()
            .find_map(|name| fields.get(*name)?.as_str().map(str::to_owned)),
        _ => None,
    });
    match detail.filter(|detail| *detail != error.message) {
        Some(detail) => cut(&format!("{}: {detail}", error.message)),
        None => cut(&error.message),
    }
}

/// An answer came.
fn replied(state: &mut State, id: &Value, result: Result<Value, v1::Error>) {
    let waiting = id.as_u64().and_then(|id| state.waiting.remove(&id));
    match waiting {
        None => state.oddities.strays += 1,
        Some(Waiting::Step(step)) => {
            let _ = step.send(result);
        }
        Some(Waiting::Turn(number)) => {
            let Some(turn) = state.turn.as_mut().filter(|turn| turn.number == number) else {
                return;
            };
            if turn.stops_by.is_some() {
                state.turn = None;
                return;
            }
            if turn.ended.is_some() {
                return;
            }
            let ended = match result {
                Ok(result) => serde_json::from_value::<v1::PromptResponse>(result)
                    .map(|response| response.stop_reason)
                    .map_err(|error| AgentFailure::Protocol {
                        what: format!("the answer to session/prompt cannot be read: {error}"),
                    }),
                Err(error) if error.code == v1::ErrorCode::AuthRequired => {
                    Err(AgentFailure::NeedsSignIn { ways: Vec::new(), why: words_of(&error) })
                }
                Err(error) => Err(AgentFailure::Answered { what: words_of(&error) }),
            };
            let Some(what) = turn.spending.passed.clone() else {
                turn.ended = Some(ended);
                return;
            };
            // A turn that completed anyway still counts.
            let is_done = matches!(&ended, Ok(stop) if *stop != v1::StopReason::Cancelled);
            turn.ended =
                Some(if is_done { ended } else { Err(AgentFailure::Spent { what: what.clone() }) });
            if is_done {
                state.note(what);
            }
        }
    }
}

/// The agent asks something; returns the answer if it is already known.
fn asked(shared: &Shared, method: &str, id: &Value, params: Value, weight: usize) -> Option<Value> {
    let wrong = |error: serde_json::Error| Some(refused(id, -32602, &error.to_string()));
    match method {
        "session/request_permission" => {
            match serde_json::from_value::<RequestPermissionRequest>(params) {
                Ok(request) => shared.change(|state| permission(state, id, request, weight)),
                Err(error) => wrong(error),
            }
        }
        "fs/read_text_file" => match serde_json::from_value::<ReadTextFileRequest>(params) {
            Ok(request) => {
                let path = place(&request.path);
                let allowance = Allowance::begin(&Stop::default(), LONGEST);
                let read =
                    |path| shared.files.read_whole(path, request.line, request.limit, &allowance);
                let text = path.and_then(read);
                Some(match text {
                    Ok(text) => answered(id, &json!({ "content": text })),
                    Err(why) => refused(id, -32002, &why),
                })
            }
            Err(error) => wrong(error),
        },
        "fs/write_text_file" => match serde_json::from_value::<WriteTextFileRequest>(params) {
            Ok(request) => write(shared, id, request, weight),
            Err(error) => wrong(error),
        },
        _ => Some(refused(id, -32601, "Method not found")),
    }
}

/// The path of a file of the project.
///
/// # Errors
/// If it does not have the form that the protocol requires.
fn place(path: &Path) -> Result<&str, String> {
    if !path.is_absolute() || path.components().any(|part| part == Component::ParentDir) {
        return Err(format!("{} is not an absolute path without ..", path.display()));
    }
    path.to_str().ok_or_else(|| format!("{} is not UTF-8", path.display()))
}

fn permission(
    state: &mut State,
    id: &Value,
    request: RequestPermissionRequest,
    weight: usize,
) -> Option<Value> {
    if !is_current(state, &request.session_id.to_string()) {
        return Some(answered(id, &cancelled()));
    }
    let turn = state.running().filter(|turn| turn.spending.passed.is_none());
    let Some(turn) = turn else { return Some(answered(id, &cancelled())) };
    let call = request.tool_call.tool_call_id.to_string();
    let ask = Ask::permission(id, call, request.options);
    let asked = turn.ask_for(ask, request.tool_call.fields, weight);
    asked.err().map(|why| refused(id, -32603, why))
}

/// What to do with a file that the agent wants written.
enum Written {
    /// The user is asked.
    Asked,
    /// The user allowed exactly this change, in this turn of the session.
    Allowed(u64),
    Refused(&'static str),
}

fn write(
    shared: &Shared,
    id: &Value,
    request: WriteTextFileRequest,
    weight: usize,
) -> Option<Value> {
    let text = request.content;
    let looked = place(&request.path).and_then(|path| Ok((path, shared.files.outlook(path)?)));
    let (path, outlook) = match looked {
        Ok(looked) => looked,
        Err(why) => return Some(refused(id, -32602, &why)),
    };
    if outlook.is_open && outlook.holds.as_deref() == Some(text.as_str()) {
        // The content is already there.
        return Some(answered(id, &json!({})));
    }
    let known = outlook.is_there == outlook.holds.is_some();
    let is_plain = outlook.is_open && !outlook.is_guarded && known;
    let session = request.session_id.to_string();
    let what = shared.change(|state| {
        let is_current = is_current(state, &session);
        let is_planning = state.is_planning;
        let turn = state.running().filter(|turn| is_current && turn.spending.passed.is_none());
        let Some(turn) = turn else { return Written::Refused("not written: no turn is under way") };
        let allowed = turn.allowed_writing(path, outlook.holds.as_deref(), &text);
        if let Some(turn) = allowed.filter(|_| is_plain && !is_planning) {
            return Written::Allowed(turn);
        }
        let (path, text) = (path.to_owned(), text.as_str().into());
        let what = What::Write(Writing { path, text, is_guarded: outlook.is_guarded });
        match turn.ask(Ask { id: id.clone(), what, weight }) {
            Ok(()) => Written::Asked,
            Err(why) => Written::Refused(why),
        }
    });
    match what {
        Written::Asked => None,
        Written::Refused(why) => Some(refused(id, -32603, why)),
        Written::Allowed(turn) => {
            let allowance = Allowance::begin(&Stop::default(), LONGEST).in_turn(turn);
            Some(match shared.files.write_whole(false, path, &text, &allowance) {
                Ok(_) => answered(id, &json!({})),
                Err(why) => refused(id, -32603, &why),
            })
        }
    }
}

fn is_current(state: &State, session: &str) -> bool {
    matches!(&state.phase, Phase::Ready(ready) if ready.session == session)
}

/// An update came.
fn updated(state: &mut State, params: Value, weight: usize, by: Instant) {
    let Ok(notification) = serde_json::from_value::<v1::SessionNotification>(params) else {
        state.oddities.unknown += 1;
        return;
    };
    // While a conversation is loaded, its past is replayed.
    let is_past = matches!(state.phase, Phase::Starting);
    match notification.update {
        SessionUpdate::UsageUpdate(usage) => {
            let cost = usage.cost.map(|cost| (cost.amount, cut(&cost.currency)));
            if let Some((amount, currency)) = &cost
                && let Some(turn) = state.running()
            {
                match turn.spending.update(*amount, currency) {
                    Judged::Fine => {}
                    Judged::Warn(words) => state.note(words),
                    Judged::Stop => state.stop_spending(by),
                }
            }
            state.usage = Some(AgentUsage { used: usage.used, size: usage.size, cost });
        }
        SessionUpdate::AvailableCommandsUpdate(_)
        | SessionUpdate::CurrentModeUpdate(_)
        | SessionUpdate::ConfigOptionUpdate(_)
        | SessionUpdate::SessionInfoUpdate(_) => {}
        _ if is_past => {}
        SessionUpdate::Notice(notice) => {
            let more = notice.description.map(|more| format!(": {more}")).unwrap_or_default();
            state.note(cut(&format!("{}{more}", notice.title)));
        }
        SessionUpdate::CompactionUpdate(update) => state.condense(News::State(update), weight),
        SessionUpdate::CompactionSummaryChunk(chunk) => {
            state.condense(News::Summary(Box::new(chunk)), weight);
        }
        SessionUpdate::UserMessageChunk(_) => {}
        update => {
            let session = notification.session_id.to_string();
            if !is_current(state, &session) || state.running().is_none() {
                state.oddities.late += 1;
                return;
            }
            apply_update(state, update, weight);
        }
    }
}

/// An update of the running turn.
fn apply_update(state: &mut State, update: SessionUpdate, weight: usize) {
    let Some(turn) = state.running() else { return };
    match update {
        SessionUpdate::AgentMessageChunk(chunk) => {
            if let Some(text) = text_of(&chunk.content) {
                turn.append(text, false);
            }
        }
        SessionUpdate::AgentThoughtChunk(chunk) => {
            if let Some(text) = text_of(&chunk.content) {
                turn.append(text, true);
            }
        }
        SessionUpdate::ToolCall(new) => {
            let id = new.tool_call_id.to_string();
            let fields = serde_json::to_value(&new)
                .and_then(serde_json::from_value::<ToolCallUpdateFields>)
                .unwrap_or_default();
            turn.call(&id, fields, weight);
        }
        SessionUpdate::ToolCallUpdate(update) => {
            turn.call(&update.tool_call_id.to_string(), update.fields, weight);
        }
        SessionUpdate::Plan(plan) => {
            let entries = plan.entries.iter().take(50).map(|entry| {
                let mark = match entry.status {
                    v1::PlanEntryStatus::Completed => "x",
                    v1::PlanEntryStatus::InProgress => ">",
                    _ => " ",
                };
                format!("[{mark}] {}\n", entry.content)
            });
            turn.append(format!("\n{}", entries.collect::<String>()), true);
        }
        _ => state.oddities.unknown += 1,
    }
}

fn text_of(block: &v1::ContentBlock) -> Option<String> {
    match call::block(block)? {
        vibeue_conversation::Part::Text { text, .. } => Some(text),
        _ => Some("[picture]".to_owned()),
    }
}

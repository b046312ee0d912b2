//! The handshake with an agent.

use std::time::Duration;

use agent_client_protocol_schema::ProtocolVersion;
use agent_client_protocol_schema::v1::{
    self, AuthMethod, ClientCapabilities, ClientSessionCapabilities, CompactionCapabilities,
    EnvVariable, FileSystemCapabilities, HttpHeader, Implementation, InitializeRequest,
    InitializeResponse, LoadSessionRequest, LoadSessionResponse, McpServer, McpServerHttp,
    McpServerStdio, NewSessionRequest, NewSessionResponse, NoticeCapabilities, SessionModeState,
    SetSessionModeRequest,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::config::{ToolServer, ToolServerReach};
use crate::failure::{AgentFailure, SignIn, Stage};
use crate::incoming::words_of;
use crate::shared::Shared;
use crate::shown::cut;
use crate::state::{Ready, Waiting};

/// How long the user may take to sign in while the agent waits.
const SIGN_IN: Duration = Duration::from_secs(300);

/// Performs the handshake with an agent and begins a conversation, or continues one.
///
/// # Errors
/// Why it cannot be asked.
pub(crate) async fn greet(shared: &Shared, resume: Option<String>) -> Result<Ready, AgentFailure> {
    let about: InitializeResponse =
        step(shared, Stage::Initialize, &hello(shared.files.can_edit())).await?;
    if about.protocol_version != ProtocolVersion::V1 {
        let theirs = about.protocol_version.as_u16();
        let why =
            format!("it speaks version {theirs} of the protocol; this program speaks version 1");
        return Err(AgentFailure::Handshake { stage: Stage::Initialize, why });
    }
    shared.change(|state| state.name = about.agent_info.as_ref().map(name));
    let ways: Vec<SignIn> = about.auth_methods.iter().filter_map(way).collect();
    let mut is_signed_in = false;
    loop {
        let begun = begin(shared, &about, resume.as_deref()).await;
        match (begun, &shared.config.sign_in) {
            (Err(AgentFailure::NeedsSignIn { .. }), Some(way)) if !is_signed_in => {
                is_signed_in = true;
                let request = v1::AuthenticateRequest::new(way.clone());
                let _: Value = step(shared, Stage::Authenticate, &request)
                    .await
                    .map_err(|failure| with_ways(failure, &ways))?;
            }
            (begun, _) => return begun.map_err(|failure| with_ways(failure, &ways)),
        }
    }
}

async fn begin(
    shared: &Shared,
    about: &InitializeResponse,
    resume: Option<&str>,
) -> Result<Ready, AgentFailure> {
    let capabilities = &about.agent_capabilities;
    let root = shared.files.folder().root().to_owned();
    let servers = servers(shared, capabilities.mcp_capabilities.http);
    let images = capabilities.prompt_capabilities.image;
    if let Some(session) = resume.filter(|_| capabilities.load_session) {
        let request =
            LoadSessionRequest::new(session.to_owned(), root.clone()).mcp_servers(servers.clone());
        match step::<LoadSessionResponse>(shared, Stage::LoadSession, &request).await {
            Ok(loaded) => {
                choose_mode(shared, session, loaded.modes).await?;
                return Ok(Ready { session: session.to_owned(), images, is_resumed: true });
            }
            // It may have forgotten the conversation: a new one is better than none.
            Err(AgentFailure::Handshake { why, .. }) => shared.change(|state| {
                state.note(format!("the agent could not load the conversation: {why}"));
            }),
            Err(failure) => return Err(failure),
        }
    }
    let request = NewSessionRequest::new(root).mcp_servers(servers);
    let begun: NewSessionResponse = step(shared, Stage::NewSession, &request).await?;
    let session = begun.session_id.to_string();
    choose_mode(shared, &session, begun.modes).await?;
    Ok(Ready { session, images, is_resumed: false })
}

/// Sets the mode that the user chose; if none was chosen and the agent's own is not its first,
/// reports which it is: it may be one that asks for no approval.
async fn choose_mode(
    shared: &Shared,
    session: &str,
    modes: Option<SessionModeState>,
) -> Result<(), AgentFailure> {
    if let Some(mode) = &shared.config.mode {
        let request = SetSessionModeRequest::new(session.to_owned(), mode.clone());
        let _: Value = step(shared, Stage::SetMode, &request).await?;
        return Ok(());
    }
    let Some(modes) = modes else { return Ok(()) };
    let all = &modes.available_modes;
    let current = all.iter().position(|mode| mode.id == modes.current_mode_id);
    let Some(current) = current.filter(|at| *at > 0).map(|at| &all[at]) else { return Ok(()) };
    let what = current.description.as_ref().map(|what| format!(": {what}")).unwrap_or_default();
    let ids: Vec<String> = all.iter().take(20).map(|mode| mode.id.to_string()).collect();
    let note = format!(
        "the agent is working in its mode {}{what}; its modes are {}",
        current.name,
        ids.join(", ")
    );
    shared.change(|state| state.note(cut(&note)));
    Ok(())
}

fn hello(can_write: bool) -> InitializeRequest {
    let session = ClientSessionCapabilities::new()
        .compaction(CompactionCapabilities::new())
        .notices(NoticeCapabilities::new());
    // Reading is answered, but not offered. A local agent can read the same disk itself, and this
    // program has no unsaved texts. If it is offered, Gemini CLI 0.61 cannot create files: it asks
    // whether a file exists, and mistakes the answer that it does not for a failure.
    let files = FileSystemCapabilities::new().write_text_file(can_write);
    let capabilities = ClientCapabilities::new().fs(files).session(session);
    let name = Implementation::new("vibeue", env!("CARGO_PKG_VERSION")).title("VibeUE".to_owned());
    InitializeRequest::new(ProtocolVersion::V1).client_capabilities(capabilities).client_info(name)
}

fn name(info: &Implementation) -> String {
    let name = info.title.as_deref().unwrap_or(&info.name);
    format!("{name} {}", info.version)
}

fn way(method: &AuthMethod) -> Option<SignIn> {
    // Read as JSON: every kind of method has these fields.
    let method = serde_json::to_value(method).ok()?;
    let text = |name: &str| method.get(name).and_then(Value::as_str).map(str::to_owned);
    let id = text("id")?;
    Some(SignIn {
        name: text("name").unwrap_or_else(|| id.clone()),
        id,
        description: text("description"),
    })
}

fn with_ways(failure: AgentFailure, ways: &[SignIn]) -> AgentFailure {
    match failure {
        AgentFailure::NeedsSignIn { why, .. } => {
            AgentFailure::NeedsSignIn { ways: ways.to_vec(), why }
        }
        other => other,
    }
}

/// The servers that are passed to the agent.
fn servers(shared: &Shared, by_address: bool) -> Vec<McpServer> {
    let pairs = |map: &std::collections::BTreeMap<String, String>| {
        map.iter().map(|(name, value)| (name.clone(), value.clone())).collect::<Vec<_>>()
    };
    let server = |server: &ToolServer| match &server.reach {
        ToolServerReach::Command { command, arguments, environment } => {
            let environment = pairs(environment).into_iter();
            let stdio = McpServerStdio::new(server.name.clone(), command)
                .args(arguments.clone())
                .env(environment.map(|(name, value)| EnvVariable::new(name, value)).collect());
            Some(McpServer::Stdio(stdio))
        }
        ToolServerReach::Address { url, headers } if by_address => {
            let headers = pairs(headers).into_iter();
            let http = McpServerHttp::new(server.name.clone(), url.clone())
                .headers(headers.map(|(name, value)| HttpHeader::new(name, value)).collect());
            Some(McpServer::Http(http))
        }
        ToolServerReach::Address { .. } => {
            let note = format!(
                "the agent was not given the server {}: it accepts none by address (mcpCapabilities.http)",
                server.name
            );
            shared.change(|state| state.note(note));
            None
        }
    };
    shared.config.servers.iter().filter_map(server).collect()
}

/// One step of the handshake.
async fn step<T: DeserializeOwned>(
    shared: &Shared,
    stage: Stage,
    params: &impl Serialize,
) -> Result<T, AgentFailure> {
    let failed = |why: String| AgentFailure::Handshake { stage, why };
    let params = serde_json::to_value(params).map_err(|error| failed(error.to_string()))?;
    let (answer, answered) = oneshot::channel();
    let sent = shared.change(|state| {
        state.stage = Some(stage);
        state.request(stage.name(), &params, Waiting::Step(answer))
    });
    if !sent {
        return Err(failed("it does not read its input".to_owned()));
    }
    let limit = if stage == Stage::Authenticate {
        SIGN_IN.max(shared.config.greeting_limit)
    } else {
        shared.config.greeting_limit
    };
    let result = match timeout(limit, answered).await {
        Err(_) => {
            let what = format!("{} of the greeting", stage.name());
            return Err(AgentFailure::TimedOut { what, limit });
        }
        // The reason for its end says more.
        Ok(Err(_)) => return Err(failed("it ended".to_owned())),
        Ok(Ok(result)) => result,
    };
    match result {
        Ok(value) => serde_json::from_value(value)
            .map_err(|error| failed(format!("its answer cannot be read: {error}"))),
        Err(error) if error.code == v1::ErrorCode::AuthRequired || stage == Stage::Authenticate => {
            Err(AgentFailure::NeedsSignIn { ways: Vec::new(), why: words_of(&error) })
        }
        Err(error) => Err(failed(words_of(&error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_is_offered_where_it_is_done_and_reading_is_not() {
        for can_write in [true, false] {
            let hello = serde_json::to_value(hello(can_write)).unwrap();
            assert_eq!(
                hello.pointer("/clientCapabilities/fs"),
                Some(&serde_json::json!({"readTextFile": false, "writeTextFile": can_write}))
            );
        }
    }
}

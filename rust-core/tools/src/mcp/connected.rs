//! A server that answers: its connection, calls over it, and its end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject, ServerResult,
};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService, ServiceError};
use tokio::sync::{Notify, oneshot};
use tokio::time::{sleep_until, timeout};

use super::ask::Ask;
use super::handler::Handler;
use super::plain::{MOST_WORDS, plain};
use super::sieve::{MOST_LINE, Notes};
use super::{ServerConfig, result, unreal};
use crate::process::{Process, StderrTail};
use crate::{Allowance, CallEnd, Stop, ToolAnswer};

/// How long a connection may take to close before it is abandoned.
const FAREWELL: Duration = Duration::from_millis(500);

/// How long to wait, after a connection broke, to find out how the process ended.
pub(super) const LAST_BREATH: Duration = Duration::from_millis(500);

/// How the SDK reports that a server no longer knows the session.
const EXPIRED: &str = "Session expired (HTTP 404)";

/// A server that answers.
pub(super) struct Connected {
    pub(super) service: RunningService<RoleClient, Handler>,
    pub(super) tools_changed: Arc<Notify>,
    pub(super) notes: Notes,
    pub(super) stderr: StderrTail,
    pub(super) process: Option<Process>,
    /// Whether it is Unreal Engine's own server.
    pub(super) is_engine: bool,
    /// A call whose answer nobody waits for any more, but which the engine is still running.
    pub(super) unfinished: Option<Unfinished>,
}

/// A call that was abandoned here but not there.
pub(super) struct Unfinished {
    what: String,
    since: Instant,
    answer: oneshot::Receiver<Result<ServerResult, ServiceError>>,
}

/// A call that the server certainly did not accept.
pub(super) struct NotTaken;

impl Connected {
    /// Waits until the connection is gone.
    pub(super) async fn gone(&mut self) {
        match &mut self.process {
            Some(process) => {
                process.ended().await;
            }
            None => std::future::pending().await,
        }
    }

    /// Asks which project the engine's editor has open.
    pub(super) async fn project(&mut self, config: &ServerConfig) -> Option<String> {
        let request = unreal::project_request();
        let allowance = Allowance::begin(&Stop::default(), config.start_limit);
        let sent = self.send(config, request.own_name, request.arguments, "", &allowance).await;
        let answer = sent.ok().filter(|answer| answer.end == CallEnd::Done)?;
        unreal::project_of(&unreal::joined(&answer))
    }

    /// Runs a call, until it is answered, stopped or late.
    ///
    /// # Errors
    /// If the server certainly did not accept it.
    pub(super) async fn call(
        &mut self,
        config: &ServerConfig,
        ask: &Ask,
    ) -> Result<ToolAnswer, NotTaken> {
        let (name, allowance) = (ask.own_name.as_str(), &ask.allowance);
        if !self.is_engine {
            return self.send(config, name, ask.arguments.clone(), name, allowance).await;
        }
        let request = match unreal::request(name, &ask.arguments) {
            Ok(request) => request,
            Err(answer) => return Ok(answer),
        };
        let (name, what) = (request.own_name, request.what.as_str());
        let answer = self.send(config, name, request.arguments, what, allowance).await?;
        Ok(unreal::shaped(&request.shape, answer))
    }

    /// Waits until the engine is done with a call that nobody waits for any more: a second,
    /// simultaneous one would fail, or block the editor.
    async fn finish(&mut self, config: &ServerConfig, allowance: &Allowance) -> Option<ToolAnswer> {
        let unfinished = self.unfinished.as_mut()?;
        let until = tokio::time::Instant::from_std(allowance.until());
        tokio::select! {
            biased;
            _ = &mut unfinished.answer => {
                self.unfinished = None;
                None
            }
            () = allowance.stop().stopped() => Some(over(allowance, &config.name)),
            () = sleep_until(until) => {
                let text = format!(
                    "not run: the editor is still working on {}, which was requested {} seconds ago; \
                     it takes one call at a time. It may be compiling or loading, or a dialog may be open.",
                    unfinished.what,
                    unfinished.since.elapsed().as_secs()
                );
                Some(ToolAnswer::ended(CallEnd::Busy, text))
            }
        }
    }

    /// Sends a call, and waits until it is answered, stopped or late.
    async fn send(
        &mut self,
        config: &ServerConfig,
        name: &str,
        arguments: JsonObject,
        what: &str,
        allowance: &Allowance,
    ) -> Result<ToolAnswer, NotTaken> {
        if allowance.is_over().is_some() {
            return Ok(over(allowance, &config.name));
        }
        if let Some(answer) = self.finish(config, allowance).await {
            return Ok(answer);
        }
        let params = CallToolRequestParams::new(name.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let options = PeerRequestOptions::no_options();
        let since = Instant::now();
        let sent = self.service.peer().send_cancellable_request(request, options).await;
        let mut handle = match sent {
            Ok(handle) => handle,
            Err(error) => return self.failed(&error, config).await,
        };
        let until = tokio::time::Instant::from_std(allowance.until());
        let why = tokio::select! {
            biased;
            response = &mut handle.rx => {
                let response = response.unwrap_or(Err(ServiceError::TransportClosed));
                return self.answer_of(response, config).await;
            }
            () = allowance.stop().stopped() => "cancelled by the user",
            () = sleep_until(until) => "it took too long",
            () = self.notes.oversized() => {
                return Ok(ToolAnswer::error(format!(
                    "the server {} answered with more than {MOST_LINE} bytes, which is too much; ask for less",
                    config.name
                )));
            }
        };
        if self.is_engine {
            // It cannot cancel a call, and refuses notifications that it does not know.
            self.unfinished = Some(Unfinished { what: what.to_owned(), since, answer: handle.rx });
        } else {
            let _ = timeout(FAREWELL, handle.cancel(Some(why.into()))).await;
        }
        Ok(over(allowance, &config.name))
    }

    /// Makes an answer from the server's response.
    async fn answer_of(
        &mut self,
        response: Result<ServerResult, ServiceError>,
        config: &ServerConfig,
    ) -> Result<ToolAnswer, NotTaken> {
        Ok(match response {
            Ok(ServerResult::CallToolResult(result)) => result::answer(result),
            Ok(ServerResult::InputRequiredResult(_)) => ToolAnswer::error(format!(
                "the server {} wants to ask the user something first, which this program cannot \
                 do; give it as an argument if the tool takes one",
                config.name
            )),
            Ok(ServerResult::CustomResult(value)) => result::odd_answer(&value.0),
            Ok(other) => result::odd_answer(&serde_json::to_value(other).unwrap_or_default()),
            Err(ServiceError::McpError(error)) => {
                ToolAnswer::error(format!("error {}: {}", error.code.0, error.message))
            }
            Err(error) => return self.failed(&error, config).await,
        })
    }

    /// The answer to a call whose connection broke.
    ///
    /// # Errors
    /// If the server certainly did not accept it: it does not know the session.
    async fn failed(
        &mut self,
        error: &ServiceError,
        config: &ServerConfig,
    ) -> Result<ToolAnswer, NotTaken> {
        if error.to_string().contains(EXPIRED) {
            return Err(NotTaken);
        }
        let mut why = match error {
            _ if self.notes.was_oversized() => format!(
                "it answered with more than {MOST_LINE} bytes, which is too much; ask for less"
            ),
            ServiceError::TransportClosed => "its connection was closed".to_owned(),
            other => plain(&other.to_string()),
        };
        if let Some(process) = &mut self.process
            && let Ok(how) = timeout(LAST_BREATH, process.ended()).await
        {
            why = how;
        }
        let why = with_words(why, &self.stderr).await;
        let text = format!("the server {} is no longer running: {why}", config.name);
        Ok(ToolAnswer::ended(CallEnd::Lost, text))
    }
}

/// The answer to a call that has to end unanswered.
fn over(allowance: &Allowance, server: &str) -> ToolAnswer {
    if allowance.stop().is_stopped() {
        return ToolAnswer::ended(CallEnd::Cancelled, "cancelled by the user");
    }
    let seconds = allowance.limit().as_secs_f64();
    let text = format!(
        "timed out: the server {server} did not answer within {seconds} seconds; whether it did \
         what it was asked is not known"
    );
    ToolAnswer::ended(CallEnd::TimedOut, text)
}

/// Ends a connection, and returns why if that was not intended.
pub(super) async fn farewell(mut connected: Connected, is_gone: bool) -> String {
    let mut why = String::new();
    if is_gone {
        why = "its connection was closed".to_owned();
        if let Some(process) = &mut connected.process
            && let Ok(how) = timeout(LAST_BREATH, process.ended()).await
        {
            why = how;
        }
    }
    let _ = connected.service.close_with_timeout(FAREWELL).await;
    if let Some(process) = connected.process {
        process.end().await;
    }
    if is_gone { with_words(why, &connected.stderr).await } else { why }
}

/// Adds a server's last words. Waits for them: a process ends before its last output has been read,
/// and its child processes may keep the pipe open.
pub(super) async fn with_words(why: String, stderr: &StderrTail) -> String {
    let _ = timeout(LAST_BREATH, stderr.ended()).await;
    let words = stderr.last_words(MOST_WORDS);
    if words.is_empty() { why } else { format!("{why}; its last output: {words}") }
}

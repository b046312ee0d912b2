//! One server: started, asked, listened to, ended.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject, ServerResult,
};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService, ServiceError};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::greeting::connect;
use super::handler::Handler;
use super::listing::{Listed, list};
use super::sieve::{MOST_LINE, Notes};
use super::{ServerConfig, ServerState, result};
use crate::process::{Process, StderrTail};
use crate::{Allowance, CallEnd, ToolAnswer};

/// The most characters of a server's last words in an error.
const MOST_WORDS: usize = 600;

/// How long a connection may take to close before it is given up.
const FAREWELL: Duration = Duration::from_millis(500);

/// How long a line that broke is waited for to say how the process ended.
pub(super) const LAST_BREATH: Duration = Duration::from_millis(500);

/// How often a server that fails is started again without a call that it
/// answered.
const MOST_STARTS: u32 = 3;

/// What is known of a server from outside.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) config: ServerConfig,
    view: Mutex<View>,
}

#[derive(Debug, Clone)]
struct View {
    state: ServerState,
    tools: Vec<Listed>,
}

impl Known {
    pub(super) fn new(config: ServerConfig) -> Self {
        let view = View { state: ServerState::Starting, tools: Vec::new() };
        Self { config, view: Mutex::new(view) }
    }

    pub(super) fn state(&self) -> ServerState {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).state.clone()
    }

    pub(super) fn tools(&self) -> Vec<Listed> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).tools.clone()
    }

    fn change(&self, change: impl FnOnce(&mut View)) {
        change(&mut self.view.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// A call that a server is to run.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) own_name: String,
    pub(super) arguments: JsonObject,
    pub(super) allowance: Allowance,
    pub(super) answer: oneshot::Sender<ToolAnswer>,
}

/// A server that answers.
pub(super) struct Connected {
    pub(super) service: RunningService<RoleClient, Handler>,
    pub(super) tools_changed: Arc<Notify>,
    pub(super) notes: Notes,
    pub(super) stderr: StderrTail,
    pub(super) process: Option<Process>,
}

/// What drives one server from its start to its end.
pub(super) struct Server {
    known: Arc<Known>,
    asks: mpsc::Receiver<Ask>,
    closing: CancellationToken,
    /// Told when its state or its tools changed.
    changed: Arc<dyn Fn() + Send + Sync>,
    /// Starts since a call was answered.
    starts: u32,
}

/// Why the server's loop goes on.
enum Next {
    /// It was told to end.
    Close,
    /// Its connection is gone.
    Gone,
}

impl Server {
    pub(super) fn new(
        known: Arc<Known>,
        asks: mpsc::Receiver<Ask>,
        closing: CancellationToken,
        changed: Arc<dyn Fn() + Send + Sync>,
    ) -> Self {
        Self { known, asks, closing, changed, starts: 0 }
    }

    /// Starts the server and answers calls until it is told to end.
    pub(super) async fn run(mut self) {
        let mut waiting: Option<Ask> = None;
        loop {
            self.show(ServerState::Starting);
            self.starts += 1;
            let closing = self.closing.clone();
            // Outside of what may be given up, so that it is ended in any case.
            let mut process = None;
            let connected = tokio::select! {
                connected = connect(&self.known.config, &mut process) => Some(connected),
                () = closing.cancelled() => None,
            };
            let Some(connected) = connected else {
                if let Some(process) = process {
                    process.end().await;
                }
                break;
            };
            match connected {
                Ok(mut connected) => {
                    self.show_tools(&connected).await;
                    let next = self.serve(&mut connected, waiting.take()).await;
                    let why = farewell(connected, matches!(next, Next::Gone)).await;
                    match next {
                        Next::Close => break,
                        Next::Gone => self.show(ServerState::Failed { why }),
                    }
                }
                Err(why) => {
                    if let Some(ask) = waiting.take() {
                        let text = self.lost(&why);
                        let _ = ask.answer.send(ToolAnswer::ended(CallEnd::Lost, text));
                    }
                    self.show(ServerState::Failed { why });
                }
            }
            match self.wait_for_call().await {
                Some(ask) => waiting = Some(ask),
                None => break,
            }
        }
        self.show(ServerState::Stopped);
    }

    fn show(&self, state: ServerState) {
        self.known.change(|view| view.state = state);
        (self.changed)();
    }

    fn lost(&self, why: &str) -> String {
        format!("the server {} is not there: {why}", self.known.config.name)
    }

    /// Waits for a call that is worth another start; `None` at the end.
    async fn wait_for_call(&mut self) -> Option<Ask> {
        loop {
            let ask = tokio::select! {
                ask = self.asks.recv() => ask?,
                () = self.closing.cancelled() => return None,
            };
            if self.starts < MOST_STARTS {
                return Some(ask);
            }
            let why = match self.known.state() {
                ServerState::Failed { why } => why,
                other => other.to_string(),
            };
            let text = self.lost(&why);
            let _ = ask.answer.send(ToolAnswer::ended(CallEnd::Lost, text));
        }
    }

    /// Asks for the tools and shows what is there.
    async fn show_tools(&self, connected: &Connected) {
        let peer = connected.service.peer();
        let config = &self.known.config;
        let (tools, problem) = match timeout(config.start_limit, list(peer, config)).await {
            Ok(Ok(tools)) => (tools, None),
            Ok(Err(error)) => (Vec::new(), Some(plain(&error.to_string()))),
            Err(_) => (Vec::new(), Some("the list of its tools did not come in time".to_owned())),
        };
        let count = tools.len();
        let info = peer.peer_info();
        let server = info.as_ref().and_then(|info| info.server_info.as_ref()).map_or_else(
            || "a server without a name".to_owned(),
            |server| plain(&format!("{} {}", server.name, server.version)),
        );
        let protocol = info.map(|info| plain(info.protocol_version.as_str())).unwrap_or_default();
        self.known.change(|view| view.tools = tools);
        self.show(match problem {
            None => ServerState::Ready { tools: count, server, protocol },
            Some(why) => ServerState::Failed { why },
        });
    }

    /// Answers calls, one after the other, as long as the connection lasts.
    async fn serve(&mut self, connected: &mut Connected, first: Option<Ask>) -> Next {
        let mut next = first;
        let tools_changed = Arc::clone(&connected.tools_changed);
        loop {
            let ask = match next.take() {
                Some(ask) => ask,
                None => tokio::select! {
                    ask = self.asks.recv() => match ask {
                        Some(ask) => ask,
                        None => return Next::Close,
                    },
                    () = self.closing.cancelled() => return Next::Close,
                    () = tools_changed.notified() => {
                        self.show_tools(connected).await;
                        continue;
                    }
                    () = connected.gone() => return Next::Gone,
                },
            };
            // Whoever asked has given up meanwhile.
            if ask.answer.is_closed() {
                continue;
            }
            let closing = self.closing.clone();
            let answer = tokio::select! {
                answer = connected.call(&self.known.config, &ask) => answer,
                () = closing.cancelled() => {
                    let text = "cancelled: the program ends";
                    let _ = ask.answer.send(ToolAnswer::ended(CallEnd::Cancelled, text));
                    return Next::Close;
                }
            };
            if let Some(process) = &mut connected.process {
                process.look();
            }
            let is_lost = answer.end == CallEnd::Lost;
            if !is_lost {
                self.starts = 0;
            }
            let _ = ask.answer.send(answer);
            if is_lost {
                return Next::Gone;
            }
        }
    }
}

impl Connected {
    /// Waits until the connection is gone.
    async fn gone(&mut self) {
        match &mut self.process {
            Some(process) => {
                process.ended().await;
            }
            None => std::future::pending().await,
        }
    }

    /// Runs a call, until it is answered, stopped or late.
    async fn call(&mut self, config: &ServerConfig, ask: &Ask) -> ToolAnswer {
        let allowance = &ask.allowance;
        if allowance.is_over().is_some() {
            return over(allowance, &config.name);
        }
        let params =
            CallToolRequestParams::new(ask.own_name.clone()).with_arguments(ask.arguments.clone());
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let options = PeerRequestOptions::no_options();
        let sent = self.service.peer().send_cancellable_request(request, options).await;
        let mut handle = match sent {
            Ok(handle) => handle,
            Err(error) => return self.failed(&error, config).await,
        };
        let until = tokio::time::Instant::from_std(allowance.until());
        let heard = tokio::select! {
            biased;
            heard = &mut handle.rx => heard.unwrap_or(Err(ServiceError::TransportClosed)),
            () = allowance.stop().stopped() => {
                let _ = timeout(FAREWELL, handle.cancel(Some("cancelled by the user".into()))).await;
                return over(allowance, &config.name);
            }
            () = sleep_until(until) => {
                let _ = timeout(FAREWELL, handle.cancel(Some("it took too long".into()))).await;
                return over(allowance, &config.name);
            }
            () = self.notes.oversized() => {
                return ToolAnswer::error(format!(
                    "the server {} answered with more than {MOST_LINE} bytes, which is not taken; \
                     ask for less",
                    config.name
                ));
            }
        };
        match heard {
            Ok(ServerResult::CallToolResult(result)) => result::answer(result),
            Ok(ServerResult::InputRequiredResult(_)) => ToolAnswer::error(format!(
                "the server {} wants to ask the person something first, which this program cannot \
                 do; give it as an argument if the tool takes one",
                config.name
            )),
            Ok(ServerResult::CustomResult(value)) => result::odd_answer(&value.0),
            Ok(other) => result::odd_answer(&serde_json::to_value(other).unwrap_or_default()),
            Err(ServiceError::McpError(error)) => {
                ToolAnswer::error(format!("error {}: {}", error.code.0, error.message))
            }
            Err(error) => self.failed(&error, config).await,
        }
    }

    /// The answer to a call whose connection broke.
    async fn failed(&mut self, error: &ServiceError, config: &ServerConfig) -> ToolAnswer {
        let mut why = match error {
            ServiceError::TransportClosed => "its connection was closed".to_owned(),
            other => plain(&other.to_string()),
        };
        if let Some(process) = &mut self.process
            && let Ok(how) = timeout(LAST_BREATH, process.ended()).await
        {
            why = how;
        }
        let why = with_words(why, &self.stderr).await;
        ToolAnswer::ended(CallEnd::Lost, format!("the server {} is gone: {why}", config.name))
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

/// Ends a connection, and says why where nobody wanted that.
async fn farewell(mut connected: Connected, is_gone: bool) -> String {
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

/// What others said, on one line and not too long.
pub(super) fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    crate::schema::shortened(text.trim(), MOST_WORDS)
}

/// Adds a server's last words. They are waited for: a process ends before the
/// last of what it wrote is read, and what it started may hold the line.
pub(super) async fn with_words(why: String, stderr: &StderrTail) -> String {
    let _ = timeout(LAST_BREATH, stderr.ended()).await;
    let words = stderr.last_words(MOST_WORDS);
    if words.is_empty() { why } else { format!("{why}; its last words: {words}") }
}

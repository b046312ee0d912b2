//! One server: started, asked, listened to, ended.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, JsonObject, ServerResult,
};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService, ServiceError};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::greeting::{Unreached, connect};
use super::handler::Handler;
use super::listing::{Listed, list};
use super::sieve::{MOST_LINE, Notes};
use super::unreal::{self, UnrealEditor};
use super::{Reach, ServerConfig, ServerState, result};
use crate::process::{Process, StderrTail};
use crate::{Allowance, CallEnd, Stop, ToolAnswer};

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
    /// It turned out to be Unreal Engine's own server, whose editor has this
    /// project open as far as it says.
    engine: Option<Option<String>>,
}

impl Known {
    pub(super) fn new(config: ServerConfig) -> Self {
        // The engine's are known before it is there, so that an editor that is
        // started later, or again, is found by the next call.
        let tools = if config.unreal.is_some() { unreal::front(&config) } else { Vec::new() };
        let view = View { state: ServerState::Starting, tools, engine: None };
        Self { config, view: Mutex::new(view) }
    }

    pub(super) fn state(&self) -> ServerState {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).state.clone()
    }

    pub(super) fn tools(&self) -> Vec<Listed> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).tools.clone()
    }

    /// Whether it is Unreal Engine's own server, and its editor's project.
    pub(super) fn engine(&self) -> Option<Option<String>> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner).engine.clone()
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
    /// It was sent once, and surely not taken.
    pub(super) is_second: bool,
    pub(super) answer: oneshot::Sender<ToolAnswer>,
}

/// A server that answers.
pub(super) struct Connected {
    pub(super) service: RunningService<RoleClient, Handler>,
    pub(super) tools_changed: Arc<Notify>,
    pub(super) notes: Notes,
    pub(super) stderr: StderrTail,
    pub(super) process: Option<Process>,
    /// It is Unreal Engine's own server.
    pub(super) is_engine: bool,
    /// A call of which nobody waits for the answer any more, and which the
    /// engine still works on.
    pub(super) unfinished: Option<Unfinished>,
}

/// A call that was given up here and not there.
pub(super) struct Unfinished {
    what: String,
    since: Instant,
    answer: oneshot::Receiver<Result<ServerResult, ServiceError>>,
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
    /// Its connection is gone, and this call was surely not taken.
    Again(Ask),
    /// It is not what it has to be.
    Unfit(String),
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
                    let next = match self.show_tools(&mut connected).await {
                        Ok(()) => self.serve(&mut connected, waiting.take()).await,
                        Err(why) => Next::Unfit(why),
                    };
                    let gone = matches!(next, Next::Gone | Next::Again(_));
                    let why = farewell(connected, gone).await;
                    match next {
                        Next::Close => break,
                        Next::Gone => self.show(ServerState::Failed { why }),
                        Next::Again(ask) => {
                            waiting = Some(ask);
                            continue;
                        }
                        Next::Unfit(why) => {
                            self.answer_unserved(waiting.take(), CallEnd::Lost, &why);
                            self.show(ServerState::Failed { why });
                        }
                    }
                }
                Err(unreached) => {
                    let Unreached { why, is_silent, .. } = self.explained(unreached);
                    let end = if is_silent { CallEnd::Busy } else { CallEnd::Lost };
                    self.answer_unserved(waiting.take(), end, &why);
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

    /// Answers a call that came before the server could take it.
    fn answer_unserved(&self, ask: Option<Ask>, end: CallEnd, why: &str) {
        if let Some(ask) = ask {
            let _ = ask.answer.send(ToolAnswer::ended(end, self.lost(why)));
        }
    }

    /// Says what a person can do where the engine's server is not there.
    fn explained(&self, unreached: Unreached) -> Unreached {
        if self.known.config.unreal.is_none() {
            return unreached;
        }
        let why = if unreached.is_silent {
            format!(
                "{}; the editor may be busy: it compiles, loads, or a dialog is open",
                unreached.why
            )
        } else {
            format!(
                "{}; open the project in Unreal Editor and type ModelContextProtocol.StartServer \
                 into its console",
                unreached.why
            )
        };
        Unreached { why, ..unreached }
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
            // To knock at a port costs nothing; to start a program does.
            let starts_nothing = matches!(self.known.config.reach, Reach::Address { .. });
            if starts_nothing || self.starts < MOST_STARTS {
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
    ///
    /// # Errors
    /// Why the server is not the one that it has to be.
    async fn show_tools(&self, connected: &mut Connected) -> Result<(), String> {
        let config = &self.known.config;
        let listing = list(connected.service.peer(), config);
        let (mut tools, problem) = match timeout(config.start_limit, listing).await {
            Ok(Ok(tools)) => (tools, None),
            Ok(Err(error)) => (Vec::new(), Some(plain(&error.to_string()))),
            Err(_) => (Vec::new(), Some("the list of its tools did not come in time".to_owned())),
        };
        let info = connected.service.peer().peer_info();
        let server = info.as_ref().and_then(|info| info.server_info.as_ref());
        let mut server = server
            .map(|server| plain(&format!("{} {}", server.name, server.version)))
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| "a server without a name".to_owned());
        let protocol = info.map(|info| plain(info.protocol_version.as_str())).unwrap_or_default();
        connected.is_engine = unreal::is_front(config, &tools);
        let mut engine = None;
        if connected.is_engine {
            let project = connected.project(config).await;
            server = match &project {
                Some(project) => format!("Unreal Editor with {}", plain(project)),
                None => "Unreal Editor".to_owned(),
            };
            tools = unreal::front(config);
            engine = Some(project);
        }
        if let Some(wanted) = &config.unreal {
            fits(wanted, engine.as_ref(), &tools, &server, problem.as_deref())?;
        }
        let count = tools.len();
        self.known.change(|view| (view.tools, view.engine) = (tools, engine));
        self.show(match problem {
            None => ServerState::Ready { tools: count, server, protocol },
            Some(why) => ServerState::Failed { why },
        });
        Ok(())
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
                        if let Err(why) = self.show_tools(connected).await {
                            return Next::Unfit(why);
                        }
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
                answer = connected.call(&self.known.config, &ask) => match answer {
                    Ok(answer) => answer,
                    Err(NotTaken) if !ask.is_second => {
                        return Next::Again(Ask { is_second: true, ..ask });
                    }
                    Err(NotTaken) => {
                        let text = self.lost("it does not know its own sessions");
                        ToolAnswer::ended(CallEnd::Lost, text)
                    }
                },
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

    /// Asks which project the engine's editor has open.
    async fn project(&mut self, config: &ServerConfig) -> Option<String> {
        let request = unreal::project_request();
        let allowance = Allowance::begin(&Stop::default(), config.start_limit);
        let sent = self.send(config, request.own_name, request.arguments, "", &allowance).await;
        let answer = sent.ok().filter(|answer| answer.end == CallEnd::Done)?;
        unreal::project_of(&unreal::joined(&answer))
    }

    /// Runs a call, until it is answered, stopped or late.
    async fn call(&mut self, config: &ServerConfig, ask: &Ask) -> Result<ToolAnswer, NotTaken> {
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

    /// Waits until the engine is done with a call that nobody waits for any
    /// more: a second one beside it would fail, or block the editor.
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
                    "not run: the editor still works on {}, which it was asked for {} seconds ago; \
                     it takes one call at a time. It may compile, load, or a dialog may be open.",
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
            heard = &mut handle.rx => {
                let heard = heard.unwrap_or(Err(ServiceError::TransportClosed));
                return self.heard(heard, config).await;
            }
            () = allowance.stop().stopped() => "cancelled by the user",
            () = sleep_until(until) => "it took too long",
            () = self.notes.oversized() => {
                return Ok(ToolAnswer::error(format!(
                    "the server {} answered with more than {MOST_LINE} bytes, which is not taken; \
                     ask for less",
                    config.name
                )));
            }
        };
        if self.is_engine {
            // It cannot give a call up, and refuses notifications that it does
            // not know.
            self.unfinished = Some(Unfinished { what: what.to_owned(), since, answer: handle.rx });
        } else {
            let _ = timeout(FAREWELL, handle.cancel(Some(why.into()))).await;
        }
        Ok(over(allowance, &config.name))
    }

    /// Makes an answer of what the server said.
    async fn heard(
        &mut self,
        heard: Result<ServerResult, ServiceError>,
        config: &ServerConfig,
    ) -> Result<ToolAnswer, NotTaken> {
        Ok(match heard {
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
            Err(error) => return self.failed(&error, config).await,
        })
    }

    /// The answer to a call whose connection broke.
    ///
    /// # Errors
    /// Where the server surely did not take it: it does not know the session.
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
                "it answered with more than {MOST_LINE} bytes, which is not taken; ask for less"
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
        let text = format!("the server {} is gone: {why}", config.name);
        Ok(ToolAnswer::ended(CallEnd::Lost, text))
    }
}

/// A call that the server surely did not take.
struct NotTaken;

/// How the SDK says that a server does not know the session any more.
const EXPIRED: &str = "Session expired (HTTP 404)";

/// Says why a server is not the engine's server that it has to be.
fn fits(
    wanted: &UnrealEditor,
    engine: Option<&Option<String>>,
    tools: &[Listed],
    server: &str,
    problem: Option<&str>,
) -> Result<(), String> {
    let Some(project) = engine else {
        if let Some(problem) = problem {
            return Err(format!("something else answers there: {problem}"));
        }
        if tools.iter().any(|tool| tool.own_name.starts_with("EditorToolset.")) {
            return Err("tool search is off in the editor: turn Enable Tool Search on in Editor \
                        Preferences, Model Context Protocol, and start the server again"
                .to_owned());
        }
        return Err(format!("something else answers there: {server}"));
    };
    match (&wanted.project, project) {
        (None, _) => Ok(()),
        (Some(wanted), Some(project)) if unreal::matches(project, wanted) => Ok(()),
        (Some(_), Some(project)) => Err(format!(
            "the editor there has another project open: {}; start the server of this project's \
             editor at a port of its own (ModelContextProtocol.StartServer PORT)",
            plain(project)
        )),
        (Some(_), None) => Err("which project the editor there has open cannot be told: turn the \
                                plugin AllToolsets on, or EditorToolset, which has its log"
            .to_owned()),
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

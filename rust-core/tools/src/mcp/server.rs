//! One server, from its start to its end.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::ask::Ask;
use super::connected::{Connected, NotTaken, farewell};
use super::greeting::{Unreached, connect};
use super::listing::{Listed, list};
use super::plain::plain;
use super::sign_in::{Credentials, sign_in};
use super::{Reach, ServerConfig, ServerState, unreal};
use crate::{CallEnd, ToolAnswer};

/// How often a failing server is restarted without having answered a call.
const MOST_STARTS: u32 = 3;

/// The state of a server as seen from outside.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) config: ServerConfig,
    /// The credentials for it, if the user can sign in there.
    credentials: Option<Arc<Credentials>>,
    /// The user wants to sign in.
    sign_in: Notify,
    view: Mutex<View>,
}

#[derive(Debug, Clone)]
struct View {
    state: ServerState,
    tools: Vec<Listed>,
    /// Set if it turned out to be Unreal Engine's own server, with the project that its editor has
    /// open, if it says so.
    engine: Option<Option<String>>,
}

impl Known {
    pub(super) fn new(config: ServerConfig) -> Self {
        // The engine's tools are known in advance, so that an editor that is started later, or
        // again, is found by the next call.
        let tools = if config.unreal.is_some() { unreal::front(&config) } else { Vec::new() };
        let view = View { state: ServerState::Starting, tools, engine: None };
        let credentials = Credentials::of(&config).map(Arc::new);
        Self { config, credentials, sign_in: Notify::new(), view: Mutex::new(view) }
    }

    /// Starts the sign-in; returns whether the server requires one.
    pub(super) fn sign_in(&self) -> bool {
        let mut is_asked = false;
        self.change(|view| {
            is_asked = matches!(view.state, ServerState::NeedsSignIn { .. });
            if is_asked {
                view.state = ServerState::SigningIn { page: String::new() };
            }
        });
        if is_asked {
            self.sign_in.notify_one();
        }
        is_asked
    }

    /// The user has signed in there.
    pub(super) fn is_signed_in(&self) -> bool {
        self.credentials.as_ref().is_some_and(|it| it.is_signed_in())
    }

    /// Its state while it is not connected: it requires a sign-in, or has failed.
    fn absent(&self, mut why: String) -> ServerState {
        let Some(credentials) = &self.credentials else { return ServerState::Failed { why } };
        if credentials.asked().is_some() {
            return ServerState::NeedsSignIn { why: credentials.why() };
        }
        credentials.hide(&mut why);
        ServerState::Failed { why }
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

/// Drives one server from its start to its end.
pub(super) struct Server {
    known: Arc<Known>,
    asks: mpsc::Receiver<Ask>,
    closing: CancellationToken,
    /// Called when its state or its tools change.
    changed: Arc<dyn Fn() + Send + Sync>,
    /// The number of starts since a call was last answered.
    starts: u32,
}

/// Why serving a connection ended.
enum Next {
    /// It was asked to end.
    Close,
    /// Its connection is gone.
    Gone,
    /// Its connection is gone, and this call was certainly not accepted.
    Again(Ask),
    /// It is not the server that it has to be.
    Unfit(String),
}

/// Why a server that is not connected is started again.
enum Wake {
    Call(Ask),
    /// The user wants to sign in.
    SignIn,
}

/// Why a server is not available, for a model.
fn reason(absent: &ServerState) -> String {
    match absent {
        ServerState::Failed { why } => why.clone(),
        ServerState::NeedsSignIn { why } => {
            format!("it requires a sign-in, and {why}; ask the user to sign in")
        }
        other => other.to_string(),
    }
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

    /// Starts the server and answers calls until it is asked to end.
    pub(super) async fn run(mut self) {
        let mut waiting: Option<Ask> = None;
        loop {
            self.show(ServerState::Starting);
            self.starts += 1;
            let closing = self.closing.clone();
            // Outside of what may be cancelled, so that it is ended in any case.
            let mut process = None;
            let connected = tokio::select! {
                connected = connect(
                    &self.known.config,
                    self.known.credentials.as_ref(),
                    &mut process,
                ) => Some(connected),
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
                        Next::Gone => self.show(self.known.absent(why)),
                        Next::Again(ask) => {
                            waiting = Some(ask);
                            continue;
                        }
                        Next::Unfit(why) => {
                            let absent = self.known.absent(why);
                            self.answer_unserved(waiting.take(), CallEnd::Lost, &absent);
                            self.show(absent);
                        }
                    }
                }
                Err(unreached) => {
                    let Unreached { why, is_silent, .. } = self.explained(unreached);
                    let end = if is_silent { CallEnd::Busy } else { CallEnd::Lost };
                    let absent = self.known.absent(why);
                    self.answer_unserved(waiting.take(), end, &absent);
                    self.show(absent);
                }
            }
            match self.wait_until_worth_it().await {
                Some(ask) => waiting = ask,
                None => break,
            }
        }
        self.show(ServerState::Stopped);
    }

    fn show(&self, state: ServerState) {
        self.known.change(|view| view.state = state);
        (self.changed)();
    }

    /// Answers a call that arrived before the server could accept it.
    fn answer_unserved(&self, ask: Option<Ask>, end: CallEnd, absent: &ServerState) {
        if let Some(ask) = ask {
            let _ = ask.answer.send(ToolAnswer::ended(end, self.lost(&reason(absent))));
        }
    }

    /// Adds what the user can do if the engine's server is not available.
    fn explained(&self, unreached: Unreached) -> Unreached {
        if self.known.config.unreal.is_none() {
            return unreached;
        }
        let why = if unreached.is_silent {
            format!(
                "{}; the editor may be busy compiling or loading, or a dialog may be open",
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

    /// An answer of the server without secrets.
    fn without_secrets(&self, mut answer: ToolAnswer) -> ToolAnswer {
        let Some(credentials) = &self.known.credentials else { return answer };
        if credentials.asked().is_some() && answer.end == CallEnd::Lost {
            let absent = self.known.absent(String::new());
            return ToolAnswer::ended(CallEnd::Lost, self.lost(&reason(&absent)));
        }
        credentials.hide_in(&mut answer);
        answer
    }

    fn lost(&self, why: &str) -> String {
        format!("the server {} is not available: {why}", self.known.config.name)
    }

    /// Waits until there is a reason to start it again: a call, or that the
    /// user has signed in; `None` at the end.
    async fn wait_until_worth_it(&mut self) -> Option<Option<Ask>> {
        loop {
            match self.wait_for_call().await? {
                Wake::Call(ask) => return Some(Some(ask)),
                Wake::SignIn => match self.let_sign_in().await? {
                    Ok(()) => return Some(None),
                    Err(why) => self.show(ServerState::NeedsSignIn { why }),
                },
            }
        }
    }

    /// Signs the user in; `None` if the server is to end.
    ///
    /// # Errors
    /// Why the user is not signed in.
    async fn let_sign_in(&mut self) -> Option<Result<(), String>> {
        let credentials = Arc::clone(self.known.credentials.as_ref()?);
        self.show(ServerState::SigningIn { page: String::new() });
        let signed = tokio::select! {
            signed = sign_in(&credentials, |page| self.show(ServerState::SigningIn { page })) => signed,
            () = self.closing.cancelled() => return None,
        };
        Some(signed)
    }

    /// Waits for a call that is worth another start, or for a user who wants
    /// to sign in; `None` at the end.
    async fn wait_for_call(&mut self) -> Option<Wake> {
        loop {
            let ask = tokio::select! {
                ask = self.asks.recv() => ask?,
                () = self.known.sign_in.notified() => return Some(Wake::SignIn),
                () = self.closing.cancelled() => return None,
            };
            // Trying a port costs nothing; starting a program does.
            let starts_nothing = matches!(self.known.config.reach, Reach::Address { .. });
            if starts_nothing || self.starts < MOST_STARTS {
                return Some(Wake::Call(ask));
            }
            let text = self.lost(&reason(&self.known.state()));
            let _ = ask.answer.send(ToolAnswer::ended(CallEnd::Lost, text));
        }
    }

    /// Asks for the tools and publishes them.
    ///
    /// # Errors
    /// Why the server is not the one that it has to be.
    async fn show_tools(&self, connected: &mut Connected) -> Result<(), String> {
        let config = &self.known.config;
        let listing = list(connected.service.peer(), config);
        let (mut tools, problem) = match timeout(config.start_limit, listing).await {
            Ok(Ok(tools)) => (tools, None),
            Ok(Err(error)) => (Vec::new(), Some(plain(&error.to_string()))),
            Err(_) => (Vec::new(), Some("its list of tools did not arrive in time".to_owned())),
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
            unreal::fits(wanted, engine.as_ref(), &tools, &server, problem.as_deref())?;
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
            // The caller has given up meanwhile.
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
                        let text = self.lost("it does not recognize its own sessions");
                        ToolAnswer::ended(CallEnd::Lost, text)
                    }
                },
                () = closing.cancelled() => {
                    let text = "cancelled: the server was ended";
                    let _ = ask.answer.send(ToolAnswer::ended(CallEnd::Cancelled, text));
                    return Next::Close;
                }
            };
            if let Some(process) = &mut connected.process {
                process.look();
            }
            let answer = self.without_secrets(answer);
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

//! Starts a server and does the handshake.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::model::ProtocolVersion;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RoleClient, serve_client_with_lifecycle,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, Transport};
use tokio::sync::Notify;
use tokio::time::timeout;
use vibeue_provider::http::{Endpoint, HttpClient, Limits};

use super::connected::{Connected, LAST_BREATH, with_words};
use super::handler::Handler;
use super::plain::plain;
use super::sieve::{Notes, sift};
use super::sign_in::Credentials;
use super::wire::Wire;
use super::{Lifecycle, Reach, ServerConfig};
use crate::process::{self, Process, StderrTail};

/// Why a server does not answer.
pub(super) struct Unreached {
    /// In words for the user.
    pub(super) why: String,
    /// Whether it knows only the other kind of handshake.
    pub(super) other_way: bool,
    /// Whether something is there but does not answer.
    pub(super) is_silent: bool,
}

impl Unreached {
    fn new(why: String) -> Self {
        Self { why, other_way: false, is_silent: false }
    }
}

/// Starts a server and does the handshake.
///
/// # Errors
/// Why it does not answer.
pub(super) async fn connect(
    config: &ServerConfig,
    credentials: Option<&Arc<Credentials>>,
    process: &mut Option<Process>,
) -> Result<Connected, Unreached> {
    if let Some(credentials) = credentials {
        credentials.begin().map_err(Unreached::new)?;
    }
    let ways: &[Lifecycle] = match config.lifecycle {
        // A server that knows only the newer way refuses the older one.
        Lifecycle::Any => &[Lifecycle::Initialize, Lifecycle::Discover],
        Lifecycle::Initialize => &[Lifecycle::Initialize],
        Lifecycle::Discover => &[Lifecycle::Discover],
    };
    let until = Instant::now() + config.start_limit;
    let mut first = None;
    for way in ways {
        let left = until.saturating_duration_since(Instant::now());
        match greet(config, credentials, *way, left, process).await {
            Ok(connected) => return Ok(connected),
            Err(unreached) => {
                let other_way = unreached.other_way;
                let first = first.get_or_insert(unreached);
                if !other_way {
                    return Err(Unreached { other_way, why: first.why.clone(), ..*first });
                }
            }
        }
    }
    Err(first.unwrap_or_else(|| Unreached::new(String::new())))
}

/// Starts a server and does one kind of handshake.
async fn greet(
    config: &ServerConfig,
    credentials: Option<&Arc<Credentials>>,
    way: Lifecycle,
    limit: Duration,
    process: &mut Option<Process>,
) -> Result<Connected, Unreached> {
    let tools_changed = Arc::new(Notify::new());
    let handler = Handler { tools_changed: Arc::clone(&tools_changed) };
    let mode = match way {
        Lifecycle::Discover => {
            ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::LATEST] }
        }
        Lifecycle::Any | Lifecycle::Initialize => ClientLifecycleMode::Initialize,
    };
    let (notes, stderr) = (Notes::default(), StderrTail::default());
    let greeted = match &config.reach {
        Reach::Command { command, arguments, environment, folder } => {
            let folder = folder.as_deref();
            let (started, streams) =
                process::start(Path::new(command), arguments, environment, folder)
                    .map_err(|error| Unreached::new(cannot_start(command, folder, &error)))?;
            let started = process.insert(started);
            tokio::spawn(stderr.clone().follow(streams.stderr));
            let (to, from) = tokio::io::duplex(64 * 1024);
            tokio::spawn(sift(streams.stdout, to, notes.clone()));
            let greeting = serve_client_with_lifecycle(handler, (from, streams.stdin), mode);
            let greeted = timeout(limit, greeting).await;
            started.look();
            greeted
        }
        Reach::Address { url, headers } => {
            let transport =
                http(url, headers, config, credentials, &notes).map_err(Unreached::new)?;
            timeout(limit, serve_client_with_lifecycle(handler, transport, mode)).await
        }
    };
    let unreached = match greeted {
        Ok(Ok(service)) => {
            let process = process.take();
            return Ok(Connected {
                service,
                tools_changed,
                notes,
                stderr,
                process,
                is_engine: false,
                unfinished: None,
            });
        }
        Ok(Err(error)) => {
            Unreached { other_way: is_refusal(&error), ..Unreached::new(plain(&error.to_string())) }
        }
        Err(_) => {
            let seconds = config.start_limit.as_secs_f64();
            let why = format!("it did not answer the handshake within {seconds} seconds");
            Unreached { is_silent: true, ..Unreached::new(why) }
        }
    };
    let why = match process.take() {
        Some(process) => its_own_end(unreached.why, process, &notes, &stderr).await,
        None => unreached.why,
    };
    Err(Unreached { why, ..unreached })
}

/// Ends a process whose handshake failed, and returns how it ended, if it ended by itself, and what
/// it printed.
async fn its_own_end(
    mut why: String,
    mut process: Process,
    notes: &Notes,
    stderr: &StderrTail,
) -> String {
    if let Ok(how) = timeout(LAST_BREATH, process.ended()).await {
        why = how;
    }
    process.end().await;
    let _ = timeout(LAST_BREATH, notes.ended()).await;
    if let Some(stray) = notes.stray() {
        why.push_str(&format!("; it printed {stray:?} where only messages belong"));
    }
    with_words(why, stderr).await
}

fn cannot_start(command: &str, folder: Option<&Path>, error: &std::io::Error) -> String {
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return format!("its folder {} does not exist", folder.display());
    }
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("there is no program {command}; install it or give its full path")
        }
        _ => format!("{command} cannot be started: {error}"),
    }
}

/// Returns whether a server knows only the other kind of handshake.
fn is_refusal(error: &ClientInitializeError) -> bool {
    matches!(
        error,
        ClientInitializeError::JsonRpcError(_)
            | ClientInitializeError::NoCompatibleProtocolVersion { .. }
    )
}

/// Makes the connection to a server on the network like one to a model: https, or http on this
/// machine; no redirects; certificates verified by the system.
fn http(
    url: &str,
    headers: &BTreeMap<String, String>,
    config: &ServerConfig,
    credentials: Option<&Arc<Credentials>>,
    notes: &Notes,
) -> Result<impl Transport<RoleClient> + use<>, String> {
    let endpoint = Endpoint::new(url, false).map_err(|error| plain(&error.to_string()))?;
    let client = HttpClient::new(endpoint, Limits::default(), &[])
        .and_then(|client| client.connect())
        .map_err(|error| plain(&error.to_string()))?;
    let mut custom = HashMap::new();
    for (name, value) in headers {
        let wrong = || format!("the header {name:?} cannot be sent");
        let mut value: http::HeaderValue = value.parse().map_err(|_| wrong())?;
        value.set_sensitive(true);
        custom.insert(name.parse::<http::HeaderName>().map_err(|_| wrong())?, value);
    }
    let is_engine = config.unreal.is_some();
    let config = StreamableHttpClientTransportConfig::with_uri(url)
        .custom_headers(custom)
        .max_concurrent_requests(1)
        // If a session on this machine is gone, another program may have the port now: the
        // handshake is done as if for the first time.
        .reinit_on_expired_session(!config.reach.is_local());
    // The engine's sessions are reported to be valid for one connection only.
    let wire = Wire {
        client,
        listens: !is_engine,
        notes: notes.clone(),
        credentials: credentials.map(Arc::clone),
    };
    Ok(StreamableHttpClientTransport::with_client(wire, config))
}

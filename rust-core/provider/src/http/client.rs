//! The client of one endpoint.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::header::{CONTENT_ENCODING, HeaderValue, LOCATION};
use reqwest::redirect;
use rustls::pki_types::CertificateDer;
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio::time::{Instant, sleep, timeout};
use tracing::debug;

use super::endpoint::host_of;
use super::printable::printable;
use super::response::Response;
use super::transport::{Way, silence, transport_error};
use super::{
    AnswerReader, Call, Endpoint, Framing, Limits, Redactor, Sink, body, classify, retry, stream,
    tls,
};
use crate::{ErrorClass, ProviderError, Reply, StopReason};
use vibeue_conversation::{Error, ErrorKind, Result};

/// How this program identifies itself.
const USER_AGENT: &str = concat!("VibeUE/", env!("CARGO_PKG_VERSION"));

/// The longest id, model name or reason from a server, in characters.
const LONGEST_NAME: usize = 200;

/// How often a connection with an open request is pinged, and how long the
/// other side may take to respond (HTTP/2 only).
const PING_EVERY: Duration = Duration::from_secs(30);
const PING_WAIT: Duration = Duration::from_secs(20);

/// This machine; the port comes from the address.
const LOOPBACK: [SocketAddr; 2] = [
    SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), 0),
];

/// The maximum number of bytes of an answer about the server itself: the longest model lists have
/// one or two million.
const LONGEST_LIST: usize = 16 * 1024 * 1024;

/// Longer than any answer takes.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 3_600);

/// Sends requests to one endpoint, within [`Limits`], and repeats those that
/// may be repeated.
///
/// Redirects are not followed: they would carry keys and conversations to
/// another server. A server on this machine is reached without a proxy, and so
/// is one to which a key would be sent unencrypted. Dropping a future closes
/// its connection. Cheap to clone.
#[derive(Clone)]
pub struct HttpClient {
    /// Created with the first request: reading the system's certificates takes
    /// longer than the thread that creates a client may block.
    inner: Arc<OnceCell<reqwest::Client>>,
    extra_roots: Arc<[CertificateDer<'static>]>,
    endpoint: Arc<Endpoint>,
    redactor: Arc<Redactor>,
    limits: Limits,
}

impl HttpClient {
    /// Creates a client. `extra_roots` are certificates in PEM form that are
    /// trusted in addition to the system's; empty for none. Nothing is read
    /// from the system before the first request.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`] if they cannot be read.
    pub fn new(endpoint: Endpoint, limits: Limits, extra_roots: &[u8]) -> Result<Self> {
        let extra_roots = tls::roots(extra_roots)?.into();
        let redactor = Arc::new(endpoint.redactor());
        let inner = Arc::default();
        Ok(Self { inner, extra_roots, endpoint: Arc::new(endpoint), redactor, limits })
    }

    /// The connections, created on first use.
    async fn connections(&self) -> Result<&reqwest::Client, ProviderError> {
        let connect = || async { self.connect() };
        self.inner.get_or_try_init(connect).await.map_err(|error| {
            let transport = ProviderError::new(ErrorClass::Transport, error.message());
            match error.hint_text() {
                Some(hint) => transport.hint(hint),
                None => transport,
            }
        })
    }

    /// Creates the bare client of the endpoint, for other protocols: without
    /// its key, its retries and its limits except the one for connecting, but
    /// otherwise as described above.
    ///
    /// # Errors
    /// [`ErrorKind::Io`] if the system has no certificates and the address
    /// needs them.
    pub fn connect(&self) -> Result<reqwest::Client> {
        let encrypted = self.endpoint.base().scheme() == "https";
        let tls = tls::settings(&self.extra_roots, encrypted)?;
        let mut builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(redirect::Policy::none())
            .connect_timeout(self.limits.connect)
            // A connection that died while the machine slept or changed its
            // network is detected long before the server's time is up.
            .http2_keep_alive_interval(PING_EVERY)
            .http2_keep_alive_timeout(PING_WAIT)
            .user_agent(USER_AGENT)
            .referer(false);
        if !self.endpoint.may_use_proxy() {
            builder = builder.no_proxy();
        }
        if self.endpoint.is_loopback() {
            // The name is trusted without encryption, so no name server is
            // asked for its address (RFC 6761, section 6.3).
            if let Some(name) = self.endpoint.base().domain() {
                builder = builder.resolve_to_addrs(name, &LOOPBACK);
            }
        }
        builder.build().map_err(|error| {
            Error::new(ErrorKind::Io, format!("no connection can be made: {}", error.without_url()))
        })
    }

    /// The endpoint.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Removes secrets from a text.
    pub fn redact(&self, text: &str) -> String {
        self.redactor.redact(text).into_owned()
    }

    /// Asks a short question about the server: one JSON value, within
    /// [`Limits::question`], repeated if that may help.
    ///
    /// # Errors
    /// Any class except `Cancelled`.
    pub async fn question(&self, call: &Call) -> Result<Value, ProviderError> {
        let limits = Limits {
            first_piece: self.limits.question,
            whole: self.limits.question,
            idle: self.limits.question.min(self.limits.idle),
            retry_wait: self.limits.question.min(self.limits.retry_wait),
            total: self.limits.total.min(LONGEST_LIST),
            ..self.limits
        };
        self.repeating(call, &limits).await
    }

    /// Sends a request whose answer is one JSON value and may take as long as a
    /// model thinks, repeated if that may help.
    ///
    /// # Errors
    /// Any class except `Cancelled`.
    pub async fn json_answer(&self, call: &Call) -> Result<Value, ProviderError> {
        self.repeating(call, &self.limits).await
    }

    /// Sends a request and lets a reader assemble the reply: from a stream or,
    /// if the server answers with one JSON value, from that.
    ///
    /// Repeats what may be repeated as long as nothing was delivered; each
    /// attempt gets a new reader.
    ///
    /// # Errors
    /// Any class except `Cancelled`; [`ProviderError::delivered`] says whether
    /// pieces were delivered before.
    pub async fn exchange<R: AnswerReader>(
        &self,
        call: &Call,
        framing: Framing,
        reader: impl Fn() -> R,
        sink: &mut Sink<'_>,
    ) -> Result<Reply, ProviderError> {
        let mut attempts = 0;
        loop {
            attempts += 1;
            let attempt = async {
                let mut response = self.send(call, &self.limits).await?;
                let mut reader = reader();
                stream::read(&mut response, framing, &mut reader, sink)
                    .await
                    .map_err(|error| completed(error, &response))
            };
            let error = match attempt.await {
                Ok(reply) => {
                    sink.flush();
                    return Ok(self.tidied(reply));
                }
                Err(error) => self.finished(error, sink.delivered()),
            };
            sink.reset();
            self.wait_or_fail(call, error, attempts, &self.limits).await?;
        }
    }

    /// Sends a request until its answer can be read or it may not be repeated.
    async fn repeating(&self, call: &Call, limits: &Limits) -> Result<Value, ProviderError> {
        let mut attempts = 0;
        loop {
            attempts += 1;
            let attempt = async {
                let mut response = self.send(call, limits).await?;
                json(&mut response).await.map_err(|error| completed(error, &response))
            };
            let error = match attempt.await {
                Ok(value) => return Ok(value),
                Err(error) => self.finished(error, false),
            };
            self.wait_or_fail(call, error, attempts, limits).await?;
        }
    }

    /// Waits before the next attempt, or returns the error.
    async fn wait_or_fail(
        &self,
        call: &Call,
        error: ProviderError,
        attempts: u32,
        limits: &Limits,
    ) -> Result<(), ProviderError> {
        let limits = Limits { retries: call.retries.unwrap_or(limits.retries), ..*limits };
        let Some(wait) = retry::wait_before_retry(&error, attempts, &limits) else {
            return Err(error);
        };
        debug!(
            target: "vibeue::http",
            host = self.endpoint.host(), attempts, class = error.class.name(),
            wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            "the request failed and is sent again"
        );
        sleep(wait).await;
        Ok(())
    }

    /// Sends a request once and returns its answer if its status is a success
    /// and its body can be read.
    async fn send(&self, call: &Call, limits: &Limits) -> Result<Response, ProviderError> {
        let host = host_of(&call.url);
        let way = Way::to(&self.endpoint);
        let now = Instant::now();
        // A limit beyond what the clock can represent does not limit anything.
        let deadline = now.checked_add(limits.whole).unwrap_or(now + FOREVER);
        let connections = self.connections().await?;
        let mut request = connections.request(call.method.clone(), call.url.clone());
        request = request.headers(call.headers_beside(self.endpoint.headers_for(&call.url)));
        if let Some(body) = &call.body {
            request = request.body(body.clone());
        }
        let wait = limits.first_piece.min(limits.whole);
        let begun = Instant::now();
        let inner = timeout(wait, request.send())
            .await
            .map_err(|_| silence(&host, wait, false))?
            .map_err(|error| transport_error(&host, error, way))?;
        let mut response = Response { inner, host, way, limits: *limits, deadline, received: 0 };
        let status = response.status();
        debug!(
            target: "vibeue::http",
            host = response.host, method = %call.method, path = call.url.path(), status,
            ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX), "answered"
        );
        if (300..400).contains(&status) {
            return Err(redirected(&response, &call.url));
        }
        let headers = response.inner.headers();
        if let Some(encoding) = headers.get(CONTENT_ENCODING).filter(|value| *value != "identity") {
            let encoding = shown(encoding);
            let mut error = ProviderError::new(
                ErrorClass::Protocol,
                format!(
                    "{} answered in the encoding {encoding}, which was not requested",
                    response.host
                ),
            )
            .hint("turn off compression in the server or in the proxy in front of it");
            error.status = Some(status);
            error.request_id = response.request_id();
            return Err(error);
        }
        if !(200..300).contains(&status) {
            let headers = headers.clone();
            let body = response.error_body().await;
            let now = SystemTime::now();
            return Err(classify(&response.host, status, &headers, &body, now));
        }
        Ok(response)
    }

    /// Removes secrets, and what controls a terminal, from a text.
    fn clean(&self, text: &str) -> String {
        printable(&self.redact(text)).into_owned()
    }

    /// Cuts what a server says about its answer to what can be shown.
    fn tidied(&self, mut reply: Reply) -> Reply {
        let short = |text: String| text.chars().take(LONGEST_NAME).collect::<String>();
        reply.id = reply.id.map(|id| short(self.clean(&short(id))));
        reply.model = reply.model.map(|model| short(self.clean(&short(model))));
        let clean = |text: &String| self.clean(&classify::shortened(text));
        reply.warnings = reply.warnings.iter().map(clean).collect();
        if let StopReason::Other(words) = &mut reply.stop {
            *words = short(clean(words));
        }
        reply
    }

    /// Cleans an error and notes whether anything was delivered.
    fn finished(&self, mut error: ProviderError, delivered: bool) -> ProviderError {
        error.message = self.clean(&error.message);
        error.hint = error.hint.map(|hint| self.clean(&hint));
        error.request_id = error.request_id.map(|id| self.clean(&id));
        error.delivered |= delivered;
        error
    }
}

impl fmt::Debug for HttpClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpClient").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}

/// Reads a body as JSON.
async fn json(response: &mut Response) -> Result<Value, ProviderError> {
    let first = response.chunk(response.limits.first_piece).await?;
    let body = match first {
        Some(first) => response.rest(first.to_vec()).await?,
        None => Vec::new(),
    };
    body::json_of(&response.host, &body)
}

/// Adds to an error what the answer's headers say.
fn completed(mut error: ProviderError, response: &Response) -> ProviderError {
    error.status.get_or_insert(response.status());
    error.request_id = error.request_id.or_else(|| response.request_id());
    error
}

/// The error for a redirect; it names the target, because that is what has to
/// be fixed.
fn redirected(response: &Response, from: &reqwest::Url) -> ProviderError {
    let status = response.status();
    let target = response.inner.headers().get(LOCATION).and_then(|value| value.to_str().ok());
    let target = target.and_then(|target| from.join(target).ok());
    let (leads, hint) = match &target {
        Some(url) => (
            format!("to {}", host_of(url)),
            format!(
                "if that is right, set {}://{} as the base address; the key was not sent there",
                url.scheme(),
                host_of(url)
            ),
        ),
        None => ("elsewhere".to_owned(), "check the base address".to_owned()),
    };
    let message = format!("{} answered {status}: it redirects {leads}", response.host);
    let mut error = ProviderError::new(ErrorClass::Protocol, message).hint(hint);
    error.status = Some(status);
    error.request_id = response.request_id();
    error
}

fn shown(value: &HeaderValue) -> String {
    value.to_str().unwrap_or("(unreadable)").chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn making_a_client_reads_no_certificates_of_the_system() {
        let endpoint = Endpoint::new("https://127.0.0.1:9/v1", false).unwrap();
        let client = HttpClient::new(endpoint, Limits::default(), &[]).unwrap();
        assert!(!client.inner.initialized());
        let copy = client.clone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { copy.connections().await.map(|_| ()) }).unwrap();
        assert!(client.inner.initialized(), "copies share what was made");
    }
}

//! A tool server that requires a sign-in, with its authorization server, on one port of loopback.
//! It judges what a client does by the standards (OAuth 2.1 with RFC 7591, 7636, 8414, 8707 and
//! 9728), or misbehaves as requested.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Server;
use crate::loopback::listen;

/// A tool server that requires a sign-in. It answers as long as the program runs.
#[derive(Debug)]
pub struct SignInServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    mode: String,
    url: String,
    /// Addresses to which the browser may come back, by client.
    clients: HashMap<String, String>,
    /// What was asked for, by code.
    codes: HashMap<String, HashMap<String, String>>,
    /// How many requests were made with each token.
    tokens: HashMap<String, u32>,
    renewals: HashSet<String>,
    given: u32,
    /// What a client had revoked, each with what it said of it.
    revoked: Vec<(String, String)>,
    faults: Vec<String>,
    requests: Vec<String>,
    server: Option<Server>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("mode", &self.mode).finish_non_exhaustive()
    }
}

/// One request.
struct Asked {
    line: String,
    head: String,
    body: String,
}

/// Status, headers and body.
type Reply = (&'static str, String, String);

impl SignInServer {
    /// Starts to answer.
    ///
    /// # Errors
    /// If no port can be opened.
    pub fn start(mode: &str) -> io::Result<Self> {
        let listener: TcpListener = listen()?;
        let address = listener.local_addr()?;
        let mut server = Server::new("plain");
        server.replies = Some(Mutex::default());
        let state = State {
            mode: mode.to_owned(),
            url: format!("http://{address}"),
            server: Some(server),
            ..State::default()
        };
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        std::thread::Builder::new().name("scripted-sign-in".to_owned()).spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let state = Arc::clone(&shared);
                // A client that disconnects gets no answer; the next one does.
                std::thread::spawn(move || {
                    let _ = answer(&stream, &state);
                });
            }
        })?;
        Ok(Self { address, state })
    }

    /// The address of its tools.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// What a client did that no standard allows.
    pub fn faults(&self) -> Vec<String> {
        self.state().faults.clone()
    }

    /// The first line of each request so far.
    pub fn requests(&self) -> Vec<String> {
        self.state().requests.clone()
    }

    /// The tokens that it gave, of both kinds.
    pub fn tokens(&self) -> Vec<String> {
        let state = self.state();
        state.tokens.keys().chain(&state.renewals).cloned().collect()
    }

    /// The tokens that a client asked to have revoked, in order, each with the
    /// kind that it named.
    pub fn revoked(&self) -> Vec<(String, String)> {
        self.state().revoked.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays the browser of a user who agrees: opens a page on this machine and follows it. Returns the
/// page at the end.
///
/// # Errors
/// If a page is not on this machine, or nobody answers there.
pub fn agree(page: &str) -> io::Result<String> {
    let mut page = page.to_owned();
    for _ in 0..5 {
        let answer = get(&page)?;
        let head = answer.split("\r\n\r\n").next().unwrap_or_default();
        match header(head, "location") {
            Some(next) => page = next.to_owned(),
            None => return Ok(answer),
        }
    }
    Err(io::Error::other("it leads on and on"))
}

/// Reads a page of this machine, with its head.
fn get(page: &str) -> io::Result<String> {
    let not_here = || io::Error::other(format!("{page} is not on this machine"));
    let rest = page.strip_prefix("http://127.0.0.1:").ok_or_else(not_here)?;
    let (port, path) = rest.split_once('/').ok_or_else(not_here)?;
    let port: u16 = port.parse().map_err(|_| not_here())?;
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let host = format!("127.0.0.1:{port}");
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn answer(mut stream: &TcpStream, state: &Mutex<State>) -> io::Result<()> {
    let Some(asked) = read(stream)? else { return Ok(()) };
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    state.requests.push(asked.line.clone());
    if state.mode == "endless" && asked.line.contains("/.well-known/") {
        drop(state);
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{{\"a\":\"")?;
        loop {
            stream.write_all(&[b'x'; 4096])?;
        }
    }
    let (status, headers, body) = state.judge(&asked);
    let is_silent = state.is("silent_revocation") && asked.line.contains("/revoke");
    drop(state);
    if is_silent {
        // Until the client has enough.
        return stream.read_exact(&mut [0]);
    }
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

fn read(mut stream: &TcpStream) -> io::Result<Option<Asked>> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = header(head, "content-length").and_then(|it| it.parse().ok()).unwrap_or(0);
            if body.len() >= length {
                let line = head.lines().next().unwrap_or_default().to_owned();
                return Ok(Some(Asked { line, head: head.to_owned(), body: body.to_owned() }));
            }
        }
        match stream.read(&mut piece)? {
            0 => return Ok(None),
            read => bytes.extend_from_slice(&piece[..read]),
        }
    }
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    let mut fields = head.lines().filter_map(|line| line.split_once(':'));
    fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// Reads the fields of a form, or of a query.
fn form(text: &str) -> HashMap<String, String> {
    let plain = |text: &str| {
        let mut bytes = Vec::new();
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'+' => b' ',
                b'%' => {
                    let digits: Vec<u8> = rest.by_ref().take(2).collect();
                    let digits = String::from_utf8_lossy(&digits).into_owned();
                    u8::from_str_radix(&digits, 16).unwrap_or(b'?')
                }
                other => other,
            });
        }
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (plain(name), plain(value))).collect()
}

fn ok(value: &Value) -> Reply {
    ("200 OK", "Content-Type: application/json\r\n".to_owned(), value.to_string())
}

fn bad(error: &str) -> Reply {
    let body = json!({"error": error}).to_string();
    ("400 Bad Request", "Content-Type: application/json\r\n".to_owned(), body)
}

fn nothing() -> Reply {
    ("404 Not Found", String::new(), String::new())
}

impl State {
    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    fn judge(&mut self, asked: &Asked) -> Reply {
        let target = asked.line.split(' ').nth(1).unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        match (asked.line.split(' ').next().unwrap_or_default(), path) {
            ("GET", "/described") => self.describe(),
            ("GET", "/.well-known/oauth-protected-resource/mcp") if self.is("bare") => {
                self.describe()
            }
            ("GET", "/.well-known/oauth-authorization-server") => self.describe_authority(),
            ("POST", "/register") => self.register(&asked.body),
            ("GET", "/authorize") => self.authorize(&form(query)),
            ("POST", "/token") => self.token(asked),
            ("POST", "/revoke") => self.revoke(asked),
            ("POST", "/mcp") => self.tools(asked),
            ("GET" | "DELETE", "/mcp") => ("405 Method Not Allowed", String::new(), String::new()),
            _ => nothing(),
        }
    }

    fn fault(&mut self, what: &str) -> Reply {
        self.faults.push(what.to_owned());
        bad("invalid_request")
    }

    fn describe(&self) -> Reply {
        let authority = match self.mode.as_str() {
            "insecure" => "http://login.example.com".to_owned(),
            _ => self.url.clone(),
        };
        let resource = match self.mode.as_str() {
            "other_resource" => "https://bank.example.com/mcp".to_owned(),
            _ => format!("{}/mcp", self.url),
        };
        ok(&json!({"resource": resource, "authorization_servers": [authority],
            "scopes_supported": ["tools", "offline_access"]}))
    }

    fn describe_authority(&self) -> Reply {
        let url = &self.url;
        let mut value = json!({"issuer": url, "authorization_endpoint": format!("{url}/authorize"),
            "token_endpoint": format!("{url}/token"),
            "registration_endpoint": format!("{url}/register"),
            "revocation_endpoint": format!("{url}/revoke"),
            "response_types_supported": ["code"],
            "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
            "code_challenge_methods_supported": ["S256"]});
        match self.mode.as_str() {
            "other_issuer" => value["issuer"] = "https://login.example.com".into(),
            "no_pkce" => value["code_challenge_methods_supported"] = json!(["plain"]),
            "no_registration" => value["registration_endpoint"] = Value::Null,
            "says_issuer" => value["authorization_response_iss_parameter_supported"] = true.into(),
            "no_revocation" => value["revocation_endpoint"] = Value::Null,
            "insecure_revocation" => {
                value["revocation_endpoint"] = "http://login.example.com/revoke".into();
            }
            _ => {}
        }
        ok(&value)
    }

    fn register(&mut self, body: &str) -> Reply {
        let asked: Value = serde_json::from_str(body).unwrap_or_default();
        let back = asked["redirect_uris"][0].as_str().unwrap_or_default().to_owned();
        if !back.starts_with("http://127.0.0.1:") {
            return self.fault("the browser would come back to elsewhere");
        }
        let id = format!("client-{}", self.clients.len() + 1);
        self.clients.insert(id.clone(), back);
        let value = json!({"client_id": id, "redirect_uris": asked["redirect_uris"],
            "token_endpoint_auth_method": "none"});
        ("201 Created", "Content-Type: application/json\r\n".to_owned(), value.to_string())
    }

    fn authorize(&mut self, fields: &HashMap<String, String>) -> Reply {
        let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
        let back = field("redirect_uri");
        let is_own = self.is("no_registration") && field("client_id") == "own";
        if !is_own && self.clients.get(&field("client_id")) != Some(&back) {
            return self.fault("the client is not known, or comes from elsewhere");
        }
        if field("response_type") != "code"
            || field("code_challenge_method") != "S256"
            || field("code_challenge").len() != 43
            || field("state").len() < 20
        {
            return self.fault("the sign-in is not protected");
        }
        if field("resource") != format!("{}/mcp", self.url) {
            return self.fault("the resource is not named");
        }
        let wanted = if self.is("scope") { "deep" } else { "tools offline_access" };
        if !matches!(self.mode.as_str(), "old" | "no_registration") && field("scope") != wanted {
            return self.fault("the scope is another one");
        }
        let state = field("state");
        self.given += 1;
        let code = format!("code-{}", self.given);
        let mut to = match self.mode.as_str() {
            "denies" => format!("{back}?error=access_denied&state={state}"),
            _ => format!("{back}?code={code}&state={state}"),
        };
        match self.mode.as_str() {
            "says_issuer" => to.push_str(&format!("&iss={}", self.url)),
            "says_other_issuer" => to.push_str("&iss=https://login.example.com"),
            _ => {}
        }
        self.codes.insert(code, fields.clone());
        ("302 Found", format!("Location: {to}\r\n"), String::new())
    }

    fn token(&mut self, asked: &Asked) -> Reply {
        let fields = form(&asked.body);
        let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
        match self.mode.as_str() {
            "redirects" => {
                let to = "Location: http://127.0.0.1:9/token\r\n".to_owned();
                return ("307 Temporary Redirect", to, String::new());
            }
            "echoes" => return bad(&asked.body),
            _ => {}
        }
        // `own:s+e`
        let is_shown = header(&asked.head, "authorization") == Some("Basic b3duOnMrZQ==");
        if self.is("no_registration") && !is_shown {
            return self.fault("the secret is not shown");
        }
        if field("resource") != format!("{}/mcp", self.url) {
            return self.fault("the resource is not named for a token");
        }
        match field("grant_type").as_str() {
            "authorization_code" => {
                let Some(begun) = self.codes.remove(&field("code")) else {
                    return self.fault("the code was not given, or was used before");
                };
                let hash = base64url(&Sha256::digest(field("code_verifier").as_bytes()));
                if begun.get("code_challenge") != Some(&hash)
                    || begun.get("redirect_uri") != Some(&field("redirect_uri"))
                    || begun.get("client_id") != Some(&field("client_id"))
                {
                    return self.fault("who ends the sign-in did not begin it");
                }
            }
            "refresh_token" => {
                if self.is("forgets_for_good") {
                    return bad("invalid_grant");
                }
                if !self.renewals.remove(&field("refresh_token")) {
                    return self.fault("a token was renewed twice");
                }
            }
            _ => return self.fault("nothing is asked for that is known"),
        }
        self.grant()
    }

    /// Takes a token back (RFC 7009).
    fn revoke(&mut self, asked: &Asked) -> Reply {
        let fields = form(&asked.body);
        let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
        // `own:s+e`
        let is_shown = header(&asked.head, "authorization") == Some("Basic b3duOnMrZQ==");
        let (token, kind, client) = (field("token"), field("token_type_hint"), field("client_id"));
        self.revoked.push((kind.clone(), token.clone()));
        let is_known = if self.is("no_registration") {
            is_shown && client == "own"
        } else {
            self.clients.contains_key(&client)
        };
        if !is_known {
            return self.fault("who revokes a token is not who has it");
        }
        match self.mode.as_str() {
            "busy_revocation" => {
                let again = "Retry-After: 60\r\n".to_owned();
                return ("503 Service Unavailable", again, String::new());
            }
            "half_revocation" if kind == "access_token" => return bad("unsupported_token_type"),
            _ => {}
        }
        let is_there = match kind.as_str() {
            "refresh_token" => self.renewals.remove(&token),
            "access_token" => self.tokens.remove(&token).is_some(),
            _ => false,
        };
        if !is_there {
            return self.fault("a token is revoked that was not given");
        }
        ("200 OK", String::new(), String::new())
    }

    fn grant(&mut self) -> Reply {
        self.given += 1;
        let (token, again) =
            (format!("token-{}-secret", self.given), format!("again-{}-secret", self.given));
        self.tokens.insert(token.clone(), 0);
        self.renewals.insert(again.clone());
        let token = if self.is("odd_token") { "a\r\nX-Evil: b".to_owned() } else { token };
        let seconds = if self.is("short") { 1 } else { 3600 };
        ok(&json!({"access_token": token, "token_type": "Bearer", "expires_in": seconds,
            "refresh_token": again}))
    }

    fn tools(&mut self, asked: &Asked) -> Reply {
        let shown = header(&asked.head, "authorization").unwrap_or_default().to_owned();
        let token = shown.strip_prefix("Bearer ").unwrap_or_default();
        let forgets = self.mode.starts_with("forgets");
        let uses = self.tokens.get_mut(token).map(|uses| {
            *uses += 1;
            *uses
        });
        if uses.is_none_or(|uses| forgets && uses > 3) {
            return self.ask(if token.is_empty() { "" } else { "error=\"invalid_token\", " });
        }
        let message: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        if self.is("narrow") && message["method"] == "tools/call" {
            let header =
                "WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"deep\"\r\n";
            return ("403 Forbidden", header.to_owned(), String::new());
        }
        let Some(server) = self.server.as_mut() else { return nothing() };
        server.handle(&message);
        let replies = server.replies.as_ref();
        let text = replies.and_then(|it| it.lock().unwrap_or_else(PoisonError::into_inner).pop());
        let Some(mut text) = text else { return ("202 Accepted", String::new(), String::new()) };
        if self.is("echoing_tool") {
            text = text.replace("did it", &format!("did it with {shown}"));
        }
        ("200 OK", "Content-Type: application/json\r\n".to_owned(), text)
    }

    /// Asks who somebody is.
    fn ask(&self, error: &str) -> Reply {
        let url = match self.mode.as_str() {
            "described_elsewhere" => "https://elsewhere.example.com",
            _ => self.url.as_str(),
        };
        let scope = if self.is("scope") { ", scope=\"deep\"" } else { "" };
        let header = match self.mode.as_str() {
            "bare" => String::new(),
            "old" => "WWW-Authenticate: Bearer\r\n".to_owned(),
            _ => format!(
                "WWW-Authenticate: Bearer {error}resource_metadata=\"{url}/described\"{scope}\r\n"
            ),
        };
        ("401 Unauthorized", header, String::new())
    }
}

/// Base64 as addresses have it, bit by bit.
fn base64url(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits: Vec<u8> =
        bytes.iter().flat_map(|byte| (0..8).rev().map(move |at| (byte >> at) & 1)).collect();
    let six = |bits: &[u8]| (0..6).fold(0, |sum, at| sum * 2 + bits.get(at).copied().unwrap_or(0));
    bits.chunks(6).map(|bits| char::from(SIGNS[usize::from(six(bits))])).collect()
}

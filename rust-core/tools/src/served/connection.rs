//! One connection: one request and its answer.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::message::{self, HEADER_MISMATCH, Message, failure};
use super::peer::{Handled, Peer, Pending, is_new};
use super::request::{Head, Refusal, judge};
use super::shared::Shared;
use super::{GRACE, WITHOUT_GREETING};
use crate::Stop;

/// The maximum number of bytes of a head.
const MOST_HEAD: usize = 16 * 1024;

/// How much unread data is drained from a connection before it is closed, so that the other end can
/// read the reason.
const MOST_REST: usize = 1024 * 1024;

/// How long that may take, as well as writing an answer to a client that does not read.
const REST: Duration = Duration::from_secs(1);
const READING: Duration = Duration::from_secs(30);

/// A connection and what was read from it.
struct Line {
    read: OwnedReadHalf,
    write: OwnedWriteHalf,
    bytes: Vec<u8>,
}

/// Answers one request.
pub(super) async fn answer(stream: TcpStream, shared: &Arc<Shared>) {
    let _ = stream.set_nodelay(true);
    let (read, write) = stream.into_split();
    let mut line = Line { read, write, bytes: Vec::new() };
    let done = async {
        let wait = timeout(shared.options.patience, line.head()).await;
        let Ok(head) = wait.unwrap_or(Err(io::ErrorKind::TimedOut.into())) else { return };
        let outcome = match judge(&head, &shared.token, shared.port) {
            Ok(head) => exchange(&mut line, &head, shared).await,
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = outcome {
            line.refuse(&refusal).await;
        }
        line.close().await;
    };
    tokio::select! {
        () = done => {}
        () = shared.end.cancelled() => {}
    }
}

/// Reads what follows the head, and answers it.
async fn exchange(line: &mut Line, head: &Head, shared: &Arc<Shared>) -> Result<(), Refusal> {
    match (head.method.as_str(), &head.session) {
        ("POST", _) => {}
        ("DELETE", Some(session)) if shared.sessions.end(session) => {
            line.write("204 No Content", "", "").await;
            return Ok(());
        }
        ("DELETE", _) => return Err(unknown_session()),
        // No unsolicited messages are ever sent.
        _ => return Err(Refusal::new("405 Method Not Allowed", "POST a message, or DELETE")),
    }
    if head.expects {
        line.send(b"HTTP/1.1 100 Continue\r\n\r\n").await;
    }
    let body = match timeout(shared.options.patience, line.body(head.length)).await {
        Ok(Ok(body)) => body,
        // It went away in the middle: there is nobody to answer.
        Ok(Err(_)) => return Ok(()),
        Err(_) => return Err(Refusal::new("408 Request Timeout", "the body did not arrive")),
    };
    let message = match message::read(&body) {
        Ok(message) => message,
        Err(wrong) => {
            line.json("400 Bad Request", "", &wrong).await;
            return Ok(());
        }
    };
    if let Some(why) = mismatch(head, &message) {
        let id = if let Message::Request { id, .. } = &message { id.clone() } else { Value::Null };
        line.json("400 Bad Request", "", &failure(&id, HEADER_MISMATCH, &why)).await;
        return Ok(());
    }
    let (peer, header) = peer_of(head, &message, shared)?;
    match peer.handle(&shared.tools, message) {
        Handled::Nothing => line.write("202 Accepted", "", "").await,
        Handled::Answer(answer) => line.json("200 OK", &header, &answer).await,
        Handled::Call(call) => run(line, head.streams, &peer, call, shared).await,
    }
    Ok(())
}

/// The sender of a message, and the header with its session.
fn peer_of(
    head: &Head,
    message: &Message,
    shared: &Shared,
) -> Result<(Arc<Peer>, String), Refusal> {
    if is_new(message) || head.version.as_deref() == Some(WITHOUT_GREETING) {
        // It identifies itself with each request.
        return Ok((Arc::default(), String::new()));
    }
    if matches!(message, Message::Request { method, .. } if method == "initialize") {
        let begun = shared.sessions.begin();
        let begun =
            begun.map_err(|error| Refusal::new("500 Internal Server Error", error.to_string()))?;
        let Some((id, peer)) = begun else {
            let why = "too many programs have calls under way; try again later";
            return Err(Refusal::new("503 Service Unavailable", why));
        };
        return Ok((peer, format!("Mcp-Session-Id: {id}\r\n")));
    }
    let Some(session) = &head.session else {
        let why = "Mcp-Session-Id is missing; begin with initialize";
        return Err(Refusal::new("400 Bad Request", why));
    };
    let peer = shared.sessions.find(session).ok_or_else(unknown_session)?;
    Ok((peer, String::new()))
}

fn unknown_session() -> Refusal {
    Refusal::new("404 Not Found", "there is no such session (any more); begin with initialize")
}

/// If the headers contradict the message.
fn mismatch(head: &Head, message: &Message) -> Option<String> {
    let (method, params) = match message {
        Message::Request { method, params, .. } | Message::Notification { method, params } => {
            (method, params)
        }
        Message::Response => return None,
    };
    let is_new = is_new(message) || head.version.as_deref() == Some(WITHOUT_GREETING);
    match &head.mcp_method {
        Some(named) if named != method => {
            return Some(format!("Mcp-Method says {named:?}, and the message {method:?}"));
        }
        None if is_new => return Some("Mcp-Method is missing".to_owned()),
        _ => {}
    }
    if method != "tools/call" {
        return None;
    }
    let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
    match &head.mcp_name {
        // A name that cannot be sent unencoded in a header is not one of ours.
        Some(named) if named != name && !named.starts_with("=?base64?") => {
            Some(format!("Mcp-Name says {named:?}, and the message {name:?}"))
        }
        None if is_new => Some("Mcp-Name is missing".to_owned()),
        _ => None,
    }
}

/// Runs a call while its caller waits, and stops it when the caller goes away.
async fn run(
    line: &mut Line,
    streams: bool,
    peer: &Arc<Peer>,
    call: Pending,
    shared: &Arc<Shared>,
) {
    let call = Arc::new(call);
    let guard = Stopping(call.stop.clone());
    let mut work = {
        let (peer, shared, call) = (Arc::clone(peer), Arc::clone(shared), Arc::clone(&call));
        tokio::task::spawn_blocking(move || peer.perform(&shared.tools, &call))
    };
    if streams && !line.begin_stream().await {
        return;
    }
    let mut ticks = interval(shared.options.heartbeat);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut times = 0;
    let answer = loop {
        tokio::select! {
            answer = &mut work => break answer,
            () = line.gone() => {
                // Nobody waits for the answer: the running call is stopped.
                drop(guard);
                let _ = timeout(2 * GRACE, work).await;
                return;
            }
            _ = ticks.tick(), if streams => {
                let event = match call.going_on(times) {
                    Some(progress) if times > 0 => format!("event: message\ndata: {progress}\n\n"),
                    _ => ": waiting\n\n".to_owned(),
                };
                times += 1;
                if !line.send(event.as_bytes()).await {
                    return;
                }
            }
        }
    };
    let Ok(answer) = answer else { return };
    if streams {
        line.send(format!("event: message\ndata: {answer}\n\n").as_bytes()).await;
    } else {
        line.json("200 OK", "", &answer).await;
    }
}

/// Stops a call whose caller is no longer served.
struct Stopping(Stop);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Line {
    /// Reads up to the empty line after the head.
    async fn head(&mut self) -> io::Result<Vec<u8>> {
        let mut looked = 0;
        loop {
            let from = looked.min(self.bytes.len());
            let found = self.bytes[from..].windows(4).position(|four| four == b"\r\n\r\n");
            if let Some(at) = found {
                let rest = self.bytes.split_off(from + at + 4);
                return Ok(std::mem::replace(&mut self.bytes, rest));
            }
            looked = self.bytes.len().saturating_sub(3);
            if self.bytes.len() > MOST_HEAD {
                // The part so far is judged, and refused.
                return Ok(std::mem::take(&mut self.bytes));
            }
            if self.read.read_buf(&mut self.bytes).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }

    /// Reads a body of this length, in bytes.
    async fn body(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut body = std::mem::take(&mut self.bytes);
        body.truncate(length);
        // Memory is allocated as bytes arrive, not for what is only announced.
        while body.len() < length {
            let left = (length - body.len()) as u64;
            if (&mut self.read).take(left).read_buf(&mut body).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(body)
    }

    /// Waits until the other end closes; what it still sends is ignored.
    async fn gone(&mut self) {
        let mut rest = [0; 1024];
        while matches!(self.read.read(&mut rest).await, Ok(read) if read > 0) {}
    }

    /// Sends bytes; returns whether they were accepted.
    async fn send(&mut self, bytes: &[u8]) -> bool {
        matches!(timeout(READING, self.write.write_all(bytes)).await, Ok(Ok(())))
    }

    async fn begin_stream(&mut self) -> bool {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
                    Connection: close\r\n\r\n";
        self.send(head.as_bytes()).await
    }

    async fn json(&mut self, status: &str, headers: &str, value: &Value) {
        let headers = format!("{headers}Content-Type: application/json\r\n");
        self.write(status, &headers, &value.to_string()).await;
    }

    async fn write(&mut self, status: &str, headers: &str, text: &str) {
        let length = text.len();
        let answer = format!(
            "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nCache-Control: no-store\r\n\
             Connection: close\r\n\r\n{text}"
        );
        self.send(answer.as_bytes()).await;
    }

    async fn refuse(&mut self, refusal: &Refusal) {
        let mut headers = "Content-Type: text/plain; charset=utf-8\r\n".to_owned();
        match refusal.status {
            "401 Unauthorized" => headers.push_str("WWW-Authenticate: Bearer\r\n"),
            "405 Method Not Allowed" => headers.push_str("Allow: POST, DELETE\r\n"),
            _ => {}
        }
        self.write(refusal.status, &headers, &refusal.why).await;
    }

    /// Closes it; otherwise unread data would make the system discard the answer.
    async fn close(&mut self) {
        let _ = self.write.shutdown().await;
        let rest = async {
            let (mut passed, mut bytes) = (0, [0; 4096]);
            while passed < MOST_REST {
                match self.read.read(&mut bytes).await {
                    Ok(read) if read > 0 => passed += read,
                    _ => return,
                }
            }
        };
        let _ = timeout(REST, rest).await;
    }
}

//! The stand-in's connections.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use serde_json::Value;

use super::answers::{Reply, greeting, reply, session};
use super::shared::{Shared, locked};

/// Takes connections, each on a thread of its own, until the server ends.
pub(super) fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming().map_while(Result::ok) {
        if shared.has_ended() {
            return;
        }
        if let Ok(copy) = stream.try_clone() {
            locked(&shared.connections).push(copy);
        }
        let shared = Arc::clone(shared);
        let serve = move || {
            // A client that disconnects gets no answer.
            let _ = converse(&stream, &shared);
            let _ = stream.shutdown(std::net::Shutdown::Both);
        };
        let _ = std::thread::Builder::new().name("unreal-connection".to_owned()).spawn(serve);
    }
}

/// A request.
struct Request {
    head: String,
    body: Vec<u8>,
}

impl Request {
    fn read(reader: &mut BufReader<&TcpStream>) -> io::Result<Option<Self>> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head)? == 0 {
                return Ok(None);
            }
        }
        let request = Self { head, body: Vec::new() };
        let length = request.header("content-length").and_then(|text| text.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body)?;
        Ok(Some(Self { body, ..request }))
    }

    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let mut found = lines.filter(|(known, _)| known.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.trim())
    }
}

/// Answers the requests of one connection, one after the other.
fn converse(stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    // The session that began on this connection.
    let mut own = None;
    while let Some(request) = Request::read(&mut reader)? {
        if shared.has_ended() || !answer(stream, shared, &request, &mut own)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Answers one request; returns whether the connection continues.
fn answer(
    stream: &TcpStream,
    shared: &Shared,
    request: &Request,
    own: &mut Option<String>,
) -> io::Result<bool> {
    if shared.is("web_page") {
        write(stream, "200 OK", "Content-Type: text/html\r\n", b"<h1>Welcome</h1>")?;
        return Ok(true);
    }
    if shared.is("hangs_at_greeting") {
        shared.wait_to_go_on();
    }
    let foreign = |origin: &str| !origin.contains("127.0.0.1") && !origin.contains("localhost");
    if request.header("origin").is_some_and(foreign) {
        write(stream, "403 Forbidden", "", b"")?;
        return Ok(true);
    }
    let path = request.head.split(' ').nth(1).unwrap_or_default();
    if path != "/mcp" {
        write(stream, "404 Not Found", "", b"")?;
        return Ok(true);
    }
    if request.head.starts_with("DELETE ") {
        if let Some(name) = request.header("mcp-session-id") {
            locked(&shared.sessions).remove(name);
        }
        write(stream, "200 OK", "", b"")?;
        return Ok(true);
    }
    let message = serde_json::from_slice::<Value>(&request.body).ok();
    let (true, Some(message)) = (request.head.starts_with("POST "), message) else {
        write(stream, "405 Method Not Allowed", "", b"")?;
        return Ok(true);
    };
    let method = message["method"].as_str().unwrap_or_default().to_owned();
    locked(&shared.methods).push(method.clone());
    if method == "initialize" {
        let name = session(shared);
        let headers = format!("Content-Type: application/json\r\nMcp-Session-Id: {name}\r\n");
        *own = Some(name);
        write(stream, "200 OK", &headers, greeting(shared, &message).to_string().as_bytes())?;
        return Ok(true);
    }
    let named = request.header("mcp-session-id");
    match named {
        None => write(stream, "400 Bad Request", "", b"missing Mcp-Session-Id")?,
        Some(name) if !locked(&shared.sessions).contains(name) => {
            write(stream, "404 Not Found", "", b"the client should reinitialize")?;
        }
        Some(name) if shared.is("bound") && own.as_deref() != Some(name) => {
            write(stream, "200 OK", "Content-Type: text/event-stream\r\n", b"")?;
        }
        Some(_) => return respond(stream, shared, &message),
    }
    Ok(true)
}

fn respond(stream: &TcpStream, shared: &Shared, message: &Value) -> io::Result<bool> {
    let json = "Content-Type: application/json\r\n";
    let events = "Content-Type: text/event-stream\r\n";
    let is_call = message["method"] == "tools/call";
    match reply(shared, message) {
        Reply::Accepted => write(stream, "202 Accepted", "", b"")?,
        Reply::Bad => write(stream, "400 Bad Request", "", b"unknown notification")?,
        Reply::Died if shared.is("cut") => {
            let mut stream = stream;
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")?;
            stream.write_all(b"Content-Length: 4000\r\n\r\n{\"jsonrpc\":")?;
            return Ok(false);
        }
        Reply::Died => return Ok(false),
        Reply::Message(_) if shared.is("empty_stream") && is_call => {
            write(stream, "200 OK", events, b"")?;
        }
        Reply::Message(value) if shared.is("flood_events") && is_call => {
            let noise = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\
                         \"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"tick\"}}\n\n";
            let text = format!("{}event: message\ndata: {value}\n\n", noise.repeat(20_000));
            write(stream, "200 OK", events, text.as_bytes())?;
        }
        Reply::Message(value) if is_call && !shared.is("plain") => {
            let text = format!("event: message\ndata: {value}\n\n");
            write(stream, "200 OK", events, text.as_bytes())?;
        }
        Reply::Message(value) => write(stream, "200 OK", json, value.to_string().as_bytes())?,
    }
    Ok(true)
}

fn write(mut stream: &TcpStream, status: &str, headers: &str, body: &[u8]) -> io::Result<()> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n");
    // In one piece: of several the second waits until the first is acknowledged.
    stream.write_all(&[head.as_bytes(), body].concat())
}

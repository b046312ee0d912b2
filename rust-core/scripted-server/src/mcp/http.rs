//! The server of tools on a port of loopback: streamable HTTP.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::Server;
use crate::loopback::listen;

/// How it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    /// With JSON.
    Json,
    /// With a stream of events.
    Stream,
    /// That the request shows no leave.
    Unauthorized,
    /// With an HTML page.
    Html,
    /// That the server is at another address.
    Redirect(String),
    /// Not at all.
    Silent,
}

/// A server of tools on a port of loopback. It answers as long as the program
/// runs.
#[derive(Debug)]
pub struct HttpServer {
    address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl HttpServer {
    /// Starts to answer.
    ///
    /// # Errors
    /// If no port can be opened.
    pub fn start(manner: Manner) -> io::Result<Self> {
        let listener = listen()?;
        let address = listener.local_addr()?;
        let heads = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heads);
        std::thread::Builder::new().name("scripted-mcp".to_owned()).spawn(move || {
            let mut server = Server::new("plain");
            server.replies = Some(Mutex::default());
            let mut silent = Vec::new();
            for stream in listener.incoming().map_while(Result::ok) {
                if manner == Manner::Silent {
                    silent.push(stream);
                    continue;
                }
                // A client that disconnects gets no answer; the next one does.
                let _ = answer(&stream, &manner, &mut server, &kept);
            }
        })?;
        Ok(Self { address, heads })
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// The head of each request so far: its first line and its headers.
    pub fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn answer(
    stream: &TcpStream,
    manner: &Manner,
    server: &mut Server,
    heads: &Mutex<Vec<String>>,
) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let length = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    let is_post = head.starts_with("POST ");
    heads.lock().unwrap_or_else(PoisonError::into_inner).push(head);
    let (status, headers, text) = match manner {
        Manner::Unauthorized => ("401 Unauthorized", "WWW-Authenticate: Bearer\r\n", String::new()),
        Manner::Html => ("200 OK", "Content-Type: text/html\r\n", "<h1>Welcome</h1>".to_owned()),
        Manner::Redirect(to) => {
            let headers = format!("Location: {to}\r\n");
            return write(stream, "307 Temporary Redirect", &headers, "");
        }
        _ if !is_post => ("405 Method Not Allowed", "", String::new()),
        _ => match (reply_to(server, &body), manner) {
            (None, _) => ("202 Accepted", "", String::new()),
            (Some(text), Manner::Stream) => {
                let event = format!("event: message\ndata: {text}\n\n");
                ("200 OK", "Content-Type: text/event-stream\r\n", event)
            }
            (Some(text), _) => ("200 OK", "Content-Type: application/json\r\n", text),
        },
    };
    write(stream, status, headers, &text)
}

/// What the server says to a message.
fn reply_to(server: &mut Server, body: &[u8]) -> Option<String> {
    server.handle(&serde_json::from_slice::<Value>(body).ok()?);
    server.replies.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

fn write(mut stream: &TcpStream, status: &str, headers: &str, text: &str) -> io::Result<()> {
    let length = text.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    );
    // In one piece: of several the second waits until the first is acknowledged.
    stream.write_all(answer.as_bytes())
}

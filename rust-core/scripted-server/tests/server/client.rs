//! A client of a few lines: it sees bytes, not a library's idea of them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;
use vibeue_scripted_server::Server;

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) head: String,
    /// The body without its framing, as far as it came.
    pub(crate) body: Vec<u8>,
    /// The whole of it came.
    pub(crate) whole: bool,
}

impl Answer {
    pub(crate) fn status(&self) -> u16 {
        self.head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends one request and reads until the connection ends.
pub(crate) fn send(
    server: &Server,
    method: &str,
    path: &str,
    headers: &str,
    body: &Value,
) -> Answer {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut bytes = Vec::new();
    let ended = stream.read_to_end(&mut bytes).is_ok();
    parse(&bytes, ended)
}

pub(crate) fn parse(bytes: &[u8], ended: bool) -> Answer {
    let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else {
        return Answer { head: String::new(), body: Vec::new(), whole: false };
    };
    let head = String::from_utf8_lossy(&bytes[..at]).into_owned();
    let mut rest = &bytes[at + 4..];
    if !head.contains("transfer-encoding: chunked") {
        let length: usize = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse().unwrap());
        return Answer { head, body: rest.to_vec(), whole: ended && rest.len() == length };
    }
    let mut body = Vec::new();
    let mut whole = false;
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let Ok(size) = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16) else {
            break;
        };
        if size == 0 {
            whole = ended;
            break;
        }
        if rest.len() < end + 4 + size {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    Answer { head, body, whole }
}

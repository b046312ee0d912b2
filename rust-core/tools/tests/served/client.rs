//! A program that calls, byte by byte.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};
use vibeue_core::tools::served::ServedServer;

use crate::host::LONGEST;

/// A program that calls.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) session: Option<String>,
}

/// What was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    /// The last message in it.
    pub(crate) fn message(&self) -> Value {
        let mut events = self.body.lines().filter_map(|line| line.strip_prefix("data: "));
        serde_json::from_str(events.next_back().unwrap_or(&self.body)).unwrap()
    }

    /// The text of a result, and whether it is one of a failure.
    pub(crate) fn text(&self) -> (String, bool) {
        let result = &self.message()["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        (text, result["isError"] == true)
    }
}

impl Client {
    pub(crate) fn of(server: &ServedServer) -> Self {
        let url = server.url();
        let host = url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
        let token = server.token().reveal().to_owned();
        Self { address: host.parse().unwrap(), token, session: None }
    }

    /// One that was greeted.
    pub(crate) fn greeted(server: &ServedServer) -> Self {
        let mut client = Self::of(server);
        let reply =
            client.post(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "tester", "version": "1"}}}));
        assert_eq!(reply.status, 200, "{reply:?}");
        assert_eq!(reply.message()["result"]["protocolVersion"], "2025-06-18");
        let session = reply.head.lines().find_map(|line| line.strip_prefix("Mcp-Session-Id: "));
        client.session = Some(session.unwrap().to_owned());
        client
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        stream
    }

    /// The head of a message of this many bytes.
    pub(crate) fn head(&self, length: usize) -> String {
        let session = self.session.as_ref();
        let session = session.map(|id| format!("Mcp-Session-Id: {id}\r\n")).unwrap_or_default();
        format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n{session}\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Content-Length: {length}\r\n\r\n",
            self.address, self.token
        )
    }

    /// Begins a message and does not wait for its answer.
    pub(crate) fn begin(&self, message: &Value) -> TcpStream {
        let body = message.to_string();
        let mut stream = self.connect();
        stream.write_all(format!("{}{body}", self.head(body.len())).as_bytes()).unwrap();
        stream
    }

    pub(crate) fn post(&self, message: &Value) -> Reply {
        reply(self.begin(message)).unwrap()
    }

    /// Sends bytes as they are.
    pub(crate) fn raw(&self, bytes: &str) -> Reply {
        let mut stream = self.connect();
        stream.write_all(bytes.as_bytes()).unwrap();
        reply(stream).unwrap()
    }

    pub(crate) fn call(&self, id: u64, tool: &str, what: &str) -> Reply {
        self.post(&call(id, tool, what))
    }
}

/// A call.
pub(crate) fn call(id: u64, tool: &str, what: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": tool, "arguments": {"what": what}}})
}

/// Reads an answer to its end.
pub(crate) fn reply(mut stream: TcpStream) -> io::Result<Reply> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Ok(Reply { status, head: head.to_owned(), body: body.to_owned() })
}

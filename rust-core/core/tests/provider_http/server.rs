//! A server of a few lines that sends exactly the bytes that a test wants.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    /// `POST /v1/chat/completions`, query included.
    pub(crate) line: String,
    /// The head in lower case.
    pub(crate) head: String,
    /// The body.
    pub(crate) body: String,
}

impl Recorded {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// What the server does to answer.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Sends bytes.
    Send(Vec<u8>),
    /// Sends bytes over and over until the other side has gone.
    Forever(Vec<u8>),
    /// Sends nothing for a while.
    Wait(Duration),
    /// Sends nothing until the other side has gone.
    Hang,
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<Recorded>>>,
    gone: Arc<Mutex<usize>>,
}

impl Server {
    /// Answers each request by what `answer` says about it and of how many came
    /// before; each answer ends its connection.
    pub(crate) async fn start(
        answer: impl Fn(&Recorded, usize) -> Vec<Step> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let gone = Arc::new(Mutex::new(0));
        let (seen, left) = (Arc::clone(&requests), Arc::clone(&gone));
        let answer = Arc::new(answer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (seen, left, answer) = (seen.clone(), left.clone(), answer.clone());
                tokio::spawn(async move {
                    if serve(stream, &seen, answer.as_ref()).await.is_none() {
                        *left.lock().unwrap() += 1;
                    }
                });
            }
        });
        Self { address, requests, gone }
    }

    pub(crate) fn requests(&self) -> Vec<Recorded> {
        self.requests.lock().unwrap().clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }

    /// How many connections the other side closed before their answer ended.
    pub(crate) fn gone(&self) -> usize {
        *self.gone.lock().unwrap()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

async fn serve(
    mut stream: TcpStream,
    seen: &Mutex<Vec<Recorded>>,
    answer: &(impl Fn(&Recorded, usize) -> Vec<Step> + Send + Sync),
) -> Option<()> {
    let request = read(&mut stream).await?;
    let before = {
        let mut seen = seen.lock().unwrap();
        seen.push(request.clone());
        seen.len() - 1
    };
    for step in answer(&request, before) {
        match step {
            Step::Send(bytes) => {
                stream.write_all(&bytes).await.ok()?;
                stream.flush().await.ok()?;
            }
            Step::Forever(bytes) => loop {
                stream.write_all(&bytes).await.ok()?;
            },
            Step::Wait(time) => tokio::time::sleep(time).await,
            Step::Hang => {
                let mut rest = [0; 1];
                while stream.read(&mut rest).await.ok()? > 0 {}
                return None;
            }
        }
    }
    stream.shutdown().await.ok()
}

async fn read(stream: &mut TcpStream) -> Option<Recorded> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let head = text.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.map_or(0, |length| length.trim().parse().unwrap());
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let line = text.lines().next().unwrap().trim_end_matches(" HTTP/1.1").to_owned();
    let body = String::from_utf8(bytes[end + 4..].to_vec()).unwrap();
    Some(Recorded { line, head, body })
}

/// A whole answer.
pub(crate) fn answer(status: &str, headers: &str, body: &str) -> Vec<Step> {
    let length = body.len();
    vec![Step::Send(
        format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}")
            .into_bytes(),
    )]
}

/// A whole answer of JSON.
pub(crate) fn json(status: &str, body: &serde_json::Value) -> Vec<Step> {
    answer(status, "content-type: application/json\r\n", &body.to_string())
}

/// The head of a stream whose end is the connection's.
pub(crate) fn stream_head(kind: &str) -> Step {
    Step::Send(
        format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n")
            .into_bytes(),
    )
}

/// A stream of Chat Completions that says a text.
pub(crate) fn chat_stream(text: &str) -> Vec<Step> {
    let chunk = serde_json::json!({"id": "c1", "model": "m", "choices": [{"index": 0,
        "delta": {"content": text}, "finish_reason": null}]});
    let end = serde_json::json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let usage =
        serde_json::json!({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}});
    let body = format!("data: {chunk}\n\ndata: {end}\n\ndata: {usage}\n\ndata: [DONE]\n\n");
    vec![stream_head("text/event-stream"), Step::Send(body.into_bytes())]
}

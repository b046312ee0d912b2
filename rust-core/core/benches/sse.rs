//! What a stream costs before a model's words come out of it.
//!
//! `cargo bench -p vibeue-core --bench sse`
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;

use divan::Bencher;
use divan::counter::BytesCount;
use vibeue_core::conversation::{Message, MessageId, Protocol, Role};
use vibeue_core::provider::http::{LineDecoder, SseDecoder};
use vibeue_core::provider::{ChatRequest, Delta, ProviderConfig, connect};

fn main() {
    divan::main();
}

/// A megabyte of chunks as servers of Chat Completions send them.
fn chat_stream() -> Vec<u8> {
    let chunk = "data: {\"id\":\"chatcmpl-9f\",\"object\":\"chat.completion.chunk\",\
        \"created\":1795000000,\"model\":\"gpt-4o\",\"choices\":[{\"index\":0,\
        \"delta\":{\"content\":\" handle\"},\"finish_reason\":null}]}\n\n";
    chunk.repeat((1 << 20) / chunk.len()).into_bytes()
}

fn decode_sse(stream: &[u8], piece: usize) -> usize {
    let mut decoder = SseDecoder::new(4 << 20);
    let mut bytes = 0;
    for piece in stream.chunks(piece) {
        decoder.push(piece);
        while let Some(event) = decoder.next_event().unwrap() {
            bytes += event.data.len();
        }
    }
    bytes
}

/// Small events in pieces as sockets give them.
#[divan::bench(args = [64, 1_400, 16_384])]
fn sse_small_events(bencher: Bencher<'_, '_>, piece: usize) {
    let stream = chat_stream();
    bencher
        .counter(BytesCount::of_slice(&stream))
        .bench_local(|| decode_sse(divan::black_box(&stream), piece));
}

/// One event of a megabyte, which has to be kept until its end comes.
#[divan::bench(args = [1_400, 16_384])]
fn sse_one_large_event(bencher: Bencher<'_, '_>, piece: usize) {
    let stream = [b"data: ", "x".repeat(1 << 20).as_bytes(), b"\n\n"].concat();
    bencher
        .counter(BytesCount::of_slice(&stream))
        .bench_local(|| decode_sse(divan::black_box(&stream), piece));
}

/// Lines of JSON, as Ollama sends them.
#[divan::bench(args = [1_400, 16_384])]
fn lines(bencher: Bencher<'_, '_>, piece: usize) {
    let line = "{\"model\":\"llama3.2\",\"created_at\":\"2026-11-21T10:20:30.123456Z\",\
        \"message\":{\"role\":\"assistant\",\"content\":\" handle\"},\"done\":false}\n";
    let stream = line.repeat((1 << 20) / line.len()).into_bytes();
    bencher.counter(BytesCount::of_slice(&stream)).bench_local(|| {
        let mut decoder = LineDecoder::new(4 << 20);
        let mut bytes = 0;
        for piece in divan::black_box(&stream).chunks(piece) {
            decoder.push(piece);
            while let Some(line) = decoder.next_line().unwrap() {
                bytes += line.len();
            }
        }
        bytes
    });
}

/// A whole answer by HTTP on loopback: read, decoded, its JSON understood, its
/// words delivered and gathered into a reply, as a session asks for it. What
/// the server takes to send it is in the time.
#[divan::bench(sample_count = 30)]
fn whole_answer_over_http(bencher: Bencher<'_, '_>) {
    let stream = chat_stream().repeat(8);
    let words = stream.windows(7).filter(|bytes| bytes == b" handle").count() * 7;
    let length = stream.len();
    let address = serve(stream);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let config = ProviderConfig::new(Protocol::OpenaiChat, format!("http://{address}/v1"), "m");
    let provider = connect(&config).unwrap();
    let message = Message::text(MessageId(1), Role::User, "Tell me all.");
    let request = ChatRequest::new("m", vec![Arc::new(message)]);
    bencher.counter(BytesCount::new(length)).bench_local(|| {
        let mut heard = 0;
        let mut note = |delta: Delta<'_>| {
            if let Delta::Text(text) = delta {
                heard += text.len();
            }
        };
        let reply = runtime.block_on(provider.chat(&request, &mut note)).unwrap();
        assert_eq!((heard, reply.text().len()), (words, words));
    });
}

/// Sends a stream as the answer to each request, each on a connection of its
/// own.
fn serve(stream: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            // It does not matter if the client has gone.
            let _ = connection.and_then(|connection| answer(connection, &stream));
        }
    });
    address
}

fn answer(mut connection: TcpStream, stream: &[u8]) -> std::io::Result<()> {
    let mut reader = BufReader::new(connection.try_clone()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    reader.read_exact(&mut vec![0; length])?;
    connection.write_all(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
    )?;
    connection.write_all(stream)?;
    connection.write_all(b"data: [DONE]\n\n")
}

//! What a stream costs before a model's words come out of it.
//!
//! `cargo bench -p vibeue-core --bench sse`
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]

use divan::Bencher;
use divan::counter::BytesCount;
use vibeue_core::provider::http::{LineDecoder, SseDecoder};

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

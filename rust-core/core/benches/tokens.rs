//! Exact counting beside `tiktoken-rs`, both in one run on one thread.
//!
//! `cargo bench -p vibeue-core --bench tokens` measures made inputs;
//! `-- file...` measures those files instead. The two counters take turns, so
//! that what else the machine does falls on both; medians are shown.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::{Duration, Instant};

use tiktoken_rs::CoreBPE;
use vibeue_core::tokens::exact::Encoding;

const ROUNDS: usize = 7;

fn main() {
    let files: Vec<String> = std::env::args().skip(1).filter(|name| name != "--bench").collect();
    let references = [
        (Encoding::O200kBase, tiktoken_rs::o200k_base_singleton()),
        (Encoding::Cl100kBase, tiktoken_rs::cl100k_base_singleton()),
    ];
    for (encoding, reference) in references {
        println!(
            "\n{encoding:<22} {:>9} {:>9} {:>12} {:>10} {:>7} {:>10} {:>7}",
            "bytes", "tokens", "tiktoken-rs", "cold MB/s", "", "warm MB/s", ""
        );
        for file in &files {
            let text = std::fs::read_to_string(file).expect("the file is readable UTF-8");
            let name = file.rsplit('/').next().unwrap_or(file);
            compare(name, encoding, reference, &[&text]);
        }
        for file in &files {
            let text = std::fs::read_to_string(file).expect("the file is readable UTF-8");
            let name = format!("short {}", file.rsplit('/').next().unwrap_or(file));
            let mut parts = Vec::new();
            let mut rest = text.as_str();
            let mut n = 0usize;
            while !rest.is_empty() {
                let mut k = (20 + (n * 7919) % 181).min(rest.len());
                n += 1;
                while !rest.is_char_boundary(k) {
                    k += 1;
                }
                parts.push(&rest[..k]);
                rest = &rest[k..];
            }
            compare(&name, encoding, reference, &parts);
        }
    }
}

/// Measures both counters on some texts and prints a line.
fn compare(name: &str, encoding: Encoding, reference: &CoreBPE, texts: &[&str]) {
    let bpe = encoding.bpe();
    let ours = || texts.iter().map(|text| bpe.count(text)).sum::<usize>();
    let theirs = || texts.iter().map(|text| reference.encode_ordinary(text).len()).sum::<usize>();
    let expected = theirs();
    assert_eq!(ours(), expected, "{name}: the counts differ");
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let (mut slow, mut cold, mut warm) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        slow.push(time(theirs));
        // A new thread has an empty memo.
        cold.push(std::thread::scope(|scope| {
            scope.spawn(|| time(ours)).join().expect("counting does not panic")
        }));
        warm.push(time(ours));
    }
    let [slow, cold, warm] = [slow, cold, warm].map(|mut times| {
        times.sort();
        times[ROUNDS / 2].as_secs_f64()
    });
    let speed = |seconds: f64| bytes as f64 / seconds / 1e6;
    println!(
        "{name:<22} {bytes:>9} {expected:>9} {:>12.1} {:>10.1} {:>6.1}x {:>10.1} {:>6.1}x",
        speed(slow),
        speed(cold),
        slow / cold,
        speed(warm),
        slow / warm
    );
}

fn time(work: impl Fn() -> usize) -> Duration {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed()
}

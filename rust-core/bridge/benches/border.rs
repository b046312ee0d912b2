//! What the border to C++ costs the thread that draws the editor, beside one
//! count of the same history by tiktoken-rs.
//!
//! A C++ program measures (`bench()` in `tests/consumer/consumer.cpp`), linked
//! with the archive of the profile that ships; this one makes the history,
//! counts it, and prints both. The best of seven samples is shown.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "this is a program for developers")]

#[path = "../tests/consumer/archive.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod archive;
#[path = "../tests/consumer/program.rs"]
mod program;

use std::path::Path;
use std::time::Instant;

use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::session::Event;
use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};
use vibeue_scripted_server::{Script, Server};

/// Messages of the history.
const MESSAGES: u64 = 10_000;

fn main() {
    archive::ship();
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<String> = (0..MESSAGES).map(text).collect();
    write(&folder.path().join("history.jsonl"), &texts);

    let bpe = tiktoken_rs::o200k_base().unwrap();
    bpe.encode_ordinary("warm");
    let mut reference = f64::INFINITY;
    let mut tokens = 0;
    for _ in 0..3 {
        let begun = Instant::now();
        tokens = texts.iter().map(|text| bpe.encode_ordinary(text).len()).sum::<usize>();
        reference = reference.min(begun.elapsed().as_secs_f64() * 1e9);
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("history: {MESSAGES} messages, {bytes} bytes, {tokens} tokens");
    println!("one count of it by tiktoken-rs: {:.1} ms\n", reference / 1e6);

    let server = Server::start(Script::default()).unwrap();
    for line in program::run("bench", &server.url(), folder.path()).lines() {
        let mut words = line.split_whitespace();
        let (Some(name), Some(number)) = (words.next(), words.next()) else { continue };
        let scale = if name.ends_with("_ms") { 1e6 } else { 1.0 };
        match number.parse::<f64>() {
            Ok(number) if name.ends_with("_ns") || name.ends_with("_ms") => {
                let share = number * scale / reference;
                println!("{line:<50} {:>14} of the count", format!("1/{:.0}", 1.0 / share));
            }
            _ => println!("{line}"),
        }
    }
}

fn write(path: &Path, texts: &[String]) {
    let mut journal =
        JournaledHistory::create(path, Header::new("bench", 1), SyncPolicy::Never).unwrap();
    for (at, text) in (1..).zip(texts) {
        let role = if at % 2 == 1 { Role::User } else { Role::Assistant };
        journal.append(Event::Message(Message::text(MessageId(at), role, text)), at).unwrap();
    }
}

/// Some 400 bytes of words and paths, each text another.
fn text(seed: u64) -> String {
    const WORDS: [&str; 12] = [
        "the door",
        "opens when",
        "BP_Airlock_C",
        "is compiled;",
        "then",
        "/Game/Maps/Station",
        "reports",
        "an error at line",
        "Sequencer",
        "keeps",
        "the material",
        "of",
    ];
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut text = String::new();
    while text.len() < 400 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push_str(WORDS[(state % 12) as usize]);
        text.push(' ');
        if state.is_multiple_of(5) {
            text.push_str(&(state % 10_000).to_string());
            text.push(' ');
        }
    }
    text
}

//! What the border to C++ costs the thread that draws the editor, compared with one count of the
//! same history by tiktoken-rs.
//!
//! `cargo bench -p vibeue-bridge --bench border`
//!
//! A C++ program (`border.cpp`) takes the times, linked with the archive of the profile that ships,
//! for a history of 1,000 messages and for one of 10,000. Shown are medians and, for the longer
//! history, the longest time, which includes whatever else the machine did, and the heap
//! allocations of one call.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "this is a program for developers")]

#[path = "../../tests/consumer/archive.rs"]
#[allow(dead_code, reason = "the tests need more of it")]
mod archive;
#[path = "../../tests/consumer/program.rs"]
mod program;

use std::path::Path;
use std::time::Instant;

use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::session::Event;
use vibeue_core::session::journal::{Header, JournaledHistory, SyncPolicy};
use vibeue_scripted_server::{Script, Server};

use program::Program;

/// Messages of the two histories.
const LENGTHS: [u64; 2] = [1_000, 10_000];

/// No call may cost more than this share of counting the longer history.
const SHARE: f64 = 100.0;

static BORDER: Program = Program::new("benches/border/border.cpp");

/// One call that was measured.
struct Figure {
    name: String,
    /// In nanoseconds.
    median: f64,
    longest: f64,
    allocations: i64,
}

fn main() {
    archive::ship();
    let folder = tempfile::tempdir().unwrap();
    let [short, long] = LENGTHS.map(|messages| {
        let texts: Vec<String> = (0..messages).map(text).collect();
        let path = folder.path().join(format!("history-{messages}.jsonl"));
        write(&path, &texts);
        let server = Server::start(Script::default()).unwrap();
        let told = BORDER.run(&messages.to_string(), &server.url(), &path);
        (figures(&told), told, texts)
    });
    let count = count(&long.2);
    println!(
        "{:<40} {:>12} {:>12} {:>12} {:>7} {:>10}",
        "call", LENGTHS[0], LENGTHS[1], "longest", "blocks", "of count"
    );
    let mut dearest: Option<(&str, f64)> = None;
    for (short, long) in short.0.iter().zip(&long.0) {
        println!(
            "{:<40} {:>12} {:>12} {:>12} {:>7} {:>10}",
            long.name,
            shown(short.median),
            shown(long.median),
            shown(long.longest),
            long.allocations,
            format!("1/{:.0}", count / long.median)
        );
        if dearest.is_none_or(|(_, median)| median < long.median) {
            dearest = Some((&long.name, long.median));
        }
    }
    println!();
    for (short, long) in short.1.lines().zip(long.1.lines()) {
        let unit = match long.split(' ').next() {
            Some("memory") => "KB",
            Some("elapsed") => "ms",
            _ => continue,
        };
        let last = |line: &str| line.rsplit(' ').next().unwrap_or_default().to_owned();
        println!(
            "{:<50} {:>10} {:>10} {unit}",
            long.rsplit_once(' ').unwrap().0,
            last(short),
            last(long)
        );
    }
    if let Some((name, median)) = dearest {
        let verdict = if count / median >= SHARE { "within" } else { "OVER" };
        println!(
            "\nthe dearest call is {name}: 1/{:.0} of the count, {verdict} 1/{SHARE:.0}",
            count / median
        );
    }
}

/// One count by tiktoken-rs, warm, in nanoseconds; the best of three.
fn count(texts: &[String]) -> f64 {
    let bpe = tiktoken_rs::o200k_base().unwrap();
    bpe.encode_ordinary("warm");
    let mut best = f64::INFINITY;
    let mut tokens = 0;
    for _ in 0..3 {
        let begun = Instant::now();
        tokens = texts.iter().map(|text| bpe.encode_ordinary(text).len()).sum::<usize>();
        best = best.min(begun.elapsed().as_secs_f64() * 1e9);
    }
    let bytes: usize = texts.iter().map(String::len).sum();
    println!(
        "one count by tiktoken-rs of {} messages, {bytes} bytes, {tokens} tokens: {}\n",
        texts.len(),
        shown(best)
    );
    best
}

fn figures(told: &str) -> Vec<Figure> {
    told.lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let ["figure", name, median, longest, allocations] = words[..] else { return None };
            Some(Figure {
                name: name.replace('_', " "),
                median: median.parse().unwrap(),
                longest: longest.parse().unwrap(),
                allocations: allocations.parse().unwrap(),
            })
        })
        .collect()
}

fn shown(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.1} ns"),
        middle if middle < 1e6 => format!("{:.1} us", middle / 1e3),
        large => format!("{:.2} ms", large / 1e6),
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

/// Some 400 bytes of words and paths, different for each seed.
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

//! The peak memory of `vibeue compact`, compared with the size of the file.
//!
//! `cargo test -p vibeue --test memory -- --nocapture` prints the table;
//! `VIBEUE_MEMORY_SCALE=10` makes the files ten times as large.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::process::Stdio;

use support::Workshop;

/// At most this many times the file, beyond what the program takes for a short
/// talk: itself, its vocabulary, and the tables that a first compaction makes.
const MOST: f64 = 8.0;

/// Where a shape is written to. This test must stay small itself: what a child
/// takes counts from what its parent had.
type Out = BufWriter<File>;

/// A shape: its name, its messages, and what writes it as the scale says.
type Shape = (&'static str, usize, fn(&mut Out, usize));

/// The shapes that are looked at.
const SHAPES: [Shape; 6] = [
    ("100,000 messages of a word", 100_000, |out, scale| {
        list(out, 100_000 * scale, |out, at| {
            write_message(out, at, |out| write!(out, "ok {at}").unwrap());
        });
    }),
    ("50,000 messages of a line", 50_000, |out, scale| {
        list(out, 50_000 * scale, |out, at| write_message(out, at, |out| words(out, at, 60)));
    }),
    ("20,000 calls with results of a word", 60_000, |out, scale| {
        list(out, 20_000 * scale, |out, at| round(out, at, |out| out.write_all(b"ok").unwrap()));
    }),
    ("4 results of 2 MB of words", 12, |out, scale| {
        list(out, 4, |out, at| round(out, at, |out| words(out, at, 2_000_000 * scale)));
    }),
    ("4 results of tables of 30,000 rows", 12, |out, scale| {
        list(out, 4, |out, at| round(out, at, |out| table(out, at, 30_000 * scale)));
    }),
    ("a message of 10 MB on one line", 3, |out, scale| {
        list(out, 3, |out, at| {
            write_message(out, at, |out| {
                words(out, at, if at == 0 { 10_000_000 * scale } else { 9 });
            });
        });
    }),
];

#[test]
fn no_shape_of_file_takes_more_than_eight_times_its_size() {
    let scale = std::env::var("VIBEUE_MEMORY_SCALE").map_or(1, |scale| scale.parse().unwrap());
    let shop = Workshop::new();
    let (_, alone) = peak(&shop, "a short talk", |out| {
        list(out, 100, |out, at| round(out, at, |out| out.write_all(b"ok").unwrap()));
    });
    println!("{:<40} {:>8} {:>9} {:>7} {:>13}", "", "file MB", "peak MB", "times", "each message");
    println!(
        "{:<40} {:>8} {:>9.1}",
        "a hundred calls with results of a word",
        "",
        alone as f64 / 1e6
    );
    // Two programs at a time: what each takes is its own.
    let (first, second) = SHAPES.split_at(SHAPES.len() / 2);
    let (first, second) = std::thread::scope(|both| {
        let first =
            both.spawn(|| first.iter().map(|it| least(it, scale, alone)).collect::<Vec<_>>());
        let second = second.iter().map(|it| least(it, scale, alone)).collect::<Vec<_>>();
        (first.join().unwrap(), second)
    });
    let mut over = Vec::new();
    for ((shape, messages, _), (file, more)) in SHAPES.iter().zip(first.into_iter().chain(second)) {
        let times = more / file as f64;
        let each = more / (messages * if *messages > 12 { scale } else { 1 }) as f64;
        println!(
            "{shape:<40} {:>8.1} {:>+9.1} {times:>7.2} {each:>13.0}",
            file as f64 / 1e6,
            more / 1e6
        );
        if times > MOST {
            over.push(format!("{shape}: {times:.2}"));
        }
    }
    assert_eq!(over, Vec::<String>::new(), "more than {MOST} times the file");
}

/// Returns the size of a file of a shape, and the least memory that a run took beyond `alone`.
///
/// How the allocator places blocks of several threads differs from run to run, and only ever adds:
/// a run that takes too much is repeated, twice at most.
fn least((shape, _, write): &Shape, scale: usize, alone: u64) -> (u64, f64) {
    let shop = Workshop::new();
    let mut least = (1, f64::INFINITY);
    for _ in 0..3 {
        let (file, peak) = peak(&shop, shape, |out| write(out, scale));
        least = (file, least.1.min(peak.saturating_sub(alone) as f64));
        if least.1 <= MOST * file as f64 {
            break;
        }
    }
    least
}

/// Compacts a file; returns its size, and the most bytes that the program had
/// in memory.
fn peak(shop: &Workshop, shape: &str, write: impl FnOnce(&mut Out)) -> (u64, u64) {
    let mut out = BufWriter::new(File::create(shop.path("talk.json")).unwrap());
    write(&mut out);
    out.flush().unwrap();
    let args = ["compact", "talk.json", "--window", "16000", "--force", "--out", "out.json"];
    let mut command = shop.command(&args);
    #[allow(clippy::zombie_processes, reason = "wait4 waits for it, and says what it took")]
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let id = libc::pid_t::try_from(child.id()).unwrap();
    let mut status = 0;
    // SAFETY: zeros are a value of this type.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to values of the types that the call fills, and
    // nobody else waits for this child.
    let ended = unsafe { libc::wait4(id, &raw mut status, 0, &raw mut usage) };
    let said = std::io::read_to_string(child.stderr.unwrap()).unwrap();
    assert_eq!((ended, status), (id, 0), "{shape}: {said}");
    fs::remove_file(shop.path("out.json")).unwrap();
    let file = fs::metadata(shop.path("talk.json")).unwrap().len();
    (file, u64::try_from(usage.ru_maxrss).unwrap() * 1024)
}

fn list(out: &mut Out, count: usize, entry: impl Fn(&mut Out, usize)) {
    for at in 0..count {
        out.write_all(if at == 0 { b"[" } else { b",\n" }).unwrap();
        entry(out, at);
    }
    out.write_all(b"]").unwrap();
}

fn write_message(out: &mut Out, at: usize, text: impl Fn(&mut Out)) {
    write!(out, r#"{{"role":"{}","content":"hi "#, ["user", "assistant"][at % 2]).unwrap();
    text(out);
    out.write_all(br#""}"#).unwrap();
}

/// A request, a call and its result.
fn round(out: &mut Out, at: usize, result: impl Fn(&mut Out)) {
    write!(out, r#"{{"role":"user","content":"look at {at}"}},"#).unwrap();
    write!(out, r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"c{at}","#).unwrap();
    out.write_all(br#""type":"function","function":{"name":"read","arguments":"{}"}}]},"#).unwrap();
    write!(out, r#"{{"role":"tool","tool_call_id":"c{at}","content":""#).unwrap();
    result(out);
    out.write_all(br#""}"#).unwrap();
}

/// Rows of JSON.
fn table(out: &mut Out, seed: usize, rows: usize) {
    out.write_all(b"[").unwrap();
    for row in 0..rows {
        let id = seed * 1_000_000 + row;
        write!(out, r#"{{\"id\":{id},\"name\":\"Actor_{id}\",\"at\":[{row},2]}},"#).unwrap();
    }
    out.write_all(b"0]").unwrap();
}

/// Words with names and numbers among them, about `bytes` long.
fn words(out: &mut Out, seed: usize, bytes: usize) {
    const WORDS: [&str; 12] = [
        "door ", "hinge ", "opened ", "the ", "lamp ", "of ", "moved ", "level ", "and ", "mesh ",
        "was ", "renamed ",
    ];
    let mut state = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut written = 0;
    while written < bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let word = WORDS[(state >> 33) as usize % WORDS.len()];
        out.write_all(word.as_bytes()).unwrap();
        written += word.len();
        if state & 15 == 0 {
            write!(out, "actor_{} ", (state >> 40) % 5_000).unwrap();
            written += 11;
        }
    }
}

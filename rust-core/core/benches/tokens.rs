//! Exact counting compared with `tiktoken-rs`, both in one run on one thread.
//!
//! `cargo bench -p vibeue-core --bench tokens` measures made inputs, hostile inputs and the first
//! count of a new process; `-- file...` measures files instead. The two counters take turns, so
//! that what else the machine does falls on both, and medians are shown. On Linux the processor
//! time of the thread is measured, elsewhere the time that passed.
//!
//! *Cold* is a new thread, whose memo is empty; *warm* is the same text again.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "support/inputs.rs"]
mod inputs;
#[path = "../tests/support/strings.rs"]
#[allow(dead_code, reason = "only the random numbers are needed here")]
mod strings;
#[path = "support/words.rs"]
mod words;

use std::process::Command;
use std::time::{Duration, Instant};

use tiktoken_rs::CoreBPE;
use vibeue_core::tokens::exact::Encoding;

use inputs::Inputs;

const ROUNDS: usize = 5;

/// Each measurement repeats its work for at least this long: the system's account
/// of processor time moves in steps of some milliseconds.
const LEAST: Duration = Duration::from_millis(100);

/// The size of the made texts, in bytes.
const SIZE: usize = 2_000_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    match arguments.as_slice() {
        [flag] if flag == "--first-ours" => {
            first_count(|text| Encoding::O200kBase.bpe().count(text));
        }
        [flag] if flag == "--first-theirs" => {
            first_count(|text| tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len());
        }
        files => {
            let texts = if files.is_empty() { made() } else { read(files) };
            for (encoding, reference) in [
                (Encoding::O200kBase, tiktoken_rs::o200k_base_singleton()),
                (Encoding::Cl100kBase, tiktoken_rs::cl100k_base_singleton()),
            ] {
                heading(encoding.name());
                for (name, texts) in &texts {
                    compare(name, encoding, reference, texts);
                }
            }
            if files.is_empty() {
                hostile();
                first_counts();
            }
        }
    }
}

fn made() -> Vec<(String, Vec<String>)> {
    let mut inputs = Inputs::new();
    [
        ("prose", vec![inputs.prose(SIZE)]),
        ("code", vec![inputs.code(SIZE)]),
        ("json and logs", vec![inputs.json(SIZE)]),
        ("100,000 short", inputs.short(100_000)),
        ("chinese, japanese", vec![inputs.ideographs(SIZE)]),
    ]
    .map(|(name, texts)| (name.to_owned(), texts))
    .into()
}

fn read(files: &[String]) -> Vec<(String, Vec<String>)> {
    let read = |file: &String| {
        let text = std::fs::read_to_string(file).expect("the file is readable UTF-8");
        (file.rsplit('/').next().unwrap_or(file).to_owned(), vec![text])
    };
    files.iter().map(read).collect()
}

fn heading(name: &str) {
    println!(
        "\n{name:<20} {:>9} {:>9} {:>12} {:>17} {:>17}",
        "bytes", "tokens", "tiktoken-rs", "cold", "warm"
    );
}

/// Measures both counters on some texts and prints a line in MB/s.
fn compare(name: &str, encoding: Encoding, reference: &CoreBPE, texts: &[String]) {
    let bpe = encoding.bpe();
    let ours = || texts.iter().map(|text| bpe.count(text)).sum::<usize>();
    let theirs = || texts.iter().map(|text| reference.encode_ordinary(text).len()).sum::<usize>();
    let expected = theirs();
    assert_eq!(ours(), expected, "{name}: the counts differ");
    let bytes: usize = texts.iter().map(String::len).sum();
    let (mut slow, mut cold, mut warm) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        slow.push(time(&theirs));
        cold.push(on_new_threads(&ours));
        warm.push(time(&ours));
    }
    let [slow, cold, warm] = [slow, cold, warm].map(median);
    let speed = |time: Duration| bytes as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{name:<20} {bytes:>9} {expected:>9} {:>12.1} {:>9.1} {:>6.1}x {:>9.1} {:>6.1}x",
        speed(slow),
        speed(cold),
        ratio(slow, cold),
        speed(warm),
        ratio(slow, warm)
    );
}

/// Measures inputs that make tokenizers slow, once each.
fn hostile() {
    let (encoding, reference) = (Encoding::O200kBase, tiktoken_rs::o200k_base_singleton());
    let mut inputs = Inputs::new();
    let scripts = [
        (0x4e00, 0x9fff),
        (0xac00, 0xd7a3),
        (0x400, 0x4ff),
        (0x600, 0x6ff),
        (0x900, 0x97f),
        (0xe00, 0xe5b),
        (0x1_f300, 0x1_faff),
        (0x20, 0x20),
        (0x370, 0x3ff),
        (0xc0, 0x24f),
    ];
    let base64 = [(0x41, 0x5a), (0x61, 0x7a), (0x30, 0x39), (0x2b, 0x2b), (0x2f, 0x2f)];
    let texts = [
        ("5,000,000 a", "a".repeat(5_000_000)),
        ("100,000 =", "=".repeat(100_000)),
        ("100,000 blanks", " ".repeat(100_000)),
        ("100,000 line ends", "\n".repeat(100_000)),
        ("100,000 NUL", "\0".repeat(100_000)),
        ("1,000,000 abab", "ab".repeat(500_000)),
        ("1,000,000 random a-z", inputs.characters(1_000_000, &[(0x61, 0x7a)])),
        ("100,000 random Han", inputs.characters(100_000, &[(0x4e00, 0x9fff)])),
        ("mixed scripts", inputs.characters(300_000, &scripts)),
        ("base64", inputs.characters(1_000_000, &base64)),
        ("digits", inputs.characters(1_000_000, &[(0x30, 0x39)])),
        ("all code points", inputs.characters(200_000, &[(0, 0x10_ffff)])),
        ("' s t ſ K", "it's 'ſ K'll ".repeat(50_000)),
    ];
    println!(
        "\n{:<20} {:>9} {:>9} {:>15} {:>15}",
        "o200k_base", "bytes", "tokens", "tiktoken-rs", "this"
    );
    for (name, text) in &texts {
        let expected = reference.encode_ordinary(text).len();
        let theirs = time(&|| reference.encode_ordinary(text).len());
        let ours = on_new_threads(&|| encoding.bpe().count(text));
        assert_eq!(encoding.bpe().count(text), expected, "{name}: the counts differ");
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{name:<20} {:>9} {expected:>9} {:>12.2} ms {:>12.2} ms {:>6.1}x",
            text.len(),
            milliseconds(theirs),
            milliseconds(ours),
            ratio(theirs, ours)
        );
    }
    let text = " ".repeat(1_000_000) + "x";
    let ours = on_new_threads(&|| encoding.bpe().count(&text));
    println!(
        "{:<20} {:>9} {:>9} {:>15} {:>12.2} ms",
        "1,000,000 blanks + x",
        text.len(),
        encoding.bpe().count(&text),
        "panics",
        ours.as_secs_f64() * 1e3
    );
}

/// Measures how long a new process takes to its first count, loading included.
fn first_counts() {
    let program = std::env::current_exe().expect("the path of this program is known");
    let run = |flag: &str| {
        let output = Command::new(&program).arg(flag).output().expect("this program starts");
        let text = String::from_utf8_lossy(&output.stdout);
        Duration::from_micros(text.trim().parse().expect("it prints microseconds"))
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..7 {
        theirs.push(run("--first-theirs"));
        ours.push(run("--first-ours"));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!(
        "\nfirst count of a process, o200k_base: tiktoken-rs {:.1} ms, this {:.1} ms ({:.1}x)",
        theirs.as_secs_f64() * 1e3,
        ours.as_secs_f64() * 1e3,
        ratio(theirs, ours)
    );
}

fn first_count(count: impl Fn(&str) -> usize) {
    let start = Instant::now();
    std::hint::black_box(count("The first count of a process loads the vocabulary."));
    println!("{}", start.elapsed().as_micros());
}

/// The time of one run of the work, from as many as [`LEAST`] needs.
fn time(work: &dyn Fn() -> usize) -> Duration {
    let (start, wall) = (clock(), Instant::now());
    let mut runs = 0;
    while wall.elapsed() < LEAST {
        std::hint::black_box(work());
        runs += 1;
    }
    (clock() - start) / runs
}

/// The time of one run of the work when each run has a thread of its own.
fn on_new_threads(work: &(dyn Fn() -> usize + Sync)) -> Duration {
    let (mut total, mut runs, wall) = (Duration::ZERO, 0, Instant::now());
    while wall.elapsed() < LEAST {
        total += std::thread::scope(|scope| {
            let run = || {
                let start = clock();
                std::hint::black_box(work());
                // The account is brought up to date when the thread waits.
                std::thread::sleep(Duration::from_micros(1));
                clock() - start
            };
            scope.spawn(run).join().expect("counting does not panic")
        });
        runs += 1;
    }
    total / runs
}

/// The processor time of this thread; where that is not known, the time of day.
fn clock() -> Duration {
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = account.and_then(|text| text.split(' ').next()?.parse().ok());
    match nanoseconds {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => std::time::UNIX_EPOCH.elapsed().unwrap_or_default(),
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn ratio(slow: Duration, fast: Duration) -> f64 {
    slow.as_secs_f64() / fast.as_secs_f64()
}

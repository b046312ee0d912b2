//! What the chat's window costs the thread that draws it, in a conversation of
//! 100 messages and in one of 10,000: widgets, calls across the bridge,
//! allocations and times.
//!
//! `cargo bench -p vibeue-plugin-tests --bench window`
//!
//! The plugin's real code runs in the stand-in engine, whose Slate is simpler
//! than the engine's and draws nothing: the ratio of the two columns counts,
//! not their height. The case that counts, `VibeUE.LongChats.Costs`, also tests
//! that nothing grows with the conversation.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "this is a program for developers")]

use std::path::Path;

use unreal_standin::compile::{Flavour, Host, Plugin, Program, RunOptions};
use vibeue_scripted_server::{Script, Server};

/// The case that counts and takes the times.
const CASE: &str = "VibeUE.LongChats.Costs.opening, resting, scrolling";

/// What is measured: the word that the case writes, and what it is.
const PARTS: [(&str, &str); 5] = [
    ("opening", "to open the window"),
    ("rest", "at rest"),
    ("scrolling", "scrolling, a notch as a frame"),
    ("answer", "an answer of 200 KB"),
    ("stream", "the same, a piece in each frame"),
];

/// What is told of the frames of a part, in the order in which the case writes
/// it: the factor by which it is shown, and the digits after the point.
const NUMBERS: [(&str, f64, usize); 4] = [
    ("widgets", 1.0, 0),
    ("calls across the bridge", 1.0, 0),
    ("allocations", 1.0, 0),
    ("milliseconds", 1e3, 3),
];

const ROUNDS: usize = 5;

/// What the frames of a part cost.
#[derive(Debug, Clone, Copy)]
struct Cost {
    frames: f64,
    /// All of them together.
    all: [f64; 4],
    /// The most of each that one frame took.
    heaviest: [f64; 4],
}

/// What each part cost, for the shorter and the longer conversation.
type Round = [[Cost; 5]; 2];

fn main() {
    let program = Plugin::program(Flavour::default()).unwrap();
    let cases = Host::new(program.clone(), RunOptions::default()).cases().unwrap();
    let case = cases.into_iter().find(|case| case.name.starts_with(CASE)).unwrap();
    let rounds: Vec<Round> = (0..ROUNDS).map(|_| run(&program, &case.name)).collect();
    let caption = format!("medians of {ROUNDS} runs");
    let heads = format!("{:>10} {:>10} {:>7}", 100, "10,000", "ratio");
    println!("{:<33} {:^29}   {:^29}", "", "all frames together", "the heaviest frame");
    println!("{caption:<33} {heads}   {heads}");
    for (part, (_, title)) in PARTS.iter().enumerate() {
        println!("{title}");
        println!("  {:<31} {}", "frames", columns(medians(&rounds, part, |cost| cost.frames), 0));
        for (at, (name, factor, digits)) in NUMBERS.iter().enumerate() {
            let all = medians(&rounds, part, |cost| cost.all[at] * factor);
            let heaviest = medians(&rounds, part, |cost| cost.heaviest[at] * factor);
            println!("  {name:<31} {}   {}", columns(all, *digits), columns(heaviest, *digits));
        }
        let each = medians(&rounds, part, |cost| cost.all[3] * 1e3 / cost.frames);
        println!("  {:<31} {}", "milliseconds a frame", columns(each, 3));
    }
}

/// The shorter conversation's number, the longer one's, and their ratio.
fn columns([short, long]: [f64; 2], digits: usize) -> String {
    let ratio = if short > 0.0 { format!("{:.2}", long / short) } else { "-".to_owned() };
    format!("{short:>10.digits$} {long:>10.digits$} {ratio:>7}")
}

/// The median of a number of a part, for the shorter and the longer
/// conversation.
fn medians(rounds: &[Round], part: usize, number: impl Fn(&Cost) -> f64) -> [f64; 2] {
    [0, 1].map(|length: usize| {
        let mut numbers: Vec<f64> =
            rounds.iter().map(|round| number(&round[length][part])).collect();
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    })
}

fn run(program: &Program, case: &str) -> Round {
    let folder = tempfile::tempdir().unwrap();
    let costs = folder.path().join("costs.txt");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/plugin-specs.json");
    let server =
        Server::start(Script::from_json(&std::fs::read_to_string(script).unwrap()).unwrap())
            .unwrap();
    let options = RunOptions {
        modules: vec!["VibeUE".to_owned()],
        plugin: Some(Plugin::descriptor()),
        environment: vec![
            ("VIBEUE_TEST_SERVER".to_owned(), server.url()),
            ("VIBEUE_WINDOW_COSTS".to_owned(), costs.display().to_string()),
        ],
        ..RunOptions::default()
    };
    let outcome = Host::new(program.clone(), options).run(case).unwrap();
    assert!(outcome.passed, "{}", outcome.report());
    let told = std::fs::read_to_string(&costs).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2 * PARTS.len(), "{told}");
    [0, 1].map(|length: usize| {
        std::array::from_fn(|part| read(PARTS[part].0, lines[length * PARTS.len() + part]))
    })
}

/// Reads a line of the case: the part's word, the number of frames, what all of
/// them cost, and what the heaviest cost.
fn read(part: &str, line: &str) -> Cost {
    let (word, numbers) = line.split_once(' ').unwrap();
    assert_eq!(word, part, "{line}");
    let numbers: Vec<f64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
    let [frames, all @ .., a, b, c, d] = &numbers[..] else { panic!("{line}") };
    Cost { frames: *frames, all: all.try_into().unwrap(), heaviest: [*a, *b, *c, *d] }
}

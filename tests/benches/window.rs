//! What the chat's window costs the thread that draws it, in a conversation of
//! 100 messages and in one of 10,000.
//!
//! `cargo bench -p vibeue-plugin-tests --bench window`
//!
//! The plugin's real code runs in the stand-in engine, whose Slate is simpler
//! than the engine's and draws nothing: the ratio of the two columns counts,
//! not their height. That nothing grows with the conversation is counted by the
//! case that takes the times, `VibeUE.LongChats.Costs`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "this is a program for developers")]

use std::path::Path;

use unreal_standin::compile::{Flavour, Host, Plugin, Program, RunOptions};
use vibeue_scripted_server::{Script, Server};

/// The case that takes the times.
const CASE: &str = "VibeUE.LongChats.Costs.opening, resting, scrolling";

/// What is measured, as the case writes it.
const MEASURED: [&str; 4] =
    ["to open the window", "a frame at rest", "a notch of scrolling", "an answer of 200 KB"];

const ROUNDS: usize = 5;

fn main() {
    let program = Plugin::program(Flavour::default()).unwrap();
    let cases = Host::new(program.clone(), RunOptions::default()).cases().unwrap();
    let case = cases.into_iter().find(|case| case.name.starts_with(CASE)).unwrap();
    let rounds: Vec<_> = (0..ROUNDS).map(|_| run(&program, &case.name)).collect();
    println!("{:<24} {:>14} {:>14} {:>7}", "median, milliseconds", 100, 10_000, "ratio");
    for (at, name) in MEASURED.iter().enumerate() {
        let [short, long] = [0, 1].map(|length| {
            let mut times: Vec<f64> = rounds.iter().map(|round| round[length][at]).collect();
            times.sort_by(f64::total_cmp);
            times[times.len() / 2] * 1e3
        });
        println!("{name:<24} {short:>14.3} {long:>14.3} {:>7.2}", long / short);
    }
}

/// The seconds of each measurement, for the shorter and the longer conversation.
fn run(program: &Program, case: &str) -> [[f64; 4]; 2] {
    let folder = tempfile::tempdir().unwrap();
    let times = folder.path().join("times.txt");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/plugin-specs.json");
    let server =
        Server::start(Script::from_json(&std::fs::read_to_string(script).unwrap()).unwrap())
            .unwrap();
    let options = RunOptions {
        modules: vec!["VibeUE".to_owned()],
        plugin: Some(Plugin::descriptor()),
        environment: vec![
            ("VIBEUE_TEST_SERVER".to_owned(), server.url()),
            ("VIBEUE_WINDOW_TIMES".to_owned(), times.display().to_string()),
        ],
        ..RunOptions::default()
    };
    let outcome = Host::new(program.clone(), options).run(case).unwrap();
    assert!(outcome.passed, "{}", outcome.report());
    let told = std::fs::read_to_string(&times).unwrap();
    let lines: Vec<[f64; 4]> = told
        .lines()
        .map(|line| {
            let numbers: Vec<f64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
            numbers.try_into().unwrap()
        })
        .collect();
    lines.try_into().unwrap()
}

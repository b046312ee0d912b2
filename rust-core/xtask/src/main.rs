//! Generators and checks that keep committed, generated files fresh.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line program")]

mod vocab;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask vocab [--check]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["vocab"] => vocab::run(vocab::Mode::Write),
        ["vocab", "--check"] => vocab::run(vocab::Mode::Check),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

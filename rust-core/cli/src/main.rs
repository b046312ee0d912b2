//! The `vibeue` program: the core in a terminal.
//!
//! Counts, compacts and replays conversations and inspects journals, without a network; chats with
//! models and checks the connection to them, with one.
#![forbid(unsafe_code)]

mod args;
mod command;
mod config;
mod connect;
mod console;
mod counting;
mod failure;
mod input;
mod log;
mod original;
mod output;
mod progress;
mod quantity;
mod servers;
mod source;
mod stamp;
mod tool_costs;

use std::panic;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Args, Command};
use console::Console;
use failure::Failure;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Neither a help text nor a closed output is an error.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Failure::USAGE } else { 0 });
        }
    };
    let mut console = Console::of_process();
    let wants_log = matches!(&args.command, Command::Doctor(args) if args.bundle.is_some());
    log::begin(args.verbose, wants_log);
    // The hook's text is for programmers; ours goes through the console.
    panic::set_hook(Box::new(|_| {}));
    let outcome = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        command::run(args, &mut console)?;
        console.finish()
    }));
    let failure = match outcome {
        Ok(Ok(())) => return ExitCode::SUCCESS,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::of_panic(panic.as_ref()),
    };
    console.report(&failure);
    ExitCode::from(failure.exit_code())
}

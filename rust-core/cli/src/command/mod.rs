//! One command each.

mod chat;
mod compact;
mod count;
mod doctor;
mod history;
mod journal;
mod mcp;
mod probe;
mod serve;
mod settings;
mod setup;
mod sign_in;
mod tune;

use crate::args::{Args, Command};
use crate::console::Console;
use crate::failure::Result;
use crate::output::counted;

/// Does what was asked for.
pub(crate) fn run(args: Args, console: &mut Console) -> Result {
    match args.command {
        Command::Count(args) => count::run(&args, console),
        Command::Compact(args) => compact::run(&args, console),
        Command::Tune(args) => tune::run(&args, console),
        Command::Probe(args) => probe::run(&args, console),
        Command::Journal(args) => journal::run(&args, console),
        Command::History(args) => history::run(&args, console),
        Command::Settings(args) => settings::run(&args, console),
        Command::Chat(args) => chat::run(&args, console),
        Command::Mcp(args) => mcp::run(&args, console),
        Command::Doctor(args) => doctor::run(&args, console),
        Command::Setup(args) => setup::run(&args, console),
    }
}

/// The time, in milliseconds since the Unix epoch.
fn now() -> u64 {
    let elapsed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    elapsed.map_or(0, |elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
}

/// Says how much was masked, and how to keep it.
fn note_masked(count: usize, option: &str, console: &mut Console) {
    if count > 0 {
        let secrets = counted(count as u64, "secret");
        console.note(format!("{secrets} masked; {option} keeps them"));
    }
}

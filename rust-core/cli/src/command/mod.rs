//! The commands, one per module.

mod chat;
mod compact;
mod count;
mod doctor;
mod history;
mod journal;
mod key;
mod masked;
mod mcp;
mod now;
mod probe;
mod serve;
mod settings;
mod setup;
mod sign_in;
mod tune;

use crate::args::{Args, Command};
use crate::console::Console;
use crate::failure::Result;

/// Runs the command.
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
        Command::Key(args) => key::run(&args, console),
    }
}

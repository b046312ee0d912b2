//! Servers of the Model Context Protocol that misbehave, below a session: each call ends in a named
//! state, the next turn works, the history is accepted by every provider, and no process is left.
//!
//! The program starts itself again as the server, see
//! `vibeue_scripted_server::mcp`.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should stop; not every file uses every helper"
)]

#[path = "../../../core/tests/session/scripted.rs"]
mod scripted;
#[path = "../../../core/tests/session/talk.rs"]
mod talk;

mod attack_table;
mod attacks;
mod calls;
mod host;
mod hostile;
mod misbehaving;
mod network;
#[cfg(target_os = "linux")]
mod processes;
mod project_servers;
mod sign_in;
mod unreal;
mod unreal_found;
mod unreal_misbehaving;
mod wanted;

use libtest_mimic::{Arguments, Trial};

/// Says to this program that it is the server, and how it behaves.
const MODE: &str = "SCRIPTED_MCP_MODE";

fn main() {
    if let Ok(mode) = std::env::var(MODE) {
        vibeue_scripted_server::mcp::serve(&mode);
        return;
    }
    let mut trials = misbehaving::trials();
    trials.extend(attacks::trials());
    trials.extend(calls::trials());
    trials.extend(hostile::trials());
    trials.extend(network::trials());
    trials.extend(project_servers::trials());
    trials.extend(sign_in::trials());
    trials.extend(unreal::trials());
    trials.extend(unreal_found::trials());
    trials.extend(unreal_misbehaving::trials());
    #[cfg(target_os = "linux")]
    trials.extend(processes::trials());
    let mut arguments = Arguments::from_args();
    // They wait for other programs more than they compute.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    arguments.test_threads = arguments.test_threads.or(Some(3 * cores));
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test of a name; what it asserts panics.
fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

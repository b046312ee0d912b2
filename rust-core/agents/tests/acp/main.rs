//! Agents of the Agent Client Protocol, good and bad, below a session: each turn ends in a named
//! state, the next one works, the history is accepted by every provider, and no process is left.
//!
//! The program starts itself again as the agent, see
//! `vibeue_scripted_server::acp`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod greetings;
mod host;
mod permissions;
#[cfg(target_os = "linux")]
mod processes;
mod turns;

use libtest_mimic::{Arguments, Trial};

/// Says to this program that it is the agent, and how it is greeted.
const MODE: &str = "SCRIPTED_ACP_MODE";

fn main() {
    if let Ok(mode) = std::env::var(MODE) {
        vibeue_scripted_server::acp::serve(&mode);
        return;
    }
    let mut trials = greetings::trials();
    trials.extend(turns::trials());
    trials.extend(permissions::trials());
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

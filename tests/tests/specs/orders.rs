//! All cases in one process, as an editor runs them, in orders that nobody chose.
//!
//! `VIBEUE_SPEC_ORDERS` says how many orders (one when unset), and
//! `VIBEUE_SPEC_SEED` the first seed: 1 when unset, so that the verdict on a
//! commit is the same each time, and `clock` for orders that never ran before.

use std::time::{Duration, SystemTime};

use libtest_mimic::{Failed, Trial};
use unreal_standin::compile::Host;

use super::judge;

/// All cases take this long at most, with sanitizers and on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// One test for each order of a host's cases.
pub(crate) fn trials(of: &str, host: &Host) -> Vec<Trial> {
    each(of, |seed| {
        let host = host.clone();
        Box::new(move || run(host, seed))
    })
}

/// One test for each order; `make` gives what runs an order.
pub(crate) fn each(
    of: &str,
    make: impl Fn(u64) -> Box<dyn FnOnce() -> Result<(), Failed> + Send>,
) -> Vec<Trial> {
    let orders = number("VIBEUE_SPEC_ORDERS").unwrap_or(1);
    let first = match std::env::var("VIBEUE_SPEC_SEED").as_deref() {
        Ok("clock") => of_the_clock(),
        _ => number("VIBEUE_SPEC_SEED").unwrap_or(1),
    };
    let name = |order| format!("{of}::all cases in one process, order {order} of {orders}");
    (1..=orders)
        .map(|order| Trial::test(name(order), make(first.wrapping_add(order - 1))))
        .collect()
}

/// Runs all cases in the order of a seed, which is said whatever comes of it.
pub(crate) fn run(host: Host, seed: u64) -> Result<(), Failed> {
    #[expect(clippy::print_stderr, reason = "the order must be known to be run again")]
    {
        eprintln!("all cases in one process: VIBEUE_SPEC_SEED={seed}");
    }
    let outcome = host.with_timeout(TIMEOUT).run_all(seed).map_err(|error| error.to_string())?;
    judge(&outcome, &format!("the order of VIBEUE_SPEC_SEED={seed}"))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.trim().parse().ok()
}

fn of_the_clock() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |since| since.as_secs())
}

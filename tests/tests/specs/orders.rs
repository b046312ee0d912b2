//! All cases in one process, in orders that nobody chose: a test for each of the
//! `VIBEUE_SPEC_ORDERS`, none when that is unset. The first follows from
//! `VIBEUE_SPEC_SEED`, as in `shared`.

use libtest_mimic::Trial;

use super::shared::{Start, seed, shuffle};
use unreal_standin::compile::Step;

/// One test for each order of the cases.
#[allow(clippy::print_stderr, reason = "an order that runs names its seed")]
pub(crate) fn trials(of: &str, cases: &[String], start: &Start) -> Vec<Trial> {
    let orders = std::env::var("VIBEUE_SPEC_ORDERS").ok();
    let orders: u64 = orders.and_then(|number| number.trim().parse().ok()).unwrap_or(0);
    let trial = |order| {
        let (mut cases, start) = (cases.to_vec(), Start::clone(start));
        let name = format!("{of}::all cases in one process, order {order} of {orders}");
        Trial::test(name.clone(), move || {
            let seed = seed().wrapping_add(order - 1);
            // Before they run: an order that hangs, or takes the whole run with it, can be run again.
            eprintln!("{name}: VIBEUE_SPEC_SEED={seed}, {} cases", cases.len());
            shuffle(&mut cases, seed);
            let series: Vec<Step> =
                cases.into_iter().map(|case| Step { case, page: None }).collect();
            let mut problems = String::new();
            let mut ran = Ok(());
            start(&mut |host| {
                ran = host.run_series(&series, &mut |case, outcome| {
                    for problem in outcome.problems {
                        problems.push_str(&format!("{case}: {problem}\n"));
                    }
                });
            })?;
            ran?;
            if problems.is_empty() {
                Ok(())
            } else {
                Err(format!("the order of VIBEUE_SPEC_SEED={seed}\n{problems}").into())
            }
        })
    };
    (1..=orders).map(trial).collect()
}

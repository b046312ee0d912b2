//! Conversations that were damaged in every way that a file can be: whatever
//! comes in, nothing panics, what goes out fits, has its pairs whole and keeps
//! the host's instructions, and the same input gives the same result.
//!
//! `VIBEUE_MUTANTS` is how many are tried, `VIBEUE_MUTANTS_SEED` where the numbers begin. A failure
//! names the seed of its mutant, which reproduces it: `VIBEUE_MUTANTS=1 VIBEUE_MUTANTS_SEED=…`.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod judge;
mod mutation;
#[path = "../support/random.rs"]
mod random;
mod samples;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use judge::Verdict;
use random::Random;
use samples::Shape;
use vibeue_core::conversation::transcript::{Format, ReadOptions, read};

/// How many are tried by default: some seconds.
const COUNT: u64 = 400;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// What decides about the mutant of a seed.
fn numbers(seed: u64) -> Random {
    Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x1234_5678))
}

#[test]
fn damaged_conversations_are_read_or_refused_and_what_comes_out_fits() {
    let first = number("VIBEUE_MUTANTS_SEED", 1);
    let mut tally = std::collections::BTreeMap::<String, u64>::new();
    for seed in first..first + number("VIBEUE_MUTANTS", COUNT) {
        let mut random = numbers(seed);
        let shape = Shape::ALL[random.below(Shape::ALL.len())];
        let bytes = mutation::mutant(shape, &mut random);
        let judged = catch_unwind(AssertUnwindSafe(|| judge::judge(shape, &bytes, &mut random)));
        let verdict = judged.unwrap_or_else(|panic| {
            let shown: String = String::from_utf8_lossy(&bytes).chars().take(4_000).collect();
            eprintln!("the mutant of seed {seed} ({shape:?}):\n{shown}");
            resume_unwind(panic)
        });
        *tally.entry(format!("{shape:?} {verdict:?}")).or_default() += 1;
    }
    println!("{tally:#?}");
    if number("VIBEUE_MUTANTS", COUNT) >= COUNT {
        let count = |verdict: Verdict| {
            let name = format!("{verdict:?}");
            tally.iter().filter(|(key, _)| key.ends_with(&name)).map(|(_, count)| count).sum()
        };
        for verdict in Verdict::ALL {
            let many: u64 = count(verdict);
            assert!(many > 0, "no mutant was {verdict:?}: the damage is too much or too little");
        }
    }
}

/// The largest line that is still a message and not an attack.
#[test]
fn a_line_of_a_hundred_megabytes_is_read_and_made_to_fit() {
    let bytes = samples::huge_line(100 << 20);
    let read = read(&bytes, &ReadOptions::default()).unwrap();
    assert_eq!((read.format, read.repairs.len()), (Format::OpenAiLines, 0));
    drop(bytes);
    let verdict = judge::judge_conversation(&read.conversation, None, &mut numbers(1));
    assert_eq!(verdict, Verdict::Compacted);
}

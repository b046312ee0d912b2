//! A live conversation, by its commands, events and snapshots.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on should stop; not every file uses every helper"
)]

mod scripted;
mod talk;

mod bounds;
mod branches;
mod by_need;
mod cancelling;
mod context;
mod exchanged;
mod finding;
mod fitting;
mod flooding;
mod hostile;
mod interleaving;
mod levers;
mod long_results;
mod loops;
mod model_written;
mod panics;
mod persistence;
mod previews;
mod reserve;
mod spending;
mod summaries;
mod tools;
mod turns;
mod waiting;

use std::sync::Arc;

use scripted::{Answer, Scripted, gate};
use talk::*;

/// Turns of about one size, in a window that they fill to about a half.
fn even_talk(turns: u64) -> Talk {
    let talk = Talk::new(answers(), 16_000);
    for turn in 0..turns {
        talk.ask(&format!("Question {turn}: {}", words(turn, 120)));
    }
    talk.until_reported();
    talk.drain();
    talk
}

/// Answers as long as most of a turn's question.
fn answers() -> Scripted {
    Scripted::new([]).rule(|_| Answer::text(&words(5, 80)))
}

/// Turns that are worth a summary.
fn long_talk() -> Talk {
    let talk = Talk::new(Scripted::new([]).rule(|_| Answer::text(&words(5, 40))), 16_000);
    for turn in 0..8 {
        talk.ask(&format!("Question {turn}: {}", words(turn, 60)));
    }
    talk.drain();
    talk
}

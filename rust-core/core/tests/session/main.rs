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
mod spending;
mod summaries;
mod tools;
mod turns;
mod waiting;

use std::sync::Arc;

use scripted::{Answer, Scripted, gate};
use talk::*;

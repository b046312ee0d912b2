//! What giving results to calls that have none costs, counted by the allocator.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test that cannot go on should stop; not every helper is used here"
)]

#[path = "support/counting_allocator.rs"]
mod counting_allocator;
#[path = "session/scripted.rs"]
mod scripted;
#[path = "session/talk.rs"]
mod talk;

use std::sync::Arc;

use counting_allocator::Counting;
use scripted::{Answer, Scripted};
use talk::*;
use vibeue_core::provider::StopReason;
use vibeue_core::session::live::{FailureClass, TurnEnd};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that a session allocates while it closes this many calls, which a model made before it
/// declined to continue.
fn bytes_to_close(calls: usize) -> u64 {
    let ids: Vec<String> = (0..calls).map(|at| format!("call_{at:06}")).collect();
    let made: Vec<(&str, &str, &str)> = ids.iter().map(|id| (id.as_str(), "look", "{}")).collect();
    let mut answer = Answer::calls(&made);
    if let Ok(reply) = &mut answer.result {
        reply.stop = StopReason::Refusal;
    }
    let provider = Arc::new(Scripted::new([answer]));
    let mut options = options(&provider, 1_000_000);
    options.tools = vec![tool("look")];
    let talk = Talk::open(Arc::clone(&provider), options);
    Counting::begin();
    let before = Counting::taken();
    let events = talk.say("Look");
    let taken = Counting::taken() - before;
    assert_eq!(end(&events), TurnEnd::Failed);
    let classes: Vec<FailureClass> = failures(&events).iter().map(|it| it.class).collect();
    assert_eq!(classes, [FailureClass::Refused]);
    let snapshot = talk.session.snapshot();
    let results = snapshot.transcript.iter().flat_map(|message| message.tool_results()).count();
    assert_eq!(results, calls);
    taken
}

// A single test: others at the same time would be counted, too.
#[test]
fn closing_four_times_the_calls_takes_at_most_five_times_the_work() {
    bytes_to_close(10);
    let (few, many) = (bytes_to_close(500), bytes_to_close(2_000));
    eprintln!("closing 500 calls took {few} bytes, 2,000 took {many}");
    assert!(many <= 5 * few, "{few} bytes for 500 calls, {many} for 2,000");
}

//! What the plans reach at all.

use std::collections::BTreeSet;

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;

use super::interleaving::Run;
use super::plan::plan;
use super::world::Done;

/// What can be written and reported in a session, by name.
const EVERYTHING: [&str; 39] = [
    "told answer_retracted",
    "told branch_shown",
    "told error",
    "told message",
    "told model_changed",
    "told pinned",
    "told preview_failed",
    "told preview_ready",
    "told preview_started",
    "told redone",
    "told shortened",
    "told state",
    "told summarization_complete",
    "told summarization_started",
    "told summary_edit_undone",
    "told summary_edited",
    "told tool_approved",
    "told tool_call",
    "told tool_ended",
    "told turn_ended",
    "told turn_started",
    "told undone",
    "told usage",
    "told warning",
    "wrote branch",
    "wrote compaction",
    "wrote edit_summary",
    "wrote learned",
    "wrote message",
    "wrote pin",
    "wrote rename",
    "wrote request",
    "wrote send",
    "wrote submit",
    "wrote switch",
    "wrote tools",
    "wrote undo",
    "wrote undo_edit",
    "wrote withdraw",
];

#[test]
fn the_plans_reach_everything_that_can_be_written_and_told() {
    let mut runner = TestRunner::deterministic();
    let plans = plan(60);
    let mut reached = BTreeSet::new();
    for _ in 0..1_200 {
        let mut run = Run::new();
        plans.new_tree(&mut runner).unwrap().current().iter().for_each(|op| run.op(op));
        reached.extend(run.world.done.iter().filter_map(|done| match done {
            Done::Wrote { event, .. } => Some(format!("wrote {event}")),
            Done::Emitted(event) => {
                let value = serde_json::to_value(event).unwrap();
                Some(format!("told {}", value["event"].as_str().unwrap()))
            }
            _ => None,
        }));
    }
    assert_eq!(reached.iter().map(String::as_str).collect::<Vec<_>>(), EVERYTHING);
}

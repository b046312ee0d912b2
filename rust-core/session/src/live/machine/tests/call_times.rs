//! How long calls run, by the clock of the world around the machine.

use std::time::Duration;

use super::world::{Done, World, calls, tool};
use crate::live::command::Command;
use crate::live::{Approval, CallEnd, RunTime, SessionEvent, Tool, ToolAnswer};

/// The world's clock advances by this with each step.
const STEP: Duration = Duration::from_millis(10);

fn ids<'i>(ids: &[&'i str]) -> Vec<(&'i str, &'i str)> {
    ids.iter().map(|id| (*id, "look")).collect()
}

/// A world whose model has called a tool that nobody is asked for.
fn called(reports_begins: bool, names: &[&str]) -> World {
    let mut world = World::open();
    world.state.tools.reports_begins = reports_begins;
    let free = Tool { access: crate::live::Access::Read, ..tool("look") };
    world.ask(Command::SetTools { tools: vec![free] });
    world.submit(1, "Look");
    world.reply(calls(&ids(names)));
    world
}

fn begin(world: &mut World, id: &str) {
    world.ask(Command::BeginTool { call_id: id.to_owned() });
}

fn answer(world: &mut World, id: &str, answer: ToolAnswer) {
    world.ask(Command::AnswerTool { call_id: id.to_owned(), answer });
}

fn wait(world: &mut World, time: Duration) {
    world.at.steady += time;
}

/// The ids of the calls that have a result, with how long each ran.
fn ran(world: &World) -> Vec<(String, Option<u64>)> {
    let results = world.journal.originals().flat_map(|message| message.tool_results());
    results.map(|result| (result.call_id.to_string(), result.ran_ms)).collect()
}

fn times(times: &[(&str, Option<u64>)]) -> Vec<(String, Option<u64>)> {
    times.iter().map(|(id, ran)| ((*id).to_owned(), *ran)).collect()
}

#[test]
fn a_call_is_timed_from_when_the_host_says_that_it_begins() {
    let mut world = called(true, &["a", "b"]);
    wait(&mut world, Duration::from_secs(5));
    begin(&mut world, "a");
    wait(&mut world, Duration::from_millis(402));
    answer(&mut world, "a", ToolAnswer::text("seen"));
    begin(&mut world, "b");
    wait(&mut world, Duration::from_secs(3));
    answer(&mut world, "b", ToolAnswer::error("gone"));
    assert_eq!(ran(&world), times(&[("a", Some(412)), ("b", Some(3_010))]));
}

#[test]
fn where_nobody_says_when_calls_begin_they_are_timed_from_when_they_may() {
    let mut world = called(false, &["a"]);
    wait(&mut world, Duration::from_secs(2));
    answer(&mut world, "a", ToolAnswer::text("seen"));
    // Writing what the model said is a step of its own.
    let [(_, Some(ran))] = &ran(&world)[..] else { panic!("{:?}", ran(&world)) };
    assert!((2_000..2_050).contains(ran), "{ran}");
}

#[test]
fn the_wait_for_the_user_is_not_the_time_of_the_call() {
    let mut world = World::open();
    world.submit(1, "Look");
    world.reply(calls(&ids(&["a"])));
    wait(&mut world, Duration::from_secs(60));
    world.ask(Command::ApproveTool { call_id: "a".to_owned(), approval: Approval::Allow });
    wait(&mut world, Duration::from_millis(90));
    answer(&mut world, "a", ToolAnswer::text("seen"));
    assert_eq!(ran(&world), times(&[("a", Some(100))]));
}

#[test]
fn a_call_that_was_not_run_has_no_time_and_one_that_was_cancelled_has() {
    let mut world = called(true, &["a", "b", "c", "d"]);
    begin(&mut world, "a");
    answer(&mut world, "a", ToolAnswer::ended(CallEnd::Busy, "a dialog is open"));
    answer(&mut world, "b", ToolAnswer::text("never begun"));
    begin(&mut world, "c");
    wait(&mut world, Duration::from_secs(1));
    world.ask(Command::Cancel { turn: None });
    // The results of a cancelled turn are written one by one, a step each.
    let [a, b, (c, Some(time)), d] = &ran(&world)[..] else { panic!("{:?}", ran(&world)) };
    assert_eq!([a, b, d].map(|(_, ran)| *ran), [None; 3]);
    assert!(c == "c" && (1_000..1_050).contains(time), "{c} {time}");
}

#[test]
fn whoever_ran_a_call_may_know_better_how_long_that_took() {
    let mut world = called(true, &["a", "b"]);
    for (id, ran) in [("a", RunTime::Known(7_000)), ("b", RunTime::Unknown)] {
        begin(&mut world, id);
        answer(&mut world, id, ToolAnswer::text("done").that_ran(ran));
    }
    assert_eq!(ran(&world), times(&[("a", Some(7_000)), ("b", None)]));
}

#[test]
fn a_snapshot_names_the_calls_that_run_and_when_each_began() {
    let mut world = called(true, &["a", "b"]);
    let running = |world: &World| {
        let shown = world.shown.as_ref().expect("it was shown");
        shown.running.iter().map(|call| (call.id.to_string(), call.began)).collect::<Vec<_>>()
    };
    assert_eq!(running(&world), []);
    begin(&mut world, "b");
    assert_eq!(running(&world), [("b".to_owned(), world.at.steady)]);
    let told = |done: &Done| matches!(done, Done::Emitted(SessionEvent::Warning { .. }));
    let late = world.ask(Command::BeginTool { call_id: "nobody's".to_owned() });
    assert!(!late.iter().any(told), "{late:?}");
    assert_eq!(running(&world), [("b".to_owned(), world.at.steady - STEP)]);
    answer(&mut world, "b", ToolAnswer::text("seen"));
    assert_eq!(running(&world), []);
}

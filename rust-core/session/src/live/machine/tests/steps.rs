//! One input, and everything that follows from it.

use std::sync::Arc;

use futures_util::FutureExt as _;

use super::super::*;
use super::world::{Done, World, calls, decisive, text_reply};
use crate::Event;
use crate::live::command::Command;
use crate::live::{
    Approval, CallEnd, Failure, FailureClass, SessionEvent, ToolAnswer, TurnEnd, TurnId,
};
use vibeue_conversation::{Message, MessageId, Part, Role};
use vibeue_summarizer::SummaryCache;

const ONE: TurnId = TurnId(1);
const TWO: TurnId = TurnId(2);

fn submit(turn: TurnId, text: &str) -> News {
    News::Command(Command::Submit { turn, parts: vec![Part::text(text)] })
}

fn message_event(turn: TurnId, id: u64, role: Role, text: &str) -> Done {
    let message = Arc::new(Message::text(MessageId(id), role, text));
    Done::Emitted(SessionEvent::Message { turn: Some(turn), message })
}

fn started(turn: TurnId) -> Done {
    Done::Emitted(SessionEvent::TurnStarted { turn })
}

fn ended(turn: TurnId, end: TurnEnd) -> Done {
    Done::Emitted(SessionEvent::TurnEnded { turn, end })
}

fn wrote(seq: u64, event: &'static str) -> Done {
    Done::Wrote { seq, event }
}

fn sent(task: u64, says: &[&str]) -> Done {
    Done::Chat { task, texts: says.iter().map(|text| (*text).to_owned()).collect() }
}

fn values(effects: &[Effect]) -> Vec<Done> {
    decisive(effects.iter().map(Done::from).collect())
}

/// The texts of the history, oldest first.
fn texts(world: &World) -> Vec<String> {
    world.journal.view().iter().map(|message| message.joined_text()).collect()
}

#[test]
fn words_are_written_before_they_are_told_and_before_the_model_is_asked() {
    let mut world = World::open();
    let effects = world.step(submit(ONE, "Hello"));
    assert_eq!(values(&effects), [wrote(1, "message")]);
    let [Effect::Write { event, .. }] = &effects[..] else { panic!("{effects:?}") };
    let event: Event = Event::clone(event);
    assert_eq!(event, Event::Message(Message::text(MessageId(1), Role::User, "Hello")));
    let effects = world.step(News::Written(Ok(Box::new(event))));
    assert_eq!(
        values(&effects),
        [
            sent(3, &["You help.", "Hello"]),
            Done::Show,
            started(ONE),
            message_event(ONE, 1, Role::User, "Hello"),
            Done::Release(3),
        ]
    );
}

#[test]
fn what_cannot_be_written_fails_the_turn_and_was_never_said() {
    let mut world = World::open();
    world.disk_full = true;
    let failure = Failure::new(FailureClass::Storage, "the disk is full");
    assert_eq!(
        decisive(world.submit(1, "Hello")),
        [
            wrote(1, "message"),
            Done::Show,
            started(ONE),
            Done::Emitted(SessionEvent::Error { turn: Some(ONE), failure }),
            ended(ONE, TurnEnd::Failed),
            Done::Rest,
        ]
    );
    assert_eq!(*world.state.history, world.journal);
    assert_eq!(world.journal.version(), 0);
    // The next one works.
    assert!(world.submit(2, "Hello").contains(&sent(3, &["You help.", "Hello"])));
}

#[test]
fn an_answer_is_written_and_ends_the_turn_and_the_next_one_begins() {
    let mut world = World::open();
    world.submit(1, "Hello");
    assert_eq!(decisive(world.submit(2, "And?")), [wrote(2, "submit"), Done::Show]);
    let done = decisive(world.reply(text_reply("Yes.")));
    assert_eq!(
        done[..],
        [
            wrote(3, "message"),
            wrote(4, "learned"),
            wrote(5, "send"),
            sent(4, &["You help.", "Hello", "Yes.", "And?"]),
            Done::Show,
            done[5].clone(),
            ended(ONE, TurnEnd::Completed),
            started(TWO),
            message_event(TWO, 3, Role::User, "And?"),
            Done::Release(4),
        ]
    );
    assert!(matches!(&done[5], Done::Emitted(SessionEvent::Message { turn: Some(ONE), .. })));
    assert_eq!(texts(&world), ["Hello", "Yes.", "And?"]);
}

#[test]
fn a_late_answer_changes_nothing_and_is_not_told() {
    let mut world = World::open();
    world.submit(1, "Hello");
    world.ask(Command::Cancel { turn: None });
    world.submit(2, "Again");
    let before = world.state.history.clone();
    assert_eq!(decisive(world.answer(3, text_reply("Too late."))), [Done::Show]);
    let arrived = Arrived { words: "Too late.".to_owned(), reasoning: None };
    assert_eq!(decisive(world.handle(News::Flooded { task: TaskId(3), arrived })), [Done::Show]);
    for task in [0, 1, 2, 3, 99] {
        let late = TaskId(task);
        assert_eq!(decisive(world.handle(News::Elapsed(late))), [Done::Show]);
        assert_eq!(decisive(world.handle(News::Counted(late, Ok(Ok(Some(7)))))), [Done::Show]);
    }
    assert_eq!(world.state.history, before);
    assert!(world.reply(text_reply("Yes.")).contains(&ended(TWO, TurnEnd::Completed)));
}

#[test]
fn the_words_of_a_cancelled_answer_are_kept_with_a_mark() {
    let mut world = World::open();
    world.submit(1, "Hello");
    world.words = "Let me".to_owned();
    let text = "Let me\n\n[interrupted by the user]";
    assert_eq!(
        decisive(world.ask(Command::Cancel { turn: None })),
        [
            Done::CutOff(3),
            wrote(2, "message"),
            Done::Show,
            message_event(ONE, 2, Role::Assistant, text),
            ended(ONE, TurnEnd::Cancelled),
            Done::Rest,
        ]
    );
}

#[test]
fn calls_are_handed_out_and_the_model_is_asked_again_with_their_results() {
    let mut world = World::open();
    world.submit(1, "Look");
    let done = decisive(world.reply(calls(&[("a", "look"), ("b", "fly")])));
    let call = SessionEvent::ToolCall {
        turn: ONE,
        call_id: "a".to_owned(),
        name: "look".to_owned(),
        arguments: "{}".to_owned(),
        needs_approval: true,
        dry_run: false,
    };
    let refused = SessionEvent::ToolEnded {
        turn: ONE,
        call_id: "b".to_owned(),
        name: "fly".to_owned(),
        end: CallEnd::Refused,
    };
    assert!(done.contains(&Done::Emitted(call)), "{done:#?}");
    assert!(done.contains(&Done::Emitted(refused)), "{done:#?}");
    let call_id = || "a".to_owned();
    let allowed = Command::ApproveTool { call_id: call_id(), approval: Approval::AllowProject };
    assert_eq!(
        decisive(world.ask(allowed)),
        [
            Done::Allow("look".to_owned()),
            Done::Show,
            Done::Emitted(SessionEvent::ToolApproved { turn: ONE, call_id: call_id() }),
        ]
    );
    let seen = Command::AnswerTool { call_id: call_id(), answer: ToolAnswer::text("a door") };
    let done = decisive(world.ask(seen));
    assert!(matches!(&done[..2], [Done::Wrote { .. }, Done::Chat { .. }]), "{done:#?}");
    assert!(world.reply(text_reply("A door.")).contains(&ended(ONE, TurnEnd::Completed)));
}

#[test]
fn a_bug_ends_the_turn_by_name_and_the_next_one_begins() {
    let mut world = World::open();
    world.submit(1, "Hello");
    world.submit(2, "And?");
    let panic: Box<dyn std::any::Any + Send> = Box::new("bang");
    let done = decisive(world.handle(News::Panicked(Panicked::from(panic))));
    let told = done.iter().any(|done| {
        matches!(done, Done::Emitted(SessionEvent::Error { turn: Some(ONE), failure })
            if failure.class == FailureClass::Internal && failure.message.contains("bang"))
    });
    assert!(told, "{done:#?}");
    for expected in [Done::Stop(3), ended(ONE, TurnEnd::Failed), started(TWO)] {
        assert!(done.contains(&expected), "{expected:?} in {done:#?}");
    }
}

#[test]
fn the_end_cancels_what_is_under_way_and_nothing_comes_after_it() {
    let mut world = World::open();
    world.submit(1, "Hello");
    world.submit(2, "And?");
    assert_eq!(
        decisive(world.handle(News::ShutDown)),
        [
            Done::CutOff(3),
            Done::Close,
            Done::Show,
            ended(ONE, TurnEnd::Cancelled),
            ended(TWO, TurnEnd::Cancelled),
        ]
    );
    assert!(world.state.is_closed());
    let closing = world.state.closing().unwrap();
    assert_eq!(
        (closing.turn_cancelled, closing.summary_cancelled, closing.unsent),
        (true, false, 1)
    );
    for late in [submit(TurnId(3), "Hello?"), News::ShutDown, News::GoOn] {
        assert_eq!(values(&world.step(late)), []);
    }
}

/// A conversation with a preview that waits for being accepted or discarded.
fn previewed() -> World {
    let mut world = World::open();
    for turn in 1..=6 {
        world.submit(turn, &format!("Question {turn}: {}", "why is the door shut ".repeat(9)));
        world.reply(text_reply(&"it was never opened ".repeat(9)));
    }
    world.ask(Command::Preview { options: Box::default() });
    let (&task, job) = world.jobs.iter().next().unwrap();
    let cache = SummaryCache::new();
    let report = vibeue_summarizer::run(job.clone(), &[], &cache).now_or_never().unwrap();
    world.handle(News::Summarized(TaskId(task), Box::new(Ok(report))));
    assert!(world.state.summaries.preview.is_some());
    world
}

#[test]
fn a_preview_is_discarded_while_another_summary_is_made_and_not_while_it_is_applied() {
    let mut world = previewed();
    world.ask(Command::Summarize { instructions: None, up_to: None });
    assert!(world.state.summaries.run.is_some());
    world.ask(Command::DiscardPreview);
    assert!(world.state.summaries.preview.is_none() && world.state.summaries.run.is_some());

    let mut world = previewed();
    // What is to be written is not on the disk yet.
    world.step(News::Command(Command::AcceptPreview { preview: None, text: None }));
    assert!(world.state.summaries.run.is_some());
    world.step(News::Command(Command::DiscardPreview));
    assert!(world.state.summaries.preview.is_some());
}

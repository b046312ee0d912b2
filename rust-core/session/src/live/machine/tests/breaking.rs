//! What breaks in the middle of a step, and what it may take with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::super::*;
use super::world::{Done, Unasked, World, decisive, text_reply};
use crate::live::command::Command;
use crate::live::{Failure, FailureClass, SessionEvent, TurnEnd, TurnId};
use crate::{Event, History};
use vibeue_conversation::{Message, MessageId, Role};

#[test]
fn a_provider_that_panics_while_a_request_is_made_leaves_none_that_nobody_awaits() {
    let mut broken = 0;
    for fault in 0..20 {
        let mut world = World::open();
        let effects = world.step(News::Command(Command::Submit {
            turn: TurnId(1),
            parts: Message::text(MessageId(1), Role::User, "Hello").parts,
        }));
        let [Effect::Write { event, .. }] = &effects[..] else { panic!("{effects:?}") };
        world.state.model.provider = Arc::new(Unasked::faulty(fault));
        let news = News::Written(Ok(Box::new(Event::clone(event))));
        let effects = match catch_unwind(AssertUnwindSafe(|| world.step(news))) {
            Ok(effects) => effects,
            Err(panic) => {
                broken += 1;
                world.state.recover(&Panicked::from(panic));
                world.state.take_effects()
            }
        };
        let done: Vec<Done> = effects.iter().map(Done::from).collect();
        let asked: Vec<u64> = done
            .iter()
            .filter_map(|it| match it {
                Done::Chat { task, .. } => Some(*task),
                _ => None,
            })
            .collect();
        let awaited = world.state.turn.as_ref().and_then(turn::Turn::task);
        let left: Vec<&u64> = asked
            .iter()
            .filter(|task| awaited != Some(TaskId(**task)) && !done.contains(&Done::Stop(**task)))
            .collect();
        assert_eq!(left, [&0; 0], "fault {fault}: {done:#?}");
        if awaited.is_some() {
            assert!(broken >= 2, "every place was tried: {broken}");
            return;
        }
        assert!(
            done.contains(&Done::Emitted(SessionEvent::TurnEnded {
                turn: TurnId(1),
                end: TurnEnd::Failed
            })),
            "fault {fault}: {done:#?}"
        );
    }
    panic!("it never came through");
}

/// The failures and ends of turns that a world was told about.
fn outcome(done: Vec<Done>) -> Vec<Done> {
    let tells = |it: &Done| {
        matches!(it, Done::Emitted(SessionEvent::Error { .. } | SessionEvent::TurnEnded { .. }))
    };
    decisive(done).into_iter().filter(tells).collect()
}

fn error(turn: Option<u64>, failure: Failure) -> Done {
    Done::Emitted(SessionEvent::Error { turn: turn.map(TurnId), failure })
}

#[test]
fn an_event_that_the_history_does_not_take_fails_its_turn_by_name() {
    let mut world = World::open();
    let last = Message::text(MessageId(History::MAX_ID), Role::User, "The last id there is");
    for history in [&mut *world.state.history, &mut world.journal] {
        history.apply(Event::Message(last.clone())).unwrap();
    }
    world.state.reshaped();
    for turn in [1, 2] {
        let what = format!(
            "message id m{} is above the highest, m{}",
            History::MAX_ID + 1,
            History::MAX_ID
        );
        assert_eq!(
            outcome(world.submit(turn, "One more")),
            [
                error(Some(turn), Failure::new(FailureClass::Invalid, what)),
                Done::Emitted(SessionEvent::TurnEnded { turn: TurnId(turn), end: TurnEnd::Failed }),
            ]
        );
    }
    // What needs no id still works.
    world.ask(Command::Rename { title: "Full".to_owned() });
    assert_eq!(world.journal.title(), Some("Full"));
}

#[test]
fn a_bug_in_judging_an_event_fails_what_it_was_for_and_nothing_else() {
    let mut world = World::open();
    world.submit(1, "Hello");
    world.state.history.break_at(MessageId(77));
    let told = outcome(world.ask(Command::Pin { message: MessageId(77), pinned: true }));
    let [Done::Emitted(SessionEvent::Error { turn: None, failure })] = &told[..] else {
        panic!("{told:#?}");
    };
    assert_eq!(failure.class, FailureClass::Internal);
    assert!(failure.hint.is_some(), "{failure:?}");
    let ended = SessionEvent::TurnEnded { turn: TurnId(1), end: TurnEnd::Completed };
    assert_eq!(outcome(world.reply(text_reply("Yes."))), [Done::Emitted(ended)]);
}

//! What a model thought is there when its conversation is opened again.

use vibeue_core::conversation::Role;
use vibeue_core::session::live::{TurnEnd, shown_reasoning};
use vibeue_scripted_server::{Answer, Fault, Step, Wire};

use crate::live::Live;
use crate::over_every_wire;
use crate::scene::limits;

/// What the model thought before each answer, and whether its time was measured.
fn thoughts(live: &Live) -> Vec<(String, bool)> {
    let all = live.session.snapshot().transcript.clone();
    let answers = all.iter().filter(|message| message.role == Role::Assistant);
    answers
        .map(|message| {
            let kept = message.reasoning.as_ref();
            (shown_reasoning(message), kept.is_some_and(|it| it.took_ms.is_some()))
        })
        .collect()
}

fn what_was_thought_is_there_again_and_only_a_whole_answers_goes_back(wire: Wire) {
    let mut live = Live::new(wire);
    live.server.push(Answer::text("It is red.").reasoning("First weigh it. Then look."));
    let long = Answer::text("word ".repeat(400)).reasoning("Seven doors, or eight.");
    live.server.push(Step::new(long, Fault::Cut { after: 8_000 }));
    assert_eq!(live.turn("Look at it.").end, TurnEnd::Completed);
    let broken = live.turn("Count them.");
    assert_eq!((broken.end, broken.text.is_empty()), (TurnEnd::Failed, false), "{broken:?}");
    let expected =
        ["First weigh it. Then look.", "Seven doors, or eight."].map(|it| (it.to_owned(), true));
    live.until_idle();
    assert_eq!(thoughts(&live), expected, "{wire:?}");

    live.reopen(limits(), |_| {});
    assert_eq!(thoughts(&live), expected, "{wire:?}");
    live.server.push(Answer::text("Eight."));
    assert_eq!(live.turn("So?").end, TurnEnd::Completed);
    let asked = live.last_body().to_string();
    assert!(!asked.contains("Seven doors") && !asked.contains("took_ms"), "{wire:?}: {asked}");
    live.goes_on();
}

over_every_wire! {
    what_was_thought_is_there_again_and_only_a_whole_answers_goes_back
}

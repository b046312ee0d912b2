//! Results that are too long for a message: first the file, then the journal.

use super::super::*;
use super::world::{Done, World, calls, decisive};
use crate::Event;
use crate::live::command::Command;
use crate::live::{Approval, SessionEvent, ToolAnswer};
use vibeue_conversation::{Part, WholeText};

/// More than a message takes.
const BYTES: usize = 1_100_000;

/// A call that runs.
fn running() -> World {
    let mut world = World::open();
    world.submit(1, "Look");
    world.reply(calls(&[("a", "look")]));
    world.ask(Command::ApproveTool { call_id: "a".to_owned(), approval: Approval::Allow });
    world
}

fn answered() -> News {
    let parts = vec![Part::text("x".repeat(BYTES - 4)), Part::text("end")];
    let answer = ToolAnswer::of(parts, false);
    News::Command(Command::AnswerTool { call_id: "a".to_owned(), answer })
}

fn values(effects: &[Effect]) -> Vec<Done> {
    decisive(effects.iter().map(Done::from).collect())
}

fn written(effects: &[Effect]) -> (String, Option<WholeText>) {
    let [Effect::Write { event, .. }] = effects else { panic!("{effects:?}") };
    let Event::Message(message) = &**event else { panic!("{event:?}") };
    let result = message.tool_results().next().unwrap();
    (result.joined_text(), result.whole.as_deref().cloned())
}

#[test]
fn the_file_is_written_before_the_journal_names_it() {
    let mut world = running();
    let mut effects = world.step(answered());
    assert_eq!(values(&effects), [Done::Kept { bytes: BYTES }]);
    let Some(Effect::Keep { text }) = effects.pop() else { panic!("{effects:?}") };
    assert!(text.ends_with("x\nend"), "texts are one, a line each");
    let whole = WholeText { sha256: "ab".repeat(32).into(), bytes: BYTES as u64 };
    let kept = News::Kept { text, kept: Ok(whole.clone()) };
    let (text, named) = written(&world.step(kept));
    assert_eq!(named, Some(whole));
    let note = "[All 1100000 bytes of it are kept in abababababababab….txt beside the \
                conversation: `recall` with `message` m3 reads on from any `offset`, and searches \
                for a `query` in it.]";
    let gone = "\n[… 51424 of 1100000 bytes were left out here …]\n";
    let (head, tail) = ("x".repeat(786_432), "x".repeat(262_140));
    assert!(text == format!("{head}{gone}{tail}\nend\n{note}"), "{}", &text[text.len() - 600..]);
}

#[test]
fn what_cannot_be_kept_is_said_to_both_and_the_turn_goes_on() {
    let mut world = running();
    world.disk_full = true;
    let done = decisive(world.handle(answered()));
    assert_eq!(done[0], Done::Kept { bytes: BYTES });
    let warnings: Vec<&str> = done
        .iter()
        .filter_map(|done| match done {
            Done::Emitted(SessionEvent::Warning { message, .. }) => Some(message.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(
        warnings[0],
        "the result of look has 1100000 bytes, too many for a message, and only head and tail are \
         kept: the disk is full"
    );
    assert!(done.iter().any(|done| matches!(done, Done::Chat { .. })), "{done:?}");
    let result = world.journal.originals().last().unwrap().tool_results().next().unwrap();
    assert_eq!(result.whole, None);
    let note = "\n[What was left out is kept nowhere: the disk is full.]";
    assert!(result.joined_text().ends_with(note));
}

#[test]
fn a_bug_at_the_file_ends_the_turn_and_what_comes_late_changes_nothing() {
    let mut world = running();
    let mut effects = world.step(answered());
    let Some(Effect::Keep { text }) = effects.pop() else { panic!("{effects:?}") };
    world
        .handle(News::Panicked(Panicked::from(Box::new("a bug") as Box<dyn std::any::Any + Send>)));
    let before = world.journal.version();
    let whole = WholeText { sha256: "ab".repeat(32).into(), bytes: BYTES as u64 };
    world.handle(News::Kept { text, kept: Ok(whole) });
    assert_eq!(world.journal.version(), before);
    let done = world.submit(2, "And now?");
    assert!(done.iter().any(|done| matches!(done, Done::Chat { .. })), "{done:?}");
}

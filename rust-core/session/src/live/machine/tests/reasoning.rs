//! What a model thought is kept with its answer.

use super::super::room::Room;
use super::super::*;
use super::world::{World, text_reply};
use crate::live::command::Command;
use serde_json::json;
use vibeue_conversation::{Message, Part, Reasoning};
use vibeue_provider::Reply;

fn thought(text: &str) -> Reasoning {
    Reasoning { text: text.to_owned(), took_ms: Some(12_400) }
}

/// What the journal has of the newest message.
fn newest(world: &World) -> Message {
    (**world.journal.view().last().unwrap()).clone()
}

/// What is kept when the model thought this and gave that answer.
fn kept(shown: &str, reply: Reply) -> Option<Reasoning> {
    let mut world = World::open();
    world.submit(1, "Why?");
    world.reasoning = Some(thought(shown));
    world.reply(reply);
    newest(&world).reasoning.map(|it| *it)
}

#[test]
fn what_a_model_thought_is_written_with_its_answer_and_once() {
    let plain = || text_reply("Because.");
    assert_eq!(kept("First weigh it.", plain()), Some(thought("First weigh it.")));

    let block = json!({"type": "thinking", "thinking": "First weigh it.", "signature": "S"});
    let mut blocks = plain();
    blocks.parts.insert(0, Part::Opaque { block: Box::new(block) });
    assert_eq!(kept("First weigh it.", blocks), Some(thought("")), "its provider wants it back");

    let mut fields = plain();
    fields.extra.insert("reasoning_content", json!("First weigh it."));
    assert_eq!(kept("First weigh it.", fields), Some(thought("")));

    let mut sealed = plain();
    let block = json!({"type": "reasoning", "summary": [], "encrypted_content": "X"});
    sealed.parts.insert(0, Part::Opaque { block: Box::new(block) });
    assert_eq!(kept("First weigh it.", sealed), Some(thought("First weigh it.")));
}

#[test]
fn an_interrupted_answer_keeps_what_the_model_thought_and_no_other_answer_does() {
    let mut world = World::open();
    world.submit(1, "Why?");
    (world.words, world.reasoning) = ("Let me".to_owned(), Some(thought("First weigh it.")));
    world.ask(Command::Cancel { turn: None });
    let message = newest(&world);
    assert_eq!(message.joined_text(), "Let me\n\n[interrupted by the user]");
    assert_eq!(message.reasoning, Some(Box::new(thought("First weigh it."))));
    world.submit(2, "Again");
    world.reply(text_reply("Because."));
    assert_eq!(newest(&world).reasoning, None);
}

#[test]
fn a_turn_has_room_for_the_words_before_what_was_thought() {
    let mut arrived =
        Arrived { words: "Because.".to_owned(), reasoning: Some(thought("First weigh it.")) };
    let mut room = Room::new(13);
    arrived.fit(&mut room);
    let words = "Because.".to_owned();
    assert_eq!(arrived, Arrived { words, reasoning: Some(thought("First")) });
    assert_eq!(room, Room::new(0));
}

#[test]
fn what_was_thought_takes_room_in_the_turn() {
    let mut world = World::open();
    world.state.bounds.turn_bytes = 400;
    world.submit(1, "Why?");
    world.reasoning = Some(thought(&"hm ".repeat(1_000)));
    world.reply(text_reply("Because."));
    let message = newest(&world);
    assert_eq!(message.joined_text(), "Because.");
    let text = message.reasoning.unwrap().text;
    assert!(text.len() > 300 && text.len() < 400, "{}", text.len());
}

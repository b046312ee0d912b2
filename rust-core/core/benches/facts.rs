//! How fast facts are extracted, searched for and condensed.
#![allow(missing_docs)]

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use vibeue_core::compaction::digest::{DigestOptions, digest};
use vibeue_core::compaction::facts::{FactSet, select};
use vibeue_core::conversation::{Message, MessageId, Role};

fn main() {
    divan::main();
}

/// A conversation about an Unreal project of about `bytes` of text: prose, logs,
/// source, JSON, all with names that differ from message to message.
fn conversation(bytes: usize) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut size = 0;
    let mut at = 0u64;
    while size < bytes {
        at += 1;
        let id = MessageId(at);
        let message = match at % 5 {
            0 => Message::text(id, Role::User, format!(
                "Please look at the door in room {at}. It should open within 1.5 s when the player \
                 comes near, and never close on somebody. I think the trigger in \
                 Source/Game/Doors/Door{at}.cpp is too small, but I am not sure about that at all."
            )),
            1 => Message::text(id, Role::Assistant, format!(
                "I will look at the component first and then at the Blueprint that uses it. The \
                 overlap handler of UDoorComponent{} seems to be bound twice, which would explain \
                 what you are seeing when two players come near at the same time.", at % 97
            )),
            2 => Message::tool_result(id, "c", Some("read_file"), (0..6).map(|line| format!(
                "{line}: void ADoor::Tick{at}(float DeltaSeconds) {{ if (bOpening) {{ Angle += Speed * \
                 DeltaSeconds; SetActorRotation(FRotator(0.f, Angle, 0.f)); }} }}\n"
            )).collect::<String>(), false),
            3 => Message::tool_result(id, "c", Some("list_assets"), format!(
                "{{\"assets\": [{}]}}", (0..6).map(|n| format!(
                    "{{\"path\": \"/Game/Doors/BP_Door_{at}_{n}\", \"class\": \"Blueprint\", \"size\": {}}}", at * 31 + n
                )).collect::<Vec<_>>().join(", ")
            ), false),
            _ => Message::tool_result(id, "c", Some("build"), format!(
                "[{at}/900] Compile Module.Game.cpp\nLogCompile: finished without any remarks about \
                 this unit and went on to the next one in the list\n\
                 Door{at}.cpp(12): error C2065: 'Hinge{at}': undeclared identifier\n\
                 LogTemp: Display: some words that every log repeats for no reason at all\n"
            ), false),
        };
        size += message.texts().map(str::len).sum::<usize>();
        size += message.tool_results().map(|result| result.joined_text().len()).sum::<usize>();
        messages.push(message);
    }
    messages
}

fn size(messages: &[Message]) -> usize {
    let texts: usize = messages.iter().flat_map(Message::texts).map(str::len).sum();
    let results = messages.iter().flat_map(Message::tool_results);
    texts + results.map(|result| result.joined_text().len()).sum::<usize>()
}

#[divan::bench]
fn extract_4_mb(bencher: Bencher<'_, '_>) {
    let messages = conversation(4_000_000);
    bencher
        .counter(BytesCount::new(size(&messages)))
        .bench_local(|| FactSet::of(black_box(&messages)));
}

#[divan::bench]
fn extract_one_line_of_16_mb(bencher: Bencher<'_, '_>) {
    let line = "{\"id\": 12345, \"name\": \"a word and another one\"}, ".repeat(340_000);
    let message = Message::tool_result(MessageId(1), "c", None, line, false);
    bencher
        .counter(BytesCount::new(size(std::slice::from_ref(&message))))
        .bench_local(|| FactSet::of([black_box(&message)]));
}

#[divan::bench]
fn find_what_is_missing_in_1_mb(bencher: Bencher<'_, '_>) {
    let messages = conversation(4_000_000);
    let set = FactSet::of(&messages);
    let kept: Vec<String> = conversation(1_000_000)
        .iter()
        .flat_map(|m| m.texts().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    bencher.bench_local(|| black_box(&set).missing_from(kept.iter().map(String::as_str)).len());
}

#[divan::bench]
fn pack_into_8000_tokens(bencher: Bencher<'_, '_>) {
    let set = FactSet::of(&conversation(4_000_000));
    let ranked = set.ranked();
    bencher
        .bench_local(|| select(black_box(&ranked), |text| text.len() as u64 / 4 + 1, 8000).len());
}

#[divan::bench]
fn digest_results_of_4_mb(bencher: Bencher<'_, '_>) {
    let messages = conversation(4_000_000);
    let results: Vec<_> = messages.iter().flat_map(Message::tool_results).collect();
    let options = DigestOptions::default();
    bencher.counter(BytesCount::new(size(&messages))).bench_local(|| {
        results.iter().map(|r| digest(None, black_box(r), &options).len()).sum::<usize>()
    });
}

//! What it costs to keep count of a session: `cargo bench -p vibeue-core
//! --bench tally`.

use divan::{Bencher, black_box};
use vibeue_core::conversation::{Message, MessageId, Role};
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::models::Family;
use vibeue_core::tokens::{Counter, Tally};

fn main() {
    divan::main();
}

/// A message of some two kilobytes; no two are the same.
fn message(number: usize) -> Message {
    let text: String = (0..32)
        .map(|line| {
            format!("LogDoor: Display: frame {number} pass {line} took 2.41 ms on the GPU\n")
        })
        .collect();
    Message::text(MessageId(number as u64), Role::User, text)
}

fn counter() -> Counter {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    counter
}

fn session(length: usize) -> Tally {
    let mut tally = Tally::new(counter());
    for number in 0..length {
        tally.push(&message(number));
    }
    tally
}

/// Adds a message to a session of this many.
#[divan::bench(args = [0, 100, 10_000], sample_count = 1_000, sample_size = 1)]
fn push(bencher: Bencher<'_, '_>, length: usize) {
    let mut tally = session(length);
    let mut number = length;
    bencher
        .with_inputs(|| {
            number += 1;
            message(number)
        })
        .bench_local_refs(|message| {
            let usage = tally.push(message);
            tally.truncate(length);
            black_box(usage)
        });
}

/// Counts the same message without a tally.
#[divan::bench]
fn message_alone(bencher: Bencher<'_, '_>) {
    let (counter, message) = (counter(), message(1));
    bencher.bench_local(|| counter.message(black_box(&message)));
}

/// Estimates the same message for a model without a public vocabulary.
#[divan::bench]
fn message_estimated(bencher: Bencher<'_, '_>) {
    counter();
    let (counter, message) = (Counter::for_family(Family::ClaudeNew), message(1));
    bencher.bench_local(|| counter.message(black_box(&message)));
}

/// Asks for the total of a session of 10,000 messages.
#[divan::bench]
fn total(bencher: Bencher<'_, '_>) {
    let tally = session(10_000);
    bencher.bench_local(|| black_box(&tally).total());
}

/// Takes over a list of 10,000 messages that are all known.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn sync(bencher: Bencher<'_, '_>) {
    let messages: Vec<Message> = (0..10_000).map(message).collect();
    let mut tally = Tally::new(counter());
    tally.sync(&messages, &[]);
    bencher.bench_local(|| tally.sync(black_box(&messages), &[]));
}

/// Adds sixteen bytes to a message that is being streamed and has this many.
#[divan::bench(args = [0, 60_000, 600_000], sample_count = 1_000, sample_size = 1)]
fn append(bencher: Bencher<'_, '_>, length: usize) {
    let mut tally = session(0);
    tally.begin(&Message::text(MessageId(1), Role::Assistant, ""));
    let text: String = message(1).joined_text().chars().cycle().take(length).collect();
    tally.append(&text);
    bencher.bench_local(|| tally.append(black_box("the door opens, ")));
}

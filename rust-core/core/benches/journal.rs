//! What a long conversation costs: appending, condensing, undoing, opening.
//!
//! `cargo bench -p vibeue-core --bench journal`
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]

use divan::Bencher;
use tempfile::TempDir;
use vibeue_core::compaction::{Compaction, Rung};
use vibeue_core::conversation::{Message, MessageId, MessageKind, Role};
use vibeue_core::session::journal::{Header, JournaledHistory, ReadHistory, SyncPolicy};
use vibeue_core::session::{Event, History};

fn main() {
    divan::main();
}

fn event(id: u64) -> Event {
    let text = "The door opens inwards and the handle is on the left. ".repeat(10);
    let role = if id.is_multiple_of(2) { Role::Assistant } else { Role::User };
    Event::Message(Message::text(MessageId(id), role, text))
}

fn history(messages: u64) -> History {
    let mut history = History::new();
    for id in 1..=messages {
        history.apply(event(id)).unwrap();
    }
    history
}

fn compaction(messages: u64) -> Compaction {
    let mut summary = Message::text(MessageId(messages + 1), Role::User, "The door opens.");
    summary.kind = MessageKind::Summary;
    Compaction {
        replaced: (1..=messages - 10).map(MessageId).collect(),
        summary: Some(summary),
        tokens_before: 2,
        tokens_after: 1,
        ..Compaction::new("benchmark", Rung::Rules)
    }
}

fn journal(messages: u64, sync: SyncPolicy) -> (TempDir, JournaledHistory) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.jsonl");
    let header = Header::new("bench", 0);
    let journal =
        JournaledHistory::create_with(&path, header, (1..=messages).map(event), sync).unwrap();
    (folder, journal)
}

/// A hundred messages of 540 bytes to a history that holds some already and
/// keeps growing.
#[divan::bench(args = [0, 10_000])]
fn append_100_to_history(bencher: Bencher<'_, '_>, before: u64) {
    let mut history = history(before);
    let mut next = before;
    bencher.bench_local(|| {
        for _ in 0..100 {
            next += 1;
            history.apply(event(next)).unwrap();
        }
    });
}

/// The same with a journal that leaves it to the system when to sync.
#[divan::bench(args = [0, 10_000])]
fn append_100_to_journal(bencher: Bencher<'_, '_>, before: u64) {
    let (_folder, mut journal) = journal(before, SyncPolicy::Never);
    let mut next = before;
    bencher.bench_local(|| {
        for _ in 0..100 {
            next += 1;
            journal.append(event(next), 0).unwrap();
        }
    });
}

/// A compaction of all but the last ten messages.
#[divan::bench(args = [100, 10_000])]
fn condense(bencher: Bencher<'_, '_>, messages: u64) {
    let full = history(messages);
    bencher.with_inputs(|| (full.clone(), compaction(messages))).bench_local_values(
        |(mut history, compaction)| {
            history.commit(messages, compaction).unwrap();
            history
        },
    );
}

/// Taking that compaction back.
#[divan::bench(args = [100, 10_000])]
fn undo(bencher: Bencher<'_, '_>, messages: u64) {
    let mut condensed = history(messages);
    condensed.commit(messages, compaction(messages)).unwrap();
    bencher.with_inputs(|| condensed.clone()).bench_local_values(|mut history| {
        history.undo(messages + 1).unwrap();
        history
    });
}

/// Reading a journal of 10,000 messages, 6 MB.
#[divan::bench]
fn read_10_000(bencher: Bencher<'_, '_>) {
    let (_folder, journal) = journal(10_000, SyncPolicy::Never);
    bencher
        .counter(divan::counter::BytesCount::new(journal.file_bytes()))
        .bench_local(|| ReadHistory::read(journal.path()).unwrap());
}

//! What looking into the archive costs.
//!
//! `cargo bench -p vibeue-core --bench recall`
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]

use divan::Bencher;
use divan::counter::BytesCount;
use vibeue_core::compaction::{Compaction, Rung};
use vibeue_core::conversation::{Message, MessageKind, Role};
use vibeue_core::session::recall::search;
use vibeue_core::session::{Event, History};

fn main() {
    divan::main();
}

/// A history of 10,000 condensed messages of about a kilobyte, with a needle
/// in the middle; and its size in bytes.
fn archive() -> (History, usize) {
    let mut history = History::new();
    let mut bytes = 0;
    for number in 0..10_000_u64 {
        let mut text = String::new();
        while text.len() < 1_000 {
            let value = number.wrapping_mul(0x9e37_79b9).wrapping_add(text.len() as u64) % 9_973;
            text.push_str(&format!("The actor BP_Door_{value} was moved to {value}.5 cm. "));
        }
        if number == 5_000 {
            text.push_str("The planted needle: SM_Vault_Key.");
        }
        bytes += text.len();
        let role = if number % 2 == 0 { Role::User } else { Role::Assistant };
        history.apply(Event::Message(Message::text(history.next_id(), role, text))).unwrap();
    }
    let mut summary = Message::text(history.next_id(), Role::User, "a summary");
    summary.kind = MessageKind::Summary;
    let compaction = Compaction {
        replaced: history.view().iter().map(|message| message.id).collect(),
        summary: Some(summary),
        tokens_before: 2,
        tokens_after: 1,
        ..Compaction::new("", Rung::Rules)
    };
    history.apply(Event::Compaction(Box::new(compaction))).unwrap();
    (history, bytes)
}

#[divan::bench(args = ["sm_vault_key", "the planted needle", "nothing of the kind here"])]
fn ten_thousand_messages(bencher: Bencher<'_, '_>, query: &str) {
    let (history, bytes) = archive();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| search(&history, query, 10));
}

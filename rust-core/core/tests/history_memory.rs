//! How much memory a long conversation takes, counted by the allocator.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use vibeue_core::compaction::{Compaction, Rung};
use vibeue_core::conversation::{Message, MessageId, MessageKind, Role};
use vibeue_core::session::{Event, History};

/// The system's allocator, with a count of the bytes that are in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from the system's allocator, see above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// A single test: others at the same time would be counted, too.
#[test]
fn a_long_conversation_takes_little_more_than_its_text() {
    let before = IN_USE.load(Ordering::Relaxed);
    let mut history = History::new();
    let mut text_bytes = 0;
    for id in 1..=10_000 {
        let text = "x".repeat(500);
        text_bytes += text.len();
        history.apply(Event::Message(Message::text(MessageId(id), Role::User, text))).unwrap();
    }
    let appended = IN_USE.load(Ordering::Relaxed) - before;
    assert!(appended < text_bytes * 3 / 2, "{appended} bytes for {text_bytes} of text");

    let mut summary = Message::text(history.next_id(), Role::User, "The door opens.");
    summary.kind = MessageKind::Summary;
    let compaction = Compaction {
        replaced: (1..=9_990).map(MessageId).collect(),
        summary: Some(summary),
        tokens_before: 2,
        tokens_after: 1,
        ..Compaction::new("test", Rung::Rules)
    };
    let seq = history.commit(history.version(), compaction).unwrap().version;
    let condensed = IN_USE.load(Ordering::Relaxed) - before;
    assert!(condensed < text_bytes * 3 / 2, "{condensed} bytes for {text_bytes} of text");

    history.undo(seq).unwrap();
    let undone = IN_USE.load(Ordering::Relaxed) - before;
    assert!(undone < text_bytes * 3 / 2, "{undone} bytes for {text_bytes} of text");
    eprintln!("{text_bytes} of text: {appended}, condensed {condensed}, undone {undone} bytes");
}

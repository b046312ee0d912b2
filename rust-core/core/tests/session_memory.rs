//! How much memory a session takes whose messages are counted.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

#[path = "support/counting_allocator.rs"]
mod counting_allocator;
#[allow(dead_code, reason = "only the random numbers are used here")]
#[path = "support/strings.rs"]
mod strings;
#[path = "support/workday.rs"]
mod workday;

use vibeue_core::compaction::texts_of;
use vibeue_core::session::{Event, History};
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::{Counter, Tally};
use workday::Workday;

#[global_allocator]
static ALLOCATOR: counting_allocator::Counting = counting_allocator::Counting;

// A single test: others at the same time would be counted, too.
#[test]
fn history_and_counts_take_at_most_two_and_a_half_times_their_text() {
    let counter = Counter::for_encoding(Encoding::O200kBase);
    counter.warm();
    // The counter's memo of words belongs to the thread, is limited, and fills with every count:
    // here it is full before the session begins.
    for message in Workday::new(7).messages(10_000) {
        counter.message(&message);
    }
    let ((history, tally), heap) = counting_allocator::heap_of(|| {
        let (mut history, mut tally) = (History::new(), Tally::new(counter));
        for message in Workday::new(7).messages(10_000) {
            tally.push(&message);
            history.apply(Event::Message(message)).unwrap();
        }
        (history, tally)
    });
    assert_eq!(history.view().len(), tally.len());
    let text: usize =
        history.view().iter().flat_map(|message| texts_of(message)).map(str::len).sum();
    eprintln!("{} messages, {text} bytes of text, {heap} bytes of heap", tally.len());
    assert!(heap * 2 <= text * 5, "{heap} bytes for {text} of text");
}
